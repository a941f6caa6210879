"""Layers of states against a plain search, on sums of coins."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.layered_search import CHUNK, TooManyStates, layers, way


def add(coins: list[int], most: int):  # type: ignore[no-untyped-def]
    """Add one of the coins, gaining 1 for an odd one, up to ``most``."""

    def step(states: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        source = np.repeat(np.arange(len(states)), len(coins))
        added = np.tile(np.array(coins, np.uint64), len(states))
        after = states[source] + added
        keep = after <= np.uint64(most)
        return source[keep], after[keep], (added[keep] % np.uint64(2)).astype(np.int64)

    return step


def test_layers_hold_all_sums_with_their_most_odd_coins() -> None:
    choices = [[1, 2], [2, 5], [1, 3, 4], [2]]
    found = layers(0, [add(coins, 9) for coins in choices], Limits())
    slow = {0: 0}
    for depth, coins in enumerate(choices, 1):
        following: dict[int, int] = {}
        for total, odd in slow.items():
            for coin in coins:
                if total + coin <= 9:
                    gain = odd + coin % 2
                    following[total + coin] = max(following.get(total + coin, 0), gain)
        slow = following
        layer = found[depth]
        assert dict(zip(layer.states.tolist(), layer.gain.tolist(), strict=True)) == slow
        for index in range(len(layer.states)):
            steps = way(found, depth, index)
            gains = [b - a for a, b in pairwise(steps)]
            assert all(g in c for g, c in zip(gains, choices, strict=False))
            assert sum(g % 2 for g in gains) == layer.gain[index]


def test_an_empty_layer_ends_it() -> None:
    found = layers(0, [add([5], 9), add([5], 9), add([5], 9)], Limits())
    assert [len(layer.states) for layer in found] == [1, 1, 0]


def test_more_than_one_chunk() -> None:
    coins = [1 << bit for bit in range(17)]
    found = layers(0, [add([0, coin], 1 << 20) for coin in coins], Limits())
    assert len(found[-1].states) == 1 << 17 > CHUNK
    assert found[-1].states.tolist() == list(range(1 << 17))


def test_limits() -> None:
    steps = [add([0, 1 << bit], 1 << 20) for bit in range(8)]
    with pytest.raises(TooManyStates, match="after 5 steps"):
        layers(0, steps, Limits(), most=20)
    with pytest.raises(LimitReached):
        layers(0, steps, Limits(0.0))
