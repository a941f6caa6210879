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

Written = tuple[str, str, bytes, int | None]
"""The file's name, its format, its text, and the number of its first vertex where it has no
names of its own."""


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
    yield "x.adjlist", "adjacency-list", _stream(networkx.write_adjlist, graph), None
    yield "adjlist.txt", "adjacency-list", _stream(networkx.write_adjlist, graph), None
    bare = _lines(networkx.generate_adjlist(graph))
    yield "bare.adjlist", "adjacency-list", bare, None
    many = _stream(networkx.write_multiline_adjlist, graph)
    yield "x.multiline_adjlist", "multiline-adjacency-list", many, None
    yield "multi.txt", "multiline-adjacency-list", many, None
    yield "x.edgelist", "edge-list", _stream(networkx.write_edgelist, graph), None
    yield "x.txt", "edge-list", _stream(networkx.write_edgelist, graph), None
    yield "bare.edges", "edge-list", _stream(networkx.write_edgelist, graph, data=False), None
    yield "w.edgelist", "edge-list", _stream(networkx.write_weighted_edgelist, weighted), None
    comma = _stream(networkx.write_edgelist, graph, data=False, delimiter=",")
    yield "x.csv", "csv", comma, None
    titled = b"source,target\n" + comma
    yield "titled.csv", "csv", titled, None
    yield "titled.tsv", "csv", titled.replace(b",", b"\t"), None
    yield "x.gml", "gml", _lines(networkx.generate_gml(graph)), None
    yield "x.graphml", "graphml", _stream(networkx.write_graphml, graph), None
    yield "x.net", "pajek", _stream(networkx.write_pajek, graph), None
    document = networkx.node_link_data(graph)
    yield "x.json", "json", json.dumps(document).encode(), None
    yield "adj.json", "json", json.dumps(networkx.adjacency_data(graph)).encode(), None
    yield "cy.json", "json", json.dumps(networkx.cytoscape_data(graph)).encode(), None
    table = networkx.to_numpy_array(graph)
    yield "x.adjmatrix", "adjacency-matrix", _stream(lambda s: np.savetxt(s, table)), 0
    whole = _stream(lambda s: np.savetxt(s, table, fmt="%d", delimiter=","))
    yield "commas.adjmatrix", "adjacency-matrix", whole, 0
    sparse = networkx.to_scipy_sparse_array(graph, format="coo")
    yield "x.mtx", "matrix-market", _stream(lambda s: scipy.io.mmwrite(s, sparse)), 1
    yield "dense.mtx", "matrix-market", _stream(lambda s: scipy.io.mmwrite(s, table)), 1
    numbered = networkx.convert_node_labels_to_integers(graph)
    if not arcs:
        yield "x.s6", "sparse6", networkx.to_sparse6_bytes(numbered), 0
    if not arcs and not several and not networkx.number_of_selfloops(graph):
        yield "x.g6", "graph6", networkx.to_graph6_bytes(numbered), 0
    if not several:
        lists = networkx.to_dict_of_lists(graph)
        yield "lists.json", "json", json.dumps(lists).encode(), None


def by_pydot(graph: Any) -> Iterator[Written]:
    """As pydot writes the graph."""
    yield "x.dot", "dot", networkx.nx_pydot.to_pydot(graph).to_string().encode(), None


def by_pandas(graph: Any) -> Iterator[Written]:
    """As pandas writes tables of edges and of neighbours."""
    edges = networkx.to_pandas_edgelist(graph)[["source", "target"]]
    yield "indexed.csv", "csv", edges.to_csv().encode(), None
    yield "tabs.tsv", "csv", edges.to_csv(index=False, sep="\t").encode(), None
    table: Any = networkx.to_pandas_adjacency(graph)
    yield "matrix.csv", "csv", table.astype(int).to_csv().encode(), None


def by_igraph(igraph: Any, graph: Any) -> Iterator[Written]:
    """As igraph writes the graph; it calls the vertices 1, 2, ... where a format does."""
    place = {v: k for k, v in enumerate(graph)}
    ends = [(place[a], place[b]) for a, b in graph.edges()]
    made = igraph.Graph(n=len(place), edges=ends, directed=graph.is_directed())
    written = [("edgelist", "x.edges", "edge-list", 0), ("gml", "x.gml", "gml", 0),
               ("dot", "x.dot", "dot", 0), ("pajek", "x.net", "pajek", 1)]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        for writer, name, form, first in written:
            getattr(made, f"write_{writer}")(str(path))
            yield name, form, path.read_bytes(), first
        made.write_leda(str(path), names=None, weights=None)
        yield "x.lgr", "leda", path.read_bytes(), 1
        made.vs["name"] = [str(v) for v in graph]
        made.write_graphml(str(path))
        yield "x.graphml", "graphml", path.read_bytes(), None
        made.write_lgl(str(path), names="name", weights=None)
        yield "x.lgl", "lgl", path.read_bytes(), None
        made.write_ncol(str(path), names="name", weights=None)
        yield "x.ncol", "edge-list", path.read_bytes(), None


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
