"""Graph files as other programs write them, with the graph meant, and the traps."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import networkx
import numpy as np
import scipy.io
import scipy.sparse

from gameproof.games.graph import Graph

PETERSEN = networkx.petersen_graph()
LONELY: Any = networkx.empty_graph(4)
LONELY.add_edges_from([(0, 1), (1, 3)])
SPARSE: Any = networkx.gnm_random_graph(70, 90, seed=4)
FROM_ONE: Any = networkx.Graph([(1, 2), (2, 3), (3, 1), (3, 4)])
NAMED: Any = networkx.Graph([("ann", "bob"), ("bob", "cy"), ("dan", "ann")])
ARCS: Any = networkx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3)])
DOUBLE: Any = networkx.MultiGraph([(0, 1), (0, 1), (1, 2)])
GRID: Any = networkx.grid_2d_graph(2, 2)
WEIGHTED: Any = networkx.Graph()
WEIGHTED.add_weighted_edges_from([(0, 1, 3), (1, 2, 0.5), (2, 4, 7)])
LOOPED: Any = networkx.Graph([(0, 0), (0, 1), (1, 2)])


def written(writer: Callable[..., None], *values: Any, **more: Any) -> bytes:
    """What a library's ``write_...(graph, stream)`` writes."""
    stream = io.BytesIO()
    writer(*values, stream, **more)
    return stream.getvalue()


def market(matrix: Any, **more: Any) -> bytes:
    stream = io.BytesIO()
    scipy.io.mmwrite(stream, matrix, **more)
    return stream.getvalue()


def matrix(graph: Any, **more: Any) -> bytes:
    stream = io.BytesIO()
    np.savetxt(stream, networkx.to_numpy_array(graph), **more)
    return stream.getvalue()


def shifted(graph: Any) -> Any:
    """The graph whose vertices a format calls 1, 2, ..."""
    return networkx.relabel_nodes(graph, {v: v + 1 for v in graph})


def sparse(graph: Any) -> Any:
    return networkx.to_scipy_sparse_array(graph, dtype=np.dtype(int), format="csr").tocoo()


def node_link(graph: Any, **more: Any) -> bytes:
    return json.dumps(networkx.node_link_data(graph, **more)).encode()


def gml(graph: Any) -> bytes:
    return "\n".join(networkx.generate_gml(graph)).encode()


def graphml(graph: Any) -> bytes:
    return "\n".join(networkx.generate_graphml(graph)).encode()


def dimacs(graph: Any) -> bytes:
    """As the generators of the colouring challenge write: vertices from 1."""
    rows = "".join(f"e {a + 1} {b + 1}\n" for a, b in graph.edges)
    n, m = graph.number_of_nodes(), graph.number_of_edges()
    return f"c by hand\np edge {n} {m}\n{rows}".encode()


def leda(graph: Any) -> bytes:
    """As LEDA's guide gives the format."""
    nodes = list(graph)
    rows = [f"{nodes.index(a) + 1} {nodes.index(b) + 1} 0 |{{}}|" for a, b in graph.edges]
    names = [f"|{{{node}}}|" for node in nodes]
    head = ["LEDA.GRAPH", "string", "void", "-1" if graph.is_directed() else "-2"]
    return "\n".join([*head, str(len(nodes)), *names, str(len(rows)), *rows, ""]).encode()


def from_one(*edges: tuple[int, int], arcs: bool = False, alone: int | None = None) -> Any:
    made: Any = networkx.DiGraph(edges) if arcs else networkx.Graph(edges)
    made.add_nodes_from([] if alone is None else [alone])
    return made


def pandas_edges(graph: Any, *, sep: str = ",", index: bool = True) -> bytes:
    """As ``to_pandas_edgelist(graph).to_csv()`` writes it."""
    rows = [["", "source", "target"], *([k, a, b] for k, (a, b) in enumerate(graph.edges))]
    return "".join(sep.join(map(str, row[not index :])) + "\n" for row in rows).encode()


def pandas_matrix(graph: Any) -> bytes:
    """As ``to_pandas_adjacency(graph).to_csv()`` writes it."""
    nodes, table = list(graph), networkx.to_numpy_array(graph)
    rows = [["", *nodes], *([node, *row] for node, row in zip(nodes, table, strict=True))]
    return "".join(",".join(map(str, row)) + "\n" for row in rows).encode()


BOTH_WAYS = (
    b"p col 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n"  # as the queen and book graphs of the challenge
)
BLOCKS = b"""/* all of the grammar */ strict graph "G" {
  node [shape=circle]; rank = same
  0 -- 1 -- {2 3} [weight="2", label=<a <b>c</b>>];
  subgraph cluster_x { 4:n -- 5:p:s; 4 -- 5 }  // a port; given twice in a strict graph
# a line of a preprocessor
  6
}"""
BLOCKS_MEANT = networkx.Graph([(0, 1), (1, 2), (1, 3), (4, 5)])
BLOCKS_MEANT.add_node(6)

# file, text, the graph meant
READ: list[tuple[str, bytes, Any]] = [
    ("petersen.g6", networkx.to_graph6_bytes(PETERSEN), PETERSEN),
    ("plain.g6", networkx.to_graph6_bytes(LONELY, header=False), LONELY),
    ("70.g6", networkx.to_graph6_bytes(SPARSE), SPARSE),
    ("none.g6", b"?\n", networkx.empty_graph(0)),
    ("petersen.s6", networkx.to_sparse6_bytes(PETERSEN), PETERSEN),
    ("plain.s6", networkx.to_sparse6_bytes(SPARSE, header=False), SPARSE),
    ("double.s6", networkx.to_sparse6_bytes(DOUBLE), DOUBLE),
    ("looped.s6", networkx.to_sparse6_bytes(LOOPED), LOOPED),
    ("arcs.d6", b"&C?_K\n", None),
    ("petersen.txt", networkx.to_graph6_bytes(PETERSEN, header=False), PETERSEN),
    ("header", networkx.to_sparse6_bytes(PETERSEN), PETERSEN),
    ("-", networkx.to_sparse6_bytes(PETERSEN, header=False), PETERSEN),
    ("petersen.col", dimacs(PETERSEN), shifted(PETERSEN)),
    ("lonely.dimacs", dimacs(LONELY), shifted(LONELY)),
    ("both.col", BOTH_WAYS, shifted(networkx.path_graph(3))),
    ("windows.col", dimacs(PETERSEN).replace(b"\n", b"\r\n"), shifted(PETERSEN)),
    ("dimacs.txt", dimacs(PETERSEN), shifted(PETERSEN)),
    ("petersen.gml", gml(PETERSEN), PETERSEN),
    ("named.gml", gml(NAMED), NAMED),
    ("arcs.gml", gml(ARCS), ARCS),
    ("double.gml", gml(DOUBLE), DOUBLE),
    ("gml.txt", b'Creator "somebody"\n' + gml(NAMED), NAMED),
    ("petersen.graphml", graphml(PETERSEN), PETERSEN),
    ("named.graphml", graphml(NAMED), NAMED),
    ("arcs.graphml", graphml(ARCS), ARCS),
    ("from-one.graphml", written(networkx.write_graphml, FROM_ONE), FROM_ONE),
    ("graphml.xml", graphml(LONELY), LONELY),
    ("blocks.dot", BLOCKS, BLOCKS_MEANT),
    ("arcs.gv", b"digraph { 0 -> 1; 1 -> 2 -> 0; 2 -> 3 }", ARCS),
    ("named.dot", b'graph x { "ann" -- bob; bob -- "c" + "y"; dan -- ann }', NAMED),
    ("double.dot", b"graph { 0 -- 1; 0 -- 1; 1 -- 2 }", DOUBLE),
    ("dot.txt", b"// hello\ngraph\n{ 0 -- 1; 1 -- 3; 2 }", LONELY),
    ("petersen.edges", written(networkx.write_edgelist, PETERSEN), PETERSEN),
    ("bare.edgelist", written(networkx.write_edgelist, SPARSE, data=False), None),
    ("from-one.edges", written(networkx.write_edgelist, FROM_ONE), FROM_ONE),
    ("named.edges", written(networkx.write_edgelist, NAMED), NAMED),
    ("double.edges", b"0 1\n0 1\n1 2\n", DOUBLE),
    ("lonely.edges", b"# two edges, one vertex\n0 1\r\n1 3\r\n2\r\n", LONELY),
    ("marked.edges", b"\xef\xbb\xbf0 1\n1 3\n2\n", LONELY),
    ("empty.edges", b"# nothing\n", networkx.empty_graph(0)),
    ("edges.txt", b"ann bob\nbob cy\ndan ann\n", NAMED),
    ("-", b"ann bob\nbob cy\ndan ann\n", NAMED),
    ("zeros.edges", b"01 1\n1 2\n", networkx.Graph([("01", "1"), ("1", "2")])),
    ("petersen.adjlist", written(networkx.write_adjlist, PETERSEN), PETERSEN),
    ("lonely.adjlist", written(networkx.write_adjlist, LONELY), LONELY),
    ("both.adjlist", b"0 1 2\n1 0\n2 0\n", networkx.Graph([(0, 1), (0, 2)])),
    ("petersen.adjmatrix", matrix(PETERSEN, fmt="%d"), PETERSEN),
    ("default.adjmatrix", matrix(LONELY), LONELY),
    ("commas.adjmatrix", matrix(LONELY, fmt="%d", delimiter=","), LONELY),
    ("matrix.txt", matrix(PETERSEN, fmt="%d"), PETERSEN),
    ("petersen.mtx", market(sparse(PETERSEN)), shifted(PETERSEN)),
    ("symmetric.mtx", market(sparse(PETERSEN), symmetry="symmetric"), shifted(PETERSEN)),
    ("pattern.mtx", market(sparse(LONELY), field="pattern"), shifted(LONELY)),
    ("dense.mtx", market(networkx.to_numpy_array(PETERSEN)), shifted(PETERSEN)),
    (
        "half.mtx",
        market(networkx.to_numpy_array(PETERSEN), symmetry="symmetric"),
        shifted(PETERSEN),
    ),
    ("loops.mtx", market(sparse(LOOPED), symmetry="symmetric"), shifted(LOOPED)),
    ("market.txt", market(sparse(PETERSEN)), shifted(PETERSEN)),
    ("petersen.json", node_link(PETERSEN), PETERSEN),
    ("old.json", node_link(NAMED, edges="links"), NAMED),
    ("arcs.json", node_link(ARCS), ARCS),
    ("double.json", node_link(DOUBLE), DOUBLE),
    ("-", node_link(LONELY), LONELY),
    ("own.json", b'{"n": 4, "edges": [[0, 1], [1, 3]]}', LONELY),
    ("adjacency.json", json.dumps(networkx.adjacency_data(ARCS)).encode(), ARCS),
    ("adjacency.json", json.dumps(networkx.adjacency_data(DOUBLE)).encode(), DOUBLE),
    ("cytoscape.json", json.dumps(networkx.cytoscape_data(NAMED)).encode(), NAMED),
    ("lists.json", json.dumps(networkx.to_dict_of_lists(PETERSEN)).encode(), PETERSEN),
    ("grid.json", node_link(GRID), GRID),
    (
        "grid.gml",
        gml(GRID),
        networkx.relabel_nodes(GRID, {v: str(v).replace(" ", "") for v in GRID}),
    ),
    ("grid.edges", written(networkx.write_edgelist, GRID), GRID),
    ("grid.adjlist", written(networkx.write_adjlist, GRID), GRID),
    ("grid.lgr", leda(GRID), GRID),
    ("weighted.edges", b"ann bob 0.5\nbob cy 2\ndan ann 1e-3\n", NAMED),
    ("weighted.edgelist", written(networkx.write_weighted_edgelist, WEIGHTED), WEIGHTED),
    ("weights.ncol", b"ann bob 1\nbob cy 2\ndan ann 3\n", NAMED),
    ("adjlist.txt", written(networkx.write_adjlist, SPARSE), SPARSE),
    ("double.adjlist", written(networkx.write_adjlist, DOUBLE), DOUBLE),
    ("multi.multiline_adjlist", written(networkx.write_multiline_adjlist, DOUBLE), DOUBLE),
    ("multiline.txt", written(networkx.write_multiline_adjlist, PETERSEN), PETERSEN),
    ("named.lgr", leda(NAMED), NAMED),
    ("arcs.lgr", leda(ARCS), ARCS),
    ("leda.txt", leda(LONELY), LONELY),
    ("named.net", written(networkx.write_pajek, NAMED), NAMED),
    ("double.net", written(networkx.write_pajek, DOUBLE), DOUBLE),
    ("arcs.net", written(networkx.write_pajek, ARCS), ARCS),
    ("pajek.txt", b"*Network x\n*vertices 3\n*EdgesList\n1 2 3\n", from_one((1, 2), (1, 3))),
    ("matrix.net", b"*Vertices 2\n1 a\n2 b\n*Matrix\n0 1\n1 0\n", networkx.Graph([("a", "b")])),
    ("path.gr", b"c a\np tw 3 2\n1 2\n2 3\n", from_one((1, 2), (2, 3))),
    ("pace.txt", b"p ds 3 2\n1 2\n2 3\n", from_one((1, 2), (2, 3))),
    ("roads.gr", b"p sp 3 2\na 1 2 7\na 2 3 9\n", from_one((1, 2), (2, 3), arcs=True)),
    ("path.graph", b"3 2\n2\n1 3\n2\n", from_one((1, 2), (2, 3))),
    ("alone.graph", b"% METIS\n3 1\n2\n1\n\n", from_one((1, 2), alone=3)),
    ("weights.graph", b"3 2 011 1\n5 2 7\n5 1 7 3 9\n5 2 9\n", from_one((1, 2), (2, 3))),
    ("named.lgl", b"# ann\nbob 1.5\ndan 1\n# bob\ncy 2\n", NAMED),
    ("pairs.csv", b"ann,bob\nbob,cy\ndan,ann\n", NAMED),
    ("pairs.txt", b"ann;bob\nbob;cy\ndan;ann\n", NAMED),
    ("quoted.csv", b'"a b","c, d"\n"c, d",e\n', networkx.Graph([("a b", "c, d"), ("c, d", "e")])),
    ("titles.csv", b"source,target\nann,bob\nbob,cy\ndan,ann\n", NAMED),
    ("pandas.csv", pandas_edges(NAMED), NAMED),
    ("pandas.tsv", pandas_edges(PETERSEN, sep="\t", index=False), PETERSEN),
    ("matrix.csv", pandas_matrix(NAMED), NAMED),
    ("plain.csv", matrix(PETERSEN, fmt="%d", delimiter=","), PETERSEN),
    ("real.csv", matrix(LONELY, delimiter=","), LONELY),
    ("empty.net", b"*Vertices 2\n1 a\n2 b\n*Arcs\n*Edges\n1 2\n", networkx.Graph([("a", "b")])),
    (
        "gephi.csv",
        b"Id,Source,Target,Type,Weight\n0,ann,bob,Undirected,1\n1,bob,cy,undirected,1\n"
        b"2,dan,ann,Undirected,7\n",
        NAMED,
    ),
]

# file, text, what the line says
REFUSED: list[tuple[str, bytes, str]] = [
    ("two.g6", b"Bw\nC~\n", "holds several graphs"),
    ("two.dot", b"graph { a -- b } graph { c -- d }", "holds several graphs"),
    ("sparse.g6", networkx.to_sparse6_bytes(PETERSEN, header=False), "not a graph6 line"),
    ("graph.s6", b"Bw\n", "not a sparse6 line"),
    ("short.g6", b"D?\n", "wrong length or padding for 5 vertices"),
    ("padded.g6", b"B~\n", "wrong length or padding for 3 vertices"),
    ("graph.d6", b"Bw\n", "not a digraph6 line"),
    ("padded.d6", b"&A~\n", "wrong padding for 2 vertices"),
    ("huge.s6", b":~~~~~~~~~\n", "vertices are too many"),
    ("increment.txt", b";a\n", "the format is not certain"),
    ("titles.csv", b"city,next\nrome,paris\n", "the first row may be titles or an edge"),
    ("lists.csv", b"0,1,2\n1,2,3\n", "or lists of neighbours"),
    ("two.csv", b"0,1\n1,0\n", "the rows may be a matrix or edges"),
    ("header.csv", b"3,2\n0,1\n1,2\n", "the first row is an edge 3-2, or says 3 vertices"),
    ("ragged.csv", b"0,1\n1,2,3\n", "3 cells in row 2, 2 in the first"),
    ("count.edges", b"2\n0 1\n", "is a vertex 2, or a number of vertices or lines"),
    ("wrong.txt", b"4 9\n1 2\n2 3\n3 4\n", "says 4 vertices and 9 edges"),
    ("hmetis.txt", b"3 4\n1 2\n2 3\n3 4\n", "says 3 lines and 4 vertices"),
    ("metis.adjlist", b"3 2\n2\n1 3\n2\n", "says 3 vertices and 2 edges"),
    ("count.adjlist", b"2\n0 1\n1\n", "is a vertex 2, or a number of vertices or lines"),
    ("degrees.adjlist", b"a 2\nb\nc\n", "may be a neighbour or a degree"),
    ("half.adjlist", b"0 1 2\n1 0\n2 3\n", "0-1 is listed at both of its ends, 0-2 is not"),
    ("titles.edges", b"source target\nn1 n2\nn2 n3\n", "an edge source-target, or titles"),
    ("quotes.edges", b'"New York" Boston\n', "found 3 words"),
    ("lost.graph", b"3 2\n2\n1 3\n1\n", "not symmetric at 1-3"),
    ("lines.graph", b"3 2\n2\n1 3\n", "says 3 vertices, 2 lines follow"),
    ("ends.graph", b"3 3\n2\n1 3\n2\n", "says 3 edges, 4 ends of edges follow"),
    ("hyper.hgr", b"2 4\n1 2 3\n3 4\n", "hypergraphs of hMETIS cannot be read"),
    ("both.net", b"*Vertices 2\n*Arcs\n1 2\n*Edges\n1 2\n", "edges and arcs is not read"),
    ("labels.net", b'*Vertices 2\n1 "a"\n2 "a"\n*Edges\n1 2\n', "two vertices are named 'a'"),
    ("far.net", b"*Vertices 2\n*Edges\n1 3\n", "expected numbers of the vertices 1..2"),
    ("short.lgr", b"LEDA.GRAPH\nstring\nint\n-2\n1\n|{a}|\n2\n", "do not fit the file"),
    ("formula.gr", b"p cnf 3 1\n1 2 3 0\n", "expected 'p edge N M'"),
    ("labels.gml", b'graph [ node [ id 1 label "a" ] node [ id 2 label "a" ] ]', "are named 'a'"),
    ("ids.json", b'{"nodes": [{"id": 1}, {"id": "1"}], "edges": []}', "two nodes have one id"),
    ("comma.edges", b"0,1\n", "expected two vertices with a blank between, found '0,1'"),
    ("header.edges", b"3 2\n0 1\n1 2\n", "the first line is an edge 3-2, or says 3 vertices"),
    ("header.txt", b"3 2\n1 2\n2 3\n", "the first line is an edge 3-2, or says 3 vertices"),
    ("alone.edges", b"5 0\n", "or says 5 vertices and 0 edges"),
    ("weights.edges", b"0 1 0.5\n1 2 x\n", "expected two vertices, found 3 words"),
    ("weights.txt", b"0 1 7\n1 2 8\n", "the format is not certain"),
    ("list.txt", b"0 1 2\n1 3\n", "the format is not certain"),
    ("two.txt", b"0 1\n1 0\n", "the format is not certain"),
    ("three.txt", b"0 1 1\n1 0 1\n1 1 0\n", "the format is not certain"),
    ("names.txt", b"ann\nbob\n", "the format is not certain"),
    ("empty.txt", b"", "no graph in this file: it is empty"),
    ("prose.txt", b"a line with many words\n", "the format is not certain"),
    ("page.xml", b"<html></html>", "the format is not certain"),
    ("far.edges", b"0 100000000000\n", "vertex 100000000000 is too large"),
    ("far.edges", b"0 " + b"9" * 30 + b"\n", "is too large"),
    ("no-text.edges", b"\xff\xfe0\x00", "not UTF-8 text"),
    ("short.col", b"p edge 3 2\ne 1 2\n", "says 2 edges, 1 follow"),
    ("formula.col", b"p cnf 3 1\n1 2 3 0\n", "expected 'p edge N M'"),
    ("out.col", b"p edge 3 1\ne 1 4\n", "leaves the vertices 1..3"),
    ("zero.col", b"p edge 3 1\ne 0 1\n", "leaves the vertices 1..3"),
    ("words.col", b"p edge 3 1\ne 1 2 3\n", "expected 'e U V' on every edge line"),
    ("huge.col", b"p edge 999999999 0\n", "vertices are too many"),
    ("two.gml", gml(NAMED) + b"\n" + gml(NAMED), "not a GML graph"),
    ("mixed.graphml", graphml(NAMED).replace(b"<edge ", b'<edge directed="true" ', 1), "GraphML"),
    ("bomb.graphml", b'<!DOCTYPE x [<!ENTITY a "aa">]><graphml/>', "document type"),
    ("open.dot", b"graph { a -- b", "expected a vertex, an edge or '}'"),
    ("arrow.dot", b"graph { a -> b }", "expected '--', found '->'"),
    ("line.dot", b"digraph { a -- b }", "expected '->', found '--'"),
    ("ragged.adjmatrix", b"0 1\n1 0 1\n", "expected 2 entries in each of 2 rows"),
    ("weights.adjmatrix", b"0 .5\n.5 0\n", "is a number of edges, not 0.5"),
    ("arcs.adjmatrix", b"0 1\n0 0\n", "not symmetric at 0-1: these are arcs"),
    ("arcs.mtx", market(sparse(ARCS)), "not symmetric at 1-2: these are arcs"),
    ("wide.mtx", market(np.ones((2, 3))), "a graph's matrix is square, not 2 x 3"),
    (
        "huge.mtx",
        b"%%MatrixMarket matrix coordinate pattern general\n9 9 99999999999\n1 2\n",
        "do not fit the file",
    ),
    (
        "high.mtx",
        b"%%MatrixMarket matrix coordinate pattern general\n99999999999 99999999999 1\n1 2\n",
        "do not fit the file",
    ),
    ("few.mtx", market(sparse(PETERSEN))[:-20], "do not fit the file"),
    (
        "out.mtx",
        b"%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n3 1\n",
        "leaves the rows and columns 1..2",
    ),
    (
        "twice.mtx",
        b"%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n2 1\n1 2\n",
        "an entry stands there twice",
    ),
    ("hermitian.mtx", b"%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n", "expected '%%"),
    ("stray.json", b'{"nodes": [{"id": 0}], "edges": [{"source": 0, "target": 1}]}', "no node '1'"),
    ("twice.json", b'{"nodes": [{"id": 0}, {"id": 0}], "edges": []}', "two nodes have one id"),
    ("both.json", b'{"nodes": [], "edges": [], "links": []}', "expected node-link data"),
    ("deep.json", b"[" * 100_000, "not JSON"),
    ("float.json", b'{"n": 2.5, "edges": []}', "expected the number of vertices"),
    ("huge.json", b'{"n": 99999999999, "edges": []}', "vertices are too many"),
    ("text.json", b'{"n": 2, "edges": [["0", "1"]]}', "expected a pair of vertices"),
]


def named(graph: Graph) -> tuple[set[str], Counter[tuple[str, str]], bool]:
    """Vertices, edges and direction by names alone."""
    pairs = [(graph.label(int(a)), graph.label(int(b))) for a, b in graph.edges]
    if not graph.directed:
        pairs = [(min(p), max(p)) for p in pairs]
    labels = [graph.label(v) for v in range(graph.n)]
    assert len(set(labels)) == graph.n
    return set(labels), Counter(pairs), graph.directed


def meant(graph: Any) -> tuple[set[str], Counter[tuple[str, str]], bool]:
    pairs = [(str(a), str(b)) for a, b in graph.edges()]
    if not graph.is_directed():
        pairs = [(min(p), max(p)) for p in pairs]
    return {str(v) for v in graph.nodes}, Counter(pairs), graph.is_directed()
