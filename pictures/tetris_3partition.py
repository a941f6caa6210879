"""The reduction's board and its intended play, drawn as any other Tetris, with the triples."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.models.three_partition import ThreePartition
from gameproof.games.tetris_3partition import Reduction
from gameproof.pictures import tetris
from gameproof.pictures.picture import Depiction, Detail, Picture


def draw(
    position: Reduction, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """As :func:`gameproof.pictures.tetris.draw`; a partition is told in a sentence."""
    picture = tetris.draw(position, certificate, detail)
    if not isinstance(certificate, ThreePartition):
        return picture
    sums = [
        " + ".join(str(position.numbers[i]) for i in triple if 0 <= i < len(position.numbers))
        for triple in certificate.triples
    ]
    return picture.captioned(f"triples: {', '.join(sums)}, each {position.target} in all")


PICTURE = Depiction(draw)
