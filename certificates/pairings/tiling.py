"""Small regions that repeat over the plane, in each of which the opponent is stopped.

A tile is a fundamental domain of a lattice, spanned by ``columns`` cells to the right and
``rows`` down with ``shift`` to the right. Regions stand on the plane and repeat with the
lattice; no two of all these copies share a cell. A region is a list of traces, and on each
region alone the opponent, moving first, completes none. If every set of the board, wherever
it lies, contains a trace of a copy, then the second player stops all of them on the plane, on
every rectangle of it (a copy cut by the edge has fewer cells and traces, which helps him), and
on every torus of which the lattice is a part. A pair is a region of two cells. So eight in a
row is a draw on every board (Zetters, Amer. Math. Monthly 87 (1980)), and nine by pairs
(Pollak, Shannon 1954). On a rectangle only the sets that fit into it count: a tile as high as
the board makes a strip of any length.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import STEALING, stops
from gameproof.games.meaning.statement import Forces, Is, Prevents, Statement, quantity
from gameproof.games.positional import Position
from gameproof.games.positional_shapes import Shape, cell_at, place, shapes
from gameproof.games.sets.region_play import (
    MOST_CELLS,
    MOST_POSITIONS,
    MOST_TRACES,
    Region,
    TooLarge,
    masks,
)

MOST_AREA = 1024
MOST_SHIFT = 4096
"""Cells of regions lie within this distance of the origin."""
LONGEST = 256
"""A trace is looked for among so many first cells of a set."""

Cell = tuple[int, int]


class Tiling(Certificate, frozen=True, tag="tiling"):
    """The lattice, and ``regions[r]``: the traces of region r, lists of cells (row, column) of
    the plane, negative ones too."""

    rows: int
    columns: int
    shift: int
    regions: list[list[list[Cell]]]


class Tile:
    """A certificate that was read: the lattice, and for each cell of the tile its region.

    Raises ``Rejected`` for wrong numbers and for regions whose copies overlap. O(cells)."""

    def __init__(self, certificate: Tiling) -> None:
        self.rows, self.columns, self.shift = (
            certificate.rows,
            certificate.columns,
            certificate.shift,
        )
        if min(self.rows, self.columns) < 1 or self.rows * self.columns > MOST_AREA:
            raise Rejected(f"a tile has from 1 to {MOST_AREA} cells")
        if not 0 <= self.shift < self.columns:
            raise Rejected(f"the shift {self.shift} is not among 0..{self.columns - 1}")
        self.regions = [
            [frozenset((int(r), int(c)) for r, c in trace) for trace in traces]
            for traces in certificate.regions
        ]
        self.at: dict[Cell, tuple[int, Cell]] = {}
        for number, traces in enumerate(self.regions):
            cells = frozenset[Cell]().union(*traces)
            if len(cells) > MOST_CELLS or len(traces) > MOST_TRACES:
                raise Rejected(
                    f"region {number} has more than {MOST_CELLS} cells or {MOST_TRACES} traces"
                )
            for cell in cells:
                if max(map(abs, cell)) > MOST_SHIFT:
                    raise Rejected(f"region {number} is too far away")
                residue = self.residue(cell)
                if residue in self.at:
                    raise Rejected(f"copies of region {number} share a cell with others")
                self.at[residue] = (number, cell)

    def residue(self, cell: Cell) -> Cell:
        """The cell of the tile that repeats on this one."""
        down, row = divmod(cell[0], self.rows)
        return row, (cell[1] - down * self.shift) % self.columns

    def copy(self, cell: Cell) -> tuple[int, Cell] | None:
        """The region over a cell of the plane, and how far its copy is moved."""
        found = self.at.get(self.residue(cell))
        if found is None:
            return None
        number, (row, column) = found
        return number, (cell[0] - row, cell[1] - column)

    def holds(self, shape: Shape, at: Cell) -> bool:
        """Does the shape, moved to ``at``, contain a trace of a copy? Cell by cell, as far as
        needed."""
        inside: dict[tuple[int, Cell], set[Cell]] = {}
        for row, column in shape.cells:
            copy = self.copy((at[0] + row, at[1] + column))
            if copy is None:
                continue
            number, moved = copy
            cells = inside.setdefault(copy, set())
            cells.add((at[0] + row - moved[0], at[1] + column - moved[1]))
            if any(trace <= cells for trace in self.regions[number]):
                return True
        return False

    def fits(self, p: int, q: int) -> bool:
        """Is the lattice of the p x q torus a part of this one?"""
        return (
            p % self.rows == 0
            and q % self.columns == 0
            and p // self.rows * self.shift % self.columns == 0
        )

    def starts(self, position: Position, shape: Shape) -> Iterator[Cell]:
        """Where the shape may lie: each place up to the lattice, on the board alone."""
        m, n = position.board.shape
        if position.board.kind == "torus-row":
            down, right = self.rows, self.columns
        else:
            down, right = m - shape.tall + 1, n - shape.wide + 1
            if right >= self.columns or self.shift == 0:
                down = min(down, self.rows)
            down, right = min(down, self.rows * self.columns), min(right, self.columns)
        seen: set[Cell] = set()
        for at in product(range(down), range(right)):
            residue = self.residue(at)
            if residue not in seen:
                seen.add(residue)
                yield at


class Copies:
    """The copies of regions on a board with stones."""

    def __init__(self, position: Position, tile: Tile) -> None:
        self.position, self.tile = position, tile
        self.torus = position.board.kind == "torus-row"

    def cell(self, at: Cell) -> int | None:
        """The board's cell on a cell of the plane."""
        if self.torus:
            m, n = self.position.board.shape
            at = at[0] % m, at[1] % n
        return cell_at(self.position.board, at)

    def over(self, cell: int) -> tuple[int, Cell] | None:
        """The copy over a cell of the board; on a torus, one name for each copy."""
        row, column, *_ = place(self.position.board, cell)
        copy = self.tile.copy((row, column))
        if copy is None or not self.torus:
            return copy
        m, n = self.position.board.shape
        number, moved = copy
        return number, (moved[0] % m, moved[1] % n)

    def left(self, copy: tuple[int, Cell]) -> tuple[list[int], frozenset[int]]:
        """The free cells of a copy, and as masks of them what the first player still needs of
        each trace that lies on the board and has no stone of the second's."""
        number, (down, right) = copy
        first, second = self.position.first, self.position.second
        traces = []
        for trace in self.tile.regions[number]:
            cells = [self.cell((row + down, column + right)) for row, column in trace]
            kept = {cell for cell in cells if cell is not None}
            if len(kept) == len(cells) and kept.isdisjoint(second):
                traces.append(kept - first)
        free = sorted({cell for trace in traces for cell in trace})
        return free, masks(free, traces)


def stopped(play: Region, traces: frozenset[int], number: int) -> bool:
    """Does the blocker, moving second, stop the traces of this region?"""
    try:
        return play.stopped(traces)
    except TooLarge:
        raise Rejected(f"region {number} is too large to be played out") from None


def conclude(goal: Goal[Position], certificate: Tiling) -> Conclusion:
    """That the second player stops every set of the first, and if the regions are pairs the
    question ``pairing``. Nothing of the board's size: O(area of the tile * length of a set)."""
    position = goal.position
    made = shapes(position.board, LONGEST)
    if made is None:
        raise Rejected("the sets of this board are no translates of a few shapes")
    tile = Tile(certificate)
    if position.board.kind == "torus-row" and not tile.fits(*position.board.shape):
        raise Rejected("the tile does not repeat with this torus")
    play = Region(MOST_POSITIONS)  # remembers the positions of all regions
    for number, traces in enumerate(tile.regions):
        cells = sorted(frozenset[Cell]().union(*traces))
        bit = {cell: i for i, cell in enumerate(cells)}
        needed = masks(range(len(cells)), [[bit[cell] for cell in trace] for trace in traces])
        if not stopped(play, needed, number):
            raise Rejected(f"the opponent completes a trace of region {number}")
    for shape in made:
        for at in tile.starts(position, shape):
            if not tile.holds(shape, at):
                raise Rejected(f"the set at {at} with cells {shape.cells[:10]} contains no trace")
    copies = Copies(position, tile)
    touched = {copies.over(cell) for cell in position.first} - {None}
    for copy in touched:
        if copy is not None and not stopped(play, copies.left(copy)[1], copy[0]):
            raise Rejected(f"the opponent's stones complete a trace of region {copy[0]}")
    found = stops(position, "second")
    pairs = all(len(traces) == 1 and len(traces[0]) == 2 for traces in tile.regions)
    more: list[Statement] = []
    if pairs and not touched:
        more.append(Is(quantity("pairing"), True))
    return Conclusion(
        (*found.statements, *more),
        f"{_counted(len(tile.regions), 'pair' if pairs else 'region')} in a tile of "
        f"{_counted(tile.rows * tile.columns, 'cell')}, repeated over the plane, with a trace in "
        "every set of the first player: "
        f"{found.sentence}",
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


KIND = Kind(
    record=Tiling,
    scope=Scope(derives=(Forces, Prevents, "pairing"), positions=(Position,)),
    theorem="set matching on the plane: disjoint regions that repeat, each held by itself, a trace "
    "of one in every set (pairs: Pollak, Shannon 1954 for nine in a row; regions: Zetters, "
    "Amer. Math. Monthly 87 (1980)); "
    f"{STEALING}",
    evidence="the lattice, and the regions' traces in one tile",
    conclude=conclude,
)
