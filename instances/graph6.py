"""graph6, sparse6 and digraph6: one graph a line (McKay, formats.txt of nauty)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_reading import (
    MOST_VERTICES,
    Listing,
    Reading,
    library,
)


def six_order(body: bytes) -> tuple[int, bytes] | None:
    """The number of vertices that a graph6, sparse6 or digraph6 line begins with, and the
    rest; ``None`` when it is no such line (McKay, formats.txt of nauty)."""
    if not body or min(body) < 63 or max(body) > 126:
        return None
    sizes = (1, 0) if body[0] < 126 else (3, 1) if body[1:2] != b"~" else (6, 2)
    length, skip = sizes
    digits = body[skip : skip + length]
    if len(digits) < length:
        return None
    n = 0
    for digit in digits:
        n = n << 6 | digit - 63
    return n, body[skip + length :]


def is_graph6(line: bytes) -> bool:
    """Is this just a graph6 line: characters, length and the padding's zeros?"""
    found = six_order(line)
    if found is None:
        return False
    n, rest = found
    bits = n * (n - 1) // 2
    if len(rest) != (bits + 5) // 6:
        return False
    return not rest or not (rest[-1] - 63) & ((1 << -bits % 6) - 1)


HEADERS = {"graph6": b">>graph6<<", "sparse6": b">>sparse6<<", "digraph6": b">>digraph6<<"}


def six(form: str, line: bytes, reading: Reading) -> Listing:
    """The graph of one line; graph6 and sparse6 through networkx."""
    line = line.removeprefix(HEADERS[form])
    kind = f"a {form} line"
    if form == "digraph6":
        return _digraph6(line, reading)
    body = line.removeprefix(b":") if form == "sparse6" else line
    order = six_order(body)
    if order is None or (form == "sparse6") != line.startswith(b":"):
        raise BadInput(f"not {kind}: {_shown(line)}", reading.name)
    if form == "graph6" and not is_graph6(line):
        raise BadInput(f"not {kind}: wrong length or padding for {order[0]} vertices", reading.name)
    if order[0] > MOST_VERTICES:
        raise BadInput(f"{order[0]} vertices are too many for {kind}", reading.name)
    import networkx

    with library(kind, reading):
        read: Any = networkx.from_sparse6_bytes if form == "sparse6" else networkx.from_graph6_bytes
        graph = read(line)
        if graph.number_of_nodes() != order[0]:
            raise BadInput(f"not {kind}: an edge leaves the {order[0]} vertices", reading.name)
        rows = list(graph.edges())
    return Listing(order[0], rows, False)


def _digraph6(line: bytes, reading: Reading) -> Listing:
    """networkx has no digraph6: the rows of the adjacency matrix, six bits a character."""
    order = six_order(line.removeprefix(b"&"))
    if order is None or not line.startswith(b"&"):
        raise BadInput(f"not a digraph6 line: {_shown(line)}", reading.name)
    n, rest = order
    if len(rest) != (n * n + 5) // 6:
        raise BadInput(f"not a digraph6 line: wrong length for {n} vertices", reading.name)
    sextets = np.frombuffer(rest, dtype=np.uint8)[:, None] - 63
    bits = (sextets >> np.arange(5, -1, -1, dtype=np.uint8) & 1).ravel()
    if bits[n * n :].any():
        raise BadInput(f"not a digraph6 line: wrong padding for {n} vertices", reading.name)
    there = np.flatnonzero(bits[: n * n]).astype(np.int64)
    return Listing(n, np.stack([there // max(n, 1), there % max(n, 1)], axis=1), True)


def _shown(line: bytes) -> str:
    return repr(line[:40].decode("latin-1"))


def six_lines(form: str, data: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that hold a graph, with their numbers; a header may stand on the first."""
    for number, line in enumerate(data, 1):
        line = line.strip(b"\r\n \t")
        if number == 1:
            line = line.removeprefix(HEADERS[form])
        if line:
            yield number, line
