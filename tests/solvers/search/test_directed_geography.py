"""The search of directed geography, against recursion without any reduction."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search import directed_geography
from gameproof.solvers.search.directed_geography import DirectedGeography
from gameproof.solvers.search.verdicts import FIRST


def problem_of(
    n: int, rows: list[list[int]], *, single: bool, directed: bool, limits: Limits | None = None
) -> DirectedGeography:
    arcs = []
    for number, (u, v) in enumerate(rows):
        arcs.append((u, v, number))
        if not directed and u != v:
            arcs.append((v, u, number))
    if single:
        deletes = [sum(1 << b for b, c in enumerate(arcs) if c[2] == a[2]) for a in arcs]
    else:
        deletes = [sum(1 << b for b, c in enumerate(arcs) if a[0] in c[:2]) for a in arcs]
    tail, head = [a[0] for a in arcs], [a[1] for a in arcs]
    return DirectedGeography(n, tail, head, deletes, single, limits or Limits(), not directed)


def by_recursion(game: DirectedGeography, token: int, alive: int) -> bool:
    @cache
    def wins(token: int, alive: int) -> bool:
        return any(
            game.tail[arc] == token
            and alive >> arc & 1
            and not wins(game.head[arc], alive & ~game.deletes[arc])
            for arc in range(len(game.tail))
        )

    return wins(token, alive)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("single", [False, True])
def test_against_recursion(single: bool, directed: bool) -> None:
    rng = np.random.default_rng(23)
    for _ in range(250):
        n = int(rng.integers(1, 7))
        rows = rng.integers(0, n, size=(int(rng.integers(0, 11)), 2)).tolist()
        if not single:
            rows = [(u, v) for u, v in rows if u != v]
        game = problem_of(n, rows, single=single, directed=directed)
        everything = (1 << len(game.tail)) - 1
        for token in range(n):
            expected = by_recursion(game, token, everything)
            assert game.wins(token, everything) == expected
            move = game.winning_move(token, everything)
            assert (move is not None) == expected
            if move is not None:
                followers = [s for s in game.moves(token, everything) if s[0] == move]
                assert any(not by_recursion(game, *s) for s in followers)


def test_rules_alone_decide_forests_and_lines() -> None:
    line = problem_of(5, [[0, 1], [1, 2], [2, 3], [3, 4]], single=True, directed=True)
    assert line.wins(0, 15) is False
    assert line.wins(1, 15) is True
    assert line.nodes == 0


def test_a_pair_there_and_back_cancels() -> None:
    rows = [[0, 1], [1, 0], [1, 2], [2, 1], [2, 0], [0, 2]]
    game = problem_of(3, rows, single=True, directed=True)
    assert game.wins(0, 63) is False
    assert game.nodes == 0


@pytest.mark.parametrize("sides", [(3, 3), (3, 4), (4, 4)])
def test_bipartite_graphs_are_decided_at_once(sides: tuple[int, int]) -> None:
    """Random ones, with parallel edges, against recursion; no state has a follower opened."""
    rng = np.random.default_rng(5)
    opened = 0
    for _ in range(40):
        rows = [[int(rng.integers(sides[0])), sides[0] + int(rng.integers(sides[1]))]
                for _ in range(int(rng.integers(4, 10)))]  # fmt: skip
        game = problem_of(sum(sides), rows, single=True, directed=False)
        everything = (1 << len(game.tail)) - 1
        for token in range(sum(sides)):
            assert game.wins(token, everything) == by_recursion(game, token, everything)
        opened = max(opened, game.nodes)
        assert game.nodes <= sum(sides)
    assert opened > 0


def digraph(n: int, seed: int) -> list[list[int]]:
    """Three arcs leave each vertex."""
    rng = np.random.default_rng(seed)
    return [[u, (u + int(d)) % n] for u in range(n) for d in rng.choice(n - 1, 3, False) + 1]


def test_a_search_in_slices_opens_the_same_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Edge geography with more than 64 arcs."""
    rows = digraph(22, 7)
    everything = (1 << len(rows)) - 1
    whole = problem_of(22, rows, single=True, directed=True)
    answer = whole.wins(0, everything)
    monkeypatch.setattr(directed_geography, "SLICE", 5)
    parts = problem_of(22, rows, single=True, directed=True)
    assert parts.wins(0, everything) == answer
    assert parts.nodes == whole.nodes > 500


def test_a_table_that_grows_holds_what_was_found() -> None:
    """Vertex geography; the winner's strategy is played against every reply for some moves."""
    rows = digraph(40, 0)
    game = problem_of(40, rows, single=False, directed=True)
    everything = (1 << len(rows)) - 1
    todo = [(0, everything, game.wins(0, everything), 8)]
    assert game.decided > FIRST // 4
    assert len(game._room.table[0]) > FIRST
    while todo:
        token, alive, wins, depth = todo.pop()
        followers = game.moves(token, alive)
        if wins:
            move = game.winning_move(token, alive)
            followers = [state for state in followers if state[0] == move]
            assert len(followers) == 1
        if depth:
            todo += [(*state, not wins, depth - 1) for state in followers]
        assert game.wins(token, alive) is wins


def test_limits_stop_and_keep_the_table() -> None:
    rng = np.random.default_rng(2)
    rows = [[u, int(v)] for u in range(40) for v in rng.choice(39, 4, replace=False)]
    game = problem_of(40, rows, single=True, directed=True, limits=Limits(time_limit=0.2))
    with pytest.raises(LimitReached, match="time"):
        sum(game.wins(token, (1 << len(game.tail)) - 1) for token in range(40))
    assert game.nodes > 0
