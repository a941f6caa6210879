"""The rook game's board."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.impartial.rook import Position
from gameproof.pictures.boards.board_corner import draw_corner
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The board; with a proof all P-positions, the diagonal, and the moves that win."""
    m, n = position.heaps
    chip = (m, n)
    told = strategy_lines(position, certificate, detail)
    if certificate is not None:
        told.append("P marks the positions that the player to move loses")
    places = []
    for move in shown_moves(position, certificate, detail):
        after = position.play(position.parse_move(move))
        places.append((after.heaps[0], after.heaps[1]))
    is_p = None if certificate is None else _diagonal
    return draw_corner(chip, is_p, "The rook game", places, told)


def _diagonal(a: int, b: int) -> bool:
    return a == b


PICTURE = Depiction(draw)
