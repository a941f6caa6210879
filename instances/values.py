"""Typed values of parameters from words and files: graphs, vertices, texts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gameproof.games.graph import Graph

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter


def without_files(p: Parameter, value: object, _graph: Graph | None, directed: bool) -> object:
    """What words stand for; the value as it is where it is plain already. Opens no file, and
    raises :class:`BadInput` where one is named."""
    if isinstance(value, dict) and "file" in value:
        raise BadInput("a board that names no file is expected here")
    if p.on_graph and isinstance(value, str):
        return _of_words(value, directed, files=False)
    return value


def from_outside(p: Parameter, value: object, graph: Graph | None, directed: bool) -> object:
    """What words and files stand for; the value as it is where it is plain already.

    Raises :class:`BadInput`.
    """
    if p.on_graph:
        return _graph_of(value, directed)
    named = isinstance(value, list) and bool(value) and all(isinstance(v, str) for v in value)
    if p.kind == "vertices" and graph is not None and isinstance(value, list) and named:
        return [graph.label(v) for v in graph.vertices(",".join(value))]
    if p.kind == "file":
        return {"text": _file_text(value)}
    return value


def _file_text(value: object) -> str:
    from gameproof.instances.graph_files import read_text

    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return str(value["text"])
    name = value.get("file") if isinstance(value, dict) else value
    if not isinstance(name, str):
        raise BadInput("expected a file name or {'text': ...}")
    return read_text(Path(name))


def _of_words(text: str, directed: bool, files: bool = True) -> Graph:
    from gameproof.instances.graphs import take_graph

    words = text.split()
    graph, used = take_graph(words, directed=directed, files=files)
    if used < len(words):
        raise BadInput(f"too many words for a graph, starting at {words[used]!r}")
    return graph


def _graph_of(value: object, directed: bool) -> Graph:
    if isinstance(value, str):
        return _of_words(value, directed)
    if not isinstance(value, dict):
        raise BadInput("expected words like 'path 7' or {'n': ..., 'edges': [[0, 1], ...]}")
    if "file" in value:
        from gameproof.instances.graph_files import known_format, read_bytes, read_graph

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
    from gameproof.games.meaning.portable_graphs import plain_graph

    return plain_graph(value, directed=directed)


def remembered(value: Mapping[str, object], directed: bool) -> str | None:
    """The words in a graph's plain form, where they name this very graph. They may be wrong:
    a certificate is not checked by them."""
    words = value.get("words")
    if not isinstance(words, str) or len(words) > LONGEST_WORDS:
        return None
    from gameproof.games.meaning.portable_graphs import plain_graph

    try:
        named = _of_words(words, directed, files=False)
        meant = plain_graph(value, directed=directed)
    except BadInput:
        return None
    same = (named.names, named.counted) == (meant.names, meant.counted)
    return words if same and named == meant else None


LONGEST_WORDS = 1 << 10


def digest(graph: Graph) -> str:
    """SHA-256 of a graph's vertex count, direction and edge array, as hexadecimal."""
    sum_ = hashlib.sha256(f"{graph.n} {graph.directed} ".encode())
    sum_.update(np.ascontiguousarray(graph.edges, dtype="<i4").tobytes())
    return sum_.hexdigest()
