"""Stick figures: every standing line is drawn and the winning cut is marked."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from gameproof.games.impartial.hackenbush import make
from gameproof.pictures.hackenbush import draw


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("ground a\na b\na c", 3),
        ("ground a\na b\nb ground\na a\na b", 5),
        ("ground a red\na b blue\nground ground", 3),
        ("ground a\na b\nat a 0 1\nat b 0 2", 2),
    ],
)
def test_every_line_is_drawn(text: str, lines: int) -> None:
    shown = draw(make(text))
    root = ElementTree.fromstring(shown.svg)
    assert len([e for e in root.iter() if e.tag.endswith("polyline")]) == lines
    assert len(shown.text.splitlines()) == lines


def test_the_cut_is_marked() -> None:
    shown = draw(make("ground a\na b\na c"), detail={"winning_move": "ground-a"})
    assert "ground-a   <- cut" in shown.text
    assert ">cut<" in shown.svg


def test_nothing_left() -> None:
    position = make("ground a")
    assert draw(position.play(0)).text == "nothing stands\n"
