"""Maximum matching against a slow reference, and its forest against the definition."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from reference.matching import largest, missed_by_some

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.matching.blossom import FREE, INNER, OUTER, Matching, maximum_matching

EDGES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=22)


def validate(n: int, edges: NDArray[np.int32], matching: Matching) -> None:
    """The matching is one, and every outer vertex has its alternating path."""
    there = {frozenset(pair) for pair in edges.tolist()}
    mate = matching.mate.tolist()
    for v, w in enumerate(mate):
        assert w < 0 or (mate[w] == v and frozenset((v, w)) in there)
    for v in np.flatnonzero(matching.label == OUTER).tolist():
        path = matching.path(v)
        assert path[0] == v
        assert mate[path[-1]] < 0
        assert len(set(path)) == len(path)
        assert all(mate[a] == b for a, b in zip(path[::2], path[1::2], strict=False))
        assert all(frozenset(step) in there for step in itertools.pairwise(path))


@settings(max_examples=250)
@given(EDGES)
def test_small_graphs_agree_with_the_reference(rows: list[tuple[int, int]]) -> None:
    edges = np.array(rows, dtype=np.int32).reshape(-1, 2)
    matching = maximum_matching(10, edges)
    validate(10, edges, matching)
    assert matching.size == largest(10, rows)
    outer = {v for v in range(10) if matching.label[v] == OUTER}
    assert outer == missed_by_some(10, rows)
    beside = {y for u, v in rows for x, y in ((u, v), (v, u)) if x in outer} - outer
    assert beside == {v for v in range(10) if matching.label[v] == INNER}


def test_middling_graphs_agree_with_networkx() -> None:
    import networkx

    rng = np.random.default_rng(3)
    for _ in range(40):
        n = int(rng.integers(1, 60))
        edges = rng.integers(0, n, size=(int(rng.integers(0, 3 * n)), 2), dtype=np.int32)
        matching = maximum_matching(n, edges)
        validate(n, edges, matching)
        graph: networkx.Graph[int] = networkx.Graph(e for e in edges.tolist() if e[0] != e[1])
        assert matching.size == len(networkx.max_weight_matching(graph, maxcardinality=True))


def triangles(k: int) -> NDArray[np.int32]:
    """k triangles in a row, each sharing a vertex with the next."""
    a = 2 * np.arange(k, dtype=np.int32)
    sides = [np.stack(pair, axis=1) for pair in ((a, a + 1), (a + 1, a + 2), (a, a + 2))]
    return np.concatenate(sides)


def test_nested_blossoms() -> None:
    rng = np.random.default_rng(5)
    for k in (1, 2, 7, 40):
        n = 2 * k + 1
        edges = rng.permutation(n).astype(np.int32)[triangles(k)]
        matching = maximum_matching(n, edges)
        assert matching.size == k
        assert (matching.label == OUTER).all()
        validate(n, edges, matching)


@pytest.mark.parametrize(
    ("name", "n", "edges", "size", "labels"),
    [
        ("no vertex", 0, [], 0, ()),
        ("one vertex", 1, [], 0, (OUTER,)),
        ("a loop is no edge", 1, [(0, 0)], 0, (OUTER,)),
        ("one edge twice", 2, [(0, 1), (1, 0)], 1, (FREE, FREE)),
        ("star", 4, [(0, 1), (0, 2), (0, 3)], 1, (INNER, OUTER, OUTER, OUTER)),
        ("triangle", 3, [(0, 1), (1, 2), (2, 0)], 1, (OUTER, OUTER, OUTER)),
    ],
)
def test_smallest_cases(
    name: str, n: int, edges: list[tuple[int, int]], size: int, labels: tuple[int, ...]
) -> None:
    matching = maximum_matching(n, np.array(edges, dtype=np.int32).reshape(-1, 2))
    assert matching.size == size, name
    assert tuple(matching.label.tolist()) == labels, name


@pytest.mark.parametrize("per_vertex", [1.0, 1.4, 1.5, 2.0, 5.0])
def test_large_random_graphs_are_maximum(per_vertex: float) -> None:
    """The Gallai-Edmonds count proves the size without a second engine."""
    n = 20_000
    rng = np.random.default_rng(11)
    edges = rng.integers(0, n, size=(int(per_vertex * n), 2), dtype=np.int32)
    matching = maximum_matching(n, edges)
    outer = matching.label == OUTER
    tail, head = edges[:, 0], edges[:, 1]
    assert not (outer[tail] & (matching.label[head] == FREE)).any()
    assert not (outer[head] & (matching.label[tail] == FREE)).any()
    import networkx

    inside: networkx.Graph[int] = networkx.Graph(edges[outer[tail] & outer[head]].tolist())
    singles = int(outer.sum()) - inside.number_of_nodes()
    odd = singles + networkx.number_connected_components(inside)
    assert odd - int((matching.label == INNER).sum()) == n - 2 * matching.size


def test_a_limit_stops_the_search() -> None:
    with pytest.raises(LimitReached, match="time"):
        maximum_matching(3, triangles(1), Limits(time_limit=0))
