"""Typed values of parameters from their JSON form: graphs, vertices, numbers, files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ParamSpec, TypeVar

import numpy as np

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.instances.did_you_mean import hint
from gameproof.instances.graph_files import known_format, read_bytes, read_graph, read_text
from gameproof.instances.graph_formats import plain_graph
from gameproof.instances.graphs import take_graph

P = ParamSpec("P")
T = TypeVar("T")

MOST_BITS = 13_287
"""Bits of the largest numbers in words and files: 4000 digits, which Python still prints."""


def parameter_values(
    parameters: tuple[Parameter, ...],
    given: dict[str, object],
    place: str,
    known: dict[str, object] | None = None,
    *,
    files: bool = True,
) -> dict[str, object]:
    """The typed value of every parameter, its default where none is given.

    ``known`` holds values made before, whose graph names the vertices. Without ``files`` a
    value that names a file is refused. Raises :class:`BadInput` with the path below ``place``.
    """
    keys = {p.name.replace("-", "_"): p for p in parameters}
    for key in given:
        if key not in keys:
            raise BadInput(f"unknown name {key!r}{hint(key, keys)}", f"{place}.{key}")
    values: dict[str, object] = {}
    # Graphs first: vertices are named by the graph.
    for key, p in sorted(keys.items(), key=lambda item: item[1].kind not in ("graph", "digraph")):
        if key not in given or given[key] is None:
            if p.required and not p.option:
                raise BadInput(f"{p.name} is missing", f"{place}.{key}")
            values[key] = p.default
            continue
        graph = next((v for v in (known or values).values() if isinstance(v, Graph)), None)
        at_place(f"{place}.{key}", _one_direction, p, given[key], given.get("directed"))
        arcs = played_on_arcs(p, given)
        values[key] = at_place(f"{place}.{key}", _value, p, given[key], graph, arcs, files)
    return values


def played_on_arcs(p: Parameter, given: Mapping[str, object]) -> bool:
    """Is the game with these options played on the arcs of the graph ``p``, whatever a file
    says of direction?"""
    return p.kind == "digraph" or given.get("directed") is True


def _one_direction(p: Parameter, value: object, flag: object) -> None:
    """A graph that says whether it is directed must not be contradicted by what stands beside."""
    said = value.get("directed") if isinstance(value, dict) else None
    if p.kind not in ("graph", "digraph") or not isinstance(said, bool):
        return
    if said is not (True if p.kind == "digraph" else flag if isinstance(flag, bool) else said):
        raise BadInput(f"the graph says {str(said).lower()}, the board another", "directed")


def _value(p: Parameter, value: object, graph: Graph | None, arcs: bool, files: bool) -> object:
    if not files and isinstance(value, dict) and "file" in value:
        raise BadInput("a certificate holds its whole board and names no file")
    if p.kind in ("graph", "digraph"):
        return _graph(value, directed=arcs, files=files)
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
        if graph is not None and all(isinstance(v, str) for v in value):
            return graph.vertices(",".join(value))
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
        if not files and not isinstance(value, dict):
            raise BadInput("expected {'text': ...}")
        return _file_text(value)
    if not isinstance(value, str | int):
        raise BadInput(f"expected text, found {value!r}")
    return str(value)


def _file_text(value: object) -> str:
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return str(value["text"])
    name = value.get("file") if isinstance(value, dict) else value
    if not isinstance(name, str):
        raise BadInput("expected a file name or {'text': ...}")
    return read_text(Path(name))


def _graph(value: object, *, directed: bool, files: bool) -> Graph:
    if isinstance(value, str):
        words = value.split()
        graph, used = take_graph(words, directed=directed, files=files)
        if used < len(words):
            raise BadInput(f"too many words for a graph, starting at {words[used]!r}")
        return graph
    if not isinstance(value, dict):
        raise BadInput("expected words like 'path 7' or {'n': ..., 'edges': [[0, 1], ...]}")
    if "file" in value:
        form = value.get("format")
        if form is not None:
            known_format(str(form))
        path = Path(str(value["file"]))
        try:
            graph = read_graph(path, read_bytes(path), directed=directed, form=form)
        except BadInput as error:
            raise BadInput(f"{error.where}: {error.message}") from None
        if "sha256" in value and digest(graph) != value["sha256"]:
            raise BadInput(f"{path} is not the graph this was made for (SHA-256 differs)")
        return graph
    return plain_graph(value, directed=directed)


def _integer(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"expected a whole number, found {value!r}")
    if value.bit_length() > MOST_BITS:
        raise BadInput("a whole number has at most 4000 digits here")
    return value


def _vertex(value: object, graph: Graph | None) -> object:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise BadInput(f"expected a vertex, found {value!r}")
    return graph.vertex(str(value)) if graph is not None else value


def digest(graph: Graph) -> str:
    """SHA-256 of a graph's vertex count, direction and edge array, as hexadecimal."""
    sum_ = hashlib.sha256(f"{graph.n} {graph.directed} ".encode())
    sum_.update(np.ascontiguousarray(graph.edges, dtype="<i4").tobytes())
    return sum_.hexdigest()


def at_place(place: str, call: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """Call, and put the place in the file before the place inside the value."""
    try:
        return call(*values, **named)
    except BadInput as error:
        separator = "" if error.where.startswith("[") or not error.where else "."
        inner = "" if error.where == place else separator + error.where
        raise BadInput(error.message, place + inner) from None


def board_place(board: dict[str, object]) -> str:
    """The place of what the rules refuse: the board, after the files that it stands in."""
    texts = [value for value in board.values() if isinstance(value, dict) and "text" in value]
    names = [str(text["name"]) for text in texts if "name" in text]
    return ": ".join([*([", ".join(names)] if names else []), "board"])
