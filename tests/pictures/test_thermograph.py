"""Drawings of thermographs."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from gameproof.encodings.short_games import describe, parse_value
from gameproof.games.snort import Position
from gameproof.pictures.snort import draw
from gameproof.pictures.thermograph import draw_thermograph


@pytest.mark.parametrize("words", ["0", "3/4", "*", "±2", "{4|{1|0}}", "{{4|3}|{*|-1*}}"])
def test_every_thermograph_is_a_document(words: str) -> None:
    picture = draw_thermograph(describe(parse_value(words)), words)
    root = ElementTree.fromstring(picture.svg)
    assert root.tag.endswith("svg")
    assert words in picture.svg
    assert picture.text.splitlines()[0].startswith("left")


def test_text_names_the_corners() -> None:
    picture = draw_thermograph(describe(parse_value("{4|{1|0}}")))
    assert picture.text.splitlines() == [
        "left  4 at t=0  9/4 at t=7/4",
        "right 1 at t=0  1 at t=1/2  9/4 at t=7/4",
        "mast  9/4 above t=7/4",
    ]


def test_left_wall_lies_to_the_left() -> None:
    root = ElementTree.fromstring(draw_thermograph(describe(parse_value("±2"))).svg)
    lines = [e for e in root.iter() if e.tag.endswith("polyline")]
    first, last = lines[0].attrib["points"].split()
    assert float(first.split(",")[0]) < float(last.split(",")[0])
    assert float(first.split(",")[1]) > float(last.split(",")[1])


def test_an_answer_without_a_thermograph_is_refused() -> None:
    with pytest.raises(KeyError):
        draw_thermograph({"mean": "0", "temperature": "0"})


def test_a_position_is_shown_beside_the_thermograph_of_its_value() -> None:
    position = Position.parse("snort path .... red")
    detail = describe(parse_value("±{2|1}"))
    alone, both = draw(position), draw(position, None, detail)
    root = ElementTree.fromstring(both.svg)
    words = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "thermograph" in words
    assert "below a vertex: the proved answer to a move there" not in words
    wide = float(ElementTree.fromstring(alone.svg).attrib["width"])
    assert float(root.attrib["width"]) > wide + 360
    assert both.text.startswith(alone.text)
    assert "mast  0 above t=3/2" in both.text


def test_the_axes_name_stops_mean_and_temperatures() -> None:
    """Siegel, Combinatorial Game Theory: Left's stop at the left, the mast above the mean."""
    svg = draw_thermograph(describe(parse_value("{9|{8|-20}}"))).svg
    root = ElementTree.fromstring(svg)
    texts = {e.text: e.attrib for e in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"9", "left stop", "8", "right stop", "mast", "temperature", "1"} <= texts.keys()
    assert {"left wall", "right wall"} <= texts.keys()
    assert float(texts["left stop"]["x"]) < float(texts["right stop"]["x"])
    dashed = [e for e in root.iter() if e.attrib.get("stroke-dasharray")]
    steep = [e for e in dashed if e.attrib["x1"] == e.attrib["x2"] == texts["8"]["x"]]
    assert any(e.attrib["stroke-width"] == "2.5" for e in steep)  # a wall that stands straight
