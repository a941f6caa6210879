"""Graphs as values of Python: networkx, pairs of vertices, neighbours, matrices, graph6."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Set
from dataclasses import replace
from typing import Any

import numpy as np

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph6 import HEADERS, six, six_lines
from gameproof.instances.graph_files import line_format_of
from gameproof.instances.graph_formats import of_document, of_lists
from gameproof.instances.graph_matrices import of_entries
from gameproof.instances.graph_reading import Listing, Reading, name_of

TAKEN = (
    "a graph of networkx, pairs of vertices, a dictionary of lists of neighbours, a square "
    "matrix of NumPy or SciPy, or a line of graph6, sparse6 or digraph6 as bytes"
)
SHORT = ([0, 0], [0, 1], [1, 0], [1, 1])
TWO = "two edges (give a list of tuples) or a matrix (give one of SciPy)?"
SAID = Reading("graph")


def listing_of(value: Any) -> Listing:
    """What such a value says of a graph; raises :class:`BadInput` for every other value."""
    if isinstance(value, bytes | bytearray):
        return _of_bytes(bytes(value))
    if all(hasattr(value, name) for name in ("edges", "nodes", "is_directed")):
        nodes = list(value.nodes)
        return _of_pairs(_pairs(value.edges), nodes, bool(value.is_directed()))
    if isinstance(value, Mapping) and not isinstance(value, Set):  # networkx's edges are both
        return _of_mapping(value)
    if hasattr(value, "tocoo"):
        cells = value.tocoo()
        _square(cells.shape)
        cells.sum_duplicates()
        order = np.lexsort((cells.col, cells.row))
        kept = order[cells.data[order] != 0]
        return _of_matrix(cells.shape[0], cells.row[kept], cells.col[kept], cells.data[kept])
    shape = getattr(value, "shape", None)
    if shape is not None and not (len(shape) == 2 and shape[1] == 2 and shape[0] != 2):
        _square(shape)
        matrix = np.asarray(value)
        if matrix.shape == (2, 2) and matrix.dtype.kind in "iuf" and (matrix > 1).any():
            raise BadInput(TWO)
        tails, heads = np.nonzero(matrix)
        listing = _of_matrix(len(matrix), tails, heads, matrix[tails, heads])
        titles = list(getattr(value, "columns", ()))  # of a table of pandas
        if titles and titles != list(value.index):
            raise BadInput("the titles of rows and columns differ")
        return replace(listing, names=[name_of(v) for v in titles]) if titles else listing
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise BadInput(f"expected a graph, not {type(value).__name__}: taken is {TAKEN}")
    rows = value if isinstance(value, list) and len(value) == 2 else []
    if rows and all(isinstance(row, list) and row in SHORT for row in rows):
        raise BadInput(TWO)
    # Views of networkx on the edges of digraphs are called so, those of graphs are not.
    kind = type(value).__name__ if type(value).__module__.startswith("networkx.") else ""
    arcs = kind.startswith(("Out", "In")) if kind.endswith(("EdgeView", "EdgeDataView")) else None
    return _of_pairs(_pairs(value), None, arcs)


def _of_bytes(data: bytes) -> Listing:
    first = data.strip().partition(b"\n")[0]
    form = line_format_of(first)
    lines = list(six_lines(form, data.split(b"\n"))) if form else []
    if form is None or len(lines) != 1:
        raise BadInput(f"expected one line of {', '.join(HEADERS)}, found {data[:40]!r}")
    return six(form, lines[0][1], SAID)


def _of_mapping(value: Mapping[Any, Any]) -> Listing:
    if "nodes" in value or "elements" in value:
        try:
            found = of_document(dict(value))
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            found = None
        if found is not None:
            return found
    rows = {key: list(row) if isinstance(row, Iterable) else None for key, row in value.items()}
    if any(row is None or isinstance(value[key], str) for key, row in rows.items()):
        raise BadInput("expected a list of neighbours for each vertex")
    return of_lists(rows)


def _square(shape: tuple[int, ...]) -> None:
    if len(shape) != 2 or shape[0] != shape[1]:
        size = " x ".join(map(str, shape))
        raise BadInput(f"a graph's matrix is square, not {size}")


def _of_matrix(n: int, tails: Any, heads: Any, values: Any) -> Listing:
    try:
        entries = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput("an adjacency matrix holds numbers") from None
    if not np.isfinite(entries).all():
        raise BadInput("an adjacency matrix holds numbers of edges")
    listing = of_entries(
        int(n), np.asarray(tails, dtype=np.int64), np.asarray(heads, dtype=np.int64), entries, SAID
    )
    cells = {(int(a), int(b)): float(x) for a, b, x in zip(tails, heads, entries, strict=True)}
    if any(cells.get((b, a)) != x for (a, b), x in cells.items()):
        return replace(listing, arcs=True)  # nobody writes half of a matrix by hand
    return listing


def _pairs(edges: Iterable[Any]) -> list[tuple[Any, Any]]:
    """The ends of edges, which networkx may give with a key and data."""
    by_networkx = type(edges).__module__.startswith("networkx.")
    pairs = []
    for edge in edges:
        try:
            row = tuple(edge)
        except TypeError:
            row = ()
        beside = row[2:] if by_networkx else [x for x in row[2:] if not isinstance(x, dict)][:1]
        if isinstance(edge, str) or len(row) < 2 or (beside and not by_networkx):
            raise BadInput(f"an edge is a pair of vertices, not {str(edge)[:60]}; taken is {TAKEN}")
        pairs.append((row[0], row[1]))
    return pairs


def _of_pairs(pairs: list[tuple[Any, Any]], nodes: list[Any] | None, arcs: bool | None) -> Listing:
    """Vertices in their order, by their own numbers where these are 0, 1, ..., n - 1."""
    ends = [end for pair in pairs for end in pair]
    stray = next((end for end in ends if not isinstance(end, Hashable)), None)
    if stray is not None:
        raise BadInput(f"no vertex can be {str(stray)[:60]}: {TAKEN} is taken")
    order = list(dict.fromkeys(ends)) if nodes is None else nodes
    numbers = all(isinstance(v, int | np.integer) and not isinstance(v, bool) for v in order)
    if numbers and (nodes is None or set(order) == set(range(len(order)))):
        order.sort()
    index = {v: k for k, v in enumerate(order)}
    rows = [(index[a], index[b]) for a, b in pairs]
    return Listing(
        [name_of(v) for v in order], rows, arcs, "edge" if nodes or arcs is False else "noted"
    )
