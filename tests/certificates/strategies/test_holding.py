"""Strategies for so many plies: what is proved, and forgeries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from soundness.oracle_bddl import BOARDS, DOMINOES, EMPTY

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.holding import KIND, Holding
from gameproof.encodings.bddl.bddl import win_within
from gameproof.encodings.method import Options
from gameproof.games.bddl import Position, make
from gameproof.games.impartial import nim
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Prevents, only
from gameproof.solvers.limits import Limits


def race() -> Position:
    """White waits and steps for ever; Black cannot win in three plies."""
    board = BOARDS[5][1]
    assert isinstance(board, dict)
    return make(domain=board["domain"]["text"], problem=board["problem"]["text"])


def honest(plies: int = 3) -> Holding:
    finding = win_within(race(), Limits(), Options(arguments={"plies": plies}))
    assert isinstance(finding.certificate, Holding)
    return finding.certificate


def changed(**fields: Any) -> Holding:
    held = honest()
    values = {"side": held.side, "results": held.results, "replies": held.replies, **fields}
    return Holding(**values)


def test_what_is_proved() -> None:
    certificate = honest()
    derived = conclude(Goal(race(), "win-within", {}), certificate).statements
    assert derived == (Prevents("white", only("white"), only("black"), 3),)
    assert KIND.reply is not None
    start: Any = race()
    assert KIND.reply(start, certificate) in start.moves()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"side": []}, "once each"),
        ({"side": ["white", "white"]}, "once each"),
        ({"side": ["green"]}, "the players are"),
        ({"side": "white"}, "lists of names"),
        ({"side": [1]}, "lists of names"),
        ({"results": []}, "once each"),
        ({"results": [None]}, "lists of names"),
        ({"results": ["white"], "side": ["black"]}, "no reply"),
        ({"replies": {}}, "not a list of tables"),
        ({"replies": [[]]}, "not a list of tables"),
        ({"replies": [{}, {}, {}]}, "no reply"),
        ({"replies": [dict.fromkeys(honest().replies[0], 1)]}, "no reply"),
        ({"replies": [dict.fromkeys(honest().replies[0], "fly(1,1)")]}, "no action"),
        ({"replies": [dict.fromkeys(honest().replies[0], "resign")]}, "does not resign"),
        ({"replies": [*honest().replies, {}, {}]}, "no reply|ends in black"),
    ],
)
def test_forgeries(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Rejected, match=said):
        conclude(Goal(race(), "win-within", {}), changed(**fields))


def test_an_end_that_should_not_be() -> None:
    position = make(domain=DOMINOES, problem=EMPTY % (2, 2))
    replies: list[dict[str, str]] = [{}]
    layer = [position.play(move) for move in position.moves()]
    replies.append({after.key(): "resign" for after in layer})
    for plies, fine in ((1, True), (2, False)):
        certificate = Holding(side=["white"], results=["black"], replies=replies[:plies])
        if fine:
            conclude(Goal(position, "win-within", {}), certificate)
            continue
        with pytest.raises(Rejected, match="ends in black"):
            conclude(Goal(position, "win-within", {}), certificate)


def test_nothing_is_said_of_impartial_games() -> None:
    certificate = Holding(side=["next"], results=["previous"], replies=[])
    with pytest.raises(Rejected, match="no names of their own"):
        conclude(Goal(nim.Position((1, 2)), "outcome", {}), certificate)


@dataclass(frozen=True)
class Stuck:
    """A game whose rules are wrong: nobody can move, and nobody has won."""

    players = ("one", "two")
    laws: frozenset[Law] = frozenset()
    to_move: str = "one"

    def key(self) -> str:
        return self.to_move

    def moves(self) -> list[int]:
        return []

    def result(self) -> str | None:
        return None


@pytest.mark.parametrize("side", ["one", "two"])
def test_a_play_that_is_stuck_without_a_result_proves_nothing(side: str) -> None:
    start: Any = Stuck()
    certificate = Holding(side=[side], results=["two"], replies=[{}])
    with pytest.raises(Rejected, match="no move and no result"):
        conclude(Goal(start, "outcome", {}), certificate)
