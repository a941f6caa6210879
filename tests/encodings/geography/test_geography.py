"""Undirected vertex geography: every small graph, and published rows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from networkx.generators.atlas import graph_atlas_g
from reference.geography import outcomes
from reference.proved import findings, proved

from gameproof.games.geography import make
from gameproof.games.graph import Graph
from gameproof.instances.graphs import take_graph

PAW = [(0, 3), (1, 2), (1, 3), (2, 3)]
BULL = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4)]

TABLE = [
    *((f"path {k}", "N" * k) for k in (2, 4, 6, 8)),
    *((f"path {k}", "PN" * (k // 2) + "P") for k in (3, 5, 7)),
    *((f"cycle {k}", "P" * k) for k in (3, 5, 7)),
    *((f"cycle {k}", "N" * k) for k in (4, 6, 8)),
    ("complete 4", "NNNN"),
    ("complete 5", "PPPPP"),
    ("star 3", "NPPP"),
    ("bipartite 2 3", "NNPPP"),
    ("grid 2 3", "NNNNNN"),
    ("grid 2 4", "NNNNNNNN"),
    ("grid 3 4", "N" * 12),
    ("grid 3 3", "PNPNPNPNP"),
    ("hypercube 3", "N" * 8),
    ("prism 3", "N" * 6),
]


@pytest.mark.parametrize(("words", "table"), TABLE)
def test_vertex_rows(words: str, table: str) -> None:
    graph, _ = take_graph(words.split())
    assert proved("geography", make(graph), "all") == table
    for v, letter in enumerate(table):
        assert proved("geography", make(graph, v), "outcome") == letter


@pytest.mark.parametrize(("edges", "table"), [(PAW, "NNNN"), (BULL, "PNNPP")])
def test_vertex_rows_by_edges(edges: list[tuple[int, int]], table: str) -> None:
    graph = Graph.of(len(table), edges)
    assert proved("geography", make(graph), "all") == table


@pytest.mark.parametrize(
    "sizes", [range(7), pytest.param([7], marks=pytest.mark.slow)], ids=["six", "seven"]
)
def test_every_graph_with_at_most_seven_vertices(sizes: Sequence[int]) -> None:
    """All 1252 graphs of the atlas, every start vertex and the free start."""
    for atlas in graph_atlas_g()[1:]:
        if atlas.number_of_nodes() not in sizes:
            continue
        n, edges = atlas.number_of_nodes(), list(atlas.edges())
        graph, table = Graph.of(n, edges), outcomes(n, edges)
        assert proved("geography", make(graph), "all") == table
        free = "N" if "P" in table else "P"
        assert proved("geography", make(graph), "outcome") == free
        for v in range(n):
            assert proved("geography", make(graph, v), "outcome") == table[v]


def test_the_empty_graph() -> None:
    """Nowhere to put the token: the first player loses at once."""
    assert proved("geography", make(Graph.of(0, [])), "outcome") == "P"
    assert proved("geography", make(Graph.of(0, [])), "all") == ""


def test_positions_in_the_middle_of_a_game() -> None:
    graph, _ = take_graph(["grid", "3", "3"])
    position = make(graph, 4, route=(1, 0))
    assert position.gone == {4, 1}
    left = [(u, v) for u, v in graph.edges.tolist() if not {u, v} & {4, 1}]
    table = outcomes(9, left)
    assert proved("geography", position, "outcome") == table[0]
    shown = "".join("-" if v in {4, 1} else table[v] for v in range(9))
    assert proved("geography", position, "all") == shown


def test_the_winning_move_of_an_n_position_wins() -> None:
    graph, _ = take_graph(["gnp", "14", "0.2", "seed", "5"])
    seen = 0
    for v in [None, *range(graph.n)]:
        position = make(graph, v)
        for found in findings("geography", position, "outcome").values():
            assert bool(found.winning_moves) == (found.answer == "N")
            for move in found.winning_moves:
                assert proved("geography", position.play(move), "outcome") == "P"  # type: ignore[arg-type]
                seen += 1
    assert seen


def test_matching_numbers_of_a_graph_and_without_the_start() -> None:
    """v is covered by every maximum matching iff G - v has a smaller one (by one edge)."""
    graph, _ = take_graph(["gnp", "13", "0.15", "seed", "0"])
    whole = int(proved("geography", make(graph), "matching"))
    seen = set()
    for v in range(graph.n):
        position = make(graph, v)
        for w in position.moves()[:1]:
            without = int(proved("geography", position.play(w), "matching"))
            letter = proved("geography", position, "outcome")
            assert without == whole - (letter == "N")
            seen.add(letter)
    assert seen == {"N", "P"}
