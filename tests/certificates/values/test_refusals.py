"""Texts that are no values, and heaps that are none."""

from __future__ import annotations

import pytest

from gameproof.certificates.certificate import Rejected
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
