"""The search by moves alone against plain recursion: random games, with and without a bound.

Oracle: minimax over all plays, without a table. Properties: what is found with one bound does not
disturb another; the least bound; plays longer than Python's recursion is deep; limits.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.bounded_search import BoundedSearch

Moves = list[list[int]]


def some_game(seed: int) -> tuple[Moves, list[bool | None], list[bool]]:
    """Moves lead to larger numbers; where none is left, somebody has won."""
    rng = random.Random(seed)
    size = rng.randint(2, 14)
    moves = [
        sorted(rng.sample(range(v + 1, size), min(rng.randint(0, 3), size - v - 1)))
        for v in range(size)
    ]
    ends = [None if after else rng.random() < 0.5 for after in moves]
    return moves, ends, [rng.random() < 0.5 for _ in range(size)]


def plain(moves: Moves, ends: list[bool | None], mine: list[bool], v: int, plies: float) -> bool:
    end = ends[v]
    if end is not None or plies == 0:
        return end is True
    found = (plain(moves, ends, mine, w, plies - 1) for w in moves[v])
    return any(found) if mine[v] else all(found)


def search(moves: Moves, ends: list[bool | None], mine: list[bool]) -> BoundedSearch[int]:
    return BoundedSearch(moves.__getitem__, ends.__getitem__, mine.__getitem__, Limits())


@settings(max_examples=200)
@given(st.integers(0, 1 << 30), st.data())
def test_any_bounds_in_any_order(seed: int, data: st.DataObject) -> None:
    moves, ends, mine = some_game(seed)
    engine = search(moves, ends, mine)
    for _ in range(12):
        v = data.draw(st.integers(0, len(moves) - 1))
        plies = data.draw(st.sampled_from([0, 1, 2, 3, 5, 14, None]))
        wanted = plain(moves, ends, mine, v, 99 if plies is None else plies)
        assert (engine.wins(v) if plies is None else engine.wins(v, plies)) == wanted
    least = engine.least(0, 14)
    within = [plies for plies in range(15) if plain(moves, ends, mine, 0, plies)]
    assert least == (within[0] if within else None)


def test_plays_may_be_long() -> None:
    length = 20_000
    moves = [[v + 1] for v in range(length)] + [[]]
    ends: list[bool | None] = [*[None] * length, True]
    engine = search(moves, ends, [v % 2 == 0 for v in range(length + 1)])
    assert engine.wins(0)
    assert engine.wins(1, length - 1)
    assert not engine.wins(0, length - 1)


def test_a_limit_ends_it() -> None:
    moves = [[v + 1] for v in range(1000)] + [[]]
    ends: list[bool | None] = [*[None] * 1000, False]
    engine = search(moves, ends, [True] * 1001)
    engine.limits = Limits(time_limit=0.0)
    with pytest.raises(LimitReached):
        engine.wins(0)
