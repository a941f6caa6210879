"""A play found by beam search: a few boards after each piece, low and without holes."""

from __future__ import annotations

from gameproof.games.tetris import Move, Position, fixed, placements
from gameproof.solvers.limits import Limits

WIDTH = 24


def beam(position: Position, limits: Limits) -> list[Move]:
    """The moves of a play as long as any that the beam holds. O(pieces x rows x columns)."""
    rows, columns = position.rows, position.columns
    held: dict[int, tuple[Move, ...]] = {position.board: ()}
    for piece in position.pieces:
        following: dict[int, tuple[Move, ...]] = {}
        for board, moves in held.items():
            limits.check()
            for move in placements(rows, columns, board, piece, position.rotation):
                after, _ = fixed(rows, columns, board, piece, move)
                following.setdefault(after, (*moves, move))
        if not following:
            break
        good = sorted(following, key=lambda board: _badness(board, columns))[:WIDTH]
        held = {board: following[board] for board in good}
    return list(next(iter(held.values())))


def _badness(board: int, columns: int) -> tuple[int, int]:
    """Four for each empty cell under a filled one and one for each row below the highest
    cell of every column; then the board itself, so that the order is settled."""
    full = (1 << columns) - 1
    covered = bad = 0
    for r in reversed(range(-(-board.bit_length() // columns))):
        row = board >> r * columns & full
        bad += 4 * (covered & ~row).bit_count()
        covered |= row
        bad += covered.bit_count()
    return bad, board
