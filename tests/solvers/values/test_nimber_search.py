"""Grundy values as far as they are needed.

Oracle: the definition (``reference/kayles.py``). Random graphs, trees, graphs with twins and all
small grids, node and arc Kayles; sums; all lines of the proofs; with little room and pauses
everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pytest
from reference.kayles import Kayles
from reference.often import often

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Cancelled, LimitReached, Limits
from gameproof.solvers.values.nimber_search import BUDGET, NUMBERS, KaylesProblem, NimberSearch, Row
from gameproof.solvers.values.sprague_grundy import TooMany

Near = list[set[int]]


def near_of(n: int, edges: Sequence[tuple[int, int]]) -> Near:
    near: Near = [set() for _ in range(n)]
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return near


def paths(most: int, arcs: bool) -> list[int]:
    """By the definition; the heaps of 0.07 and 0.137."""
    values = [0]
    for n in range(1, most + 1):
        ends = (
            [(i, n - i - 2) for i in range(n - 1)]
            if arcs
            else [(i - 1, n - i - 2) for i in range(n)]
        )
        after = {values[max(0, a)] ^ values[max(0, b)] for a, b in ends}
        values.append(next(k for k in range(n + 1) if k not in after))
    return values


def engine(
    near: Near,
    arcs: bool,
    limits: Limits | None = None,
    numbers: int = NUMBERS,
    budget: int = BUDGET,
) -> NimberSearch:
    rows = [sorted(row) for row in near]
    problem = KaylesProblem(
        np.cumsum([0, *map(len, rows)], dtype=np.int64),
        np.array([u for row in rows for u in row], dtype=np.int32),
        arcs,
        np.array(paths(len(near), arcs), dtype=np.int64),
    )
    return NimberSearch(problem, limits or Limits(), numbers=numbers, budget=budget)


def parts(near: Near, left: frozenset[int]) -> list[int]:
    """The components, as masks."""
    found, rest = [], set(left)
    while rest:
        part = waiting = {rest.pop()}
        while waiting:
            waiting = {u for v in waiting for u in near[v]} & rest
            rest -= waiting
            part = part | waiting
        found.append(sum(1 << v for v in part))
    return found


def random_graph(source: random.Random, most: int) -> Near:
    """A tree, any graph, or one with twins."""
    n, kind = source.randrange(2, most + 1), source.randrange(3)
    if kind == 0:
        return near_of(n, [(v, source.randrange(v)) for v in range(1, n)])
    density = source.choice((0.2, 0.35, 0.6))
    edges = [e for e in combinations(range(n), 2) if source.random() < density]
    if kind == 2:
        twin = source.randrange(n)
        edges += [(u, n) for pair in edges for u in pair if twin in pair and u != twin]
        edges += [(twin, n)] * source.randrange(2)
        n += 1
    return near_of(n, edges)


def grids(most: int) -> Iterator[tuple[int, int]]:
    return ((m, n) for n in range(1, most + 1) for m in range(1, n + 1) if m * n <= most)


def grid(m: int, n: int) -> Near:
    right = [(r * n + c, r * n + c + 1) for r in range(m) for c in range(n - 1)]
    down = [(r * n + c, r * n + n + c) for r in range(m - 1) for c in range(n)]
    return near_of(m * n, right + down)


def confirm(rows: Sequence[Row], true: Kayles) -> None:
    for row in rows:
        value = true.value(frozenset(bits(row.part)))
        assert value not in row.excluded
        assert row.value in (None, value)
        assert row.value is not None or row.excluded


@pytest.mark.parametrize("arcs", [False, True])
@pytest.mark.parametrize(("numbers", "budget"), [(NUMBERS, BUDGET), (1, BUDGET), (2, 0)])
def test_values_are_those_of_the_definition(arcs: bool, numbers: int, budget: int) -> None:
    source = random.Random(3)
    excluded = 0
    for _ in range(often(60)):
        near = random_graph(source, 9)
        true = Kayles(near, arcs)
        left = frozenset(v for v in range(len(near)) if source.random() < 0.9)
        whole, value = parts(near, left), true.value(left)
        asked = engine(near, arcs, None, numbers, budget)
        assert asked.value(whole) == value
        confirm(asked.proof(), true)
        for k in range(5):
            alone = engine(near, arcs, None, numbers, budget)
            assert alone.equals(whole, k) == asked.equals(whole, k) == (value == k)
            confirm(alone.proof(), true)
            excluded += any(row.value is None for row in alone.proof())
    assert excluded > 20


@pytest.mark.parametrize("arcs", [False, True])
def test_all_values_below_are_those_of_the_definition(arcs: bool) -> None:
    source = random.Random(5)
    for _ in range(often(60)):
        near = random_graph(source, 9)
        true = Kayles(near, arcs)
        whole = parts(near, frozenset(range(len(near))))
        asked = engine(near, arcs)
        rows = asked.everything(whole, 1 << 20)
        confirm(rows, true)
        assert len(rows) == asked.stats["states"]
        if rows:
            with pytest.raises(TooMany, match=f"more than {len(rows) - 1} states"):
                engine(near, arcs).everything(whole, len(rows) - 1)
        assert len(engine(near, arcs).everything(whole, len(rows))) == len(rows)


@pytest.mark.parametrize("arcs", [False, True])
def test_isomorphic_graphs_are_one_state_on_boards_of_many_words(arcs: bool) -> None:
    """Copies of a graph at random places of a large board: two together are 0, three the graph."""
    source = random.Random(7)
    for _ in range(often(25)):
        near = random_graph(source, 8)
        n = len(near)
        places = source.sample(range(200), 3 * n)
        board: Near = [set() for _ in range(200)]
        for copy in range(3):
            at = places[copy * n : copy * n + n]
            for v in range(n):
                board[at[v]] = {at[u] for u in near[v]}
        copies = [frozenset(places[i * n : i * n + n]) for i in range(3)]
        value = Kayles(near, arcs).value(frozenset(range(n)))
        asked = engine(board, arcs)
        masks = [parts(board, copy) for copy in copies]
        assert asked.equals(masks[0] + masks[1], 0)
        assert not asked.proof()
        assert [asked.value(mask) for mask in masks] == [value] * 3
        assert asked.value([part for mask in masks for part in mask]) == value
        alone = engine(near, arcs)
        alone.value(parts(near, frozenset(range(n))))
        assert alone.stats["states"] == asked.stats["states"]


@pytest.mark.parametrize("arcs", [False, True])
def test_graphs_that_colours_do_not_tell_apart_are_two_states(arcs: bool) -> None:
    """The prism and the graph of three houses and wells are both cubic on six vertices."""
    prism = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
    wells = [(6 + a, 9 + b) for a in range(3) for b in range(3)]
    near = near_of(12, prism + wells)
    true = Kayles(near, arcs)
    both = parts(near, frozenset(range(12)))
    rows = engine(near, arcs).everything(both, 1 << 20)
    confirm(rows, true)
    assert set(both) <= {row.part for row in rows}


@pytest.mark.parametrize("arcs", [False, True])
def test_small_grids(arcs: bool) -> None:
    for m, n in grids(15 if arcs else 16):
        near = grid(m, n)
        whole = (1 << m * n) - 1
        true = Kayles(near, arcs).value(frozenset(range(m * n)))
        for budget in (BUDGET, 0):
            asked = engine(near, arcs, budget=budget)
            assert asked.value([whole]) == true
            assert engine(near, arcs, budget=budget).equals([whole], 1) == (true == 1)


@pytest.mark.parametrize(
    ("m", "n", "value"), [(3, 6, 4), (3, 8, 3), (3, 9, 1), (4, 5, 2), (4, 7, 3), (5, 5, 0)]
)
def test_published_values_of_cram(m: int, n: int, value: int) -> None:
    """Lemoine, Viennot 2012."""
    assert engine(grid(m, n), arcs=True).value([(1 << m * n) - 1]) == value


def test_a_proof_names_what_it_rests_on() -> None:
    """And no more. That it is enough is for the checker to say (``test_component_values``)."""
    near = grid(3, 5)
    asked = engine(near, arcs=True)
    assert asked.value([(1 << 15) - 1]) == 1
    rows = asked.proof()
    assert {row.part for row in rows if row.part.bit_count() == 15} == {(1 << 15) - 1}
    assert len(rows) < asked.stats["states"]
    again = engine(near, arcs=True)
    assert not again.equals([(1 << 15) - 1], 0)
    assert len(again.proof()) < len(rows)
    assert (((1 << 15) - 1), None, (0,)) in again.proof()


def test_limits() -> None:
    near = grid(4, 5)
    whole = [(1 << 20) - 1]
    asked = engine(near, True, Limits(time_limit=0), budget=0)
    for question in (asked.value, lambda parts: asked.everything(parts, 1 << 20)):
        with pytest.raises(LimitReached, match="time"):
            question(whole)
    asked.limits = Limits()
    assert asked.value(whole) == 2
    asked.limits = Limits(time_limit=0)
    with pytest.raises(LimitReached, match="time"):
        asked.proof()
    asked.limits = Limits()
    assert (whole[0], 2, ()) in asked.proof()
    small = engine(near, True, Limits(memory_limit=1))
    with pytest.raises(LimitReached, match="memory"):
        small.value(whole)
    stopped = Limits()
    stopped.cancel()
    with pytest.raises(Cancelled):
        engine(near, True, stopped, budget=0).value(whole)


def test_progress_is_told() -> None:
    told: list[str] = []
    engine(grid(3, 5), True, Limits(progress=told.append), budget=0).value([(1 << 15) - 1])
    assert told[-1].endswith("questions about values")
