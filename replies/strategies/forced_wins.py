"""Moves that keep a forced win on a small torus."""

from __future__ import annotations

from gameproof.certificates.tables.forced_wins import ForcedWins, first_player, number_of
from gameproof.games.boards.glued_board import COLOURS
from gameproof.games.torus_cycles import Move, Position


def reply(position: Position, certificate: ForcedWins) -> Move | None:
    """A move that keeps the mover's forced win; ``None`` when there is none to keep."""
    seat = (position.mover - first_player(position)) % 3
    number = number_of(position)
    if position.result() is not None or not int(certificate.table[number]) >> seat & 1:
        return None
    for cell, colour in position.moves():
        after = position.play((cell, colour))
        if after.result() == position.to_move:
            return cell, colour
        nxt = number + (1 + COLOURS.index(colour)) * 3**cell
        if after.result() is None and int(certificate.table[nxt]) >> seat & 1:
            return cell, colour
    return None
