"""Thermographs, temperatures and reduced canonical forms of known games."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from reference.short_games import FORMS, Form, stored

from gameproof.encodings.short_games import parse_value
from gameproof.solvers.values.canonical_form import Value
from gameproof.solvers.values.short_games import Store

#: (value, mean, temperature), Winning Ways chapter 6 and the definition.
KNOWN = [
    ("0", "0", "-1"),
    ("5", "5", "-1"),
    ("3/4", "3/4", "-1/4"),
    ("*", "0", "0"),
    ("^", "0", "0"),
    ("2*3", "2", "0"),
    ("±2", "0", "2"),
    ("{3|1}", "2", "1"),
    ("{4|{1|0}}", "9/4", "7/4"),
    ("±{2|1}", "0", "3/2"),
    ("{{4|3}|{*|-1*}}", "3/2", "2"),
    ("{5||1|-1}", "5/2", "5/2"),
    ("{10||1|-1}", "5", "5"),
    ("{2||1|-9}", "1", "1"),
]


@pytest.mark.parametrize(("words", "mean", "temperature"), KNOWN)
def test_known_temperatures(words: str, mean: str, temperature: str) -> None:
    value = parse_value(words)
    assert (value.mean, value.temperature) == (Fraction(mean), Fraction(temperature))


def test_walls_of_a_switch_with_a_threat() -> None:
    """{4|{1|0}}: Right's scaffold is the left wall of {1|0} raised by t, so it stays at 1 up
    to 1/2 and then rises from 1 along 1/2 + t; Left's falls from 4. They meet at 7/4."""
    graph = parse_value("{4|{1|0}}").thermograph
    assert (graph.mean, graph.temperature) == (Fraction(9, 4), Fraction(7, 4))
    half, top, mean = Fraction(1, 2), Fraction(7, 4), Fraction(9, 4)
    zero, one, four = Fraction(0), Fraction(1), Fraction(4)
    assert graph.left.corners == ((zero, four), (top, mean))
    assert graph.right.corners == ((zero, one), (half, one), (top, mean))


@given(FORMS, FORMS)
@settings(max_examples=80)
def test_mean_is_additive_and_walls_start_at_the_stops(g: Form, h: Form) -> None:
    store = Store()
    x, y = Value(store, stored(store, g)), Value(store, stored(store, h))
    assert (x + y).mean == x.mean + y.mean
    assert (x + y).temperature <= max(x.temperature, y.temperature)
    assert x.thermograph.left.at(Fraction(0)) == x.left_stop
    assert x.thermograph.right.at(Fraction(0)) == x.right_stop
    assert x.thermograph.left.at(Fraction(100)) == x.mean


@given(FORMS)
@settings(max_examples=80)
def test_reduced_form_is_infinitesimally_close_and_blind_to_infinitesimals(g: Form) -> None:
    store = Store()
    value = Value(store, stored(store, g))
    reduced = value.reduced
    difference = value - reduced
    assert difference.left_stop == difference.right_stop == 0
    for small in ("*", "^", "v*2"):
        assert (value + parse_value(small)).reduced == reduced
    assert reduced.reduced == reduced


def test_reduced_forms_of_snort_values() -> None:
    """Snort P_7 and P_8; the second checked by another program."""
    seven = parse_value("±(1,{{4|3}|±1,{1*|*}},{{4|3}|{*|-1*}})")
    assert seven.reduced == parse_value("±1")
    eight = parse_value("±{{5|2},{5|2*}|±2,{2*|-2},{{2|1}|{0|-1}}}")
    assert eight.reduced == parse_value("±{{5|2}|{{2|1}|{0|-1}}}")
