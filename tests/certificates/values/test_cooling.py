"""Thermographs of tables: by the definition on a grid, and by the solver's own."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.short_games import FORMS, Form, stored, unfolded
from soundness import cooled
from soundness.rules_oracle import NoOracle

from gameproof.certificates.values.cooling import thermograph
from gameproof.encodings.short_games import parse_value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.short.game_notation import read_value
from gameproof.games.short.game_tables import GameTable
from gameproof.games.short.thermographs import mean, temperature
from gameproof.games.short.value_questions import WALLS
from gameproof.solvers.values.canonical_form import Value
from gameproof.solvers.values.game_notation import text
from gameproof.solvers.values.short_games import Store

KNOWN = [
    # value, mean, temperature, walls: Winning Ways, chapter 6; Siegel, II.5
    ("0", "0", "-1", "left 0:0; right 0:0"),
    ("-7/4", "-7/4", "-1/4", "left 0:-7/4; right 0:-7/4"),
    ("*", "0", "0", "left 0:0; right 0:0"),
    ("^*", "0", "0", "left 0:0; right 0:0"),
    ("{2|-1}", "1/2", "3/2", "left 0:2 3/2:1/2; right 0:-1 3/2:1/2"),
    ("±5", "0", "5", "left 0:5 5:0; right 0:-5 5:0"),
    ("{{4|2}|-1}", "1", "2", "left 0:2 1:2 2:1; right 0:-1 2:1"),
    ("{0||0|-2}", "0", "0", "left 0:0; right 0:0"),
]


@pytest.mark.parametrize(("words", "average", "heat", "walls"), KNOWN)
def test_known_thermographs(words: str, average: str, heat: str, walls: str) -> None:
    table = GameTable()
    game = read_value(table, words)
    found = thermograph(table, game)
    assert WALLS.write(found) == walls
    assert WALLS.read(walls) == found
    assert str(mean(found)) == average
    assert str(temperature(found, table.number[game])) == heat


def entered(table: GameTable, store: Store, game: int) -> int:
    """The canonical form of a store in a table."""
    x = store.number(game)
    if x is not None:
        return table.add_number(x)
    left, right = ([entered(table, store, g) for g in side] for side in
                   (store.left(game), store.right(game)))  # fmt: skip
    return table.add_game(left, right)


@settings(max_examples=200)
@given(FORMS)
def test_the_solver_and_the_definition_agree(form: Form) -> None:
    store = Store()
    value = Value(store, stored(store, form))
    table = GameTable()
    game = entered(table, store, value.game)
    walls = thermograph(table, game)
    solved = value.thermograph
    assert walls == (solved.left.corners, solved.right.corners)
    assert mean(walls) == value.mean
    assert temperature(walls, value.number) == value.temperature
    try:
        expected = cooled.thermograph(unfolded(store, value.game))
    except NoOracle:
        return
    assert walls == expected


@settings(max_examples=100)
@given(st.lists(st.fractions(-8, 8, max_denominator=4).filter(lambda x: x.denominator != 3),
                min_size=2, max_size=6))  # fmt: skip
def test_switches_of_switches(stops: list[Fraction]) -> None:
    words = str(stops[0])
    for x in stops[1:]:
        words = f"{{{words}|{x}}}"
    value = parse_value(words)
    table = GameTable()
    walls = thermograph(table, entered(table, value.store, value.game))
    assert walls == (value.thermograph.left.corners, value.thermograph.right.corners)
    assert text(value.store, value.game) == str(value)


def test_a_plain_form_has_no_thermograph() -> None:
    """{0|1} = 1/2, and {*|*} = 0, whose stops are those of a game that is no number."""
    table = GameTable()
    zero, one = table.add_number(Fraction(0)), table.add_number(Fraction(1))
    star = table.add_game([zero], [zero])
    for left, right in (([zero], [one]), ([star], [star])):
        with pytest.raises(BadInput, match="not given by games of the table"):
            thermograph(table, table.add_form(left, right))


@pytest.mark.parametrize(
    "words",
    ["", "left 0:0", "left 0:0; right ", "left 0:0; right 0:0 ", "left 0:2/4; right 0:0",
     "left 0:0; right 0:0; right 0:0", "left 0; right 0:0", "left 0:1/0; right 0:0",
     "left 00:0; right 0:0", "left 0:-0; right 0:0", "right 0:0; left 0:0"],
)  # fmt: skip
def test_walls_have_one_spelling(words: str) -> None:
    with pytest.raises(BadInput):
        WALLS.read(words)
