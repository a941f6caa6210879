"""The pitch drawn: lines of both players, goals, the ball, a turn, the game as frames."""

from __future__ import annotations

from xml.etree import ElementTree

from gameproof.encodings.method import Options
from gameproof.encodings.paper_soccer.paper_soccer import goal_this_turn
from gameproof.games.paper_soccer import make
from gameproof.pictures.paper_soccer import draw
from gameproof.pictures.sheet.palette import FIRST, SECOND
from gameproof.solvers.limits import Limits

SVG = "{http://www.w3.org/2000/svg}"


def strokes(svg: str) -> list[str]:
    return [line.get("stroke", "") for line in ElementTree.fromstring(svg).iter(f"{SVG}line")]


def test_text_of_a_standard_pitch() -> None:
    text = draw(make(4, 4, "standard", "n ne s sw")).text.splitlines()
    assert text[1] == " 5      1   1   1"
    assert text[3:8] == [
        " 4  o   o   .   o   o",
        "              / |",
        " 3  o   .   o   o   o",
        "            | /",
        " 2  o   .   @   .   o",
    ]
    assert text[13] == "-1      2   2   2"
    assert text[14] == "    0   1   2   3   4"


def test_crossing_diagonals() -> None:
    text = draw(make(3, 3, history="ne s nw")).text
    assert "X" in text


def test_lines_have_their_players_colours() -> None:
    position = make(3, 3, history="ne s w")
    picture = draw(position)
    assert strokes(picture.svg).count(FIRST) == 2  # plies 1 and 3
    assert strokes(picture.svg).count(SECOND) == 1
    assert len(picture.frames) == 4
    assert strokes(picture.frames[0]).count(FIRST) == 0


def test_a_turn_is_marked() -> None:
    position = make(2, 2)
    found = goal_this_turn(position, Limits(), Options())
    text = draw(position, found.certificate).text
    assert "* the turn shown" in text
    assert text.count("*") == 2
