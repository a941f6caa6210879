"""The reduction's board and its intended play, drawn as any other Tetris, with the triples."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.games.tetris_3partition import Reduction
from gameproof.pictures import tetris
from gameproof.pictures.picture import Depiction, Detail, Picture


def draw(
    position: Reduction, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """As :func:`gameproof.pictures.tetris.draw`; a partition is told in a sentence."""
    picture = tetris.draw(position, certificate, detail)
    rows = certificate.rows() if isinstance(certificate, Definition) else []
    if len(rows) != 1 or len(rows[0]) != len(position.numbers):  # a play
        return picture
    (row,) = rows
    sums = [
        " + ".join(str(a) for a, into in zip(position.numbers, row, strict=True) if into == triple)
        for triple in range(position.triples)
    ]
    return picture.captioned(f"triples: {', '.join(sums)}, each {position.target} in all")


PICTURE = Depiction(draw)
