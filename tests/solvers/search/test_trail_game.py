"""Trail games: the search against the definition."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search import trail_game
from gameproof.solvers.search.trail_game import Trail, TrailSearch
from gameproof.solvers.search.verdicts import FIRST


def random_game(seed: int) -> Trail:
    """A random graph with exits of both players and some bouncing points."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 9))
    pairs = [(u, v) for u in range(n) for v in range(u + 1, n) if rng.random() < 0.6]
    goal = [int(x) for x in rng.choice([0, 0, 0, 0, 1, 2], size=n)]
    bounce = tuple(bool(x) for x in rng.random(n) < 0.2)
    return Trail(n, tuple(pairs[:18]), (0, *goal[1:]), bounce)


def by_definition(game: Trail, drawn: frozenset[int], token: int, mover: int) -> int:
    if game.goal[token]:
        return game.goal[token]
    visited = {v for e in drawn for v in game.edges[e]}
    for e, (u, v) in enumerate(game.edges):
        if e in drawn or token not in (u, v):
            continue
        w = u + v - token
        after = mover if game.bounce[w] or w in visited else 3 - mover
        if by_definition(game, drawn | {e}, w, after) == mover:
            return mover
    return 3 - mover


@pytest.mark.parametrize("seed", range(60))
def test_the_search_agrees_with_the_definition(seed: int) -> None:
    game = random_game(seed)
    search = TrailSearch(game, Limits())
    for mover in (1, 2):
        answer = search.winner(0, 0, mover)
        assert answer == search.look_up(0, 0, mover)
        if len(game.edges) <= 11:
            assert by_definition(game, frozenset(), 0, mover) == answer


def test_a_table_that_grows_knows_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six points, each joined with each, slice by slice."""
    game = Trail(6, tuple(combinations(range(6), 2)), (0,) * 6, (False,) * 6)
    answer = TrailSearch(game, Limits()).winner(0, 0, 1)
    monkeypatch.setattr(trail_game, "BUDGET", 7)
    monkeypatch.setattr(trail_game.TrailSearch, "rows_for_one", 1 << 10)
    search = TrailSearch(game, Limits())
    assert search.winner(0, 0, 1) == answer
    assert len(search._at.table[0]) > FIRST
    before = search.nodes
    assert search.winner(0, 0, 1) == answer
    assert search.nodes <= before + 1


def test_a_token_that_cannot_move_loses() -> None:
    for edges in ((), ((0, 1),)):
        game = Trail(3, edges, (0, 0, 0), (False,) * 3)
        assert TrailSearch(game, Limits()).winner(0, 0, 1) == (1 if edges else 2)


def test_limits_are_obeyed() -> None:
    n = 12
    edges = tuple((u, v) for u in range(n) for v in range(u + 1, n))
    game = Trail(n, edges, (0,) * n, (True,) * n)
    search = TrailSearch(game, Limits(time_limit=0.2, memory_limit=1 << 30))
    with pytest.raises(LimitReached):
        search.winner(0, 0, 1)
