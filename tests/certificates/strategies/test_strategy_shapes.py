"""Strategies whose numbers do not fit together: each fault has its own line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.coalition import Coalition
from gameproof.certificates.strategies.strategy import Strategy
from gameproof.games.impartial.nim import make
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import Position as Positional

TRUE = Strategy(
    texts=["1"],
    starts=np.array([0, 1, 1]),
    moves=np.array([0]),
    children=np.array([1]),
    proofs=[("next", "next", 0)],
    keys=np.zeros(0, dtype=np.int64),
)
"""One object is taken, and the play is over."""
OTHER = [("next", "previous", 0)]


@dataclass(frozen=True)
class Stuck:
    """A position without a move and without a result, which no game of ours has."""

    players: tuple[str, str] = ("one", "two")
    laws: frozenset[Law] = frozenset({Law.TURNS, Law.FINITE})
    to_move: str = "one"

    def key(self) -> str:
        return ""

    def moves(self) -> list[int]:
        return []

    def play(self, move: int) -> Stuck:
        raise BadInput("no move")

    def result(self) -> str | None:
        return None

    def parse_move(self, text: str) -> int:
        return int(text)

    def move_text(self, move: int) -> str:
        return str(move)


def rejected(certificate: Any, position: Any = None) -> str:
    with pytest.raises(Rejected) as found:
        conclude(Goal(position or make((1,)), "outcome"), certificate)
    return str(found.value)


def numbers(*values: int) -> Any:
    return np.array(values, dtype=np.int64)


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"proofs": [("next", "next", 2)]}, "root 2 is not a node"),
    ({"proofs": [("next", "next", -1)]}, "root -1 is not a node"),
    ({"proofs": [("next", "next", False)]}, "a proof is not (starter, side, node)"),
    ({"proofs": [("next", 0, 0)]}, "a proof is not (starter, side, node)"),
    ({"proofs": [(None, "next", 0)]}, "a proof is not (starter, side, node)"),
    ({"proofs": [("next", "next")]}, "a proof is not (starter, side, node)"),
    ({"proofs": ["nnn"]}, "a proof is not (starter, side, node)"),
    ({"children": numbers(0)}, "leads to node 0, not forward"),
    ({"children": numbers(2)}, "leads to node 2, not forward"),
    ({"texts": [1]}, "texts is not a list of strings"),
    ({"texts": "1"}, "texts is not a list of strings"),
    ({"starts": numbers()}, "the lists of edges do not fit together"),
    ({"starts": numbers(1, 1, 1)}, "the lists of edges do not fit together"),
    ({"starts": numbers(0, 1, 2)}, "the lists of edges do not fit together"),
    ({"children": numbers(1, 1)}, "the lists of edges do not fit together"),
    ({"starts": numbers(0, 1, 0, 1)}, "starts is not ascending"),
    (
        {"starts": numbers(0, 1, 2), "moves": numbers(0, 0), "children": numbers(1, 1)},
        "node 1 has moves although the game is over",
    ),
    (
        {"texts": ["1", "9"], "starts": numbers(0, 2, 2), "moves": numbers(0, 1),
         "children": numbers(1, 1), "proofs": OTHER},
        "node 0 answers moves that do not exist",
    ),
    (
        {"starts": numbers(0, 2, 2), "moves": numbers(0, 0), "children": numbers(1, 1),
         "proofs": OTHER},
        "node 0 answers moves that do not exist",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "said"), FAULTS)
def test_faults(fields: dict[str, Any], said: str) -> None:
    assert conclude(Goal(make((1,)), "outcome"), TRUE)
    assert said in rejected(msgspec.structs.replace(TRUE, **fields))


def test_a_position_in_which_nothing_can_happen() -> None:
    one = msgspec.structs.replace(
        TRUE, texts=[], starts=numbers(0, 0), moves=numbers(), children=numbers(),
        proofs=[("one", "two", 0)],
    )  # fmt: skip
    assert "no move and no result" in rejected(one, Stuck())
    assert "has no result" in rejected(Coalition([(["two"], {})]), Stuck())


ONE_CELL = Positional.parse("tictactoe 1 1")
TABLE = {ONE_CELL.key(): "1"}
COALITIONS: list[tuple[Any, str]] = [
    ([], "there are no strategies"),
    ({}, "there are no strategies"),
    ([(["first"],)], "a row is not (players, moves)"),
    (["ft"], "a row is not (players, moves)"),
    ([("first", TABLE)], "a row is not (players, moves)"),
    ([(["first"], [])], "a row is not (players, moves)"),
    ([(["second", "first"], TABLE)], "once each, in ascending order"),
    ([(["first", "first"], TABLE)], "once each, in ascending order"),
    ([([], TABLE)], "the players are first, second"),
    ([(["third"], TABLE)], "the players are first, second"),
]


@pytest.mark.parametrize(("rows", "said"), COALITIONS)
def test_faults_of_coalitions(rows: Any, said: str) -> None:
    assert conclude(Goal(ONE_CELL, "outcome"), Coalition([(["first"], TABLE)]))
    assert said in rejected(Coalition(rows), ONE_CELL)


def test_players_of_impartial_games_have_no_coalitions() -> None:
    assert "no names of their own" in rejected(Coalition([(["next"], {"1": "1"})]))
