"""Play: proved replies on small pitches, labelled guesses on large ones."""

from __future__ import annotations

import numpy as np
import pytest

from gameproof.cli.main import run
from gameproof.encodings.method import Options
from gameproof.encodings.paper_soccer.paper_soccer import best_effort, goal_this_turn
from gameproof.games.paper_soccer import Position, make
from gameproof.solvers.limits import Limits


def test_the_proved_side_wins(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["paper-soccer", "2", "2", "--first", "2", "--side", "first", "--moves", "q"]
    run(["play", *words])
    output = capsys.readouterr().out
    assert "(proved)" in output
    assert "The game is over: second wins." in output


def midgame(seed: int, plies: int) -> Position:
    rng = np.random.default_rng(seed)
    position = make(8, 10, "standard")
    for _ in range(plies):
        moves = [v for v in position.moves() if not position.pitch.goal[v]]
        if not moves:
            break
        position = position.play(moves[int(rng.integers(len(moves)))])
    return position


def goal_now(position: Position) -> bool:
    return goal_this_turn(position, Limits(), Options()).answer is True


def test_guesses_take_goals() -> None:
    taken = 0
    for seed in range(120):
        position = midgame(seed, 50)
        if position.result() is not None or not goal_now(position):
            continue
        taken += 1
        mover = position.to_move
        while position.result() is None:
            assert position.to_move == mover
            move, why = best_effort(position)
            assert why == "reaches the goal this turn"
            position = position.play(move)
        assert position.result() == mover
    assert taken > 3


def test_guesses_are_labelled() -> None:
    move, why = best_effort(make(8, 10, "standard"))
    assert "not proved" in why
    assert make(8, 10, "standard").play(move).to_move == "second"
