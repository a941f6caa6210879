"""Undirected edge geography and both directed forms: published rows and plain recursion."""

from __future__ import annotations

import numpy as np
import pytest
from networkx.generators.atlas import graph_atlas_g
from reference.geography import check, outcomes
from reference.often import often
from reference.proved import findings, proved

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.even_kernel import EvenKernel
from gameproof.encodings.geography import even_kernels as geography_kernels
from gameproof.encodings.geography.even_kernels import decide_by_kernel, find_kernel, kernel_by_sat
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.games.geography import make
from gameproof.games.graph import Graph
from gameproof.instances.graphs import take_graph
from gameproof.replies.strategies.even_kernel import reply
from gameproof.solvers.limits import Limits

PAW = [(0, 3), (1, 2), (1, 3), (2, 3)]
BULL = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4)]

UNDIRECTED_EDGE = [
    *((f"path {k}", "N" * k) for k in (2, 4, 6, 8)),
    *((f"path {k}", "PN" * (k // 2) + "P") for k in (3, 5, 7)),
    *((f"cycle {k}", "N" * k) for k in (3, 5, 7)),
    *((f"cycle {k}", "P" * k) for k in (4, 6, 8)),
    ("complete 4", "NNNN"),
    ("complete 5", "NNNNN"),
    ("star 3", "NPPP"),
    ("bipartite 2 3", "PPPPP"),
    ("grid 2 3", "NNNNNN"),
    ("grid 2 4", "NNNNNNNN"),
    ("grid 3 4", "N" * 12),
    ("grid 3 3", "P" * 9),
    ("hypercube 3", "N" * 8),
    ("prism 3", "P" * 6),
]
FIGURE_EIGHT = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)]
TOURNAMENT = [(i, j) for i in range(5) for j in range(i + 1, 5)]


def both_ways(edges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return edges + [(v, u) for u, v in edges]


def ring(k: int) -> list[tuple[int, int]]:
    return [(i, (i + 1) % k) for i in range(k)]


DIRECTED = [  # arcs, vertex form, edge form
    (ring(3), "PPP", "NNN"),
    (ring(5), "PPPPP", "NNNNN"),
    (ring(4), "NNNN", "PPPP"),
    (ring(6), "NNNNNN", "PPPPPP"),
    ([(0, 1), (1, 2), (2, 3)], "NPNP", "NPNP"),
    (TOURNAMENT, "NNNNP", "NNNNP"),
    (FIGURE_EIGHT, "PPPPP", "PNPNP"),
    ([*ring(3), (2, 3)], "NPNP", "NPNP"),
    (both_ways(ring(4)), "NNNN", "PPPP"),
    (both_ways([(0, 1), (1, 2), (2, 3)]), "NNNN", "PPPP"),
    (both_ways(ring(3)), "PPP", "PPP"),
]


@pytest.mark.parametrize(("words", "table"), UNDIRECTED_EDGE)
def test_undirected_edge_rows(words: str, table: str) -> None:
    graph, _ = take_graph(words.split())
    assert proved("geography", make(graph, edge=True), "all") == table
    assert proved("geography", make(graph, 0, edge=True), "outcome") == table[0]


@pytest.mark.parametrize(("edges", "table"), [(PAW, "PNNN"), (BULL, "PNNPP")])
def test_undirected_edge_rows_by_edges(edges: list[tuple[int, int]], table: str) -> None:
    graph = Graph.of(len(table), edges)
    assert proved("geography", make(graph, edge=True), "all") == table


@pytest.mark.parametrize(("arcs", "vertex", "edge"), DIRECTED)
def test_directed_rows(arcs: list[tuple[int, int]], vertex: str, edge: str) -> None:
    graph = Graph.of(len(vertex), arcs, directed=True)
    assert proved("geography", make(graph), "all") == vertex
    assert proved("geography", make(graph, edge=True), "all") == edge


def agree(n: int, edges: list[tuple[int, int]], *, directed: bool, edge: bool) -> None:
    """Every method on every start and question agrees with plain recursion."""
    graph = Graph.of(n, edges)
    table = outcomes(n, edges, edge=edge, directed=directed)
    free = make(graph, None, edge, directed)
    assert proved("geography", free, "all") == table
    assert proved("geography", free, "outcome") == ("N" if "P" in table else "P")
    for v in range(n):
        position = make(graph, v, edge, directed)
        assert proved("geography", position, "outcome") == table[v]
        winning = proved("geography", position, "winning-moves")
        assert (winning == "none") == (table[v] == "P")


def small_graphs() -> list[tuple[int, list[tuple[int, int]]]]:
    atlas = [(g.number_of_nodes(), list(g.edges())) for g in graph_atlas_g()[1:]]
    return [(n, edges) for n, edges in atlas if len(edges) <= 10]


def test_a_sample_of_the_graphs_with_ten_edges() -> None:
    for n, edges in small_graphs()[::35]:
        agree(n, edges, directed=False, edge=True)


@pytest.mark.slow
def test_every_graph_with_at_most_ten_edges() -> None:
    """All graphs of the atlas (7 vertices) with at most 10 edges, every start."""
    for n, edges in small_graphs():
        agree(n, edges, directed=False, edge=True)


@pytest.mark.parametrize("edge", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_random_multigraphs(edge: bool, directed: bool) -> None:
    rng = np.random.default_rng(17)
    for _ in range(often(10)):
        n = int(rng.integers(1, 7))
        rows = rng.integers(0, n, size=(int(rng.integers(0, 10)), 2)).tolist()
        agree(n, rows, directed=directed, edge=edge)


def test_smallest_p_position_without_an_even_kernel() -> None:
    """The paw from its pendant vertex; no graph with fewer edges has one."""
    paw = make(Graph.of(4, PAW), 0, edge=True)
    assert proved("geography", paw, "outcome") == "P"
    assert proved("geography", paw, "even-kernel") == "no"
    for n, edges in small_graphs():
        if len(edges) < 4 or (len(edges) == 4 and n < 4):
            for v, letter in enumerate(outcomes(n, edges, edge=True)):
                position = make(Graph.of(n, edges), v, edge=True)
                answer = proved("geography", position, "even-kernel")
                assert answer == ("yes" if letter == "P" else "no")


@pytest.mark.parametrize("engine", [None, "glucose4", "cp-sat"])
def test_kernels_by_every_kind_of_back_end(engine: str | None) -> None:
    graph, _ = take_graph(["gnp", "12", "0.3", "seed", "4"])
    for v in range(graph.n):
        position = make(graph, v, edge=True)
        kernel = find_kernel(position, v, Limits(), engine)
        reference = find_kernel(position, v, Limits(), None)
        assert (kernel is None) == (reference is None)
        found = kernel_by_sat(position, Limits(), Options(engine=engine))
        assert found.certificate is not None
        check(position, "even-kernel", found.answer, found.certificate)


def test_a_kernel_search_out_of_time_leaves_the_ladder_on() -> None:
    graph, _ = take_graph(["gnp", "30", "0.3", "seed", "1"])
    position = make(graph, 0, edge=True)
    found = decide_by_kernel(position, Limits(time_limit=3600), Options())
    assert found.answer in ("N", "P", UNKNOWN)
    stopped = pytest.MonkeyPatch()
    with stopped.context() as patch:

        def out_of_time(*_: object) -> None:
            from gameproof.solvers.limits import LimitReached

            raise LimitReached("time")

        patch.setattr(geography_kernels, "find_kernel", out_of_time)
        found = decide_by_kernel(position, Limits(time_limit=3600), Options())
        assert found.answer == UNKNOWN
        assert found.note == "even kernel: time limit reached"


def test_bipartite_strategy_wins_against_every_play() -> None:
    graph = Graph.of(6, [(0, 3), (0, 4), (1, 3), (1, 4), (2, 5), (2, 4), (1, 5)])
    for start in [None, *range(6)]:
        position = make(graph, start, edge=True)
        found = findings("geography", position, "outcome")["gf2"]
        winner = "first" if found.answer == "N" else "second"
        certificate = found.certificate
        stack = [position]
        while stack:
            here = stack.pop()
            if here.result() is not None:
                assert here.result() == winner
            elif here.to_move == winner:
                assert isinstance(certificate, EvenKernel)
                move = reply(here, certificate)
                assert move is not None
                stack.append(here.play(move))
            else:
                stack.extend(here.play(move) for move in here.moves())


@pytest.mark.slow
def test_a_large_board_by_linear_algebra() -> None:
    """2000 x 2000 vertices and 10^6 edges, every start, then one position."""
    rng = np.random.default_rng(0)
    edges = np.stack([rng.integers(0, 2000, 10**6), 2000 + rng.integers(0, 2000, 10**6)], 1)
    graph = Graph.of(4000, edges)
    table = make(graph, edge=True)
    start = make(graph, 7, edge=True)
    one = geography_kernels.decide_bipartite(start, Limits(), Options())
    every = geography_kernels.decide_all_bipartite(table, Limits(), Options())
    assert isinstance(one.certificate, EvenKernel)
    assert isinstance(every.certificate, EvenKernel)
    check(start, "outcome", one.answer, one.certificate)
    check(table, "all", every.answer, every.certificate)
    assert (one.answer == "P") == (every.certificate.move[7] < 0)


def test_directed_graphs_refuse_kernels() -> None:
    position = make(Graph.of(2, [(0, 1)]), 0, edge=True)
    found = findings("geography", position, "outcome")["gf2"]
    directed = make(Graph.of(2, [(0, 1)]), 0, edge=True, directed=True)
    assert found.certificate is not None
    with pytest.raises(Rejected, match="undirected edge geography only"):
        check(directed, "outcome", found.answer, found.certificate)
