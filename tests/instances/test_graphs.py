"""Graph words and files against networkx and against themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_files import read_graph, write_graph
from gameproof.instances.graphs import take_graph


def graph(words: str) -> Graph:
    result, used = take_graph(words.split())
    assert used == len(words.split())
    return result


def plain(one: Graph) -> Any:
    result: Any = networkx.Graph()
    result.add_nodes_from(range(one.n))
    result.add_edges_from(one.edges.tolist())
    assert result.number_of_edges() == one.m, "no parallel edges in a family"
    return result


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("path 7", networkx.path_graph(7)),
        ("path 1", networkx.path_graph(1)),
        ("cycle 12", networkx.cycle_graph(12)),
        ("star 5", networkx.star_graph(5)),
        ("complete 6", networkx.complete_graph(6)),
        ("bipartite 3 4", networkx.complete_bipartite_graph(3, 4)),
        ("grid 3 4", networkx.grid_2d_graph(3, 4)),
        ("torus 4 5", networkx.grid_2d_graph(4, 5, periodic=True)),
        ("petersen", networkx.petersen_graph()),
        ("wheel 6", networkx.wheel_graph(7)),
        ("hypercube 4", networkx.hypercube_graph(4)),
        ("generalised-petersen 5 2", networkx.petersen_graph()),
        ("generalised-petersen 8 3", networkx.moebius_kantor_graph()),
        ("generalised-petersen 10 2", networkx.dodecahedral_graph()),
        ("generalised-petersen 10 3", networkx.desargues_graph()),
        ("kneser 5 2", networkx.petersen_graph()),
        ("kneser 6 2", networkx.complement(networkx.line_graph(networkx.complete_graph(6)))),
        ("kneser 4 1", networkx.complete_graph(4)),
        ("multipartite 2 3 4", networkx.complete_multipartite_graph(2, 3, 4)),
        ("multipartite 5", networkx.empty_graph(5)),
        ("prism 5", networkx.circular_ladder_graph(5)),
        ("empty 3", networkx.empty_graph(3)),
    ],
)
def test_families_are_what_their_names_say(words: str, expected: Any) -> None:
    assert networkx.is_isomorphic(plain(graph(words)), expected)


def test_grids_are_numbered_row_by_row() -> None:
    assert {tuple(e) for e in graph("grid 2 3").edges.tolist()} == {
        *((0, 1), (1, 2), (3, 4), (4, 5)),
        *((0, 3), (1, 4), (2, 5)),
    }


@given(st.integers(1, 40), st.integers(0, 10**6))
def test_a_tree_is_a_tree(n: int, seed: int) -> None:
    assert networkx.is_tree(plain(graph(f"tree {n} seed {seed}")))


@given(st.integers(0, 6), st.integers(1, 14), st.integers(0, 10**6))
def test_a_regular_graph_is_simple_and_regular(d: int, n: int, seed: int) -> None:
    if d >= n or d * n % 2:
        with pytest.raises(BadInput):
            graph(f"regular {d} {n} seed {seed}")
        return
    result = plain(graph(f"regular {d} {n} seed {seed}"))
    assert {degree for _, degree in result.degree()} == {d}


@given(st.integers(0, 60), st.floats(0, 1), st.integers(0, 10**6))
def test_gnp_is_simple_and_repeatable(n: int, p: float, seed: int) -> None:
    words = f"gnp {n} {p} seed {seed}"
    one = graph(words)
    assert plain(one).number_of_nodes() == n
    assert np.array_equal(one.edges, graph(words).edges)


def test_gnp_has_about_as_many_edges_as_it_should() -> None:
    edges = [graph(f"gnp 200 0.3 seed {seed}").m for seed in range(20)]
    mean = 199 * 100 * 0.3
    assert abs(sum(edges) / 20 - mean) < 4 * (mean * 0.7 / 20) ** 0.5


@given(st.integers(2, 40), st.integers(0, 10**6), st.data())
def test_gnm_has_exactly_m_edges(n: int, seed: int, data: st.DataObject) -> None:
    m = data.draw(st.integers(0, n * (n - 1) // 2))
    assert plain(graph(f"gnm {n} {m} seed {seed}")).number_of_edges() == m


@pytest.mark.parametrize("suffix", [".col", ".edges", ".json", ".gml", ".g6"])
@given(st.integers(1, 12), st.floats(0, 1), st.integers(0, 999))
def test_what_is_written_is_read_again(suffix: str, n: int, p: float, seed: int) -> None:
    one = graph(f"gnp {n} {p} seed {seed}")
    text = write_graph(one, suffix, "a title")
    again = read_graph(Path("x" + suffix), text.encode())
    assert again.n == one.n
    got = {tuple(sorted(e)) for e in again.edges.tolist()}
    assert got == {tuple(sorted(e)) for e in one.edges.tolist()}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.col", "p edge 3 1\ne 1 9\n", "edge (1, 9) leaves the vertices 1..3"),
        ("a.col", "hello\n", "expected a line 'p edge N M'"),
        ("a.col", "p edge 3 1\nx 1 2\n", "expected 'e U V', found 'x 1 2'"),
        ("a.edges", "0 1\n1 2 3\n", "expected two vertices, found 3 words"),
        ("a.json", "{}", "expected node-link data"),
        ("a.json", "{", "not JSON"),
        ("a.gml", "graph [ node", "not a GML graph"),
        ("a.g6", "\x01", "not a graph6 line"),
    ],
)
def test_bad_files_are_explained(name: str, text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_graph(Path(name), text.encode())
    assert message in caught.value.message


def test_names_are_kept() -> None:
    one = read_graph(Path("a.edges"), b"ann bob # friends\nbob cy\ndan\n")
    assert one.names == ("ann", "bob", "cy", "dan")
    assert one.edges.tolist() == [[0, 1], [1, 2]]
    assert one.vertex("cy") == 2
    with pytest.raises(BadInput, match="no vertex 'eve'"):
        one.vertex("eve")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("pth 7", "no graph family and no file; did you mean 'path'?"),
        ("path", "path needs K: K is missing"),
        ("path x", "path: K must be a whole number, not 'x'"),
        ("gnp 5 2", "a probability lies in 0..1"),
        ("gnp 5 0.5 seed x", "seed needs a whole number"),
        ("kneser 3 4", "kneser N K needs 1 <= K <= N"),
        ("generalised-petersen 6 3", "needs N >= 3 and 1 <= K < N / 2"),
        ("multipartite", "multipartite needs numbers"),
        ("cycle 2", "a cycle needs at least 3 vertices"),
    ],
)
def test_bad_words_are_explained(words: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        graph(words)
    assert message in caught.value.message
