"""Neighbourhoods of large graphs by lists, against masks, networkx and the plainest way."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import pytest
from reference.proved import proved

from gameproof.games.bit_sets import LONG, mask_of, members
from gameproof.games.graph import Graph, SparseMasks, neighbour_masks
from gameproof.games.graph_names import shape_of
from gameproof.games.impartial.kayles import ArcPosition, NodePosition, components


def random_graph(chance: random.Random, n: int) -> Graph:
    """Also with loops and parallel edges."""
    m = chance.randrange(2 * n)
    return Graph.of(n, [(chance.randrange(n), chance.randrange(n)) for _ in range(m)])


@pytest.mark.parametrize("seed", range(40))
def test_lists_say_what_masks_say(seed: int) -> None:
    chance = random.Random(seed)
    graph = random_graph(chance, chance.choice([1, 2, 5, 9, 30, 70]))
    masks, lists = neighbour_masks(graph), SparseMasks(graph)
    assert list(lists) == list(masks)
    assert lists[1:4] == masks[1:4]
    for _ in range(5):
        mask = chance.getrandbits(graph.n)
        assert components(lists, mask) == components(masks, mask)
        assert lists.degrees(mask) == [(masks[v] & mask).bit_count() for v in members(mask)]
        for part in components(masks, mask):
            assert shape_of(lists, part) == shape_of(masks, part)


@pytest.mark.parametrize("n", [1, LONG, LONG + 1, 3 * LONG])
def test_a_mask_of_many_places(n: int) -> None:
    places = random.Random(n).sample(range(2 * n), n)
    assert mask_of(places) == sum(1 << place for place in places)
    assert list(members(mask_of(places))) == sorted(places)
    assert mask_of([]) == 0


@pytest.mark.parametrize("kind", ["path", "cycle", "tree", "sparse"])
def test_components_of_large_graphs(kind: str) -> None:
    n = 5000
    graphs: dict[str, Any] = {
        "path": nx.path_graph(n),
        "cycle": nx.cycle_graph(n),
        "tree": nx.random_labeled_tree(n, seed=1),
        "sparse": nx.gnm_random_graph(n, n, seed=1),
    }
    made = graphs[kind]
    graph = Graph.of(n, list(made.edges))
    assert isinstance(graph.near, SparseMasks)
    left = random.Random(0).sample(range(n), 4 * n // 5)
    expected = {mask_of(part) for part in nx.connected_components(made.subgraph(left))}
    for position in (NodePosition, ArcPosition):
        parts = [part.left for part in position(graph, mask_of(left)).parts()]
        few = {p for p in expected if p.bit_count() > 1} if position is ArcPosition else expected
        assert len(parts) == len(few)
        assert set(parts) == few
        assert parts == sorted(parts, key=lambda mask: mask & -mask)


def test_dense_and_small_graphs_keep_masks() -> None:
    assert isinstance(Graph.of(3, [(0, 1)]).near, tuple)
    n = LONG + 1
    dense = Graph.of(n, [(u, v) for u in range(n) for v in range(u + 1, u + 10) if v < n])
    assert isinstance(dense.near, tuple)


def dawson(n: int) -> list[int]:
    """Grundy values of paths of 0 to n vertices in node Kayles, by the definition."""
    values = [0, 1]
    for size in range(2, n + 1):
        seen = {values[size - 2]}
        seen |= {values[a] ^ values[size - 3 - a] for a in range((size - 1) // 2)}
        values.append(next(k for k in range(len(seen) + 1) if k not in seen))
    return values


def test_long_paths_and_cycles_have_the_values_of_the_recurrence() -> None:
    n = LONG + 60
    values = dawson(n)
    for size in (LONG + 5, n):
        path = Graph.of(size, [(v, v + 1) for v in range(size - 1)])
        cycle = Graph.of(size, [(v, (v + 1) % size) for v in range(size)])
        full = (1 << size) - 1
        assert proved("node-kayles", NodePosition(path, full), "grundy") == str(values[size])
        after = int(values[size - 3] == 0)
        assert proved("node-kayles", NodePosition(cycle, full), "grundy") == str(after)
