"""Typed values of parameters from their JSON form: graphs, vertices, numbers, files."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from gameproof.games.game import BadInput, Parameter
from gameproof.games.graph import Graph
from gameproof.instances.did_you_mean import hint
from gameproof.instances.graph_files import read_graph
from gameproof.instances.graphs import take_graph


def parameter_values(
    parameters: tuple[Parameter, ...],
    given: dict[str, Any],
    place: str,
    known: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The typed value of every parameter, its default where none is given.

    ``known`` holds values made before, whose graph names the vertices. Raises
    :class:`BadInput` with the path below ``place``.
    """
    keys = {p.name.replace("-", "_"): p for p in parameters}
    for key in given:
        if key not in keys:
            raise BadInput(f"unknown name {key!r}{hint(key, keys)}", f"{place}.{key}")
    values: dict[str, Any] = {}
    # Graphs first: vertices are named by the graph.
    for key, p in sorted(keys.items(), key=lambda item: item[1].kind not in ("graph", "digraph")):
        if key not in given or given[key] is None:
            if p.required and not p.option:
                raise BadInput(f"{p.name} is missing", f"{place}.{key}")
            values[key] = p.default
            continue
        graph = next((v for v in (known or values).values() if isinstance(v, Graph)), None)
        values[key] = at_place(f"{place}.{key}", _value, p, given[key], graph)
    return values


def _value(p: Parameter, value: Any, graph: Graph | None) -> Any:
    if p.kind in ("graph", "digraph"):
        return _graph(value, directed=p.kind == "digraph")
    if p.kind == "integer":
        return _integer(value)
    if p.kind == "integers":
        if not isinstance(value, list):
            raise BadInput(f"expected a list of whole numbers, found {value!r}")
        return tuple(_integer(v) for v in value)
    if p.kind == "flag":
        if not isinstance(value, bool):
            raise BadInput(f"expected true or false, found {value!r}")
        return value
    if p.kind == "vertex":
        return _vertex(value, graph)
    if p.kind == "vertices":
        if not isinstance(value, list):
            raise BadInput(f"expected a list of vertices, found {value!r}")
        return tuple(_vertex(v, graph) for v in value)
    if p.kind == "words":
        if not isinstance(value, list):
            raise BadInput(f"expected a list of words, found {value!r}")
        return tuple(str(v) for v in value)
    if p.kind == "choice":
        if value not in p.choices:
            raise BadInput(f"expected one of {', '.join(p.choices)}, found {value!r}")
        return value
    if p.kind == "file":
        return _file_text(value)
    if not isinstance(value, str | int):
        raise BadInput(f"expected text, found {value!r}")
    return str(value)


def _file_text(value: Any) -> str:
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return str(value["text"])
    name = value.get("file") if isinstance(value, dict) else value
    if not isinstance(name, str):
        raise BadInput("expected a file name or {'text': ...}")
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"unreadable file {name!r}: {error}") from None


def _graph(value: Any, *, directed: bool) -> Graph:
    if isinstance(value, str):
        words = value.split()
        graph, used = take_graph(words, directed=directed)
        if used < len(words):
            raise BadInput(f"too many words for a graph, starting at {words[used]!r}")
        return graph
    if not isinstance(value, dict):
        raise BadInput("expected words like 'path 7' or {'n': ..., 'edges': [[0, 1], ...]}")
    if "file" in value:
        path = Path(str(value["file"]))
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadInput(f"{error.strerror or 'unreadable'}: {path}") from None
        graph = read_graph(path, data, directed=directed)
        if "sha256" in value and digest(graph) != value["sha256"]:
            raise BadInput(f"{path} is not the graph this was made for (SHA-256 differs)")
        return graph
    edges, n = value.get("edges"), value.get("n")
    if not isinstance(n, int) or n < 0:
        raise BadInput("expected the number of vertices", "n")
    if not isinstance(edges, np.ndarray):
        _check_edges(edges)
    names = value.get("names")
    if names is not None and (not isinstance(names, list) or len(names) != n):
        raise BadInput(f"expected {n} names", "names")
    packed = None if names is None else tuple(str(name) for name in names)
    assert edges is not None
    return Graph.of(n, edges, directed=directed, names=packed)


def _check_edges(edges: Any) -> None:
    if not isinstance(edges, list):
        raise BadInput("expected a list of pairs of vertices", "edges")
    for k, edge in enumerate(edges):
        if (
            not isinstance(edge, list)
            or len(edge) != 2
            or not all(isinstance(v, int) and not isinstance(v, bool) for v in edge)
        ):
            raise BadInput(f"expected a pair of vertices, found {edge!r}", f"edges[{k}]")


def _integer(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"expected a whole number, found {value!r}")
    return value


def _vertex(value: Any, graph: Graph | None) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise BadInput(f"expected a vertex, found {value!r}")
    return graph.vertex(str(value)) if graph is not None else value


def digest(graph: Graph) -> str:
    """SHA-256 of a graph's vertex count, direction and edge array, as hexadecimal."""
    sum_ = hashlib.sha256(f"{graph.n} {graph.directed} ".encode())
    sum_.update(np.ascontiguousarray(graph.edges, dtype="<i4").tobytes())
    return sum_.hexdigest()


def at_place(place: str, call: Any, *values: Any) -> Any:
    """Call, and put the place in the file before the place inside the value."""
    try:
        return call(*values)
    except BadInput as error:
        separator = "" if error.where.startswith("[") or not error.where else "."
        inner = "" if error.where == place else separator + error.where
        raise BadInput(error.message, place + inner) from None
