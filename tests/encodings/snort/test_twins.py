"""Twins are counted, not listed: values, outcomes and certificates of boards full of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from reference.proved import findings, proved
from reference.snort import outcome

from gameproof.encodings.snort.twins import many_twins
from gameproof.encodings.snort.value import closures, position_value
from gameproof.games.graph import Graph
from gameproof.games.snort import COL, SNORT, Position, make_col, make_snort
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.placement import placement_value, untwinned


def blown_up(count: int, most: int, seed: int) -> Iterator[Graph]:
    """Random graphs whose vertices are replaced by classes of twins, numbered at random."""
    source = random.Random(seed)
    for _ in range(count):
        k = source.randrange(1, 4)
        inner = [e for e in combinations(range(k), 2) if source.random() < 0.7]
        sizes = [source.randrange(1, 5) for _ in range(k)]
        if sum(sizes) > most:
            continue
        of = [i for i, size in enumerate(sizes) for _ in range(size)]
        joined = [source.random() < 0.5 for _ in range(k)]
        edges = [
            (a, b)
            for a, b in combinations(range(len(of)), 2)
            if (joined[of[a]] if of[a] == of[b] else tuple(sorted((of[a], of[b]))) in inner)
        ]
        place = source.sample(range(len(of)), len(of))
        yield Graph.of(len(of), [(place[a], place[b]) for a, b in edges])


def marked(graph: Graph, source: random.Random, rules: object, often: int = 6) -> Position:
    """Some vertices open to one player only."""
    make = make_snort if rules is SNORT else make_col
    closed = [source.randrange(often) for _ in range(graph.n)]
    return make(
        graph,
        only_red=[v for v in range(graph.n) if closed[v] == 0],
        only_blue=[v for v in range(graph.n) if closed[v] == 1],
    )


@pytest.mark.parametrize("rules", [SNORT, COL])
def test_values_of_boards_with_twins(rules: object) -> None:
    """Proved with twins once, evaluated with all of them (compiled enumeration)."""
    source = random.Random(2)
    for graph in blown_up(40, 9, 1):
        position = marked(graph, source, rules)
        same, other = closures(position)
        every = placement_value(same, other, position.red_free, position.blue_free, Limits())
        one = position_value(position, Limits())
        assert proved(position.rules.name, position, "value") == str(one)
        assert one.outcome in "NPLR"
        assert one == type(one)(every.store, every.value, every.stats)


def test_outcomes_of_boards_with_twins() -> None:
    source = random.Random(5)
    tried = 0
    for graph in blown_up(80, 10, 3):
        for rules in (SNORT, COL):
            position = marked(graph, source, rules, 24)
            if not many_twins(position):
                continue
            tried += 1
            found = findings(rules.name, position, "outcome")
            assert found["twins"].answer == outcome(position)
            assert found["twins"].certificate is not None
    assert tried > 10


@pytest.mark.parametrize(
    ("game", "n", "edges", "value"),
    [
        ("snort", 41, [(0, v) for v in range(1, 41)], "±40"),
        ("col", 31, [(0, v) for v in range(1, 31)], "0"),
        ("col", 32, [(0, v) for v in range(1, 32)], "*"),
        ("snort", 50, [(a, b) for a in range(20) for b in range(20, 50)], "0"),
        ("snort", 24, [(a, b) for a, b in combinations(range(24), 2) if a // 2 != b // 2], "0"),
    ],
)
def test_large_boards_of_twins(game: str, n: int, edges: list[tuple[int, int]], value: str) -> None:
    """Stars, complete bipartite graphs, cocktail parties: all proved."""
    graph = Graph.of(n, edges)
    position = make_snort(graph) if game == "snort" else make_col(graph)
    assert proved(game, position, "value") == value


def test_what_no_exchange_respects_is_no_twin() -> None:
    """Leaves of different colours, or of different stars."""
    star = make_snort(Graph.of(4, [(0, 1), (0, 2), (0, 3)]), only_red=[1])
    assert untwinned(*closures(star), star.red_free, star.blue_free) == 0b0111
    two = make_snort(Graph.of(4, [(0, 1), (2, 3)]))
    assert untwinned(*closures(two), two.red_free, two.blue_free) == 0b0101
    path = make_snort(Graph.of(3, [(0, 1), (1, 2)]))
    assert untwinned(*closures(path), path.red_free, path.blue_free) == 0b011
