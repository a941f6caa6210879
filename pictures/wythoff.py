"""Wythoff's game as a queen's walk to the corner."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.wythoff_pairs import is_p_position
from gameproof.games.wythoff import Position
from gameproof.pictures.board_corner import draw_corner
from gameproof.pictures.picture import Picture


def draw(position: Position, certificate: Any | None = None, detail: Any | None = None) -> Picture:
    """The board with all P-positions."""
    return draw_corner((position.a, position.b), is_p_position, "Wythoff's game")
