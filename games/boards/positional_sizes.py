"""How large the sets of a positional board are in all, known without listing them."""

from __future__ import annotations

from gameproof.games.boards.hypergraph import (
    MOST_CELLS,
    MOST_HEX_CELLS,
    MOST_MEMBERS,
    MOST_TORUS_MEMBERS,
)
from gameproof.games.positional_board import Board


def most_members(board: Board) -> int:
    """The total size of the first player's sets, or a little more, known without listing them."""
    numbers = [int(x) for x in board.parameters if isinstance(x, int)]
    if board.kind == "tictactoe":
        from gameproof.games.boards.grid_rows import line_count

        n, d = numbers
        return n * line_count(n, d)
    if board.kind == "mnk":
        return 4 * board.cells * min(numbers[2], board.cells)
    if board.kind == "torus-row":
        return 4 * board.cells * min(numbers[2], board.cells)
    if board.forms:
        return board.cells * sum(map(len, board.forms))
    return len(board.first_sets.members)


def listable(board: Board) -> bool:
    """Are the cells and the sets of a grid few enough to be listed? ([n]^d is counted where it
    is asked for.)"""
    if board.kind == "mnk":
        return board.cells <= MOST_CELLS and most_members(board) <= MOST_MEMBERS
    if board.kind == "hex":
        return board.cells <= MOST_HEX_CELLS
    if board.kind == "torus-row" or board.forms:
        return most_members(board) <= MOST_TORUS_MEMBERS
    return True
