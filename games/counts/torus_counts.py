"""What is asked of a torus of hexagons: every cycle, every walk, every full board.

A cycle is a closed path over cells, none of them twice, that cannot be shrunk: its class is not
(0, 0). A step is told by the cell it leads to and what it crosses, for on a board with a side
below 3 two steps may lead to one cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Protocol, Self, TypeVar

from gameproof.games.boards.glued_board import COLOURS
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Rows
from gameproof.games.meaning.steps import TooMuch, look, step, tried
from gameproof.games.torus_classes import Class, generators, normal, read_class

KINDS = ("simple", "chordless")
CLASS = Parameter("class", "text", "a class as X,Y", option=True)
KIND = Parameter("kind", "choice", "simple or chordless cycles", True, False, KINDS[0], KINDS)
LOOP_FREE = Parameter("loop-free", "flag", "the stones hold no essential loop", True, False, False)
NARROWEST = 3
"""Rows and columns; on fewer, two steps may lead to one cell."""
MOST_CELLS = 64
"""Beyond, nobody need work out how many boards there are."""
Step = tuple[int, int, int]
"""The cell that a step leads to, and its crossings of the right and of the top edge."""


class _Board(Protocol):
    """What is read of a board with glued edges."""

    @property
    def stones(self) -> str: ...
    def with_all(self, stones: str, /) -> Self: ...


class _Torus(_Board, Protocol):
    """What is read of a torus."""

    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    def neighbours(self, cell: int, /) -> Iterable[Step]: ...
    def loops(self, colour: str, /) -> frozenset[Class]: ...


B = TypeVar("B", bound=_Board)


def asked_class(arguments: Arguments) -> Class:
    """The argument ``class`` of a question, in normal form; raises :class:`BadInput`."""
    text = arguments.get("class", "")
    found = read_class(text) if isinstance(text, str) else None
    if found is None:
        raise BadInput(f"a class is two numbers x,y, not both 0, not {text!r}", "arguments.class")
    return found


def asked_kind(arguments: Arguments) -> str:
    """The argument ``kind`` of a question, ``simple`` by default; raises :class:`BadInput`."""
    kind = arguments.get("kind", KINDS[0])
    if kind not in KINDS:
        raise BadInput(f"cycles are {' or '.join(KINDS)}, not {kind!r}", "arguments.kind")
    return str(kind)


def asked_loop_free(arguments: Arguments) -> bool:
    """The argument ``loop-free`` of a question; raises :class:`BadInput`."""
    flag = arguments.get("loop_free", False)
    if not isinstance(flag, bool):
        raise BadInput(f"expected yes or no, not {flag!r}", "arguments.loop_free")
    return flag


# -- cycles and walks --------------------------------------------------------------------------


def cycles(board: _Torus) -> frozenset[tuple[frozenset[int], Class]]:
    """Every cycle of the board, whatever stones stand there: its cells and its class."""
    return _cycles(tuple(tuple(sorted(set(board.neighbours(v)))) for v in _cells(board)))


@lru_cache(maxsize=4)
def _cycles(steps: tuple[tuple[Step, ...], ...]) -> frozenset[tuple[frozenset[int], Class]]:
    found = set()
    for start in range(len(steps)):
        waiting = [(start, 0, 0, frozenset({start}))]  # paths from their least cell
        for at, x, y, used in tried(_growing(waiting), 10):
            for to, dx, dy in steps[at]:
                if to == start and (x + dx, y + dy) != (0, 0):
                    found.add((used, normal(x + dx, y + dy)))
                elif to > start and to not in used:
                    waiting.append((to, x + dx, y + dy, used | {to}))
    return frozenset(found)


def _growing(
    waiting: list[tuple[int, int, int, frozenset[int]]],
) -> Iterator[tuple[int, int, int, frozenset[int]]]:
    while waiting:
        yield waiting.pop()


def _cells(board: _Board, stones: str = "xo.") -> list[int]:
    return [v for v, stone in enumerate(board.stones) if stone in stones]


def fitting(board: _Torus, arguments: Arguments) -> set[Class]:
    """The classes of cycles that fit; chordless ones where they are asked for: every cell of
    such a cycle has two steps into it."""
    chordless = asked_kind(arguments) == "chordless"
    return {
        found
        for used, found in cycles(board)
        if not chordless
        or all(sum(to in used for to, _, _ in board.neighbours(v)) == 2 for v in used)
    }


def classes(board: _Torus, arguments: Arguments) -> Value:
    """How many classes of cycles fit."""
    return len(fitting(board, arguments))


def cycle(board: _Torus, arguments: Arguments) -> Value:
    """Does a cycle of the class fit?"""
    return asked_class(arguments) in fitting(board, arguments)


def _formed(board: _Torus, wanted: Class) -> list[frozenset[int]]:
    """Cycles of the class that avoid the stones of colour o."""
    theirs = set(_cells(board, "o"))
    return [used for used, found in cycles(board) if found == wanted and not used & theirs]


def blocked(board: _Torus, arguments: Arguments) -> Value:
    """Does every cycle of the class run over a stone of colour o?"""
    return not _formed(board, asked_class(arguments))


def smallest_block(board: _Torus, arguments: Arguments) -> Value:
    """The least number of empty cells that meet every cycle of the class that is left and, where
    asked for, complete no cycle with the stones of colour o."""
    formed = _formed(board, asked_class(arguments))
    theirs = frozenset(_cells(board, "o"))
    loops = [used for used, _ in cycles(board)] if asked_loop_free(arguments) else []
    empty = _cells(board, ".")
    for size in range(len(empty) + 1):
        for chosen in tried(combinations(empty, size), 1 + len(loops) // 10):
            stones = theirs.union(chosen)
            if all(used & stones for used in formed) and not any(used <= stones for used in loops):
                return size
    return None


def shortest_loop(board: _Torus, arguments: Arguments) -> Value:
    """Cells of a shortest closed walk of the class that avoids the stones of colour o."""
    wanted = asked_class(arguments)
    lengths = (_walk(board, v, wanted) for v in _cells(board, "x."))
    return min((length for length in lengths if length is not None), default=None)


def _walk(board: _Torus, start: int, wanted: Class) -> int | None:
    """The steps of a shortest walk in the plane that covers the torus, from a cell to its
    translate. There is one iff the class is a combination of loops of the cell's part."""
    part: set[int] = set()
    more = {start}
    while more:
        part |= more
        near = {to for v in more for to, _, _ in board.neighbours(v)} - part
        more = {v for v in near if board.stones[v] != "o"}
    alone = board.with_all("".join("x" if v in part else "o" for v in _cells(board)))
    loops = set(alone.loops("x"))
    if generators(loops | {wanted}) != generators(loops):
        return None
    reached = fresh = {(start, 0, 0)}
    length = 0
    while (start, *wanted) not in reached:
        fresh = {
            (to, x + dx, y + dy)
            for at, x, y in tried(fresh, 5)
            for to, dx, dy in board.neighbours(at)
            if to in part
        } - reached
        reached = reached | fresh
        length += 1
    return length


# -- one cycle or walk -------------------------------------------------------------------------


def closed_walk(board: _Torus, walk: Sequence[int]) -> tuple[int, int]:
    """Crossings of the walk over these cells and back to the first; each step leads to a
    neighbour. Raises :class:`BadInput`."""
    if min(board.rows, board.columns) < NARROWEST:
        raise BadInput(f"on fewer than {NARROWEST} rows or columns a step is ambiguous")
    if not walk or not all(type(v) is int and 0 <= v < len(board.stones) for v in walk):
        raise BadInput("a walk is a list of cells")
    x = y = 0
    for at, to in zip(walk, [*walk[1:], walk[0]], strict=True):
        steps = [(dx, dy) for cell, dx, dy in board.neighbours(at) if cell == to]
        if not steps:
            raise BadInput(f"the cells {at} and {to} are not neighbours")
        x, y = x + steps[0][0], y + steps[0][1]
    return x, y


def cycle_class(board: _Torus, cells: Sequence[int], *, chordless: bool = False) -> Class:
    """The class of a (chordless) cycle over the cells; raises :class:`BadInput` if it is none."""
    used = set(cells)
    if len(used) != len(cells):
        raise BadInput("a cycle visits a cell twice")
    found = closed_walk(board, cells)
    if chordless and any(sum(to in used for to, _, _ in board.neighbours(v)) != 2 for v in cells):
        raise BadInput("the cycle has a chord")
    if found == (0, 0):
        raise BadInput("the cycle is not essential")
    return normal(*found)


def _one(rows: Rows) -> Sequence[int]:
    if len(rows) != 1:
        raise BadInput("one row of cells is needed")
    return rows[0]


def _of_class(found: Class, arguments: Arguments) -> None:
    if found != asked_class(arguments):
        raise BadInput(f"the class is {found}")


def _open(board: _Torus, cells: Sequence[int]) -> None:
    if any(board.stones[v] == "o" for v in cells):
        raise BadInput("it runs over a stone of colour o")


def is_cycle(board: _Torus, arguments: Arguments, rows: Rows) -> Value:
    """One cycle of the class and of the kind."""
    chordless = asked_kind(arguments) == "chordless"
    _of_class(cycle_class(board, _one(rows), chordless=chordless), arguments)
    return True


def cycle_classes(board: _Torus, arguments: Arguments, rows: Rows) -> Value:
    """The number of classes of some cycles of the kind."""
    chordless = asked_kind(arguments) == "chordless"
    return len({cycle_class(board, cells, chordless=chordless) for cells in rows})


def open_cycle(board: _Torus, arguments: Arguments, rows: Rows) -> Value:
    """One cycle of the class that avoids the stones of colour o: it is not blocked."""
    _of_class(cycle_class(board, _one(rows)), arguments)
    _open(board, rows[0])
    return False


def walk_length(board: _Torus, arguments: Arguments, rows: Rows) -> Value:
    """The cells of one closed walk of the class that avoids the stones of colour o."""
    _of_class(normal(*closed_walk(board, _one(rows))), arguments)
    _open(board, rows[0])
    return len(rows[0])


# -- full boards -------------------------------------------------------------------------------


def full_boards(board: B, colours: str = "xo") -> Iterator[B]:
    """The board with its cells filled in every way."""
    cells = len(board.stones)
    if cells > MOST_CELLS:
        raise TooMuch("the board has too many cells to be filled in every way")
    step(len(colours) ** cells * 10 * cells)
    for number, stones in enumerate(product(colours, repeat=cells)):
        if number % 1024 == 0:
            look()
        yield board.with_all("".join(stones))


def told(counts: Counter[str]) -> Value:
    """``0,2: 5; 1,1: 6; 2,0: 5``, ascending."""
    return "; ".join(f"{name}: {counts[name]}" for name in sorted(counts))


def ranks(board: _Torus) -> tuple[int, ...]:
    """For each colour the rank of the lattice of its loops' classes."""
    return tuple(len(board.loops(colour)) for colour in COLOURS)


def full_board(board: _Torus, _arguments: Arguments) -> Value:
    """Do the ranks add up to 2 on every full board?"""
    return all(sum(ranks(full)) == 2 for full in full_boards(board))


def colourings(board: _Torus, _arguments: Arguments) -> Value:
    """Full boards counted by the ranks of the two colours."""
    return told(Counter("{},{}".format(*ranks(full)) for full in full_boards(board)))


def three_colours(board: _Torus, _arguments: Arguments) -> Value:
    """Ways to give the cells three colours without a loop of one colour."""
    cells = len(board.stones)
    loopless = {
        sum(1 << v for v in _cells(full, "x"))
        for full in full_boards(board, "x.")
        if not full.loops("x")
    }
    every = (1 << cells) - 1
    number = sum(
        every ^ one ^ two in loopless
        for one in loopless
        for two in tried(loopless)
        if not one & two
    )
    return f"{number} of {3**cells}"
