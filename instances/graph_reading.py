"""What all readers of graphs share: what they are told, what they find, how a wrong text is
refused, and the one place where a listing becomes the graph that a game is played on.

A reader yields the graphs of one text, in order. It reads what the format says and nothing
else: a text that leaves a doubt is refused with a line that names the doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import AnyStr, Literal

import numpy as np
from numpy.typing import NDArray

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput

MARKED = (b"edge", b"edges", b"col", b"sp")
BARE = (b"tw", b"td", b"tdp", b"tww", b"cep", b"ds", b"vc")
"""Kinds of problem of DIMACS, whose lines of edges begin with ``e`` or ``a``, and of PACE."""
MOST_VERTICES = 1 << 22
"""Vertices of a graph that a few characters of a file may ask for."""
MOST_EDGES = 1 << 23
"""Edges that may come from fewer characters than there are edges (a dense text, products)."""

Each = Literal["edge", "noted", "list", "matrix"]
Rows = Sequence[Sequence[int]] | NDArray[np.int64]


TWICE = "say --format where these are two edges"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader is told: the file's name for messages, and whether a person said the
    format (a suffix only suggests it)."""

    name: str
    said: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """What a text or a value says of a graph, whatever is played on it.

    ``names`` are the vertices in the file's order, or their number where they are 0, 1, 2, ...
    (from 1 on, ``counted``). ``rows`` are pairs of vertices, in order; ``arcs`` is what is said of
    direction, ``None`` if nothing. A row is an ``edge``; or it was ``noted`` by somebody who may
    have noted every edge once at each end; or the rows are a ``list`` of neighbours, where all
    edges stand at one end or all at both; or a ``matrix``, where all stand at both. ``unsure``
    says why the numbers of parallel edges may be mistaken.
    """

    names: Sequence[str] | int
    rows: Rows
    arcs: bool | None = None
    each: Each = "edge"
    counted: bool = False
    unsure: str = ""

    def graph(self, where: str, directed: bool = False) -> Graph:
        """The graph as a game needs it that is played on arcs (``directed``) or takes what it
        is given; raises :class:`BadInput`. O(n + m log m)."""
        if directed and self.arcs is False:
            raise BadInput("the file holds an undirected graph, the game needs arcs", where)
        n = self.names if isinstance(self.names, int) else len(self.names)
        names = None if isinstance(self.names, int) else tuple(self.names)
        if names is not None and names == tuple(map(str, range(n))):
            names = None
        try:
            arcs = directed or bool(self.arcs)
            made = Graph.of(
                n, self.rows, directed=arcs, names=names, words=where, counted=self.counted
            )
            rows, unsure = made.edges, self.unsure
            if not arcs and self.each != "edge":
                rows, doubt = _undirected(made, self.each)
                unsure = unsure or doubt
            return Graph(n, rows, arcs, names, where, self.counted, unsure)
        except BadInput as error:
            raise BadInput(error.message, f"{where}: {error.where}".rstrip(": ")) from None


def _undirected(graph: Graph, each: Each) -> tuple[NDArray[np.int32], str]:
    """Each edge of a listing once, and what is not certain of their numbers."""
    low, high = graph.edges.min(axis=1, initial=graph.n), graph.edges.max(axis=1, initial=-1)
    upward = graph.edges[:, 0] < graph.edges[:, 1]
    loops = low == high
    pair = low.astype(np.int64) * graph.n + high
    kinds, number = np.unique(pair, return_inverse=True)
    up = np.bincount(number, weights=upward & ~loops, minlength=len(kinds))
    down = np.bincount(number, weights=~upward & ~loops, minlength=len(kinds))
    both = (up > 0) & (down > 0)
    looped = np.bincount(number, weights=loops, minlength=len(kinds))
    if not both.any() and each != "matrix":
        return graph.edges, ""
    if (up == down).all():
        kept = graph.edges[upward | loops].copy()
        kept.setflags(write=False)
        if each == "noted":
            return kept, f"every edge stands there in both directions; {TWICE}"
        if (looped > 1).any():
            v = graph.label(int(kinds[np.argmax(looped > 1)]) // graph.n)
            return kept, f"what stands at {v!r} twice may be one loop or two"
        return kept, ""

    def shown(which: NDArray[np.bool_]) -> str:
        a, b = divmod(int(kinds[np.argmax(which)]), graph.n)
        return f"{graph.label(a)}-{graph.label(b)}"

    if each == "noted":
        return graph.edges, f"{shown(both)} stands there in both directions; {TWICE}"
    if each == "matrix":
        raise BadInput(f"not symmetric at {shown(up != down)}: these are arcs, not edges")
    raise BadInput(
        f"{shown(both)} is listed at both of its ends, {shown(up != down)} is not: "
        "the list may hold arcs"
    )


@contextmanager
def library(kind: str, reading: Reading) -> Iterator[None]:
    """What a library's reader makes of a wrong text, as one line (they raise all sorts)."""
    try:
        yield
    except BadInput:
        raise
    except MemoryError:
        raise BadInput(f"this {kind} is too large", reading.name) from None
    except Exception as error:
        why = " ".join(str(error).split())[:200]
        raise BadInput(f"not {kind}: {why or type(error).__name__}", reading.name) from None


def unmarked(data: bytes, name: str) -> bytes:
    """What a text file begins with or holds, without the byte order mark that some editors put
    before UTF-8. Raises :class:`BadInput` for what is told by its first bytes to be no UTF-8
    text: UTF-16, and compressed files. O(size)."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput("UTF-16 text; save it as UTF-8", name)
    if data.startswith(b"\x1f\x8b"):
        raise BadInput("compressed by gzip; unpack it first ('gzip -dc FILE' writes it out)", name)
    return without_mark(data)


def without_mark(text: AnyStr) -> AnyStr:
    """The text, or its bytes in UTF-8, without the byte order mark at its beginning."""
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    return text.removeprefix("\ufeff".encode())


def text_of(data: bytes, reading: Reading) -> str:
    """UTF-8, with or without a byte order mark; raises :class:`BadInput`."""
    try:
        return without_mark(data).decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8 text: byte {error.start}", reading.name) from None


def name_of(value: object) -> str:
    """The name of a vertex that is a value of Python or JSON: a tuple's is as networkx writes
    it, ``(0, 0)``; NumPy's numbers are numbers."""
    if type(value) in (tuple, list):
        assert isinstance(value, tuple | list)
        inner = ", ".join(name_of(v) if not isinstance(v, str) else repr(v) for v in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return str(value)
