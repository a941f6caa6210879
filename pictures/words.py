"""Word geography drawn: the letters, an arrow for each word."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate
from gameproof.games import geography
from gameproof.games.words import Position
from gameproof.pictures import geography as graph_picture
from gameproof.pictures.picture import Picture


def draw(
    position: Position, certificate: Certificate | None = None, detail: dict[str, Any] | None = None
) -> Picture:
    """The words that may be named, and the digraph of letters as SVG."""
    walk = position.as_geography() or geography.Position(position.graph, True)
    said = " ".join(position.said) or "nothing yet"
    lines = [f"said: {said}", f"may be named: {' '.join(position.moves()) or 'none'}"]
    if detail and "winning_move" in detail:
        lines.append(f"a winning word: {detail['winning_move']}")
    return Picture("\n".join(lines) + "\n", graph_picture.draw(walk).svg)
