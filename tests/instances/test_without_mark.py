"""The one function that takes a byte order mark away, and the readers that use it."""

from __future__ import annotations

import codecs

import pytest

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_reading import Reading, text_of, unmarked, without_mark


@pytest.mark.parametrize("text", ["", "0 1\n", "\ufeff", "a\ufeffb", "\u00ef\u00bb\u00bf"])
def test_one_mark_is_taken_from_the_beginning_and_nothing_else(text: str) -> None:
    data = codecs.BOM_UTF8 + text.encode()
    assert without_mark(data) == text.encode()
    assert without_mark(data.decode()) == text
    assert unmarked(data, "g") == text.encode()
    assert text_of(data, Reading("g")) == text
    if not text.startswith("\ufeff"):
        assert without_mark(text) == text


def test_what_is_no_utf_8_is_told_with_its_place() -> None:
    with pytest.raises(BadInput, match="not UTF-8 text: byte 1"):
        text_of(codecs.BOM_UTF8 + b"a\xff", Reading("g"))
