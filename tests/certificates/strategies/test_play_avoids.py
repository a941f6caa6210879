"""Results that a side avoids, for so many plies or for ever: what is proved, and forgeries."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from soundness.oracle_bddl import BOARDS

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.play import Play, Proof
from gameproof.encodings.bddl.bddl import win_within
from gameproof.encodings.method import Options
from gameproof.encodings.plays import Aim, written
from gameproof.games.bddl import Position, make
from gameproof.games.graph import Graph
from gameproof.games.impartial import digraph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Forces, Prevents, only
from gameproof.replies.strategies.play import reply
from gameproof.solvers.limits import Limits


def race() -> Position:
    """White waits and steps for ever; Black cannot win in three plies."""
    board = BOARDS[5][1]
    assert isinstance(board, dict)
    return make(domain=board["domain"]["text"], problem=board["problem"]["text"])


def honest(plies: int = 3) -> Play:
    finding = win_within(race(), Limits(), Options(arguments={"plies": plies}))
    assert isinstance(finding.certificate, Play)
    return finding.certificate


def changed(certificate: Play, **fields: Any) -> Play:
    """Its one proof with other fields."""
    (proof,) = certificate.proofs
    return msgspec.structs.replace(certificate, proofs=[msgspec.structs.replace(proof, **fields)])


def test_what_is_proved() -> None:
    certificate = honest()
    derived = conclude(Goal(race(), "win-within", {}), certificate).statements
    assert derived == (Prevents("white", only("white"), only("black"), 3),)
    start: Any = race()
    assert reply(start, certificate) in start.moves()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"side": ["black"]}, "replies, not one|no answer"),
        ({"avoids": []}, "plies say"),
        ({"avoids": [], "plies": None}, "no answer|replies, not one"),
        ({"plies": None}, "no answer|replies, not one"),
        ({"plies": 4}, "no answer|replies, not one"),
    ],
)
def test_forgeries(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Rejected, match=said):
        conclude(Goal(race(), "win-within", {}), changed(honest(), **fields))


def test_fewer_plies_are_proved_by_more() -> None:
    derived = conclude(Goal(race(), "win-within", {}), changed(honest(), plies=2)).statements
    assert derived == (Prevents("white", only("white"), only("black"), 2),)


# ------------------------------------------------------------------------ little games of our own

EDGES = {"a": "bc", "b": "ad", "c": "aw", "d": "cl", "e": "e"}
"""Where each may go; at w the first player has won, at l the second."""


@dataclass(frozen=True)
class Walk:
    """A walk in ``EDGES``, for two players in turn or for three, that may go on for ever."""

    at: str = "a"
    turn: int = 0
    players: tuple[str, ...] = ("first", "second")
    laws: frozenset[Law] = field(default=frozenset({Law.TURNS}))
    ways: tuple[tuple[str, str], ...] = tuple(EDGES.items())

    @property
    def to_move(self) -> str:
        return self.players[self.turn]

    def key(self) -> str:
        return f"{self.at}{self.turn}"

    def moves(self) -> list[str]:
        return [] if self.result() else list(dict(self.ways)[self.at])

    def play(self, move: str) -> Walk:
        if move not in self.moves():
            raise BadInput("no way")
        turn = (self.turn + 1) % len(self.players)
        return Walk(move, turn, self.players, self.laws, self.ways)

    def result(self) -> str | None:
        return {"w": "first", "l": "second"}.get(self.at)

    def parse_move(self, text: str) -> str:
        return text

    def move_text(self, move: str) -> str:
        return move


@cache
def avoidable(here: Walk, side: frozenset[str], bad: frozenset[str], plies: int) -> bool:
    """Can the side keep the play from a bad end for so many plies? By the definition."""
    if here.result() is not None:
        return here.result() not in bad
    if plies == 0:
        return True
    after = [avoidable(here.play(move), side, bad, plies - 1) for move in here.moves()]
    return any(after) if here.to_move in side else all(after)


@given(
    st.lists(st.text("abcdewl", min_size=1, max_size=3), min_size=5, max_size=5),
    st.sampled_from([("first", "second"), ("first", "second", "third")]),
    st.sampled_from([None, 0, 1, 2, 3, 5]),
    st.data(),
)
def test_against_the_definition(
    rows: list[str], players: tuple[str, ...], plies: int | None, data: st.DataObject
) -> None:
    """What can be avoided is proved by the moves that avoid it; and random moves prove only
    what can. For ever is as good as more plies than there are positions."""
    ways = tuple((at, "".join(dict.fromkeys(row))) for at, row in zip("abcde", rows, strict=True))
    start = Walk(players=players, ways=ways)
    side = data.draw(st.lists(st.sampled_from(players), min_size=1, unique=True).map(sorted))
    bad = data.draw(st.sampled_from([["first"], ["second"], ["first", "second"]]))
    many = 7 * len(players) + 1 if plies is None else plies
    names = frozenset(side), frozenset(bad)

    def good(here: Walk, _side: tuple[str, ...], left: int | None) -> str:
        left = many if left is None else left
        moves = here.moves()
        return next((m for m in moves if avoidable(here.play(m), *names, left - 1)), moves[0])

    def any_move(here: Walk, _side: tuple[str, ...], _left: int | None) -> str:
        return data.draw(st.sampled_from(here.moves()))

    aim = Aim(start, tuple(side), tuple(bad), plies)
    true = avoidable(start, *names, many)
    found: Any = start
    for answer, honest in ((good, True), (any_move, False)):
        certificate = written([aim], answer)
        try:
            derived = conclude(Goal(found, "outcome"), certificate).statements
        except Rejected as reason:
            if (true and honest) or "the play ends in" not in str(reason):
                raise
            continue
        assert true
        assert derived == (Prevents("first", frozenset(side), frozenset(bad), plies),)


def circle(*children: int, root: int = 0, **more: Any) -> Play:
    """At e everybody stays for ever."""
    numbers = np.array(children)
    fields = {"starter": "first", "side": ["first"], "avoids": ["second"], "plies": None, **more}
    return Play(
        [Proof(root=root, **fields)], ["e"], np.arange(len(children) + 1),
        np.zeros_like(numbers), numbers, np.zeros_like(numbers),
    )  # fmt: skip


def test_play_that_goes_round_avoids_and_forces_nothing() -> None:
    start: Any = Walk("e")
    goal = Goal(start, "outcome")
    for players in (1, 2):
        assert conclude(goal, circle(1, 0, side=["first", "second"][:players]))
    for more, said in (
        ({"avoids": []}, "not forward"),
        ({"plies": 3}, "not forward"),
        ({"root": 1}, "node 0 is never reached"),
    ):
        with pytest.raises(Rejected, match=said):
            conclude(goal, circle(1, 0, **more))
    with pytest.raises(Rejected, match="two positions"):
        conclude(goal, circle(0))  # there the other is to move
    with pytest.raises(Rejected, match="two positions"):
        conclude(goal, circle(1, 1))


def test_an_edge_back_serves_only_proofs_that_were_there() -> None:
    """Node 0 is for ever; a proof that comes back to it must have been looked at there."""
    start: Any = Walk("e")
    (proof,) = circle(1, 0).proofs
    later = msgspec.structs.replace(proof, root=2, avoids=["first"])
    two = msgspec.structs.replace(circle(1, 0, 1), proofs=[proof, later])
    with pytest.raises(Rejected, match="leads to node 1, not forward"):
        conclude(Goal(start, "outcome"), two)
    for kind, other in itertools.product((None, 5), ([], ["second"])):
        if (kind, other) in ((None, ["second"]), (5, [])):
            continue
        mixed = msgspec.structs.replace(proof, plies=kind, avoids=other)
        both = msgspec.structs.replace(circle(1, 0), proofs=[proof, mixed])
        with pytest.raises(Rejected, match="not forward"):
            conclude(Goal(start, "outcome"), both)


def test_players_of_impartial_games_draw_by_going_round() -> None:
    """From 1 one goes to 2, where nobody can move; both may go round 0 and 1 for ever unless
    the move to 2 wins."""
    graph = Graph.of(3, [(0, 1), (1, 0), (1, 2)], directed=True)
    start: Any = digraph.make(graph, (0,))
    moves = {str(p): list(p.moves()) for p in (start, start.play(next(iter(start.moves()))))}
    assert [len(found) for found in moves.values()] == [1, 2]

    def reply(here: Any, _side: tuple[str, ...], _left: int | None) -> Any:
        return max(here.moves(), key=lambda move: here.play(move).key())

    aims = [Aim(start, ("previous",))]
    won = conclude(Goal(start, "outcome"), written(aims, reply)).statements
    assert Forces("next", only("previous"), only("previous"), 2) in won
    for side, result in itertools.product(("next", "previous"), repeat=2):
        certificate = written([Aim(start, (side,), (result,))], reply)
        if (side, result) == ("previous", "next"):
            assert conclude(Goal(start, "outcome"), certificate).statements == (
                Prevents("next", only(side), only(result)),
            )
        else:
            with (
                pytest.raises(Rejected, match="the play ends in previous")
                if result == ("previous")
                else pytest.raises(AssertionError)
            ):
                conclude(Goal(start, "outcome"), certificate)
                raise AssertionError
