"""Wythoff's game as a queen's walk to the corner."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.impartial.laws.wythoff_pairs import is_p_position
from gameproof.games.impartial.wythoff import Position
from gameproof.pictures.boards.board_corner import draw_corner
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The board; with a proof all P-positions, as Wythoff's theorem has them, and the moves
    that win."""
    chip = (position.a, position.b)
    told = strategy_lines(position, certificate, detail)
    if certificate is not None:
        told.append("P marks the positions that the player to move loses")
    places = []
    for move in shown_moves(position, certificate, detail):
        after = position.play(position.parse_move(move))
        places.append((after.a, after.b))
    is_p = None if certificate is None else is_p_position
    return draw_corner(chip, is_p, "Wythoff's game", places, told)


PICTURE = Depiction(draw)
