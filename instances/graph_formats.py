"""Graphs in the formats of other programs: DIMACS, GML, GraphML, JSON, each through the library
that its field uses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_lists import numbers
from gameproof.instances.graph_reading import (
    MOST_VERTICES,
    Reading,
    from_networkx,
    library,
    text_of,
)


def dimacs(data: bytes, reading: Reading) -> Iterator[Graph]:
    """``p edge N M``, then ``e U V`` a line (the format of the colouring challenge). A file
    that gives every edge both ways gives it once. The number of edges is checked."""
    name = reading.name
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    place = 0
    while place < len(lines) and (not lines[place].strip() or lines[place][:1] == b"c"):
        place += 1
    words = lines[place].split() if place < len(lines) else []
    kinds = (b"edge", b"edges", b"col")
    if words[:1] != [b"p"]:
        raise BadInput("expected a line 'p edge N M' after the comments", f"{name}:{place + 1}")
    fits = len(words) == 4 and words[1] in kinds and words[2].isdigit() and words[3].isdigit()
    if not fits or max(map(len, words[2:])) > 9:
        raise BadInput("expected 'p edge N M'", f"{name}:{place + 1}")
    n, announced = int(words[2]), int(words[3])
    if n > 8 * MOST_VERTICES:
        raise BadInput(f"{n} vertices are too many", f"{name}:{place + 1}")
    edges = []
    for number, line in enumerate(lines[place + 1 :], place + 2):
        mark = line[:2]
        if mark in (b"e ", b"a "):
            edges.append(line)
        elif line.strip() and not (line[:1] == b"c" or mark == b"n "):
            raise BadInput(
                f"expected 'e U V', found {line.decode(errors='replace')[:60]!r}",
                f"{name}:{number}",
            )
    arcs = {line[:1] for line in edges} == {b"a"} or None
    found = numbers(b"\n".join(line[2:] for line in edges))
    if found is None or found.size != 2 * len(edges) or any(len(e.split()) != 3 for e in edges):
        raise BadInput("expected 'e U V' on every edge line", name)
    rows = found.reshape(-1, 2) - 1
    if not reading.directed and not arcs:
        rows = _once(rows, n)
    if announced not in {len(edges), len(rows)}:
        raise BadInput(
            f"the problem line says {announced} edges, {len(edges)} follow", f"{name}:{place + 1}"
        )
    yield reading.graph(n, rows, arcs)


def _once(rows: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Half of the rows where each edge stands as often one way as the other."""
    if not len(rows) or rows.min() < 0 or rows.max() >= n:
        return rows
    there, back = rows[:, 0] * n + rows[:, 1], rows[:, 1] * n + rows[:, 0]
    if (rows[:, 0] == rows[:, 1]).any() or not np.array_equal(np.sort(there), np.sort(back)):
        return rows
    return rows[rows[:, 0] < rows[:, 1]]


def gml(data: bytes, reading: Reading) -> Iterator[Graph]:
    """GML, as networkx reads it."""
    import networkx

    text = text_of(data, reading)
    with library("a GML graph", reading):
        graph = networkx.parse_gml(text.splitlines(), label="id")
        made = from_networkx(graph, reading, graph.is_directed())
    yield made


def graphml(data: bytes, reading: Reading) -> Iterator[Graph]:
    """Every graph of a GraphML file, as networkx reads it; no document types, no nesting."""
    text = text_of(data, reading)
    if "<!" in re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL):
        raise BadInput("GraphML with a document type or entities is not read", reading.name)
    with library("GraphML", reading):
        from xml.etree import ElementTree

        from networkx.readwrite.graphml import GraphMLReader

        space = "http://graphml.graphdrawing.org/xmlns"
        text = re.sub(r"^\s*<\?xml[^>]*\?>", "", text)
        if f'"{space}"' not in text and f"'{space}'" not in text:
            text = re.sub(r"<graphml[^>]*>", f'<graphml xmlns="{space}">', text, count=1)
        root = ElementTree.fromstring(text)
        tags = [element.tag for element in root.iter()]
        for tag in ("hyperedge", "port"):
            if f"{{{space}}}{tag}" in tags:
                raise BadInput(f"GraphML with a {tag} is not read", reading.name)
        if len(root.findall(f"{{{space}}}graph")) != tags.count(f"{{{space}}}graph"):
            raise BadInput("GraphML with a graph inside a graph is not read", reading.name)
        found = list(GraphMLReader(node_type=str)(string=text))
        if not found:
            raise BadInput("GraphML without a graph", reading.name)
        graphs = [from_networkx(graph, reading, graph.is_directed()) for graph in found]
    yield from graphs


def node_link(data: bytes, reading: Reading) -> Iterator[Graph]:
    """JSON node-link data as networkx writes it, or ``{"n": 3, "edges": [[0, 1]]}``."""
    import networkx

    with library("JSON", reading):
        document: Any = json.loads(text_of(data, reading))
    name = reading.name
    if isinstance(document, dict) and "n" in document and "edges" in document:
        try:
            yield plain_graph(document, reading.directed, bool(document.get("directed")), name)
        except BadInput as error:
            raise BadInput(error.message, f"{name}: {error.where}".rstrip(": ")) from None
        return
    keys = [k for k in ("edges", "links") if isinstance(document, dict) and k in document]
    if len(keys) != 1 or not isinstance(document.get("nodes"), list):
        raise BadInput("expected node-link data with 'nodes' and 'edges'", name)
    nodes, links = document["nodes"], document[keys[0]]
    with library("node-link data", reading):
        if not all(isinstance(node, dict) and "id" in node for node in nodes):
            raise BadInput("a node lacks its 'id'", name)
        graph = networkx.node_link_graph(document, edges=keys[0])
        if graph.number_of_nodes() != len(nodes):
            known = {str(node["id"]) for node in nodes}
            lost = [str(link[end]) for link in links for end in ("source", "target")]
            stray = next((v for v in lost if v not in known), None)
            why = "two nodes have one id" if stray is None else f"no node {stray[:60]!r}"
            raise BadInput(why, name)
        made = from_networkx(graph, reading, graph.is_directed())
    yield made


def plain_graph(value: dict[str, Any], directed: bool, arcs: bool, name: str = "") -> Graph:
    """The graph of ``{"n": ..., "edges": [[0, 1], ...], "names": [...]}``; the work is
    bounded by the value's size and ``MOST_VERTICES``."""
    edges, n = value.get("edges"), value.get("n")
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise BadInput("expected the number of vertices", "n")
    if n > 8 * MOST_VERTICES:
        raise BadInput(f"{n} vertices are too many: at most {8 * MOST_VERTICES}", "n")
    if isinstance(edges, np.ndarray):
        # An empty list keeps no shape in JSON, whole numbers are never rounded.
        if edges.size and (edges.dtype.kind not in "iu" or edges.shape[1:] != (2,)):
            raise BadInput("expected pairs of vertices", "edges")
        edges = edges.reshape(-1, 2)
    else:
        _check_edges(edges)
    names = value.get("names")
    if names is not None and (not isinstance(names, list) or len(names) != n):
        raise BadInput(f"expected {n} names", "names")
    packed = None if names is None else tuple(str(label) for label in names)
    assert edges is not None
    return Graph.of(n, edges, directed=directed or arcs, names=packed, words=name)


def _check_edges(edges: Any) -> None:
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
