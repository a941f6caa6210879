"""The moves of a play of Tetris, one after the other."""

from __future__ import annotations

from gameproof.certificates.models.tetris_play import TetrisPlay
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.tetris import Move, Position


def reply(position: Position, certificate: TetrisPlay) -> Move | None:
    """The next move of the play, where ``position`` is on its way."""
    moves = certificate.moves
    if not isinstance(position, Position) or position.placed >= len(moves):
        return None
    try:
        move = position.parse_move(moves[position.placed])
    except BadInput:
        return None
    return move if move in position.moves() else None
