"""Pictures of Snort and Col positions."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from gameproof.encodings.method import Options
from gameproof.encodings.snort.symmetry import METHODS
from gameproof.games.snort import Position
from gameproof.pictures.snort import draw
from gameproof.solvers.limits import Limits


@pytest.mark.parametrize(
    "text",
    [
        "snort path R..b. red",
        "col cycle ...... blue",
        "snort grid .../.R. red",
        "snort graph 0-1,1-2,0-2,2-3 ..R. blue",
        "snort path - red",
    ],
)
def test_text_and_svg(text: str) -> None:
    position = Position.parse(text)
    picture = draw(position)
    assert str(position) in picture.text
    root = ElementTree.fromstring(picture.svg)
    circles = [e for e in root.iter() if e.tag.endswith("circle")]
    assert len(circles) == position.graph.n


def test_proved_move_and_answers() -> None:
    position = Position.parse("snort path ....... red")
    certificate = METHODS[0].run(position, Limits(), Options()).certificate
    picture = draw(position, certificate)
    assert "red plays 3 (proved)" in picture.text
    assert "answers: 0:6, 1:5, 5:1, 6:0" in picture.text


def test_large_graphs_are_described() -> None:
    position = Position.parse("snort path " + "." * 500 + " red")
    assert "too many to draw" in draw(position).svg
