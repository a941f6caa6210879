"""Small tori by all their cycles: for boards on which a step is not told by the two cells.

With one or two rows a cell is its own neighbour, or another's twice over, so that a list of cells
is no walk, and what is proved of larger boards by walks and clauses is counted here: every
simple closed path of cells that cannot be shrunk, with its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.glued_boards import LARGEST, full_boards
from gameproof.certificates.recounts.recount import Count
from gameproof.games.counts.torus_counts import asked_class, asked_kind, asked_loop_free
from gameproof.games.glued_board import COLOURS
from gameproof.games.meaning.answers import Value
from gameproof.games.torus_classes import Class, normal
from gameproof.games.torus_cycles import Position

MOST_CELLS = 10
"""Cells of boards all of whose cycles are listed, in some seconds."""
FARTHEST = 16
"""Classes of closed walks: neither number is larger."""

Arguments = Mapping[str, Value]
Cycle = tuple[int, Class]
"""Its cells, as bits, and its class."""


@lru_cache(maxsize=4)
def cycles(rows: int, columns: int) -> frozenset[Cycle]:
    """Every simple closed path whose class is not (0, 0); raises :class:`Rejected` on boards of
    more than ``MOST_CELLS`` cells. Exponential in the cells."""
    if rows * columns > MOST_CELLS:
        raise Rejected(f"cycles are listed on boards of at most {MOST_CELLS} cells")
    bare = Position(rows, columns, "." * (rows * columns))
    near = [sorted(set(bare.neighbours(cell))) for cell in range(rows * columns)]
    found: set[Cycle] = set()
    for start in range(rows * columns):
        # (last cell, crossings so far, cells), each path from its least cell
        waiting = {(start, 0, 0, 1 << start)}
        while waiting:
            at, x, y, used = waiting.pop()
            for to, dx, dy in near[at]:
                if to == start and (x + dx, y + dy) != (0, 0):
                    found.add((used, normal(x + dx, y + dy)))
                elif to > start and not used >> to & 1:
                    waiting.add((to, x + dx, y + dy, used | 1 << to))
    return frozenset(found)


def _chordless(position: Position, used: int) -> bool:
    """Has every cell just two steps into the cycle?"""
    return all(
        sum(used >> to & 1 for to, _, _ in position.neighbours(cell)) == 2
        for cell in range(len(position.stones))
        if used >> cell & 1
    )


def _fitting(position: Position, arguments: Arguments) -> set[Class]:
    chordless = asked_kind(arguments) == "chordless"
    every = cycles(position.rows, position.columns)
    return {found for used, found in every if not chordless or _chordless(position, used)}


def _classes(position: Position, arguments: Arguments) -> Value:
    return len(_fitting(position, arguments))


def _cycle(position: Position, arguments: Arguments) -> Value:
    return asked_class(arguments) in _fitting(position, arguments)


def _full_board(position: Position, _arguments: Arguments) -> Value:
    """O(2^cells * cells)."""
    return all(
        sum(len(Position(position.rows, position.columns, stones).loops(c)) for c in COLOURS) == 2
        for stones in full_boards(position)
    )


def _cells(position: Position, stones: str) -> int:
    return sum(1 << cell for cell, stone in enumerate(position.stones) if stone in stones)


def _blocked(position: Position, arguments: Arguments) -> Value:
    mine, wanted = _cells(position, "x."), asked_class(arguments)
    every = cycles(position.rows, position.columns)
    return not any(found == wanted and not used & ~mine for used, found in every)


def _smallest_block(position: Position, arguments: Arguments) -> Value:
    """Sets of empty cells, the small ones first."""
    wanted, free = asked_class(arguments), asked_loop_free(arguments)
    every = cycles(position.rows, position.columns)
    mine, theirs = _cells(position, "x."), _cells(position, "o")
    formed = [used for used, found in every if found == wanted and not used & ~mine]
    empty = [cell for cell, stone in enumerate(position.stones) if stone == "."]
    for size in range(len(empty) + 1):
        for chosen in combinations(empty, size):
            added = sum(1 << cell for cell in chosen)
            if free and any(not used & ~(theirs | added) for used, _ in every):
                continue
            if all(used & added for used in formed):
                return size
    return None


def _shortest_loop(position: Position, arguments: Arguments) -> Value:
    """Steps in the covering plane, one after another, until a cell's translate is reached. A
    class is formed by a walk iff it is in the lattice of the loops of some component, and a walk
    goes round each loop's cells no more often than the class asks for."""
    x, y = asked_class(arguments)
    if max(abs(x), abs(y)) > FARTHEST:
        raise Rejected(f"classes beyond {FARTHEST} are not walked")
    if len(position.stones) > LARGEST:
        raise Rejected(f"walks are looked for on boards of at most {LARGEST} cells")
    allowed = [cell for cell, stone in enumerate(position.stones) if stone != "o"]
    steps = {
        cell: [step for step in position.neighbours(cell) if position.stones[step[0]] != "o"]
        for cell in allowed
    }
    return min(
        (length for cell in allowed if (length := _walk(steps, cell, (x, y))) is not None),
        default=None,
    )


def _walk(steps: Mapping[int, list[tuple[int, int, int]]], start: int, wanted: Class) -> int | None:
    """The length of a shortest walk from a cell to its translate."""
    place: dict[int, Class] = {start: (0, 0)}
    waiting, loops = [start], set()
    for at in waiting:
        for to, dx, dy in steps[at]:
            here = place[at][0] + dx, place[at][1] + dy
            if to not in place:
                place[to] = here
                waiting.append(to)
            loops.add((here[0] - place[to][0], here[1] - place[to][1]))
    if not _in_lattice(loops, wanted):
        return None
    reached = fresh = {(start, 0, 0)}
    length = 0
    while (start, *wanted) not in reached:
        fresh = {(to, x + dx, y + dy) for at, x, y in fresh for to, dx, dy in steps[at]} - reached
        reached = reached | fresh
        length += 1
    return length


def _in_lattice(vectors: set[Class], wanted: Class) -> bool:
    """Is ``wanted`` a whole combination of the vectors? By Euclid's algorithm."""
    rest = [v for v in vectors if v != (0, 0)]
    first = (0, 0)
    second = 0
    for x, y in rest:
        while x:
            turns = first[0] // x
            first, (x, y) = (x, y), (first[0] - turns * x, first[1] - turns * y)
        second = _gcd(second, y)
    x, y = wanted
    if first[0] == 0:
        second = _gcd(second, first[1])
        return x == 0 and (y == 0 if second == 0 else y % second == 0)
    if x % first[0]:
        return False
    y -= x // first[0] * first[1]
    return y == 0 if second == 0 else y % second == 0


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return abs(a)


EVERY = "every simple closed path is listed"

COUNTS = (
    Count("classes", (Position,), _classes, EVERY),
    Count("cycle", (Position,), _cycle, EVERY),
    Count("full-board", (Position,), _full_board, "every full board is looked at"),
    Count("blocked", (Position,), _blocked, EVERY),
    Count("smallest-block", (Position,), _smallest_block, f"{EVERY}, every set of stones tried"),
    Count("shortest-loop", (Position,), _shortest_loop, "every walk, the short ones first"),
)
