"""Regions that repeat over the plane with a lattice, and their copies on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from gameproof.games.boards.positional_shapes import Shape, cell_at, place
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position
from gameproof.games.positional_board import Board
from gameproof.games.positional_files.positional_content import FileContent
from gameproof.games.sets.region_play import masks

MOST_AREA = 1024
MOST_CELLS, MOST_TRACES = 128, 1024
"""Of a region."""
MOST_SHIFT = 4096
"""Cells of regions lie within this distance of the origin."""
LONGEST = 256
"""A trace is looked for among so many first cells of a set."""

Cell = tuple[int, int]


class Tile:
    """A lattice, and for each cell of its tile the region over it.

    ``regions[r]`` are the traces of region r, lists of cells (row, column) of the plane. Raises
    :class:`BadInput` for wrong numbers and for regions whose copies overlap. O(cells)."""

    def __init__(
        self, rows: int, columns: int, shift: int, regions: Sequence[Sequence[Sequence[Cell]]] = ()
    ) -> None:
        self.rows, self.columns, self.shift = rows, columns, shift
        if min(self.rows, self.columns) < 1 or self.rows * self.columns > MOST_AREA:
            raise BadInput(f"a tile has from 1 to {MOST_AREA} cells")
        if not 0 <= self.shift < self.columns:
            raise BadInput(f"the shift {self.shift} is not among 0..{self.columns - 1}")
        self.regions = [
            [frozenset((int(r), int(c)) for r, c in trace) for trace in traces]
            for traces in regions
        ]
        self.at: dict[Cell, tuple[int, Cell]] = {}
        for number, traces in enumerate(self.regions):
            cells = frozenset[Cell]().union(*traces)
            if len(cells) > MOST_CELLS or len(traces) > MOST_TRACES:
                raise BadInput(
                    f"region {number} has more than {MOST_CELLS} cells or {MOST_TRACES} traces"
                )
            for cell in cells:
                if max(map(abs, cell)) > MOST_SHIFT:
                    raise BadInput(f"region {number} is too far away")
                residue = self.residue(cell)
                if residue in self.at:
                    raise BadInput(f"copies of region {number} share a cell with others")
                self.at[residue] = (number, cell)

    def alone(self, number: int) -> Position:
        """A region as a board of its own under the weak rule: its cells in order, a grid where
        they fill one, and its traces as Maker's sets."""
        traces = self.regions[number]
        cells = sorted(frozenset[Cell]().union(*traces))
        place = {cell: i for i, cell in enumerate(cells)}
        sets = tuple(sorted({tuple(sorted(place[cell] for cell in trace)) for trace in traces}))
        sides = (len({row for row, _ in cells}), len({column for _, column in cells}))
        shape = sides if sides[0] * sides[1] == len(cells) else ()
        none = frozenset[int]()
        content = FileContent(
            len(cells), None, shape, sets, sets, none, none, "first", "weak", None
        )
        return Position(Board("sets", (content,)), none, none, "first", "weak")

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
