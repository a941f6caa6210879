"""Graphs as edge lists and adjacency lists, numbers or names with blanks between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_reading import (
    Reading,
    library,
    text_of,
    without_mark,
)


def numbers(data: bytes) -> NDArray[np.int64] | None:
    """All whitespace-separated numbers, or ``None`` when something else stands there."""
    if data.translate(None, b"0123456789 \t\r\n") or re.search(rb"[0-9]{18}", data):
        return None
    if not data.strip():  # NumPy reads a number there
        return np.empty(0, dtype=np.int64)
    return np.fromstring(data.decode("ascii"), dtype=np.int64, sep=" ")


def lines_of_numbers(data: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """All numbers and how many stand on each line, in a few NumPy passes; ``None`` when
    anything but numbers in their usual spelling stands there."""
    if re.search(rb"(?<![0-9])0[0-9]", data):
        return None
    found = numbers(data)
    if found is None:
        return None
    raw = np.frombuffer(data, dtype=np.uint8)
    starts = raw > 32
    starts[1:] &= raw[:-1] <= 32
    tokens = np.flatnonzero(starts)
    ends = np.append(np.searchsorted(tokens, np.flatnonzero(raw == 10)), len(tokens))
    return found, np.diff(ends, prepend=0)


def edge_list(data: bytes, reading: Reading) -> Iterator[Graph]:
    """Two vertices a line, as networkx writes them (also with the data ``{...}``); a vertex
    on a line of its own is isolated. Vertices are those that are named. O(size)."""
    data = without_mark(data)
    plain = re.sub(rb"#[^\n]*", b"", data) if b"#" in data else data
    fast = lines_of_numbers(plain)
    if fast is not None and fast[1].max(initial=0) <= 2:
        yield _numbered(*fast, reading)
        return
    vertices: dict[str, int] = {}
    pairs: list[tuple[str, str]] = []
    for place, line in enumerate(text_of(data, reading).split("\n"), 1):
        tokens = line.split("#", 1)[0].split(None, 2)
        if len(tokens) == 3 and not _is_data(tokens[2]):
            words = len(line.split("#", 1)[0].split())
            raise BadInput(f"expected two vertices, found {words} words", f"{reading.name}:{place}")
        for token in tokens[:2]:
            if re.search(r"[,;|]", token):
                raise BadInput(
                    f"expected two vertices with a blank between, found {line.strip()[:60]!r}",
                    f"{reading.name}:{place}",
                )
            vertices.setdefault(token, len(vertices))
        if len(tokens) >= 2:
            pairs.append((tokens[0], tokens[1]))
    if all(re.fullmatch(r"0|[1-9][0-9]*", v) for v in vertices):
        counts = np.array([2] * len(pairs) + [1] * len(vertices), dtype=np.int64)
        too_long = next((v for v in vertices if len(v) > 17), None)
        if too_long is not None:
            raise _too_large(too_long, reading)
        row = [int(v) for pair in pairs for v in pair] + [int(v) for v in vertices]
        yield _numbered(np.array(row, dtype=np.int64), counts, reading)
        return
    rows = [(vertices[a], vertices[b]) for a, b in pairs]
    yield reading.graph(len(vertices), rows, None, tuple(vertices))


def _is_data(text: str) -> bool:
    """Is this the data of an edge as networkx writes it, a dictionary of Python?"""
    import ast

    if not text.startswith("{"):
        return False
    try:
        return isinstance(ast.literal_eval(text.strip()), dict)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


def _too_large(number: object, reading: Reading) -> BadInput:
    return BadInput(
        f"vertex {str(number)[:40]} is too large: vertices are numbered up to {1 << 31}",
        reading.name,
    )


def _numbered(found: NDArray[np.int64], counts: NDArray[np.int64], reading: Reading) -> Graph:
    """The graph of an edge list made of numbers alone, ``counts`` of them on each line."""
    ends = np.cumsum(counts)
    firsts = ends[counts == 2] - 2
    rows = np.stack([found[firsts], found[firsts + 1]], axis=1)
    if found.max(initial=0) > 1 << 31:
        raise _too_large(found.max(), reading)
    if not reading.said and _has_header(rows, counts):
        n, m = rows[0].tolist()
        raise BadInput(
            f"the first line is an edge {n}-{m}, or says {n} vertices and {m} edges: take it "
            "away, or say --format edge-list",
            reading.name,
        )
    vertices = np.unique(found)
    n = len(vertices)
    if n == 0 or int(vertices[-1]) == n - 1:
        return reading.graph(n, rows, None)
    return reading.graph(
        n, np.searchsorted(vertices, rows), None, [str(v) for v in vertices.tolist()]
    )


def _has_header(rows: NDArray[np.int64], counts: NDArray[np.int64]) -> bool:
    """Could the first line count the vertices and the edges of all others?"""
    if not len(rows) or (counts == 1).any() or rows[0, 1] != len(rows) - 1 or rows[0, 0] < 1:
        return False
    n, rest = int(rows[0, 0]), rows[1:]
    low, high = int(rest.min(initial=n)), int(rest.max(initial=0))
    return high < n or (low >= 1 and high <= n)


def adjacency_list(data: bytes, reading: Reading) -> Iterator[Graph]:
    """A vertex and its neighbours a line, as networkx reads them; a simple graph."""
    import networkx

    lines = text_of(data, reading).split("\n")
    for place, line in enumerate(lines, 1):
        if re.search(r"[,;|:]", line.split("#", 1)[0]):
            raise BadInput(
                f"expected vertices with blanks between, found {line.strip()[:60]!r}",
                f"{reading.name}:{place}",
            )
    kind: Any = networkx.DiGraph if reading.directed else networkx.Graph
    with library("an adjacency list", reading):
        graph = networkx.parse_adjlist(lines, create_using=kind)
        order = list(graph.nodes)
        if all(re.fullmatch(r"0|[1-9][0-9]{0,17}", v) for v in order):
            order.sort(key=int)
        index = {node: k for k, node in enumerate(order)}
        rows = [(index[a], index[b]) for a, b in graph.edges()]
    yield reading.graph(len(order), rows, None, order)
