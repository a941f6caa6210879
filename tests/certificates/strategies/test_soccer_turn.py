"""Walks and cuts that show nothing of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.soccer_turn import ENDS, GOAL, SoccerTurn
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, quantity
from gameproof.games.paper_soccer import Position, make


def at(position: Position, *points: str) -> list[int]:
    """The numbers of the points."""
    return [
        position.pitch.number[x, y]
        for x, y in (tuple(map(int, point.split(","))) for point in points)
    ]


WIDE = make(4, 4, "standard")
"""The ball in the middle, (2, 2); points of the border bounce."""
LOW = make(4, 2, "standard")
"""The ball on (2, 1), the border one step away."""
KNOWN = make(3, 3)
"""Document rules: nothing bounces yet."""


@pytest.mark.parametrize(
    ("position", "walk", "said"),
    [
        (WIDE, ["2,3", "1,4"], "goes on after its turn"),  # the opponent's ply bounces
        (WIDE, ["2,3", "2,2", "1,2"], "goes on after its turn"),
        (WIDE, ["2,2"], "ply 1 is not legal"),
        (LOW, ["1,2", "2,1"], "ply 2 is not legal"),
        (LOW, ["1,2"], "ends while the turn goes on"),
        (LOW, ["1,2", "0,1"], "ends while the turn goes on"),
        (LOW, [], "without plies"),
    ],
)
def test_walks_that_are_no_turns(position: Position, walk: list[str], said: str) -> None:
    with pytest.raises(Rejected, match=said):
        conclude(Goal(position, ENDS), SoccerTurn([at(position, *walk)], []))


def test_a_truth_value_is_no_point() -> None:
    position = make(2, 2)  # the ball beside point 1
    assert 1 in position.moves()
    walk: Any = [True]
    with pytest.raises(Rejected, match="ply 1 is not legal"):
        conclude(Goal(position, ENDS), SoccerTurn([walk], []))
    with pytest.raises(Rejected, match="a list of points"):
        conclude(Goal(position, ENDS), SoccerTurn([], walk))


@pytest.mark.parametrize(
    ("position", "cut", "said"),
    [
        (WIDE, ["2,3"], "must hold the ball"),
        (WIDE, ["2,2", "2,3"], "a point of the cut ends the turn"),
        (LOW, ["2,1"], "to another bouncing point"),
    ],
)
def test_cuts_that_hold_no_turn(position: Position, cut: list[str], said: str) -> None:
    with pytest.raises(Rejected, match=said):
        conclude(Goal(position, ENDS), SoccerTurn([], at(position, *cut)))


@pytest.mark.parametrize("beyond", [-1, 16, 2**70])
def test_points_that_do_not_exist(beyond: int) -> None:
    with pytest.raises(Rejected, match="a list of points"):
        conclude(Goal(KNOWN, ENDS), SoccerTurn([], [KNOWN.ball, beyond]))
    with pytest.raises(Rejected, match="not legal"):
        conclude(Goal(KNOWN, ENDS), SoccerTurn([[beyond]], []))


def test_what_is_derived() -> None:
    derived = conclude(Goal(KNOWN, ENDS), SoccerTurn([], [KNOWN.ball])).statements
    assert set(derived) == {
        AtLeast(quantity(ENDS), 0),
        AtMost(quantity(ENDS), 8),
        Is(quantity(GOAL), False),
    }
