"""The moves of an example that is a play, one after the other."""

from __future__ import annotations

from gameproof.certificates.definitions.definition import Definition
from gameproof.games.tetris import Move, Position


def reply(position: object, certificate: Definition) -> Move | None:
    """The next move of a play of Tetris, where ``position`` is on its way."""
    if not isinstance(position, Position):
        return None
    rows = certificate.rows()
    if position.placed >= len(rows):
        return None
    move = tuple(rows[position.placed])
    return move if len(move) == 3 and move in position.moves() else None
