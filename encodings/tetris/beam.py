"""A play found by beam search: a few boards after each piece, low and without holes."""

from __future__ import annotations

from gameproof.games.tetris import Move, Position, fixed, placements
from gameproof.solvers.limits import Limits

WIDTH = 24


def beam(position: Position, limits: Limits, fours: bool = False) -> list[Move]:
    """The moves of a play as long as any that the beam holds; where ``fours`` are wanted, rows
    that vanish by fewer are a loss. O(pieces x rows x columns)."""
    rows, columns = position.rows, position.columns
    held: dict[int, tuple[int, tuple[Move, ...]]] = {position.board: (0, ())}
    for piece in position.pieces:
        following: dict[int, tuple[int, tuple[Move, ...]]] = {}
        for board, (lost, moves) in held.items():
            limits.check()
            for move in placements(rows, columns, board, piece, position.rotation):
                after, gone = fixed(rows, columns, board, piece, move)
                loss = lost + (2 * columns * gone if fours and gone < 4 else 0)
                if after not in following or loss < following[after][0]:
                    following[after] = loss, (*moves, move)
        if not following:
            break
        ranked = sorted(
            (loss + _badness(board, columns), board) for board, (loss, _) in following.items()
        )
        held = {board: following[board] for _, board in ranked[:WIDTH]}
    return list(next(iter(held.values()))[1])


def _badness(board: int, columns: int) -> int:
    """Four for each empty cell under a filled one and one for each row below the highest
    cell of every column."""
    full = (1 << columns) - 1
    covered = bad = 0
    for r in reversed(range(-(-board.bit_length() // columns))):
        row = board >> r * columns & full
        bad += 4 * (covered & ~row).bit_count()
        covered |= row
        bad += covered.bit_count()
    return bad
