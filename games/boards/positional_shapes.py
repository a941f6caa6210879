"""Winning sets of positional boards without listing them: shapes, and sets inside cells.

On grids every set is a translate of one of a few shapes, whatever the size of the board;
:func:`shapes` gives them, :func:`holds_a_set` tells whether some cells hold a whole set.
Both say again what the generators of ``gameproof.games.boards.grid_rows`` and ``animals`` list.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gameproof.games.boards.grid_labels import cell_with, coordinates, grid_cell
from gameproof.games.boards.grid_rows import DIRECTIONS
from gameproof.games.boards.hex_board import hex_paths, joins
from gameproof.games.boards.hypergraph import MOST_HEX_CELLS
from gameproof.games.positional_board import Board

Place = tuple[int, ...]
"""A cell by its coordinates; on a board that is no grid, by its number alone."""


MOST_CHAINS = 1 << 16
"""Minimal chains of the largest Hex board that is recognised in a file."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Cells (row, column) of which every translate that lies on the board is a set of it.

    ``tall`` and ``wide`` are the extent of the whole shape, with 0 the least row and column;
    ``cells`` may be only its first ones, in order, where the shape has very many.
    """

    cells: tuple[tuple[int, int], ...]
    tall: int
    wide: int


def shapes(board: Board, longest: int) -> tuple[Shape, ...] | None:
    """The shapes whose translates are the first player's sets, each cut after ``longest``
    cells; on a torus they wind around. ``None`` on boards whose sets are no translates."""
    if board.forms:
        return tuple(
            Shape(form[:longest], max(r for r, _ in form) + 1, max(c for _, c in form) + 1)
            for form in board.forms
        )
    if board.kind not in ("mnk", "torus-row"):
        return None
    m, n, k = (int(x) for x in board.parameters)
    if board.kind == "torus-row":
        k = min(k, m * n)
    found = []
    for down, right in DIRECTIONS if k > 1 else DIRECTIONS[:1]:
        first = k - 1 if right < 0 else 0
        cells = tuple((i * down, first + i * right) for i in range(min(k, longest)))
        found.append(Shape(cells, (k - 1) * down + 1, (k - 1) * abs(right) + 1))
    return tuple(found)


def place(board: Board, cell: int) -> Place:
    """The coordinates of a cell. O(dimensions)."""
    if not board.shape:
        return (cell,)
    return coordinates(cell, board.shape)


def cell_at(board: Board, place: Place) -> int | None:
    """The cell with these coordinates, ``None`` when they lie outside the board."""
    sizes = board.shape or (board.cells,)
    if len(place) != len(sizes):
        return None
    return cell_with(place, sizes)


def holds_a_set(board: Board, cells: Collection[int]) -> bool:
    """Do the cells hold a whole set of the first player's? On generated boards without listing
    the sets, O(cells^2 * dimensions) at most for [n]^d, O(cells * size of a set) on grids."""
    if board.kind == "tictactoe":
        return _holds_a_line(board, cells)
    given = frozenset(cells)
    if board.kind == "mnk":
        m, n, k = (int(x) for x in board.parameters)
        return any(_row(board, cell, step, k, given) for cell in given for step in DIRECTIONS)
    if board.kind == "torus-row":
        m, n, k = (int(x) for x in board.parameters)
        k = min(k, m * n)
        return any(
            _winding_row(board, cell, step, k, given) for cell in given for step in DIRECTIONS
        )
    if board.kind == "hex":
        return joins(board.shape[0], board.shape[1], cells, across=False)
    if board.forms:
        return any(_form(board, cell, form, given) for cell in given for form in board.forms)
    return any(given.issuperset(row) for row in board.first_sets.sets())


def _row(board: Board, cell: int, step: tuple[int, int], k: int, given: frozenset[int]) -> bool:
    row, column = place(board, cell)
    for i in range(1, k):
        other = cell_at(board, (row + i * step[0], column + i * step[1]))
        if other is None or other not in given:
            return False
    return True


def _winding_row(
    board: Board, cell: int, step: tuple[int, int], k: int, given: frozenset[int]
) -> bool:
    """A row on the torus; one that comes back to its start holds no further cells."""
    m, n = board.shape
    row, column = place(board, cell)
    for i in range(1, k):
        other = (row + i * step[0]) % m * n + (column + i * step[1]) % n
        if other == cell:
            return True
        if other not in given:
            return False
    return True


def _form(
    board: Board, cell: int, form: tuple[tuple[int, int], ...], given: frozenset[int]
) -> bool:
    """Does a translate of the form, its first cell on ``cell``, lie inside ``given``?"""
    row, column = place(board, cell)
    top, left = form[0]
    return all(cell_at(board, (row - top + r, column - left + c)) in given for r, c in form)


def _holds_a_line(board: Board, cells: Collection[int]) -> bool:
    """Two neighbouring cells of a line, at its end, give the whole line."""
    n, _ = (int(x) for x in board.parameters)
    if n == 1:
        return bool(cells)
    places = {place(board, cell) for cell in cells}
    for first in places:
        for second in places:
            step = tuple(b - a for a, b in zip(first, second, strict=True))
            ends = {0: None, 1: 0, -1: n - 1}
            if not any(step) or any(
                s not in ends or (s and a != ends[s]) for a, s in zip(first, step, strict=True)
            ):
                continue
            if all(
                tuple(a + i * s for a, s in zip(first, step, strict=True)) in places
                for i in range(2, n)
            ):
                return True
    return False


def hex_cells(board: Board, taken: Collection[int]) -> tuple[tuple[int, int], list[int]] | None:
    """The size of the Hex board that this is, and the number of each cell on it.

    A file's board is one if its cells are named as those of a grid of m x n and the first
    player's sets without a cell of ``taken`` are the minimal chains without one. ``None`` for
    other boards. O(total size of the sets).
    """
    if board.kind == "hex":
        return (board.shape[0], board.shape[1]), list(range(board.cells))
    labels = board.labels
    if labels is None or board.cells > MOST_HEX_CELLS or len(board.first_sets) > MOST_CHAINS:
        return None
    columns = {label.rstrip("0123456789") for label in labels}
    m, n = board.cells // max(len(columns), 1), len(columns)
    numbers = [grid_cell(label, (m, n)) for label in labels]
    cells = [number for number in numbers if number is not None]
    if m * n != board.cells or sorted(cells) != list(range(board.cells)):
        return None
    gone = {cells[cell] for cell in taken}
    chains = {frozenset(row) for row in hex_paths(m, n, across=False).sets()}
    given = {frozenset(cells[cell] for cell in row) for row in board.first_sets.sets()}
    if {row for row in chains if not row & gone} != {row for row in given if not row & gone}:
        return None
    return (m, n), cells
