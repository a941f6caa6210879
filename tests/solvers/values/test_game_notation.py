"""Standard notation, written and read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from reference.short_games import FORMS, Form, stored

from gameproof.solvers.values import game_notation
from gameproof.solvers.values.canonical_form import Value, parse_value
from gameproof.solvers.values.game_notation import NotationError, parse, text
from gameproof.solvers.values.short_games import Store

STANDARD = [
    ("{|}", "0"),
    ("{0|}", "1"),
    ("{|0}", "-1"),
    ("{0|1}", "1/2"),
    ("{0|0}", "*"),
    ("{0,*|0,*}", "*2"),
    ("{0|*}", "^"),
    ("{*|0}", "v"),
    ("{0,*|0}", "^*"),
    ("{0|^*}", "^^"),
    ("^+^+^", "^3"),
    ("^3*2", "^3*2"),
    ("v*3", "v*3"),
    ("{2|2}", "2*"),
    ("1/2+^", "1/2^"),
    ("-1vv*", "-1vv*"),
    ("{2|-2}", "±2"),
    ("±2*", "{2*|-2*}"),
    ("{3|1}", "{3|1}"),
    ("2±1", "{3|1}"),
    ("{3|*}", "{3|*}"),
    ("±{2|1}", "±{2|1}"),
    ("{{2|1}|{-1|-2}}", "±{2|1}"),
    ("{2|1||-1|-2}", "±{2|1}"),
    ("±(1,{3|0})", "±(1,{3|0})"),
    ("±{1,{3|0}}", "±(1,{3|0})"),
    ("{4||1|0}", "{4|{1|0}}"),
    ("{3|-1} - {3|-1}", "0"),
    ("3.^", "^3"),
    ("2.^*", "^^*"),
    ("±*2^", "^"),
    ("(1/2 + 1/4) - 1", "-1/4"),
    ("{0||0|-2}", "{0|{0|-2}}"),
    ("↑", "^"),
    ("⇓", "vv"),
    ("{2|-2} + 1/2", "{5/2|-3/2}"),
    ("−3", "-3"),
    ("3 - 1^", "2v"),
    ("-^*", "v*"),
]
"""Words that are read, and how they are written."""

CGSUITE = [
    # as CGSuite writes them (CanonicalShortGame.scala; its tests of uptimals)
    ("2.Tiny", "{0||0|-2}"),
    ("Tiny(2)", "{0||0|-2}"),
    ("+_2", "{0||0|-2}"),
    ("2.Miny", "{2|0||0}"),
    ("-_2", "{2|0||0}"),
    ("miny(1/2)", "{1/2|0||0}"),
    ("(1/2).Tiny", "{0||0|-1/2}"),
    ("1/2.Tiny", "{0||0|-1/2}"),
    ("{2|1}.Tiny", "{0||0|{-1|-2}}"),
    ("1+2.Tiny", "{1||1|-1}"),
    ("3-_2", "3 - Tiny(2)"),
    ("-2.Tiny", "2.Miny"),
    ("1.Tiny.Tiny", "{0||0|{1|0||0}}"),
    ("3.Tiny - +_3", "0"),
    ("^<1>", "^"),
    ("^[1]", "^"),
    ("^<2>", "{0|v*}"),
    ("v<2>", "{^*|0}"),
    ("^[2]", "{^|*}"),
    ("^ + ^<2>", "^[2]"),
    ("^ + ^<2> + ^<3>", "^[3]"),
    ("^[4]", "{0|*||*|||*||||*}"),
    ("{0||0|v*}", "^+^<2>+^<2>+*"),
    ("2.^<2>", "^<2> + ^<2>"),
    ("1^<2>*", "1 + ^<2> + *"),
    ("v[3] + ^[3]", "0"),
]


@pytest.mark.parametrize(("words", "standard"), [*STANDARD, *CGSUITE])
def test_reading_by_value(words: str, standard: str) -> None:
    assert parse_value(words) == parse_value(standard)


@pytest.mark.parametrize("standard", sorted({s for _, s in STANDARD} - {"{2*|-2*}"}))
def test_writing(standard: str) -> None:
    assert str(parse_value(standard)) == standard


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "a game is missing"),
        ("{1|2", "} is missing at the end"),
        ("{1}", "needs a bar"),
        ("0.5", "write a fraction as 5/2"),
        ("⇑3", "repeated arrows take no number"),
        ("300.v302", "too large"),
        ("90.v92", "8280 is too large here"),
        ("1/3", "not a dyadic number"),
        ("1/0", "not a dyadic number"),
        ("{a|b}", "no game notation at 'a|b}'"),
        ("2 3", "unexpected text"),
        ("{1|2|3}", "two bars of the same strength"),
        (")", "unexpected"),
        ("*99999", "too large"),
        ("{" * 300 + "0", "nested deeper"),
        ("Tiny", "Tiny of what?"),
        ("Tiny 2", "Tiny of what?"),
        ("^<51>", "a power from 1 to 50"),
        ("^[0]", "a power from 1 to 50"),
        ("^^<2>", "a power from 1 to 50"),
        ("^<2]", "expected a power of up"),
        ("+_", "a game is missing"),
    ],
)
def test_errors_say_where(words: str, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_value(words)
    assert reason in str(error.value)


@given(FORMS)
@settings(max_examples=150)
def test_what_is_written_reads_back(g: Form) -> None:
    store = Store()
    game = stored(store, g)
    assert parse_value(text(store, game)) == Value(store, game)


@pytest.mark.parametrize(("words", "same"), [("5.v20", "v100"), ("3.^2", "^6"), ("0.v5", "0")])
def test_copies_of_arrows_are_that_many_arrows(words: str, same: str) -> None:
    assert parse_value(words) == parse_value(same)
    assert parse_value("4.v3") == parse_value("v3+v3+v3+v3")


@pytest.mark.parametrize("words", ["90.(v92)", "*300+*301", "{*|1}+*300-*301"])
def test_sums_are_worked_out_up_to_a_number_of_steps(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was refused leaves the store without a bound."""
    monkeypatch.setattr(game_notation, "MOST_WORK", 1 << 14)
    store = Store()
    with pytest.raises(NotationError, match="a sum that is too large to be worked out"):
        parse(store, words)
    assert store.most_work is None
    assert text(store, parse(store, "^3*")) == "^3*"
