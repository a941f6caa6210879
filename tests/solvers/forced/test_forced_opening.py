"""Wins by force of who has few stones: against full search from the rules, and checked."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from reference.positional import value

from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.positional.forced import as_certificate, as_problem
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import Position
from gameproof.solvers.forced import forced_opening
from gameproof.solvers.forced.forced_opening import ForcedOpening
from gameproof.solvers.limits import LimitReached, Limits

TWOS = ("mnk 3 3 2", "polyomino domino 3 3")
THREES = ("mnk 3 3 3", "polyomino el 3 3", "polyomino tic 3 3")


def started(rng: random.Random, boards: tuple[str, ...]) -> Position:
    """A position with a stone of each player, or none."""
    position = Position.parse(rng.choice(boards))
    cells = rng.sample(range(position.board.cells), 2 * rng.randint(0, 1))
    return replace(
        position,
        first=frozenset(cells[:1]),
        second=frozenset(cells[1:]),
        to_move=rng.choice(["first", "second"]),
        rule=rng.choice(["strong", "weak"]),
    )


@pytest.mark.parametrize("small", [600, 0], ids=["at once", "by answers"])
def test_a_win_that_is_found_is_one_and_is_accepted(
    small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without the small search first each answer to a move has one of its own.
    monkeypatch.setattr(forced_opening, "ROUNDS", (small, 2000))
    rng = random.Random(39)
    found = 0
    for _ in range(60):
        position = started(rng, TWOS + THREES if small else THREES)
        if position.result() is not None or not position.wants_sets(position.to_move):
            continue
        proof = forced_opening.solve(as_problem(position, position.to_move), Limits())
        if proof is None:
            continue
        found += 1
        truth = value(position)
        assert truth in (position.to_move, "maker"), str(position)
        proved = conclude(
            Goal(position, "outcome"), as_certificate(position, position.to_move, proof)
        ).statements
        side = only(position.to_move)
        assert proved == (Forces(position.to_move, side, only(truth)),)
    assert found > 10


def test_limits_leave_the_board_as_it_was() -> None:
    problem = as_problem(Position.parse("mnk 15 15 5 --first h8 --second a3"), "first")
    search = ForcedOpening(problem, Limits(0.5))
    before = np.copy(search.arrays.board.stones), np.copy(search.arrays.board.counts)
    with pytest.raises(LimitReached):
        search.run()
    board = search.arrays.board
    assert np.array_equal(board.stones, before[0])
    assert np.array_equal(board.counts, before[1])


@pytest.mark.slow
def test_a_reply_beside_the_corner() -> None:
    position = Position.parse("mnk 15 15 5 --first h8 --second a2")
    proof = forced_opening.solve(as_problem(position, position.to_move), Limits())
    assert proof is not None
    proved = conclude(
        Goal(position, "outcome"), as_certificate(position, position.to_move, proof)
    ).statements
    assert proved == (Forces("first", only("first"), only("first")),)
