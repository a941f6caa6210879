"""Graphs as plain JSON: ``{"n": ..., "edges": [[0, 1], ...]}``, with names where they have some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput

MOST_VERTICES = 1 << 25
IN_GRAPH = ("n", "edges", "names", "directed", "counted", "words", "unsure")


def graph_of(value: object, *, directed: bool) -> Graph:
    """The graph of known entries; raises :class:`BadInput`. One that is made already stays."""
    if isinstance(value, Graph):
        return value
    if not isinstance(value, Mapping):
        raise BadInput("expected a graph as {'n': ..., 'edges': [[0, 1], ...]}")
    for entry in value:
        if entry not in IN_GRAPH:
            raise BadInput(f"unknown entry {str(entry)[:60]!r} of a graph", str(entry)[:60])
    return plain_graph(value, directed=directed)


def plain_graph(value: Mapping[str, object], name: str = "", directed: bool = False) -> Graph:
    """The graph of ``{"n": ..., "edges": [[0, 1], ...], "names": [...]}``; the work is
    bounded by the value's size and ``MOST_VERTICES``. Raises :class:`BadInput`."""
    edges: Any = value.get("edges")
    n = value.get("n")
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise BadInput("expected the number of vertices", "n")
    if n > MOST_VERTICES:
        raise BadInput(f"{n} vertices are too many: at most {MOST_VERTICES}", "n")
    if isinstance(edges, np.ndarray):
        # An empty list keeps no shape in JSON, whole numbers are never rounded.
        if edges.size and (edges.dtype.kind not in "iu" or edges.shape[1:] != (2,)):
            raise BadInput("expected pairs of vertices", "edges")
        edges = edges.reshape(-1, 2)
    else:
        _check_edges(edges)
    names, counted = value.get("names"), value.get("counted", False)
    if names is not None and (not isinstance(names, list) or len(names) != n):
        raise BadInput(f"expected {n} names", "names")
    if not isinstance(counted, bool) or (counted and names is not None):
        raise BadInput("expected true or false, and no names beside true", "counted")
    arcs = said_arcs(value)
    packed = None if names is None else tuple(str(label) for label in names)
    assert edges is not None
    unsure = str(value.get("unsure", ""))
    return Graph.of(
        n, edges, directed=directed or bool(arcs), names=packed, words=name, counted=counted,
        unsure=unsure,
    )  # fmt: skip


def said_arcs(document: Mapping[str, object]) -> bool | None:
    """What a document says of direction."""
    arcs = document.get("directed")
    if not isinstance(arcs, bool | None):
        raise BadInput("expected true or false", "directed")
    return arcs


def _check_edges(edges: object) -> None:
    if not isinstance(edges, list):
        raise BadInput("expected a list of pairs of vertices", "edges")
    for k, edge in enumerate(edges):
        if (
            not isinstance(edge, list)
            or len(edge) != 2
            or not all(isinstance(v, int) and not isinstance(v, bool) for v in edge)
            or max(map(abs, edge)) > 1 << 62
        ):
            raise BadInput(f"expected a pair of vertices, found {str(edge)[:60]}", f"edges[{k}]")
