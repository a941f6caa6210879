"""Answers are read and written in one spelling: what is read is written the same, and back."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gameproof.games.game import games
from gameproof.games.meaning.answers import (
    DIGITS,
    TEXT,
    WHOLE,
    Form,
    Value,
    choice,
    digits,
    form_of,
    truth,
    whole,
    whole_or,
)
from gameproof.games.meaning.bad_input import BadInput

NEAR_NUMBERS = st.text(alphabet="0123456789-+ _.,eE\u0660\u0663\u00b2\n", max_size=8)
WORDS = choice("N", "P", "draw")
FORMS: dict[str, tuple[Form, st.SearchStrategy[Value]]] = {
    "whole": (WHOLE, st.integers()),
    "text": (TEXT, st.text()),
    "choice": (WORDS, st.sampled_from(["N", "P", "draw"])),
    "truth": (truth(), st.booleans()),
    "exists": (truth("exists", "impossible"), st.booleans()),
    "or": (whole_or("none"), st.none() | st.integers()),
}


def read(form: Form, text: str) -> Value | BadInput:
    try:
        return form.read(text)
    except BadInput as error:
        return error


@pytest.mark.parametrize("name", FORMS)
@given(data=st.data())
def test_what_is_written_is_read(name: str, data: st.DataObject) -> None:
    form, values = FORMS[name]
    value = data.draw(values)
    again = form.read(form.write(value))
    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize("name", FORMS)
@given(text=NEAR_NUMBERS | st.text(max_size=6) | st.sampled_from(["yes", "no", "none", "N", "P"]))
def test_what_is_read_is_written_the_same(name: str, text: str) -> None:
    form, _ = FORMS[name]
    value = read(form, text)
    if not isinstance(value, BadInput):
        assert form.write(value) == text


@given(NEAR_NUMBERS)
@example("-0")
@example("00")
@example("")
@example("-")
def test_whole_numbers_have_one_spelling(text: str) -> None:
    value = read(WHOLE, text)
    if isinstance(value, BadInput):
        assert not (text.isascii() and text.isdecimal() and str(int(text)) == text)
    else:
        assert text == str(value)


@given(st.integers(3900, 12_100), st.integers(0, 9), st.booleans())
def test_long_numbers(length: int, last: int, negative: bool) -> None:
    """Beyond what Python reads and writes by itself (4300 digits)."""
    text = ("-" if negative else "") + "7" * (length - 1) + str(last)
    value = whole(text)
    assert digits(value) == text
    assert value % 10 == ((-last) % 10 if negative else last)
    with pytest.raises(BadInput):
        WHOLE.read("0" + text.removeprefix("-"))


@pytest.mark.parametrize("exponent", [3999, 4000, 4001, 8000, 12_345])
def test_powers_of_ten(exponent: int) -> None:
    text = "1" + "0" * exponent
    assert digits(whole(text)) == text
    assert digits(-whole(text)) == "-" + text
    assert digits(whole(text) - 1) == "9" * exponent


def test_numbers_that_are_too_long() -> None:
    whole("9" * DIGITS)
    with pytest.raises(BadInput, match="expected a whole number"):
        WHOLE.read("9" * (DIGITS + 1))


@pytest.mark.parametrize(
    ("form", "wrong"),
    [
        (WHOLE, [True, "3", None, (3,)]),
        (TEXT, [3, None, True]),
        (truth(), [1, 0, "yes", None]),
        (WORDS, [True, None, 1]),
        (whole_or("none"), [True, "none", "3"]),
    ],
)
def test_values_of_other_types_are_not_written(form: Form, wrong: list[Value]) -> None:
    for value in wrong:
        with pytest.raises(ValueError, match="not a"):
            form.write(value)


def test_long_answers_are_shown_short() -> None:
    error = read(WORDS, "x" * 1000)
    assert isinstance(error, BadInput)
    assert len(error.message) < 120
    assert "one of N, P, draw" in error.message


def test_forms_of_answer_words() -> None:
    assert form_of(()).read("anything at all") == "anything at all"
    assert form_of(("yes", "no")).read("yes") is True
    assert form_of(("exists", "impossible")).read("impossible") is False
    assert form_of(("N", "P")).read("P") == "P"


def test_every_question_reads_its_own_words() -> None:
    """The words of an answer are all read, and nothing else but them."""
    for game, _ in games().values():
        for question in game.questions:
            for word in question.answers:
                assert question.form.write(question.form.read(word)) == word
            if question.answers and question.spelling is None:
                for word in ("", "Yes", " yes", "maybe", question.answers[0] + " "):
                    assert isinstance(read(question.form, word), BadInput)
