"""Word geography drawn: the letters, an arrow for each word."""

from __future__ import annotations

from dataclasses import replace

from gameproof.certificates.certificate import Certificate
from gameproof.games import geography
from gameproof.games.words import Position, moves_text
from gameproof.pictures import geography as graph_picture
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import strategy_lines


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The words that may be named, and the digraph of letters as SVG."""
    walk = position.as_geography() or geography.Position(position.graph, True)
    said = moves_text(position.said) if position.said else "nothing yet"
    lines = [f"said: {said}", f"may be named: {moves_text(position.moves())}"]
    told = strategy_lines(position, certificate, detail)
    picture = graph_picture.draw(walk)
    # The picture of the letters has a caption of its own; only the sentences are ours.
    return replace(picture.captioned(*lines, *told), text="\n".join([*lines, *told]) + "\n")


PICTURE = Depiction(draw)
