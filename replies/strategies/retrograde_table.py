"""The quickest win of a table, or a move that keeps the draw."""

from __future__ import annotations

from gameproof.certificates.values.retrograde_table import DRAW, Move, RetrogradeTable
from gameproof.games.impartial.impartial import Impartial


def reply(position: Impartial[Move], certificate: RetrogradeTable) -> Move | None:
    """The quickest winning move, else a move that keeps the draw, else ``None``."""
    best: tuple[int, Move] | None = None
    drawing = None
    for move in position.moves():
        plies = certificate.plies.get(position.play(move).key())
        if plies is None:
            continue
        if plies == DRAW:
            drawing = move
        elif plies % 2 == 0 and (best is None or plies < best[0]):
            best = (plies, move)
    return best[1] if best is not None else drawing
