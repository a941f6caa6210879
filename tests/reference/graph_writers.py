"""Graphs through the writers of other libraries, and both walking games on them by brute force
from nothing but their rules; no line of ours."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import scipy.io

Written = tuple[str, str, bytes, int]
"""The file's name, its format, its text, and what its vertex 0 is called: 0 or 1."""


def _stream(writer: Callable[..., None], *values: Any, **more: Any) -> bytes:
    stream = io.BytesIO()
    writer(*values, stream, **more)
    return stream.getvalue()


def _lines(lines: Iterator[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def by_networkx(graph: Any) -> Iterator[Written]:
    """As networkx, NumPy and SciPy write the graph."""
    arcs, several = graph.is_directed(), graph.is_multigraph()
    weighted = graph.copy()
    for k, (_, _, data) in enumerate(weighted.edges(data=True)):
        data["weight"] = k / 4 + 0.25
    yield "x.adjlist", "adjacency-list", _stream(networkx.write_adjlist, graph), 0
    yield "adjlist.txt", "adjacency-list", _stream(networkx.write_adjlist, graph), 0
    bare = _lines(networkx.generate_adjlist(graph))
    yield "bare.adjlist", "adjacency-list", bare, 0
    many = _stream(networkx.write_multiline_adjlist, graph)
    yield "x.multiline_adjlist", "multiline-adjacency-list", many, 0
    yield "multi.txt", "multiline-adjacency-list", many, 0
    yield "x.edgelist", "edge-list", _stream(networkx.write_edgelist, graph), 0
    yield "x.txt", "edge-list", _stream(networkx.write_edgelist, graph), 0
    yield "bare.edges", "edge-list", _stream(networkx.write_edgelist, graph, data=False), 0
    yield "w.edgelist", "edge-list", _stream(networkx.write_weighted_edgelist, weighted), 0
    comma = _stream(networkx.write_edgelist, graph, data=False, delimiter=",")
    yield "x.csv", "csv", comma, 0
    titled = b"source,target\n" + comma
    yield "titled.csv", "csv", titled, 0
    yield "titled.tsv", "csv", titled.replace(b",", b"\t"), 0
    yield "x.gml", "gml", _lines(networkx.generate_gml(graph)), 0
    yield "x.graphml", "graphml", _stream(networkx.write_graphml, graph), 0
    yield "x.net", "pajek", _stream(networkx.write_pajek, graph), 0
    document = networkx.node_link_data(graph)
    yield "x.json", "json", json.dumps(document).encode(), 0
    yield "adj.json", "json", json.dumps(networkx.adjacency_data(graph)).encode(), 0
    yield "cy.json", "json", json.dumps(networkx.cytoscape_data(graph)).encode(), 0
    table = networkx.to_numpy_array(graph)
    yield "x.adjmatrix", "adjacency-matrix", _stream(lambda s: np.savetxt(s, table)), 0
    whole = _stream(lambda s: np.savetxt(s, table, fmt="%d", delimiter=","))
    yield "commas.adjmatrix", "adjacency-matrix", whole, 0
    sparse = networkx.to_scipy_sparse_array(graph, format="coo")
    yield "x.mtx", "matrix-market", _stream(lambda s: scipy.io.mmwrite(s, sparse)), 1
    yield "dense.mtx", "matrix-market", _stream(lambda s: scipy.io.mmwrite(s, table)), 1
    if not arcs:
        yield "x.s6", "sparse6", networkx.to_sparse6_bytes(graph), 0
    if not arcs and not several and not networkx.number_of_selfloops(graph):
        yield "x.g6", "graph6", networkx.to_graph6_bytes(graph), 0
    if not several:
        lists = networkx.to_dict_of_lists(graph)
        yield "lists.json", "json", json.dumps(lists).encode(), 0


def by_pydot(graph: Any) -> Iterator[Written]:
    """As pydot writes the graph."""
    yield "x.dot", "dot", networkx.nx_pydot.to_pydot(graph).to_string().encode(), 0


def by_pandas(graph: Any) -> Iterator[Written]:
    """As pandas writes tables of edges and of neighbours."""
    edges = networkx.to_pandas_edgelist(graph)[["source", "target"]]
    yield "indexed.csv", "csv", edges.to_csv().encode(), 0
    yield "tabs.tsv", "csv", edges.to_csv(index=False, sep="\t").encode(), 0
    table: Any = networkx.to_pandas_adjacency(graph)
    yield "matrix.csv", "csv", table.astype(int).to_csv().encode(), 0


def by_igraph(igraph: Any, graph: Any) -> Iterator[Written]:
    """As igraph writes the graph; it calls the vertices 1, 2, ... where a format does."""
    made = igraph.Graph(
        n=graph.number_of_nodes(), edges=list(graph.edges()), directed=graph.is_directed()
    )
    written = [("edgelist", "x.edges", "edge-list", 0), ("gml", "x.gml", "gml", 0),
               ("dot", "x.dot", "dot", 0), ("pajek", "x.net", "pajek", 1)]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        for writer, name, form, first in written:
            getattr(made, f"write_{writer}")(str(path))
            yield name, form, path.read_bytes(), first
        made.write_leda(str(path), names=None, weights=None)
        yield "x.lgr", "leda", path.read_bytes(), 1
        made.vs["name"] = [str(v) for v in range(made.vcount())]
        made.write_graphml(str(path))
        yield "x.graphml", "graphml", path.read_bytes(), 0
        made.write_lgl(str(path), names="name", weights=None)
        yield "x.lgl", "lgl", path.read_bytes(), 0
        made.write_ncol(str(path), names="name", weights=None)
        yield "x.ncol", "edge-list", path.read_bytes(), 0


@cache
def walks(graph: Any, edge: bool) -> dict[Any, str]:
    """N or P for every start of geography on the graph, by its rules."""
    ends = [(a, b) for a, b in graph.edges()]
    arcs = graph.is_directed()

    @cache
    def wins(at: Any, gone: frozenset[Any]) -> bool:
        for k, (a, b) in enumerate(ends):
            for here, there in ((a, b),) if arcs else ((a, b), (b, a)):
                if here != at or (edge and k in gone):
                    continue
                if not edge and (there in gone or there == at):
                    continue
                if not wins(there, gone | {k if edge else at}):
                    return True
        return False

    return {v: "N" if wins(v, frozenset()) else "P" for v in graph}
