"""Graphs in the formats of other programs: DIMACS and PACE, Pajek, LEDA, GML, GraphML, JSON."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.portable_graphs import plain_graph, said_arcs
from gameproof.instances.graph_lists import numbers
from gameproof.instances.graph_reading import (
    BARE,
    MARKED,
    MOST_VERTICES,
    Each,
    Listing,
    Reading,
    library,
    name_of,
    text_of,
)


def dimacs(data: bytes, reading: Reading) -> Iterator[Listing]:
    """``p edge N M``, then ``e U V`` (or arcs ``a U V [WEIGHT]``) a line; ``p tw N M`` and other
    problems of PACE, then ``U V`` a line. Vertices count from 1. A file that gives every edge
    both ways gives it once. The number of edges is checked."""
    name = reading.name
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    place = 0
    while place < len(lines) and (not lines[place].strip() or lines[place][:1] == b"c"):
        place += 1
    words = lines[place].split() if place < len(lines) else []
    if words[:1] != [b"p"]:
        raise BadInput("expected a line 'p edge N M' after the comments", f"{name}:{place + 1}")
    fits = len(words) == 4 and words[1] in MARKED + BARE and all(w.isdigit() for w in words[2:])
    if not fits or max(map(len, words[2:])) > 9:
        raise BadInput("expected 'p edge N M' (or 'p tw N M')", f"{name}:{place + 1}")
    n, announced, bare = int(words[2]), int(words[3]), words[1] in BARE
    if n > 8 * MOST_VERTICES:
        raise BadInput(f"{n} vertices are too many", f"{name}:{place + 1}")
    edges, marks = [], set()
    for number, line in enumerate(lines[place + 1 :], place + 2):
        mark = line[:2]
        if mark in (b"e ", b"a ") or (bare and line[:1].isdigit()):
            marks.add(b"" if bare else mark)
            edges.append(line if bare else line[2:])
        elif line.strip() and not (line[:1] == b"c" or mark == b"n "):
            raise BadInput(
                f"expected {'U V' if bare else 'e U V'!r}, found "
                f"{line.decode(errors='replace')[:60]!r}",
                f"{name}:{number}",
            )
    if len(marks) > 1:
        raise BadInput("some lines are edges 'e', some are arcs 'a'", name)
    arcs = marks == {b"a "} or words[1] == b"sp" or None
    if arcs:
        edges = [b" ".join(line.split()[:2]) for line in edges]
    found = numbers(b"\n".join(edges))
    if found is None or found.size != 2 * len(edges) or any(len(e.split()) != 2 for e in edges):
        raise BadInput("expected 'e U V' on every edge line", name)
    listing = Listing(n, found.reshape(-1, 2) - 1, arcs, each="noted", counted=True)
    if announced != len(edges) and (arcs or announced != listing.graph(name).m):
        raise BadInput(
            f"the problem line says {announced} edges, {len(edges)} follow", f"{name}:{place + 1}"
        )
    yield replace(listing, each="edge") if reading.said else listing


def pajek(data: bytes, reading: Reading) -> Iterator[Listing]:
    """``*Vertices N``, their names, then ``*Edges``, ``*Arcs``, ``*Edgeslist``, ``*Arcslist`` or
    ``*Matrix`` (the Pajek manual, section 2.3). Vertices without names count from 1."""
    n, section = -1, ""
    names: dict[int, str] = {}
    rows: list[tuple[int, int]] = []
    table: list[list[int]] = []
    named: list[str] = []
    filled: list[str] = []
    for place, line in enumerate(text_of(data, reading).split("\n"), 1):
        where = f"{reading.name}:{place}"
        if not line.strip() or line.lstrip()[:1] == "%":
            continue
        try:
            words = shlex.split(line)
        except ValueError:
            raise BadInput("a quotation mark is not closed", where) from None
        if words[0][:1] == "*":
            section = words[0].lower()
            if section == "*vertices" and n < 0 and len(words) == 2 and words[1].isdecimal():
                n = int(words[1][:9])
                if n > MOST_VERTICES or len(words[1]) > 9:
                    raise BadInput(f"{words[1][:40]} vertices are too many", where)
            elif section in ("*edges", "*arcs", "*edgeslist", "*arcslist", "*matrix") and n >= 0:
                named.append(section)
            elif section != "*network" or n >= 0:
                raise BadInput(
                    f"expected one network's sections, found {line.strip()[:60]!r}", where
                )
            continue
        if section != "*vertices" and section not in filled:
            filled.append(section)
        if section == "*matrix":
            if not all(re.fullmatch("[0-9]{1,6}", word) for word in words):
                raise BadInput("expected whole numbers in the matrix", where)
            table.append([int(word) for word in words])
            continue
        wanted = 1 if section == "*vertices" else len(words) if section.endswith("list") else 2
        if not section or not all(re.fullmatch("[1-9][0-9]{0,8}", word) for word in words[:wanted]):
            raise BadInput("expected the numbers of vertices", where)
        ends = [int(word) for word in words[:wanted]]
        if len(ends) < wanted or not all(1 <= v <= n for v in ends):
            raise BadInput(f"expected numbers of the vertices 1..{n}", where)
        if section == "*vertices":
            if ends[0] in names:
                raise BadInput(f"vertex {ends[0]} stands there twice", where)
            names[ends[0]] = words[1] if len(words) > 1 else str(ends[0])
        else:
            rows += [(ends[0] - 1, end - 1) for end in ends[1:]]
    if n < 0:
        raise BadInput("expected '*Vertices N'", reading.name)
    sections = filled or named
    directed = {section.startswith("*edges") for section in sections if section != "*matrix"}
    if len(filled) > 1 and ("*matrix" in filled or len(directed) > 1):
        raise BadInput("a network of edges and arcs is not read", reading.name)
    arcs = not directed.pop() if len(directed) == 1 else None
    unsure = ""
    if sections == ["*matrix"]:
        if [len(row) for row in table] != [n] * n:
            raise BadInput(f"expected a matrix of {n} rows and columns", reading.name)
        matrix = np.array(table, dtype=np.int64).reshape(n, n)
        unsure = "an entry of the matrix may be a weight" if (matrix > 1).any() else ""
        rows = [(int(a), int(b)) for a, b in np.argwhere(matrix)]
    labels = [names.get(v, str(v)) for v in range(1, n + 1)]
    counted = labels == [str(v) for v in range(1, n + 1)]
    each: Each = "matrix" if sections == ["*matrix"] else "edge"
    yield Listing(n if counted else labels, rows, arcs, each, counted, unsure)


def leda(data: bytes, reading: Reading) -> Iterator[Listing]:
    """``LEDA.GRAPH``, types of nodes and edges, -1 (directed) or -2, then the nodes ``|{NAME}|``
    and the edges ``U V REVERSAL |{DATA}|``. Vertices without names count from 1."""
    lines = [
        x.strip() for x in text_of(data, reading).split("\n") if x.strip()[:1] not in ("", "#")
    ]
    if lines[:1] != ["LEDA.GRAPH"] or len(lines) < 5 or lines[3] not in ("-1", "-2"):
        raise BadInput("expected 'LEDA.GRAPH', two types, and -1 or -2", reading.name)
    count = lines[4]
    n = int(count) if re.fullmatch("[0-9]{1,9}", count) else -1
    said = lines[5 + n] if n >= 0 and 5 + n < len(lines) else ""
    below = lines[6 + n :]
    if not re.fullmatch("[0-9]{1,9}", said) or int(said) != len(below):
        raise BadInput("the numbers of nodes and edges do not fit the file", reading.name)
    labels = []
    for line in lines[5 : 5 + n]:
        inner = re.fullmatch(r"\|\{(.*)\}\|", line)
        if inner is None:
            raise BadInput(f"expected a node '|{{...}}|', found {line[:60]!r}", reading.name)
        labels.append(inner[1].strip())
    rows = []
    for line in below:
        match = re.fullmatch(r"([0-9]{1,9})\s+([0-9]{1,9})\s+[0-9]+\s+\|\{.*\}\|", line)
        if match is None or not all(1 <= int(v) <= n for v in match.groups()):
            raise BadInput(f"expected an edge of 1..{n}, found {line[:60]!r}", reading.name)
        rows.append((int(match[1]) - 1, int(match[2]) - 1))
    counted = not any(labels)
    names = n if counted else [label or str(v) for v, label in enumerate(labels, 1)]
    yield Listing(names, rows, lines[3] == "-1", counted=counted)


def _of_networkx(graph: Any, of_node: Mapping[Any, str]) -> Listing:
    """The graph that a reader of networkx made, in its order."""
    index = {node: k for k, node in enumerate(graph.nodes)}
    rows = [(index[a], index[b]) for a, b in graph.edges()]
    return Listing([of_node[node] for node in index], rows, bool(graph.is_directed()))


def _labels(graph: Any) -> dict[Any, str]:
    """The names of nodes: their labels, else igraph's ``name``, else their numbers or ids."""
    key = next((k for k in ("label", "name") if any(k in d for _, d in graph.nodes(data=True))), "")
    return {node: str(data.get(key, node)) for node, data in graph.nodes(data=True)}


def gml(data: bytes, reading: Reading) -> Iterator[Listing]:
    """GML, as networkx reads it; vertices are named by their labels."""
    import networkx

    text = text_of(data, reading)
    with library("a GML graph", reading):
        if re.search(r"\bmultigraph\b", text) is None:
            text = re.sub(r"\bgraph\s*\[", "graph [\nmultigraph 1\n", text, count=1)
        graph = networkx.parse_gml(text.splitlines(), label="id")
        made = _of_networkx(graph, _labels(graph))
    yield made


def graphml(data: bytes, reading: Reading) -> Iterator[Listing]:
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
        graphs = [_of_networkx(graph, _labels(graph)) for graph in found]
    yield from graphs


def from_json(data: bytes, reading: Reading) -> Iterator[Listing]:
    """Node-link, adjacency or Cytoscape data as networkx writes them, a dictionary of lists of
    neighbours, or ``{"n": 3, "edges": [[0, 1]]}``."""
    with library("JSON", reading):
        document: Any = json.loads(text_of(data, reading), object_pairs_hook=_once)
    name = reading.name
    if isinstance(document, dict) and {"n", "edges"} <= document.keys():
        try:
            made = plain_graph(document, name)
        except BadInput as error:
            raise BadInput(error.message, f"{name}: {error.where}".rstrip(": ")) from None
        names = made.n if made.names is None else made.names
        yield Listing(names, made.edges.astype(np.int64), said_arcs(document), counted=made.counted)
        return
    try:
        with library("a graph in JSON", reading):
            listing = of_document(document)
    except BadInput as error:
        raise BadInput(error.message, f"{name}: {error.where}".rstrip(": ")) from None
    if listing is None:
        raise BadInput(
            "expected node-link data with 'nodes' and 'edges', adjacency data, lists of "
            'neighbours by vertex, or {"n": ..., "edges": [...]}',
            name,
        )
    yield listing


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return document


def of_document(document: Any) -> Listing | None:
    """The graph of one of networkx's JSON forms, ``None`` for anything else; raises
    :class:`BadInput`, and whatever comes of values of other types."""
    if not isinstance(document, dict):
        return None
    arcs = said_arcs(document)
    if isinstance(document.get("elements"), dict):  # Cytoscape
        inner = document["elements"]
        parts = {k: [entry["data"] for entry in inner[k]] for k in ("nodes", "edges")}
        return of_document({"directed": arcs, **parts})
    if "nodes" not in document:
        if document and all(isinstance(row, list) for row in document.values()):
            return of_lists(document)
        return None
    nodes = document["nodes"]
    keys = [k for k in ("edges", "links", "adjacency") if k in document]
    if len(keys) != 1 or not isinstance(nodes, list):
        return None
    if not all(isinstance(node, dict) and "id" in node for node in nodes):
        raise BadInput("a node lacks its 'id'")
    names = [name_of(node["id"]) for node in nodes]
    index = {name: k for k, name in enumerate(names)}
    if len(index) < len(names):
        raise BadInput("two nodes have one id")
    if keys == ["adjacency"]:
        if len(document["adjacency"]) != len(nodes):
            raise BadInput("expected a list of neighbours for each node")
        ends = [(k, t["id"]) for k, row in enumerate(document["adjacency"]) for t in row]
        rows = [(k, _place(index, target)) for k, target in ends]
        return Listing(names, rows, arcs, each="matrix")
    rows = [
        (_place(index, link["source"]), _place(index, link["target"])) for link in document[keys[0]]
    ]
    return Listing(names, rows, arcs)


def _place(index: Mapping[str, int], node: object) -> int:
    name = name_of(node)
    if name not in index:
        raise BadInput(f"no node {name[:60]!r}")
    return index[name]


def of_lists(lists: Mapping[Any, Any]) -> Listing:
    """The graph of a dictionary that gives the neighbours of each vertex."""
    every = [(key, other) for key, row in lists.items() for other in row]
    vertices = list(dict.fromkeys([*map(name_of, lists), *(name_of(other) for _, other in every)]))
    if len({name_of(key) for key in lists}) < len(lists):
        raise BadInput("two vertices have one name")
    index = {name: k for k, name in enumerate(vertices)}
    rows = [(index[name_of(key)], index[name_of(other)]) for key, other in every]
    return Listing(vertices, rows, each="list")
