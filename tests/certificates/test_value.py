"""Certificates of values: corrupted ones are rejected, never crash the checker."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.game_reader import read_value
from gameproof.certificates.short_game_table import GameTable
from gameproof.certificates.value import ValueProof
from gameproof.encodings.method import Options
from gameproof.encodings.snort_value import METHODS
from gameproof.games.snort import Position
from gameproof.solvers.canonical_form import parse_value
from gameproof.solvers.game_notation import NotationError
from gameproof.solvers.limits import Limits

POSITION = Position.parse("snort graph 0-1,1-2,2-3,3-4,4-5,0-5,1-6 ......b red")
FINDING = METHODS[0].run(POSITION, Limits(), Options())
FIELDS = ValueProof.__struct_fields__


def proof() -> ValueProof:
    assert isinstance(FINDING.certificate, ValueProof)
    return FINDING.certificate


def test_the_certificate_itself_is_accepted() -> None:
    assert "the value of" in check(POSITION, Claim("value", FINDING.answer), proof())


@pytest.mark.parametrize(
    "answer", ["0", "*", "±2", "", "nonsense", "{0|0", "1/3", "{1|}", "{|}", "±" * 3000 + "1"]
)
def test_other_answers_are_rejected(answer: str) -> None:
    with pytest.raises(Rejected):
        check(POSITION, Claim("value", answer), proof())


@given(st.sampled_from(FIELDS), st.integers(0, 10**6), st.integers(-3, 60), st.sampled_from("+="))
@settings(max_examples=120, deadline=None)
def test_changed_numbers_are_rejected_or_harmless(
    name: str, where: int, amount: int, how: str
) -> None:
    """A changed entry is either rejected or leaves a certificate of the same value."""
    array = np.array(getattr(proof(), name))
    if array.size == 0:
        return
    flat = array.reshape(-1)
    at = where % flat.size
    flat[at] = flat[at] + amount if how == "+" else amount
    changed = msgspec.structs.replace(proof(), **{name: array})
    for answer in ("0", "*", "1", "±1"):
        with pytest.raises(Rejected):
            check(POSITION, Claim("value", answer), changed)
    # Any other exception than Rejected fails the test.
    with suppress(Rejected):
        check(POSITION, Claim("value", FINDING.answer), changed)


@given(st.sampled_from(FIELDS), st.integers(0, 6))
@settings(max_examples=80, deadline=None)
def test_malformed_arrays_are_rejected(name: str, how: int) -> None:
    array: Any = getattr(proof(), name)
    broken = (
        array[:-1],
        array[..., None],
        array.astype(float),
        None,
        np.empty((0, *array.shape[1:]), dtype=array.dtype),
        array.tolist(),
        -array - 1,
    )[how]
    with pytest.raises(Rejected):
        check(
            POSITION,
            Claim("value", FINDING.answer),
            msgspec.structs.replace(proof(), **{name: broken}),
        )


def test_a_certificate_of_another_position_is_rejected() -> None:
    other = Position.parse("snort graph 0-1,1-2,2-3,3-4,4-5,0-5,1-6 ....... red")
    with pytest.raises(Rejected):
        check(other, Claim("value", FINDING.answer), proof())
    with pytest.raises(Rejected, match="does not answer"):
        check(POSITION, Claim("outcome", "N"), proof())
    with pytest.raises(Rejected, match="Snort or Col"):
        check(object(), Claim("value", FINDING.answer), proof())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("±2", "{2|-2}"),
        ("^", "{0|*}"),
        ("^^", "{0|^*}"),
        ("^*", "{0,*|0}"),
        ("^3*2", "{0|^^*3}"),
        ("v*3", "{*2|0}"),
        ("2*", "{2|2}"),
        ("1/2^", "{1/2|1/2*}"),
        ("±(1,{3|0})", "{1,{3|0}|-1,{0|-3}}"),
    ],
)
def test_the_checker_reads_notation(one: str, other: str) -> None:
    table = GameTable()
    g, h = read_value(table, one), read_value(table, other)
    assert table.below(g, h)
    assert table.below(h, g)


READ_ALIKE = [
    "{|}", "{0|}", "{0|1}", "{-3|5/2}", "{*|*}", "{0,*|0,*}", "{2|1||-1|-2}", "±{1,{3|0}}",
    "±(1,{3|0})", "2±1", "{3|-1} - {3|-1}", "3.^", "(1/2 + 1/4) - 1", "{0||0|-2}", "↑", "⇓*2",
    "{2|-2} + 1/2", "−3", "3 - 1^", "-^*", "-1vv*", "+-2", "{4||1|0}", "1/2^3*5", "±{2|1}",
    "{1|{2||3|4}}", "{{}|0}", "2 3", "1/3", "{1", "{1|2|3}", "*9999", ")", "", "--1", "1.*",
    "{1||2|3||4}", "±", "{,|}", "3.{1|-1}", "{|||1}", "^^3",
]  # fmt: skip


@pytest.mark.parametrize("words", READ_ALIKE)
def test_the_checker_and_the_solver_read_alike(words: str) -> None:
    """What the solver reads the checker reads as the same game; both refuse the rest."""
    table = GameTable()
    try:
        standard = str(parse_value(words))
    except NotationError:
        with pytest.raises(Rejected):
            read_value(table, words)
        return
    g, h = read_value(table, words), read_value(table, standard)
    assert table.below(g, h)
    assert table.below(h, g)
    off = read_value(table, f"{standard} + *")
    assert not (table.below(g, off) and table.below(off, g))


def test_numbers_in_disguise_are_rejected() -> None:
    """A number given by options would break number avoidance."""
    table = GameTable()
    zero, one = table.add_number(Fraction(0)), table.add_number(Fraction(1))
    with pytest.raises(Rejected, match="is a number"):
        table.add_game([zero], [one])
    star = table.add_game([zero], [zero])
    with pytest.raises(Rejected, match="equals the number 0"):
        table.add_game([star], [star])
    with pytest.raises(Rejected, match="no option for one player"):
        table.add_game([zero], [])
