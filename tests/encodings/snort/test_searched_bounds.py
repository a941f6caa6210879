"""Bounds of values by search, against the values and against brute force."""

from __future__ import annotations

import random

import pytest
from reference.snort import random_board, sets_win

from gameproof.encodings.short_games import parse_value
from gameproof.encodings.snort.value import closures, position_value
from gameproof.encodings.snort.value_bounds import searched_bounds, value_bounds
from gameproof.games.graph import Graph
from gameproof.games.snort import COL, SNORT, Position
from gameproof.solvers.limits import LimitReached, Limits


def drawn(seed: int) -> Position:
    """A Snort position of up to 9 vertices after up to three pieces."""
    rng = random.Random(seed)
    n = rng.randint(1, 9)
    masks = random_board(n, rng.choice([0.15, 0.3, 0.5]), rng)
    edges = [(u, v) for u in range(n) for v in range(u) if masks[u] >> v & 1]
    position = Position(SNORT, Graph.of(n, edges))
    for _ in range(rng.randint(0, 3)):
        moves = list(position.moves())
        if moves:
            position = position.play(rng.choice(moves))
    return position


@pytest.mark.parametrize("seed", range(25))
def test_the_best_integers(seed: int) -> None:
    position = drawn(seed)
    value = position_value(position, Limits())
    low, high = value_bounds(*closures(position), position.red_free, position.blue_free)
    least, most = searched_bounds(position, low, high, Limits())
    assert low <= least
    assert most <= high
    assert value <= parse_value(str(most))
    assert parse_value(str(least)) <= value
    assert most == low or not value <= parse_value(str(most - 1))
    assert least == high or not parse_value(str(least + 1)) <= value


@pytest.mark.parametrize("seed", range(25))
def test_by_brute_force(seed: int) -> None:
    """The second player wins the difference with free moves as vertices of their own."""
    position = drawn(seed)
    n, near = position.graph.n, closures(position)[1]
    low, high = value_bounds(*closures(position), position.red_free, position.blue_free)
    least, most = searched_bounds(position, low, high, Limits())
    masks = tuple(mask & ~(1 << v) for v, mask in enumerate(near))
    for bound, mine, yours in (
        (most, position.red_free, position.blue_free),
        (-least, position.blue_free, position.red_free),
    ):
        extra = sum(1 << n + i for i in range(abs(bound)))
        a, b = (mine, yours | extra) if bound > 0 else (mine | extra, yours)
        assert not sets_win(masks + (0,) * abs(bound), False, a, b)


def test_other_rules_keep_their_bounds() -> None:
    position = Position(COL, Graph.of(3, [(0, 1), (1, 2)]))
    assert searched_bounds(position, -2, 2, Limits()) == (-2, 2)


def test_no_time_left() -> None:
    """A share that is over leaves true bounds; the end of all time is told."""
    position = Position(SNORT, Graph.of(40, [(v, v + 1) for v in range(39)]))
    with pytest.raises(LimitReached):
        searched_bounds(position, -20, 20, Limits(0.0))
