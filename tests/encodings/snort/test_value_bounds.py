"""Bounds that a value question gives when its limit runs out."""

from __future__ import annotations

import pytest
from networkx.generators.atlas import graph_atlas_g

from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.short_games import parse_value
from gameproof.encodings.snort.value import METHODS, closures, position_value
from gameproof.encodings.snort.value_bounds import value_bounds
from gameproof.games.graph import Graph
from gameproof.games.snort import COL, SNORT, Position
from gameproof.solvers.limits import LimitReached, Limits

VALUE = next(m for m in METHODS if m.question == "value")


class Trips(Limits):
    """Limits that run out at the first look."""

    def check(self) -> None:
        raise LimitReached("time")


def test_bounds_hold_on_all_small_graphs_with_reserved_vertices() -> None:
    narrower = 0
    for i, atlas in enumerate(graph_atlas_g()[1:53]):
        n = atlas.number_of_nodes()
        board = Graph.of(n, list(atlas.edges()))
        for rules in (SNORT, COL):
            for only_red, only_blue in ((0, 0), (1, 0), (i & 7, 16), (5, 10)):
                whole = (1 << n) - 1
                position = Position(
                    rules, board, only_red=only_red & whole, only_blue=only_blue & whole
                )
                red, blue = position.red_free, position.blue_free
                low, high = value_bounds(*closures(position), red, blue)
                value = position_value(position, Limits())
                assert parse_value(str(low)) <= value <= parse_value(str(high))
                narrower += high - low < red.bit_count() + blue.bit_count()
    assert narrower > 200


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("snort path . red", "-1 <= G <= 1"),
        ("snort path r.b red", "-2 <= G <= 2"),  # it is ±1, not at most 1
        ("snort path ......... red", None),
    ],
)
def test_a_limit_gives_bounds(text: str, bounds: str | None) -> None:
    position = Position.parse(text)
    finding = VALUE.run(position, Trips(), Options())
    assert (finding.answer, finding.certificate) == (UNKNOWN, None)
    assert finding.detail["reason"] == "time"
    low, high = (parse_value(end) for end in finding.detail["bounds"].split(" <= G <= "))
    assert low <= position_value(position, Limits()) <= high
    assert bounds in (None, finding.detail["bounds"])


def test_bounds_by_counting_hold_too(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("snort path ....r red")
    sets = (*closures(position), position.red_free, position.blue_free)
    monkeypatch.setattr("gameproof.encodings.snort.value_bounds.LOOKED_INTO", 2)
    assert value_bounds(*sets) == (-4, 5)
    value = position_value(position, Limits())
    assert parse_value("-4") <= value <= parse_value("5")


def equals(position: Position, game: str, limits: Limits, method: str) -> Finding:
    (found,) = (m for m in METHODS if (m.question, m.name) == ("equals", method))
    return found.run(position, limits, Options(arguments={"game": game}))


def test_bounds_never_tell_equal_games_apart() -> None:
    """Against the values of all small boards; far integers are told apart."""
    apart = 0
    for atlas in graph_atlas_g()[1:53]:
        board = Graph.of(atlas.number_of_nodes(), list(atlas.edges()))
        for rules in (SNORT, COL):
            position = Position(rules, board)
            value = str(position_value(position, Limits()))
            for game in (value, "100", "-100", "{100|-100}", "±1", "*", "{5|4}", "3"):
                answer = equals(position, game, Trips(), "integer-bounds").answer
                assert answer in (False, UNKNOWN)
                if answer is False:
                    apart += 1
                    assert parse_value(game) != parse_value(value)
            for game in ("100", "-100", "{100|-100}"):
                assert equals(position, game, Trips(), "integer-bounds").answer is False
    assert apart > 52 * 2 * 3


def test_equals_gives_bounds_when_the_limit_is_reached() -> None:
    position = Position.parse("snort path ......... red")
    finding = equals(position, "{1|-1}", Trips(), "canonical-form")
    assert (finding.answer, finding.detail["reason"]) == (UNKNOWN, "time")
    assert " <= G <= " in finding.detail["bounds"]
