"""Graph files: DIMACS ``.col``, graph6 ``.g6``, GML, node-link JSON, edge lists."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.games.game import BadInput
from gameproof.games.graph import Graph


def read_graph(path: Path, data: bytes, *, directed: bool = False) -> Graph:
    """The graph in ``data``; the format follows the suffix, else the first byte.

    An edge list has two vertices a line (numbers, or names where any token is
    not a number), ``#`` comments, and a single vertex on a line of its own for
    an isolated one. Raises :class:`BadInput` with file and line. O(size).
    """
    suffix = path.suffix.lower()
    if suffix in (".col", ".dimacs"):
        return _dimacs(path, data, directed)
    if suffix == ".gml":
        return _gml(path, data, directed)
    if suffix in (".g6", ".d6"):
        return _graph6(path, data, directed)
    if suffix == ".json" or (path.name == "-" and data.lstrip()[:1] == b"{"):
        return _node_link(path, data, directed)
    if path.name == "-" and data[:2] in (b"p ", b"c ") and b"p edge" in data[:4096]:
        return _dimacs(path, data, directed)
    return _edge_list(path, data, directed)


def _numbers(data: bytes) -> NDArray[np.int64] | None:
    """All whitespace-separated numbers, or ``None`` when something else stands there."""
    if data.translate(None, b"0123456789 \t\r\n"):
        return None
    return np.fromstring(data.decode("ascii"), dtype=np.int64, sep=" ")


def _numbered_lines(data: bytes) -> tuple[int, NDArray[np.int64]] | None:
    """Vertices and edges of an edge list made of numbers alone, in a few NumPy passes.

    ``None`` when a line holds three tokens or anything but numbers: the slow
    reader then finds the place.
    """
    numbers = _numbers(data)
    if numbers is None:
        return None
    raw = np.frombuffer(data, dtype=np.uint8)
    starts = raw > 32
    starts[1:] &= raw[:-1] <= 32
    tokens = np.flatnonzero(starts)
    lines = np.flatnonzero(raw == 10)
    ends = np.append(np.searchsorted(tokens, lines), len(tokens))
    count = np.diff(ends, prepend=0)
    if len(tokens) != numbers.size or count.max(initial=0) > 2:
        return None
    n = int(numbers.max(initial=-1)) + 1
    firsts = ends[count == 2] - 2
    return n, np.stack([numbers[firsts], numbers[firsts + 1]], axis=1)


def _edge_list(path: Path, data: bytes, directed: bool) -> Graph:
    plain = re.sub(rb"#[^\n]*", b"", data) if b"#" in data else data
    fast = _numbered_lines(plain)
    if fast is not None:
        return Graph.of(fast[0], fast[1], directed=directed, words=str(path))
    pairs: list[list[str]] = []
    vertices: dict[str, int] = {}
    for number, line in enumerate(_text(path, data).splitlines(), 1):
        tokens = line.split("#", 1)[0].split()
        if len(tokens) > 2:
            raise BadInput(f"expected two vertices, found {len(tokens)} words", f"{path}:{number}")
        for token in tokens:
            vertices.setdefault(token, len(vertices))
        if len(tokens) == 2:
            pairs.append(tokens)
    if all(v.isdecimal() for v in vertices):
        n = max((int(v) for v in vertices), default=-1) + 1
        rows = [(int(a), int(b)) for a, b in pairs]
        return Graph.of(n, rows, directed=directed, words=str(path))
    rows = [(vertices[a], vertices[b]) for a, b in pairs]
    return Graph.of(len(vertices), rows, directed=directed, names=tuple(vertices), words=str(path))


def _dimacs(path: Path, data: bytes, directed: bool) -> Graph:
    head, _, body = data.partition(b"\np ")
    if data.startswith(b"p "):
        body = data[2:]
    elif not body or any(line[:1] not in (b"c", b"") for line in head.split(b"\n")):
        raise BadInput("expected a line 'p edge N M' after the comments", f"{path}:1")
    problem, _, edges = body.partition(b"\n")
    words = problem.split()
    if len(words) != 3 or not (words[1].isdigit() and words[2].isdigit()):
        place = 1 if data.startswith(b"p ") else head.count(b"\n") + 2
        raise BadInput("expected 'p edge N M'", f"{path}:{place}")
    n = int(words[1])
    lines = [line for line in edges.split(b"\n") if line.strip() and line[:1] != b"c"]
    for number, line in enumerate(lines):
        if line[:2] not in (b"e ", b"a "):
            raise BadInput(
                f"expected 'e U V', found {line.decode(errors='replace')!r}",
                f"{path}: edge {number + 1}",
            )
    numbers = _numbers(b"\n".join(line[2:] for line in lines))
    if numbers is None or numbers.size != 2 * len(lines):
        raise BadInput("expected 'e U V' on every edge line", str(path))
    return Graph.of(n, numbers.reshape(-1, 2) - 1, directed=directed, words=str(path))


def _gml(path: Path, data: bytes, directed: bool) -> Graph:
    import networkx

    try:
        graph = networkx.parse_gml(_text(path, data).splitlines(), label="id")
    except (networkx.NetworkXError, ValueError) as error:
        raise BadInput(f"not a GML graph: {error}", str(path)) from None
    return _from_networkx(path, graph, directed or graph.is_directed())


def _graph6(path: Path, data: bytes, directed: bool) -> Graph:
    import networkx

    line = data.split(b"\n", 1)[0].strip()
    try:
        graph = networkx.from_graph6_bytes(line)
    except (networkx.NetworkXError, ValueError, IndexError) as error:
        raise BadInput(f"not a graph6 line: {error}", f"{path}:1") from None
    return _from_networkx(path, graph, directed)


def _node_link(path: Path, data: bytes, directed: bool) -> Graph:
    try:
        document: Any = json.loads(data)
    except ValueError as error:
        raise BadInput(f"not JSON: {error}", str(path)) from None
    if isinstance(document, dict) and "n" in document and "edges" in document:
        return Graph.of(
            int(document["n"]),
            document["edges"],
            directed=directed or bool(document.get("directed")),
            words=str(path),
        )
    nodes = document.get("nodes") if isinstance(document, dict) else None
    links = document.get("edges", document.get("links")) if isinstance(document, dict) else None
    if not isinstance(nodes, list) or not isinstance(links, list):
        raise BadInput("expected node-link data with 'nodes' and 'edges'", str(path))
    try:
        index = {node["id"]: k for k, node in enumerate(nodes)}
        rows = [(index[link["source"]], index[link["target"]]) for link in links]
    except (KeyError, TypeError) as error:
        raise BadInput(f"a node or edge lacks or does not know {error}", str(path)) from None
    names = tuple(str(key) for key in index)
    plain = names == tuple(str(k) for k in range(len(names)))
    return Graph.of(
        len(names),
        rows,
        directed=directed or bool(document.get("directed")),
        names=None if plain else names,
        words=str(path),
    )


def _from_networkx(path: Path, graph: Any, directed: bool) -> Graph:
    index = {node: k for k, node in enumerate(graph.nodes)}
    labels = [str(graph.nodes[node].get("label", node)) for node in graph.nodes]
    rows = [(index[a], index[b]) for a, b in graph.edges()]
    plain = labels == [str(k) for k in range(len(labels))]
    return Graph.of(
        len(index), rows, directed=directed, names=None if plain else tuple(labels), words=str(path)
    )


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8 text: byte {error.start}", str(path)) from None


def write_graph(graph: Graph, suffix: str, title: str) -> str:
    """The graph as the text of a ``.col``, ``.edges``, ``.json``, ``.gml`` or ``.g6`` file.

    ``.col`` and ``.edges`` carry ``title`` as a comment. Raises :class:`BadInput`
    where the format cannot hold the graph (graph6: directed or parallel edges).
    """
    if suffix == ".col":
        rows = (f"e {a + 1} {b + 1}\n" for a, b in graph.edges)
        return f"c {title}\np edge {graph.n} {graph.m}\n" + "".join(rows)
    if suffix == ".edges":
        alone = sorted(set(range(graph.n)) - {int(v) for v in graph.edges.ravel()})
        rows = (f"{graph.label(int(a))} {graph.label(int(b))}\n" for a, b in graph.edges)
        return f"# {title}\n" + "".join(rows) + "".join(f"{graph.label(v)}\n" for v in alone)
    if suffix == ".json":
        nodes = [{"id": graph.label(v)} for v in range(graph.n)]
        links = [
            {"source": graph.label(int(a)), "target": graph.label(int(b))} for a, b in graph.edges
        ]
        document = {"directed": graph.directed, "multigraph": False, "graph": {"name": title}}
        return json.dumps({**document, "nodes": nodes, "edges": links}) + "\n"
    import networkx

    plain: Any = networkx.MultiDiGraph() if graph.directed else networkx.MultiGraph()
    plain.add_nodes_from(range(graph.n))
    plain.add_edges_from((int(a), int(b)) for a, b in graph.edges)
    if suffix == ".gml":
        return "\n".join(networkx.generate_gml(plain)) + "\n"
    if graph.directed or networkx.number_of_selfloops(plain) or len(set(plain.edges())) < graph.m:
        raise BadInput("graph6 holds simple undirected graphs only")
    return str(networkx.to_graph6_bytes(networkx.Graph(plain), header=False).decode())
