"""The rook game's board."""

from __future__ import annotations

from typing import Any

from gameproof.games.rook import Position
from gameproof.pictures.board_corner import draw_corner
from gameproof.pictures.picture import Picture


def draw(position: Position, certificate: Any | None = None, detail: Any | None = None) -> Picture:
    """The board with all P-positions, the diagonal."""
    m, n = position.heaps
    return draw_corner((m, n), lambda a, b: a == b, "The rook game")
