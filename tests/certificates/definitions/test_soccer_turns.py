"""Turns of paper soccer: walks that show nothing, ends by points as by all plays of a turn."""

from __future__ import annotations

import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.games.counts import soccer_counts
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.paper_soccer import Position, Rules, make

GOAL = "goal-this-turn"


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
END = "does not end in the mover's goal"


@pytest.mark.parametrize(
    ("position", "walk", "said"),
    [
        (WIDE, ["2,3", "1,4"], "goes on after its turn"),  # the opponent's ply bounces
        (WIDE, ["2,3", "2,2", "1,2"], "goes on after its turn"),
        (WIDE, ["2,2"], "ply 1 is not legal"),
        (LOW, ["1,2", "2,1"], "ply 2 is not legal"),
        (LOW, ["1,2"], END),
        (LOW, ["1,2", "0,1"], END),
        (LOW, [], END),
    ],
)
def test_walks_that_are_no_goals(position: Position, walk: list[str], said: str) -> None:
    with pytest.raises(Rejected, match=said):
        conclude(Goal(position, GOAL), Definition.of([at(position, *walk)]))


def test_rows_that_are_no_turn() -> None:
    goal = next(v for v in LOW.play(at(LOW, "1,2")[0]).moves() if LOW.pitch.goal[v] == 1)
    walk = [*at(LOW, "1,2"), goal]
    assert conclude(Goal(LOW, GOAL), Definition.of([walk])).statements == (
        Is(quantity(GOAL), True),
    )
    for rows in ([], [walk, walk], [walk, []], [[], walk]):
        with pytest.raises(Rejected, match="one row of points"):
            conclude(Goal(LOW, GOAL), Definition.of(rows))
    for beyond in (len(LOW.pitch.points), 2**31 - 1):
        with pytest.raises(Rejected, match="not legal"):
            conclude(Goal(LOW, GOAL), Definition.of([[beyond]]))
    with pytest.raises(Rejected, match="no object answers"):
        conclude(Goal(LOW, "turn-ends"), Definition.of([walk]))
    # The other player's goal is none of the mover's.
    theirs = make(4, 2, "standard", first="2")
    with pytest.raises(Rejected, match=END):
        conclude(Goal(theirs, GOAL), Definition.of([walk]))


@pytest.mark.parametrize("rules", ["document", "standard", "standard-mouth"])
def test_the_ends_by_points_are_those_of_all_turns(rules: Rules) -> None:
    """From every position within four plies, by the definition and by its theorem."""
    layer = {make(2, 2, rules)}
    for _ in range(4):
        layer |= {here.play(move) for here in layer for move in here.moves()}
    for here in layer:
        ends = soccer_counts.turn_ends(here)
        wanted = {"turn-ends": len(ends), GOAL: soccer_counts.goal_this_turn(here, {})}
        for question, value in wanted.items():
            (found,) = conclude(Goal(here, question), Definition()).statements
            assert found == Is(quantity(question), value)
            assert isinstance(found, Is)
            assert type(found.value) is type(value)
    assert len(layer) > 50
