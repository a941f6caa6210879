"""The game on a part of a board, with the opponent's moves elsewhere only counted.

``certificates/strategies/positional_box`` says why a win here is one on the board. The zone is a
box of cells of a grid. The attacker plays there alone and wants the sets inside it. Everything
outside is treated at its worst for him: the defender's moves outside are counted, by the side of
the box on which they lie, and any so many of them serve as the cells that any of his sets has
there, wherever they lie.

In the words, the box's cells come first, row by row, the last coordinate fastest; then for each
side the cells that count: the i-th stands for "at least i + 1 moves on that side".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from gameproof.games.bit_sets import members
from gameproof.games.boards.grid_rows import cube_lines
from gameproof.games.boards.positional_shapes import Place, cell_at, place, shapes
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_board import Board

MOST_CELLS = 1 << 10
"""Cells of a zone."""
LONGEST = 64
"""Extent of the largest set of a grid that is looked at."""
MOST_WORK = 1 << 22
"""Sets through the cells looked at, times their cells."""
MOST_COUNTS = 1 << 18
"""Ways to count moves on the sides, each up to the length of a set."""
MOST_ROWS = 1 << 12
"""The defender's sets, as the zone sees them: each is compared with each."""

Set = frozenset[Place]


@dataclass(frozen=True)
class ZoneBoard:
    """The sets of both in the numbers of the module, the words of the stones, and for each side
    the word of the cells that count moves there."""

    cells: int
    attack: list[tuple[int, ...]]
    defend: list[tuple[int, ...]]
    attacker: int
    defender: int
    barred: tuple[int, ...]

    def keeps_sides(self, permutation: list[int]) -> bool:
        """Does it take each side's counters to a side's, in their order?"""
        sides = [list(members(word)) for word in self.barred]
        return all([permutation[cell] for cell in side] in sides for side in sides)


class Box:
    """Some cells of a grid: those from ``low`` on, ``size`` many along each axis."""

    def __init__(self, position: Position, low: list[int], size: list[int]) -> None:
        shape = position.board.shape
        if position.board.kind not in ("mnk", "tictactoe") and not position.board.forms:
            raise BadInput("a zone is part of a grid on which both want the same sets")
        if not len(low) == len(size) == len(shape):
            raise BadInput(f"the zone has not the {len(shape)} dimensions of the board")
        if any(type(x) is not int for x in (*low, *size)):
            raise BadInput("the zone's place and size are not numbers")
        if any(a < 0 or b < 1 or a + b > n for a, b, n in zip(low, size, shape, strict=True)):
            raise BadInput("the zone is not a part of the board")
        if prod(size) > MOST_CELLS:
            raise BadInput(f"a zone has at most {MOST_CELLS} cells")
        self.board = position.board
        self.low, self.size, self.shape = low, size, shape
        ranges = (range(a, a + b) for a, b in zip(low, size, strict=True))
        self.number: dict[Place, int] = {cell: i for i, cell in enumerate(product(*ranges))}

    def side(self, cell: Place) -> int:
        """On which side of the box a cell outside lies. On a cube there is only one."""
        if self.board.kind == "tictactoe":
            return 0
        for axis, (x, a, b) in enumerate(zip(cell, self.low, self.size, strict=True)):
            if not a <= x < a + b:
                return 2 * axis + (x >= a)
        raise RuntimeError("a cell of the box lies on no side of it")

    def sides(self) -> list[int]:
        """The sides on which the board has cells."""
        if self.board.kind == "tictactoe":
            return [0] if prod(self.size) < self.board.cells else []
        found = []
        for axis, (a, b, n) in enumerate(zip(self.low, self.size, self.shape, strict=True)):
            found += [2 * axis] if a > 0 else []
            found += [2 * axis + 1] if a + b < n else []
        return found


def zone_board(position: Position, attacker: str, low: list[int], size: list[int]) -> ZoneBoard:
    """The game in the zone; raises ``BadInput``. O(cells looked at * (size of a set)^2)."""
    box = Box(position, low, size)
    board, number = box.board, box.number
    own, other = (
        {place(board, cell) for cell in position.stones(player)}
        for player in (attacker, OTHER[attacker])
    )
    seen = {*number, *(cell for cell in other if cell not in number)}
    attack: dict[tuple[int, ...], None] = {}
    needs: dict[tuple[tuple[int, ...], tuple[int, ...]], None] = {}
    sides = box.sides()
    for cells in _sets(position, box, seen):
        inside = tuple(sorted(number[cell] for cell in cells if cell in number))
        outside = [cell for cell in cells if cell not in number]
        if own.issuperset(outside):
            attack[inside] = None
        if not own.isdisjoint(outside):
            continue
        counts = [0] * len(sides)
        for cell in outside:
            if cell not in other:
                counts[sides.index(box.side(cell))] += 1
        needs[inside, tuple(counts)] = None
    length = _smallest(board)
    if board.kind == "tictactoe" and sides:
        # Two cells of a line determine it, so each other line has at most one cell here.
        needs.update(dict.fromkeys(((cell,), (length - 1,)) for cell in number.values()))
    if not position.wants_sets(OTHER[attacker]):
        needs, sides = {}, []  # Breaker: his moves elsewhere are moves that do nothing
    capacity = 0
    if sides and length:
        if length < 2:
            raise BadInput("a set of one cell may lie anywhere")
        # The smallest set that lies outside altogether: any ``length`` moves there, so nothing
        # that takes as many is looked at. Who has made all the moves but one that can be counted
        # on a side completes it by any other.
        needs = {row: None for row in needs if sum(row[1]) < length}
        capacity = length if len(sides) == 1 else length - 1
        if (capacity + 1) ** len(sides) > MOST_COUNTS:
            raise BadInput("the sets are too long for moves to be counted on the sides")
        for counts_ in product(range(capacity + 1), repeat=len(sides)):
            if sum(counts_) == length:
                needs[(), counts_] = None
    bases = [len(number) + capacity * i for i in range(len(sides))]
    rows = {
        (*inside, *(base + i for base, n in zip(bases, counts, strict=True) for i in range(n)))
        for inside, counts in needs
    }
    if len(rows) > MOST_ROWS:
        raise BadInput("too many sets of the defender meet the zone")
    return ZoneBoard(
        len(number) + capacity * len(sides),
        sorted(attack),
        _least(rows),
        sum(1 << number[cell] for cell in own if cell in number),
        sum(1 << number[cell] for cell in other if cell in number),
        tuple(((1 << capacity) - 1) << base for base in bases if capacity),
    )


def _sets(position: Position, box: Box, seen: set[Place]) -> Iterable[Set]:
    """The sets of the board with one of these cells; of a cube, those inside the box."""
    if position.board.kind != "tictactoe":
        return _translates(position, seen)
    n = int(position.board.parameters[0])
    if any(b not in (1, n) for b in box.size):
        raise BadInput("the zone of a cube has full length or one cell along each axis")
    if len(seen) > len(box.number) or any(
        place(box.board, cell) not in box.number for cell in position.first | position.second
    ):
        raise BadInput("a stone of the cube lies outside the zone")
    cells = list(box.number)
    dimensions = sum(b == n for b in box.size) if n > 1 else 0
    if dimensions == 0:
        raise BadInput("the zone of a cube holds no line")
    if n * len(cells) * 3**dimensions > MOST_WORK:
        raise BadInput("the zone holds too many lines")
    return [frozenset(cells[i] for i in line) for line in cube_lines(n, dimensions).sets()]


def _translates(position: Position, seen: set[Place]) -> Iterator[Set]:
    """The translates of the board's shapes that lie on it and have one of the cells."""
    board = position.board
    forms = shapes(board, LONGEST * LONGEST)
    if forms is None:
        # redundant: a box is part of a grid of rows or animals, or of a cube, seen to above
        raise BadInput("the sets of the board are no translates")
    if any(max(form.tall, form.wide) > LONGEST for form in forms):
        raise BadInput(f"the sets extend over more than {LONGEST} cells")
    if len(seen) * sum(len(form.cells) ** 2 for form in forms) > MOST_WORK:
        raise BadInput("too many sets meet the zone")
    found: set[Set] = set()
    for form in forms:
        for cell in sorted(seen):
            for r, c in form.cells:
                top, left = cell[0] - r, cell[1] - c
                whole = [(top + i, left + j) for i, j in form.cells]
                if all(cell_at(board, one) is not None for one in whole):
                    found.add(frozenset(whole))
    return iter(sorted(found, key=sorted))


def _smallest(board: Board) -> int:
    """Cells of the smallest set of the board, 0 where there is none."""
    forms = shapes(board, LONGEST * LONGEST)
    if forms is None:
        return int(board.parameters[0])
    m, n = board.shape
    fitting = (len(form.cells) for form in forms if form.tall <= m and form.wide <= n)
    return min(fitting, default=0)


def _least(rows: set[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The rows that hold no other one: who completes another completes one of these."""
    words = {row: sum(1 << cell for cell in row) for row in rows}
    kept: list[tuple[int, ...]] = []
    for row in sorted(rows, key=lambda row: (len(row), row)):
        if not any(words[less] & words[row] == words[less] for less in kept):
            kept.append(row)
    return kept
