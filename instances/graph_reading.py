"""What all readers of graph files share: what they are told, and how a wrong text is refused.

A reader yields the graphs of one text, in order. It reads what the format says and nothing
else: a text that leaves a doubt is refused with a line that names the doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, AnyStr

import numpy as np
from numpy.typing import NDArray

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput

MOST_VERTICES = 1 << 22
"""Vertices of a graph that a few characters of a file may ask for."""
MOST_EDGES = 1 << 23
"""Edges that may come from fewer characters than there are edges (a dense text, products)."""

Rows = Sequence[Sequence[int]] | NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader is told: the file's name for messages, whether the game is played on
    arcs, and whether a person said the format (a suffix only suggests it)."""

    name: str
    directed: bool = False
    said: bool = False

    def graph(
        self, n: int, rows: Rows, arcs: bool | None, names: Sequence[str] | None = None
    ) -> Graph:
        """The graph read; ``arcs`` is what the text says of direction, ``None`` if nothing."""
        if self.directed and arcs is False:
            raise BadInput("the file holds an undirected graph, the game needs arcs", self.name)
        labels = None if names is None else tuple(names)
        if labels is not None and (
            len(set(labels)) < n or labels == tuple(str(k) for k in range(n))
        ):
            labels = None
        arcs = self.directed or bool(arcs)
        try:
            return Graph.of(n, rows, directed=arcs, names=labels, words=self.name)
        except BadInput as error:
            raise BadInput(error.message, f"{self.name}: {error.where}") from None


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


def from_networkx(graph: Any, reading: Reading, arcs: bool | None) -> Graph:
    """The graph that a reader of networkx made; vertices keep its order and, where they tell
    them apart, its labels."""
    index = {node: k for k, node in enumerate(graph.nodes)}
    labels = [str(graph.nodes[node].get("label", node)) for node in graph.nodes]
    if len(set(labels)) < len(labels):
        labels = [str(node) for node in graph.nodes]
    rows = [(index[a], index[b]) for a, b in graph.edges()]
    return reading.graph(len(index), rows, arcs, labels)
