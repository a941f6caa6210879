"""Tetris drawn: frames follow the play, rows that vanish are marked."""

from __future__ import annotations

from xml.etree import ElementTree

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.strategies.together import Together
from gameproof.encodings.method import Options
from gameproof.encodings.tetris.tetris import by_boards, most_by_boards
from gameproof.encodings.tetris.tetris_3partition import ENCODING
from gameproof.games import tetris_3partition
from gameproof.games.tetris import make
from gameproof.pictures.tetris import draw
from gameproof.pictures.tetris_3partition import PICTURE as REDUCTION
from gameproof.solvers.limits import Limits


def letters(svg: str) -> list[str]:
    """The bold one-letter texts: the cells of the piece."""
    words = (e for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("text"))
    texts = (e.text or "" for e in words if e.get("font-weight") == "bold")
    return [text for text in texts if len(text) == 1]


def test_a_play_is_an_animation() -> None:
    position = make(board="...##/.....", height=4, pieces="JO", rotation="slide")
    finding = by_boards(position, Limits(), Options(), "clear")
    picture = draw(position, finding.certificate)
    assert len(picture.frames) == 4  # before, two pieces, the end
    assert [letters(frame) for frame in picture.frames] == [[], ["J"] * 4, ["O"] * 4, []]
    text = picture.text
    assert "OOJ##*" in text.replace("OO###*", "OOJ##*")
    assert text.splitlines()[-2] == "2 placed, 0 to come, 2 rows and 0 tetrises, cleared"
    assert 'type="range"' in picture.html("Tetris")


def test_a_board_without_a_play() -> None:
    position = make(board="..#/#..", height=3, pieces="TI")
    picture = draw(position)
    assert picture.text.startswith("...\n..#\n#..\nTI\n")
    assert picture.frames == ()
    # a play that does not fit the board is not drawn
    assert draw(position, Definition.of([(0, 0, 0)])).frames == ()


def test_the_rest_of_a_play_from_the_middle() -> None:
    position = make(board="...##/.....", height=4, pieces="JO", rotation="slide")
    finding = by_boards(position, Limits(), Options(), "clear")
    assert isinstance(finding.certificate, Definition)
    turns, column, row = finding.certificate.rows()[0]
    middle = position.play((turns, column, row))
    assert len(draw(middle, finding.certificate).frames) == 3


def test_a_play_with_its_bound_is_an_animation() -> None:
    position = make(size="6x4", pieces="JL", rotation="slide")
    finding = most_by_boards(position, Limits(), Options(), "max-rows")
    assert isinstance(finding.certificate, Together)
    assert len(draw(position, finding.certificate).frames) > 2


def test_the_reduction_is_drawn() -> None:
    position = tetris_3partition.make(4, [1, 1, 2])
    method = next(m for m in ENCODING.methods if m.question == "clear")
    finding = method.run(position, Limits(), Options())
    picture = REDUCTION.draw(position, finding.certificate, None)
    assert len(picture.frames) == 50
    assert picture.text.splitlines()[-2].endswith("46 rows and 11 tetrises, cleared")
