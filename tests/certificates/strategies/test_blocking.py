"""What follows from a defence, from strategy stealing, and from certificates together."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any, cast

import numpy as np
import pytest
from reference.positional import value

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies import blocking
from gameproof.certificates.strategies.blocking import cannot_win, stops
from gameproof.certificates.strategies.potential import ERDOS_SELFRIDGE, Potential
from gameproof.certificates.strategies.strategy_stealing import StrategyStealing
from gameproof.certificates.strategies.together import Together
from gameproof.encodings.each_move import together
from gameproof.encodings.method import Options
from gameproof.encodings.positional.static_proofs import by_potential
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only
from gameproof.games.positional import Position
from gameproof.games.sets.live_sets import live_sizes
from gameproof.replies.replies import reply
from gameproof.solvers.limits import Limits


def derived(words: str, certificate: Certificate) -> set[Statement]:
    return set(conclude(Goal(Position.parse(words), "outcome"), certificate).statements)


def refused(words: str, certificate: Certificate, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        derived(words, certificate)


def held(starter: str, player: str, result: str) -> Prevents:
    return Prevents(starter, only(player), only(result))


# -- integers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value", [[], np.zeros(0), np.zeros((3, 0)), [0, 4], np.array([4, 0], dtype=np.uint8)]
)
def test_integers_are_read(value: Any) -> None:
    found = integers(value, "numbers", 1, 0, 5)
    assert found.ndim == 1
    assert found.dtype == np.dtype(np.int64)


@pytest.mark.parametrize(
    "value",
    [
        [0, 5],
        [-1],
        [1.0],
        [True, 1],
        [np.True_],
        np.array([True]),
        np.array([1.0]),
        np.array([2**63], dtype=np.uint64),
        [2**70],
        ["1"],
        "1",
        [None],
        None,
        3,
        {"a": 1},
        [[1]],
        [[1], [2, 3]],
        np.array([1], dtype=object),
    ],
)
def test_integers_are_not_guessed(value: Any) -> None:
    with pytest.raises(Rejected):
        integers(value, "numbers", 1, 0, 5)


# -- what a defence gives ------------------------------------------------------------------------


def test_a_defence_gives_what_the_rule_says() -> None:
    stopped = held("first", "second", "first")
    assert set(stops(Position.parse("tictactoe 5 2"), "second").statements) == {
        stopped,
        held("first", "first", "second"),
    }
    assert stops(Position.parse("hex 3 4"), "second").statements == (stopped,)
    assert stops(Position.parse("tictactoe 5 2"), "first").statements == (
        held("first", "first", "second"),
    )
    weak = Position.parse("tictactoe 5 2 --rule weak")
    assert set(stops(weak, "second").statements) == {
        held("first", "second", "maker"),
        Forces("first", only("second"), only("breaker")),
    }
    with pytest.raises(Rejected, match="Breaker wants no set"):
        stops(weak, "first")


@pytest.mark.parametrize("player", ["third", "", None, 2, ["first"]])
def test_who_blocks(player: Any) -> None:
    with pytest.raises(Rejected, match="a blocking player"):
        blocking.blocker(player)


def random_position(rng: random.Random) -> Position:
    """Any that play can come to: no stones with which both own a set."""
    while True:
        with suppress(BadInput):
            return Position.parse(json.dumps(random_data(rng)))


def random_data(rng: random.Random) -> dict[str, object]:
    cells = rng.randint(1, 6)

    def family() -> list[list[int]]:
        count = rng.randint(0, 5)
        return [rng.sample(range(cells), rng.randint(0, min(3, cells))) for _ in range(count)]

    taken = rng.sample(range(cells), rng.randint(0, min(3, cells)))
    cut = rng.randint(0, len(taken))
    data: dict[str, object] = {
        "cells": cells,
        "sets": family(),
        "first": taken[:cut],
        "second": taken[cut:],
        "to_move": rng.choice(["first", "second"]),
        "rule": rng.choice(["strong", "weak"]),
    }
    if rng.random() < 0.3:
        data["second_sets"] = family()
    return data


def test_who_cannot_win_does_not_win() -> None:
    """The empty set, single cells, finished boards and both players to move included."""
    rng = random.Random(2)
    said = proved = 0
    for _ in range(1500):
        position = random_position(rng)
        truth = value(position)
        for player in position.players:
            for statement in cannot_win(position, player):
                said += 1
                assert truth not in {
                    result
                    for result in ("first", "second", "maker", "breaker")
                    if isinstance(statement, Prevents) and result in statement.results
                }, str(position)
            certificate = by_potential(position, player, Limits(), Options())
            if certificate is None:
                continue
            try:
                conclusion = conclude(Goal(position, "outcome"), certificate)
            except Rejected:
                assert (position.rule, player) == ("weak", "first")
                continue
            proved += 1
            for found in conclusion.statements:
                assert isinstance(found, Forces | Prevents)
                assert (truth in found.results) is isinstance(found, Forces), str(position)
    assert said > 500
    assert proved > 500


# -- strategy stealing ---------------------------------------------------------------------------


def test_strategies_are_stolen_from_either_player() -> None:
    assert derived("tictactoe 3 3", StrategyStealing()) == {held("first", "first", "second")}
    assert derived("tictactoe 3 3 --first 2,2,2", StrategyStealing()) == {
        held("first", "first", "second")
    }
    assert derived("tictactoe 3 3 --to-move second", StrategyStealing()) == {
        held("second", "second", "first")
    }
    assert derived("hex 3 3", StrategyStealing()) == {Forces("first", only("first"), only("first"))}
    for words in (
        "tictactoe 3 3 --second 1,1,1",
        "tictactoe 3 3 --to-move second --first 1,1,1",
        "hex 3 4",
    ):
        refused(words, StrategyStealing(), "strategy stealing needs")
    refused("tictactoe 3 3 --rule weak", StrategyStealing(), "under the weak rule")


# -- the potential -------------------------------------------------------------------------------


def test_the_potential_is_counted_again() -> None:
    good = Potential(ERDOS_SELFRIDGE, [(5, "12")])
    assert held("first", "second", "first") in derived("tictactoe 5 2", good)
    refused("tictactoe 4 2", good, "sizes of the live sets")
    refused("tictactoe 4 2", Potential(ERDOS_SELFRIDGE, [(4, "10")]), "not below 1/2")
    refused(
        "tictactoe 2 2 --to-move second", Potential(ERDOS_SELFRIDGE, [(2, "6")]), "not below 1$"
    )
    refused("tictactoe 3 2", Potential(ERDOS_SELFRIDGE, []), "sizes of the live sets")
    refused("tictactoe 1000 12 --first 0", Potential(ERDOS_SELFRIDGE, []), "too large")
    refused("tictactoe 2 10000", Potential(ERDOS_SELFRIDGE, []), "is not counted")
    over = "mnk 3 3 3 --first a1;a2;a3 --second b1;b2"
    sizes = live_sizes(Position.parse(over), "first")
    rows = [(size, str(count)) for size, count in sorted(sizes.items())]
    refused(over, Potential(ERDOS_SELFRIDGE, rows), "not below")


# -- together ------------------------------------------------------------------------------------


def test_parts_are_united() -> None:
    words = "tictactoe 5 2 --first b2 --second c3"
    position = Position.parse(words)
    halves = [by_potential(position, player, Limits(), Options()) for player in ("second", "first")]
    first, second = (half for half in halves if half is not None)
    assert derived(words, together(first, second)) == derived(words, first) | derived(words, second)
    assert derived(words, together(together(first), second)) == derived(
        words, together(first, second)
    )
    place = cast(AnyPosition, position)
    assert reply(place, together(first, second)) in set(place.moves())
    assert reply(place, together(first)) is None
    assert reply(place, together(StrategyStealing())) is None


def test_every_part_must_hold() -> None:
    stealing = StrategyStealing()
    refused("tictactoe 5 2", Together(), "no part says")
    refused(
        "tictactoe 5 2",
        together(stealing, Potential(ERDOS_SELFRIDGE, [])),
        "sizes of the live sets",
    )
