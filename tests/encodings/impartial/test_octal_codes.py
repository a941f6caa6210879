"""Codes of take-and-break games: how they are written, and heaps split into three."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest
from reference.proved import findings, proved, question_of

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import verify
from gameproof.certificates.values.mex import Mex
from gameproof.games.impartial.octal import code_of, make
from gameproof.games.meaning.bad_input import BadInput


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (".77", (0, 7, 7)),
        ("0.77", (0, 7, 7)),
        ("4.0", (4,)),
        ("4.", (4,)),
        ("4", (4,)),
        ("0.3F", (0, 3, 15)),
        (".3f0", (0, 3, 15)),
        ("C.1", (12, 1)),
    ],
)
def test_codes(text: str, code: tuple[int, ...]) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize("text", ["", ".", "77", "0.7G", "0.7.7", "1.7", "-.7", "0x.7", "0,77"])
def test_no_codes(text: str) -> None:
    if text == ".":
        assert code_of(text) == (0,)
        return
    with pytest.raises(BadInput, match="is no octal code"):
        code_of(text)


@cache
def value(code: tuple[int, ...], n: int) -> int:
    """The mex of everything that the digits allow, by trying all heaps that may remain."""
    seen = set()
    for taken, digit in enumerate(code[: n + 1]):
        rest = n - taken
        for count in (0, 1, 2, 3):
            if digit >> count & 1 and (taken or count > 1):
                for left in combinations_with_replacement(range(1, rest + 1), count):
                    if sum(left) == rest:
                        total = 0
                        for heap in left:
                            total ^= value(code, heap)
                        seen.add(total)
    return next(g for g in range(n + 9) if g not in seen)


@pytest.mark.parametrize("text", ["0.8", "0.3F", "8.7", "c.12", "0.08", ".77"])
def test_values_by_the_digits(text: str) -> None:
    code = code_of(text)
    for n in range(13):
        assert proved("octal", make(text, (n,)), "grundy") == str(value(code, n))


def test_moves_into_three_heaps() -> None:
    position = make("0.8", (7, 2))
    texts = [position.move_text(move) for move in position.moves()]
    assert texts == ["1:1-1-1-4", "1:1-1-2-3", "1:1-2-2-2"]
    assert position.parse_move("1:1-3-1-2") == position.parse_move("1:1-1-2-3")
    assert str(position.play(position.parse_move("1:1-2-2-2"))) == "2 2 2 2"
    for text in ("1:1-1-1-5", "1:1-6-0-0", "1:1-3-3", "1:1", "2:1", "1:1-2-2-2-0"):
        with pytest.raises(BadInput):
            position.parse_move(text)


def test_the_periods_theorem_is_not_about_three_heaps() -> None:
    """A table of the game without the split into three, which its values would pass."""
    octal, other = make("0.3", (4,)), make("0.b", (4,))
    found = findings("octal", octal, "grundy")["period"]
    assert isinstance(found.certificate, Mex)
    asked = question_of("octal", "grundy")
    verify(octal, asked, {}, str(found.answer), found.certificate)
    for answer in range(4):
        with pytest.raises(Rejected):
            verify(other, asked, {}, str(answer), found.certificate)
