"""Standard notation, written by the solver and read by the rules and by the oracle."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from reference.game_notation import NotationError, parse
from reference.short_games import FORMS, Form, stored

from gameproof.encodings import short_games
from gameproof.encodings.short_games import parse_value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.values.canonical_form import Value
from gameproof.solvers.values.game_notation import text
from gameproof.solvers.values.short_games import Store
from gameproof.truth import Games

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
    store = Store()
    assert parse_value(words) == parse_value(standard) == Value(store, parse(store, words))


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
def test_what_is_no_value_is_refused(words: str, reason: str) -> None:
    """By both readers; the oracle says why."""
    with pytest.raises(NotationError) as error:
        parse(Store(), words)
    assert reason in str(error.value)
    with pytest.raises(BadInput, match="not a value in standard notation"):
        parse_value(words)


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


@pytest.mark.parametrize("words", ["*60+*61", "±1+±2+±3+±4", "{*9,*8,*7,*6,*5|2}"])
def test_values_with_too_many_options_are_refused(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_games, "MOST_PAIRS", 1 << 4)
    with pytest.raises(BadInput, match="too large to be worked out"):
        parse_value(words)


def test_nimbers_are_read_in_no_time() -> None:
    assert str(parse_value("*400")) == "*400" == str(-parse_value("*400"))


def test_a_brace_without_its_end_is_refused_after_one_with_it() -> None:
    """What stands between braces is read once."""
    assert parse_value("{1|0} + {1|0}") == parse_value("{2|1||1|0}")
    for words in ("{1|0}+{1|0", "{1|0}{1|0}", "{1|0}}", "{{1|0}|{1|0}", "±{1|0}+±{1|0"):
        with pytest.raises(BadInput):
            parse_value(words)


@given(FORMS)
@settings(max_examples=100)
def test_the_oracle_of_definitions_reads_what_is_written(g: Form) -> None:
    """It shares no line with the rules or the solver."""
    store, truth = Store(), Games()
    game = stored(store, g)

    def unfolded(form: Form) -> int:
        return truth.form(map(unfolded, form.left), map(unfolded, form.right))

    assert truth.equal(truth.written(text(store, game)), unfolded(g))


@pytest.mark.parametrize("words", ["", "{1|2", "1/3", "{1}", "2)", "{1|2}}", "±(1,2", "*^x"])
def test_the_oracle_of_definitions_refuses_the_rest(words: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        Games().written(words)


@pytest.mark.parametrize(
    "words",
    ["-1vv*", "-^*", "3 - 1^", "{2|-2} + 1/2", "{3|-1} - {3|-1}", "±(1,{3|0})", "{4||1|0}", "v3"],
)
def test_the_oracle_of_definitions_reads_sums(words: str) -> None:
    truth = Games()
    assert truth.equal(truth.written(words), truth.written(str(parse_value(words))))
    assert not truth.equal(truth.written(words), truth.written(f"{words} + *"))
