"""The rules of paper soccer in both rulesets: pitches, turns, ends of games, bad input."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.paper_soccer import Position, Rules, make, pitch

SIZES = [(1, 3, 16), (3, 3, 42), (3, 5, 68), (7, 9, 268), (9, 11, 416), (8, 10, 338), (1, 1, 6)]
STANDARD = [(2, 2, 26), (2, 4, 40), (4, 2, 40), (2, 6, 54), (6, 2, 54)]


def random_game(seed: int, m: int, n: int, rules: Rules, plies: int) -> Position:
    """A random game stopped after some plies, or at its end."""
    rng = np.random.default_rng(seed)
    position = make(m, n, rules)
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        position = position.play(moves[int(rng.integers(len(moves)))])
    return position


@pytest.mark.parametrize(("m", "n", "lines"), SIZES)
def test_lines_of_the_document_pitch(m: int, n: int, lines: int) -> None:
    assert len(pitch(m, n, "document").edges) == lines == 4 * m * n + m + n


@pytest.mark.parametrize(("m", "n", "lines"), STANDARD)
def test_lines_of_the_standard_pitch(m: int, n: int, lines: int) -> None:
    assert len(pitch(m, n, "standard").edges) == lines


def test_three_plies_refute_the_parity_of_plies() -> None:
    position = make(9, 11, history="5,7 6,7 5,6")
    assert position.to_move == "first"  # the third ply bounced


def test_the_document_goals_belong_to_the_players_who_attack_them() -> None:
    assert make(2, 2, history="s").result() == "first"
    assert make(2, 2, history="n").result() == "second"
    assert make(1, 1).result() == "second"  # with one row the game begins on g1


def test_standard_goals_and_posts() -> None:
    assert make(2, 2, "standard", "n n").result() == "first"
    beside = make(2, 2, "standard", "ne")  # a post: border points bounce
    assert beside.to_move == "first"
    x_y = {beside.move_text(v) for v in beside.moves()}
    assert "1,3" in x_y
    assert not x_y & {"2,3", "2,1"}
    assert make(2, 2, "standard", "n").to_move == "second"
    assert make(2, 2, "standard-mouth", "n").to_move == "first"


def test_a_stuck_player_loses() -> None:
    stuck = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        position = make(1, 5)
        while position.moves():
            goal = position.pitch.goal
            moves = [v for v in position.moves() if not goal[v]] or position.moves()
            position = position.play(moves[int(rng.integers(len(moves)))])
        if not position.pitch.goal[position.ball]:
            stuck += 1
            assert not position.moves()
            assert position.result() == ("second", "first")[position.mover - 1]
    assert stuck


@settings(max_examples=60)
@given(
    st.integers(0, 2**32),
    st.sampled_from([(1, 3), (3, 3), (4, 2), (5, 4), (9, 11)]),
    st.integers(0, 40),
)
def test_the_mover_follows_from_the_points_visited(
    seed: int, size: tuple[int, int], plies: int
) -> None:
    position = random_game(seed, *size, "document", plies)
    if position.result() is None:
        assert (position.mover == 1) == (len(set(position.history)) % 2 == 1)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from([(1, 3), (3, 3), (4, 3), (5, 4)]))
def test_a_game_never_draws_every_line(seed: int, size: tuple[int, int]) -> None:
    """The king graph has 2(m + n) points of odd degree, a play is a trail."""
    m, n = size
    position = random_game(seed, m, n, "document", 1000)
    left = len(position.pitch.edges) - position.drawn.bit_count()
    assert left >= m + n - (m == 1)


@settings(max_examples=40)
@given(
    st.integers(0, 2**32),
    st.sampled_from(["document", "standard", "standard-mouth"]),
    st.integers(0, 30),
)
def test_a_history_written_down_leads_to_the_same_position(
    seed: int, rules: Rules, plies: int
) -> None:
    position = random_game(seed, 4, 4, rules, plies)
    text = " ".join(position.point_text(v) for v in position.history[1:])
    again = make(4, 4, rules, text)
    assert again == position
    assert again.history == position.history


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 3), "a pitch has 1 to 4096 squares, not 0 x 3"),
        ((3, 4, "standard"), "the standard pitch has an even number of squares each way"),
        ((3, 3, "document", "up"), "ply 1 (up): a ply is a direction"),
        ((3, 3, "document", "n s"), "ply 2 (s): no undrawn line from 2,3 leads there"),
        ((3, 3, "document", "w w w"), "ply 3 (w): (-1,2) is not on the pitch"),
    ],
)
def test_bad_input_is_told(arguments: tuple[int, int], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        make(*arguments)
    assert caught.value.message.startswith(message)


@pytest.mark.parametrize("text", ["1_0,1", "\u0967,0", "+1,1", "1,1,1", "1", "1.0,1"])
def test_a_point_is_two_numbers(text: str) -> None:
    with pytest.raises(BadInput, match="a ply is a direction"):
        make(3, 3).parse_move(text)
