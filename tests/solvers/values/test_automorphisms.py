"""Automorphisms of small graphs, against trying all permutations and against known groups."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from random import Random

import networkx as nx
import pytest

from gameproof.solvers.values.automorphisms import MOST, automorphisms


def masks(n: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    near = [0] * n
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    return near


@pytest.mark.parametrize("seed", range(25))
def test_all_permutations_that_keep_neighbours(seed: int) -> None:
    rng = Random(seed)
    n = rng.randrange(1, 7)
    edges = [(a, b) for a in range(n) for b in range(a) if rng.random() < 0.5]
    kept = {frozenset(edge) for edge in edges}
    expected = {
        p for p in permutations(range(n)) if {frozenset((p[a], p[b])) for a, b in edges} == kept
    } - {tuple(range(n))}
    found = automorphisms(masks(n, edges))
    assert len(found) == len(set(found))
    assert set(found) == (expected if len(expected) < MOST else set())


@pytest.mark.parametrize(
    ("graph", "order"),
    [
        (nx.path_graph(18), 2),
        (nx.cycle_graph(18), 36),
        (nx.grid_2d_graph(4, 5), 4),
        (nx.grid_2d_graph(5, 5), 8),
        (nx.petersen_graph(), 120),
        (nx.hypercube_graph(4), 384),
        (nx.dodecahedral_graph(), 120),
        (nx.frucht_graph(), 1),
        (nx.hypercube_graph(5), 1),  # 3 840: given up
        (nx.star_graph(12), 1),
        (nx.empty_graph(60), 1),
    ],
)
def test_known_groups(graph: nx.Graph[object], order: int) -> None:
    whole = nx.convert_node_labels_to_integers(graph)
    assert len(automorphisms(masks(len(whole), whole.edges))) == order - 1


def test_no_vertices() -> None:
    assert automorphisms([]) == []
