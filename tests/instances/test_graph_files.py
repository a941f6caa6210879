"""Graph files as other programs write them, and the traps: what is read is what was meant."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import networkx
import pytest
from reference.graph_files import (
    ARCS,
    DOUBLE,
    LONELY,
    LOOPED,
    NAMED,
    PETERSEN,
    READ,
    REFUSED,
    SPARSE,
    dimacs,
    gml,
    graphml,
    market,
    matrix,
    meant,
    named,
    node_link,
    shifted,
    sparse,
    written,
)

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph6 import is_graph6
from gameproof.instances.graph_files import FORMATS, SUFFIXES, graphs, literal_graph, read_graph


def test_the_table_is_large() -> None:
    assert len(READ) + len(REFUSED) >= 100
    suffixes = {Path(name).suffix for name, _, _ in READ}
    assert set(SUFFIXES) <= suffixes | {".dimacs"}, "every suffix has a file"


@pytest.mark.parametrize(
    ("name", "text", "graph"), READ, ids=[f"{k}-{row[0]}" for k, row in enumerate(READ)]
)
def test_what_a_library_writes_is_read_as_it_was_meant(name: str, text: bytes, graph: Any) -> None:
    if name == "arcs.d6":
        graph = networkx.DiGraph([(0, 3), (2, 1), (2, 3), (3, 0)]) if graph is None else graph
        found = read_graph(Path(name), text)
        bits = "".join(f"{byte - 63:06b}" for byte in text.strip()[2:])[:16]
        ones = {(k // 4, k % 4) for k, bit in enumerate(bits) if bit == "1"}
        assert {(int(a), int(b)) for a, b in found.edges} == ones
        assert found.directed
        return
    if graph is None:  # an edge list says nothing of isolated vertices
        graph = SPARSE.subgraph([v for v, degree in SPARSE.degree() if degree])
    assert named(read_graph(Path(name), text)) == meant(graph)


@pytest.mark.parametrize(
    ("name", "text", "message"), REFUSED, ids=[f"{k}-{row[0]}" for k, row in enumerate(REFUSED)]
)
def test_what_is_wrong_or_uncertain_is_refused_in_one_line(
    name: str, text: bytes, message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        read_graph(Path(name), text)
    assert message in caught.value.message
    assert "\n" not in str(caught.value)
    assert caught.value.where.startswith(name)
    if message == "the format is not certain":
        assert all(form in caught.value.message for form in FORMATS)


@pytest.mark.parametrize(
    ("form", "name", "text", "graph"),
    [
        ("edge-list", "header.txt", b"3 2\n0 1\n1 2\n", networkx.Graph([(3, 2), (0, 1), (1, 2)])),
        ("edge-list", "x.csv", b"0 1\n1 0\n", networkx.MultiGraph([(0, 1), (0, 1)])),
        ("adjacency-matrix", "x.txt", b"0 1\n1 0\n", networkx.path_graph(2)),
        ("adjacency-matrix", "x.csv", b"0,1\n1,0\n", networkx.path_graph(2)),
        ("adjacency-list", "x.txt", b"0 1 2\n1 3\n", networkx.Graph([(0, 1), (0, 2), (1, 3)])),
        ("graph6", "x.s6", networkx.to_graph6_bytes(PETERSEN), PETERSEN),
        ("dot", "x", b"graph { 0 -- 1 }", networkx.path_graph(2)),
    ],
)
def test_a_person_may_say_the_format(form: str, name: str, text: bytes, graph: Any) -> None:
    assert named(read_graph(Path(name), text, form=form)) == meant(graph)


def test_arcs_where_the_game_needs_them() -> None:
    for name, text in [
        ("arcs.edges", b"0 1\n1 2\n2 0\n2 3\n"),
        ("arcs.adjlist", written(networkx.write_adjlist, ARCS)),
        ("arcs.adjmatrix", matrix(ARCS, fmt="%d")),
        ("arcs.gml", gml(ARCS)),
    ]:
        assert named(read_graph(Path(name), text, directed=True)) == meant(ARCS)
    counted = read_graph(Path("arcs.mtx"), market(sparse(ARCS)), directed=True)
    assert named(counted) == meant(shifted(ARCS))
    for name, text in [
        ("a.gml", gml(NAMED)),
        ("a.dot", b"graph { a -- b }"),
        ("a.g6", b"Bw\n"),
        ("a.graphml", graphml(NAMED)),
        ("a.json", node_link(NAMED)),
    ]:
        with pytest.raises(BadInput, match="holds an undirected graph, the game needs arcs"):
            read_graph(Path(name), text, directed=True)


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs_through_every_writer(seed: int) -> None:
    n = seed % 13
    graph: Any = networkx.gnp_random_graph(n, (seed % 7) / 6, seed=seed)
    texts = {
        "x.g6": networkx.to_graph6_bytes(graph),
        "x.s6": networkx.to_sparse6_bytes(graph),
        "x.gml": gml(graph),
        "x.graphml": graphml(graph),
        "x.json": node_link(graph),
        "x.adjlist": written(networkx.write_adjlist, graph),
        "x.adjmatrix": matrix(graph, fmt="%d") if n else b"",
        "x.mtx": market(sparse(graph)) if n else b"",
        "x.col": dimacs(graph),
    }
    for name, text in texts.items():
        if text:
            wanted = shifted(graph) if name in ("x.mtx", "x.col") else graph
            assert named(read_graph(Path(name), text)) == meant(wanted), name


def test_several_graphs_come_in_order() -> None:
    made = [networkx.gnp_random_graph(k, 0.5, seed=k) for k in range(1, 9)]
    lines = b"".join(networkx.to_graph6_bytes(g, header=k == 0) for k, g in enumerate(made))
    assert [named(g) for g in graphs(Path("many.g6"), lines)] == [meant(g) for g in made]
    text = b"".join(graphml(g) for g in made[:1]).replace(
        b"</graph>", b'</graph><graph edgedefault="directed"><node id="a"/></graph>'
    )
    found = list(graphs(Path("two.graphml"), text))
    assert named(found[0]) == meant(made[0])
    assert named(found[1]) == ({"a"}, Counter(), True)
    both = list(graphs(Path("two.dot"), b"graph { 0 -- 1 } digraph { 0 -> 1 }"))
    assert [g.directed for g in both] == [False, True]


def test_dot_as_pydot_writes_it() -> None:
    pydot = pytest.importorskip("pydot")
    for graph in (PETERSEN, NAMED, ARCS, DOUBLE, LOOPED, LONELY):
        text = networkx.nx_pydot.to_pydot(graph).to_string()
        assert named(read_graph(Path("x.dot"), text.encode())) == meant(graph)
    drawn = pydot.Dot("x", graph_type="graph")
    inner = pydot.Subgraph("inner")
    inner.add_edge(pydot.Edge("a", "b c"))
    drawn.add_subgraph(inner)
    found = read_graph(Path("x.dot"), drawn.to_string().encode())
    assert named(found) == ({"a", "b c"}, Counter({("a", "b c"): 1}), False)


@pytest.mark.skipif(shutil.which("nauty-geng") is None, reason="nauty is not installed")
@pytest.mark.parametrize("options", [["-c"], ["-c", "-s"]])
def test_what_nauty_writes(options: list[str]) -> None:
    tool = ["nauty-geng", "-q", *options, "6"]
    made = subprocess.run(tool, capture_output=True, check=True).stdout
    found = list(graphs(Path("-"), made))
    assert len(found) == 112
    assert all(networkx.is_connected(networkx.Graph(g.edges.tolist())) for g in found)
    lines = ["nauty-directg", "-q", "-o"]
    arcs = subprocess.run(lines, input=made, capture_output=True, check=True).stdout
    oriented = list(graphs(Path("-"), arcs, directed=True))
    assert len(oriented) == arcs.count(b"\n")
    assert sum(g.m for g in oriented[:50]) > 0
    assert all(g.directed for g in oriented)


def test_a_graph6_line_is_known_for_certain() -> None:
    assert is_graph6(b"Bw")
    assert is_graph6(b"?")
    assert not any(
        is_graph6(word) for word in (b"a", b"ab", b"0 1", b"B~", b"Bww", b"", b"~", b"~~")
    )
    assert named(literal_graph("graph6:Bw")) == meant(networkx.complete_graph(3))
    assert literal_graph("sparse6::Bc").n == 3
    with pytest.raises(BadInput, match="not a graph6 line"):
        literal_graph("graph6:Bé")


def test_vertices_are_those_that_a_list_names() -> None:
    """As networkx reads it: a list from 1 on has no vertex 0."""
    one = read_graph(Path("x.edges"), b"1 2\n2 3\n")
    assert (one.n, one.names) == (3, ("1", "2", "3"))
    assert one.vertex("3") == 2
    with pytest.raises(BadInput, match="no vertex '0'; vertices are 1, 2, 3"):
        one.vertex("0")
