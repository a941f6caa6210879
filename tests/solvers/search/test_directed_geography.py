"""The search of directed geography, against recursion without any reduction."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.directed_geography import DirectedGeography


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
    return DirectedGeography(n, tail, head, deletes, single, limits or Limits())


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


@pytest.mark.parametrize(
    ("single", "directed", "compiled"),
    [
        (False, False, False),
        (False, True, False),
        (True, False, False),
        (True, True, False),
        (False, True, True),
        (True, True, True),
    ],
)
def test_against_recursion(single: bool, directed: bool, compiled: bool) -> None:
    rng = np.random.default_rng(23)
    for _ in range(250):
        n = int(rng.integers(1, 7))
        rows = rng.integers(0, n, size=(int(rng.integers(0, 11)), 2)).tolist()
        if not single:
            rows = [(u, v) for u, v in rows if u != v]
        game = problem_of(n, rows, single=single, directed=directed)
        if compiled:
            game.compile_after = 0
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


def test_an_oracle_is_believed() -> None:
    rows = [[u, v] for u in range(4) for v in range(u)]
    game = problem_of(4, rows, single=True, directed=False)
    game.oracle = lambda token, alive: False
    assert game.wins(0, (1 << 12) - 1) is False
    assert game.nodes == 1


@pytest.mark.parametrize("single", [False, True])
def test_interpreted_and_compiled_search_open_the_same_states(single: bool) -> None:
    """More than 64 arcs, and a table that has to grow."""
    rng = np.random.default_rng(7)
    seen = 0
    for n in (22, 22, 22) if single else (28, 30, 32):
        rows = [[u, (u + int(d)) % n] for u in range(n) for d in rng.choice(n - 1, 3, False) + 1]
        plain = problem_of(n, rows, single=single, directed=True)
        plain.compile_after = 1_000_000
        fast = problem_of(n, rows, single=single, directed=True)
        fast.compile_after = 0
        everything = (1 << len(rows)) - 1
        assert plain.wins(0, everything) == fast.wins(0, everything)
        assert plain.nodes == fast.nodes
        seen = max(seen, plain.nodes)
    assert seen > 500


def test_limits_stop_and_keep_the_table() -> None:
    rng = np.random.default_rng(2)
    rows = [[u, int(v)] for u in range(40) for v in rng.choice(39, 4, replace=False)]
    game = problem_of(40, rows, single=True, directed=True, limits=Limits(time_limit=0.2))
    with pytest.raises(LimitReached, match="time"):
        sum(game.wins(token, (1 << len(game.tail)) - 1) for token in range(40))
    assert game.nodes > 0
