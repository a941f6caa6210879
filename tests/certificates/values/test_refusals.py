"""Texts that are no values, and heaps and images that are none."""

from __future__ import annotations

from typing import Any

import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies import opposition
from gameproof.certificates.values.impartial_answers import nimber
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.short.game_notation import LARGEST, LONGEST, written


@pytest.mark.parametrize(
    "words", ["1x", "x", "?", "1 2", "1)", "0 *2 1", "{0|1}}", "", "{0|", "1/0"]
)
def test_what_is_not_standard_notation(words: str) -> None:
    with pytest.raises(BadInput, match="not a value in standard notation"):
        written(words)


def test_texts_that_are_too_long_are_not_read() -> None:
    assert written("0+" * 20 + "0") == written("0")
    with pytest.raises(BadInput, match="are not read"):
        written("0" * (LONGEST + 1))


def test_enormous_heaps_are_compared_with_nothing() -> None:
    assert nimber(LARGEST) == written(f"*{LARGEST}") != written(f"*{LARGEST - 1}")
    with pytest.raises(Rejected, match="are compared with nothing"):
        nimber(LARGEST + 1)


IMAGES: list[Any] = [[(0,)], [(0, 1, 2)], [3], ["01"], [(0, 4)], [(-1, 0)], [(True, 0)], [(0, "1")]]


@pytest.mark.parametrize("pairs", IMAGES)
def test_images_are_pairs_of_vertices(pairs: Any) -> None:
    with pytest.raises(Rejected, match="an image is not a pair of vertices"):
        opposition.row_read(("red", "blue", None, pairs), 4)
