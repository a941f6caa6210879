"""Paths, cycles, grids and other small graphs in the one-line notation of positions on graphs.

``path``, ``cycle`` and ``grid`` take the size from the marks of the vertices; every other graph
is ``graph 0-1,1-2``, its edges, or ``graph -`` without one.
"""

from __future__ import annotations

from functools import lru_cache

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput


def _grid_edges(rows: int, columns: int) -> set[tuple[int, int]]:
    across = {
        (r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)
    }
    return across | {(v, v + columns) for v in range((rows - 1) * columns)}


def _path_edges(n: int) -> set[tuple[int, int]]:
    return _grid_edges(1, n)


def _cycle_edges(n: int) -> set[tuple[int, int]]:
    return _path_edges(n) | {(0, n - 1)} if n > 2 else _path_edges(n)


@lru_cache(maxsize=256)
def shape_of(graph: Graph) -> tuple[str, int]:
    """The graph's words in the notation and the width of a row (0: one row)."""
    edges = {(min(a, b), max(a, b)) for a, b in graph.edges.tolist()}
    n = graph.n
    if edges == _path_edges(n):
        return "path", 0
    if n > 2 and edges == _cycle_edges(n):
        return "cycle", 0
    for columns in range(2, n):
        if n % columns == 0 and edges == _grid_edges(n // columns, columns):
            return "grid", columns
    return "graph " + (",".join(f"{a}-{b}" for a, b in sorted(edges)) or "-"), 0


def graph_of(shape: str, words: list[str], rows: list[str]) -> Graph:
    """The graph of a position's shape words and its rows of marks."""
    n = sum(map(len, rows))
    if shape != "graph" and words:
        raise BadInput(f"unexpected word {words[0]!r} after {shape}", "position")
    if shape == "grid":
        if len({len(row) for row in rows}) > 1:
            raise BadInput("the rows of a grid must have one length", "position")
        return Graph.of(n, sorted(_grid_edges(len(rows), len(rows[0]))))
    if len(rows) > 1:
        raise BadInput(f"a {shape} has one row of marks", "position")
    if shape == "path":
        return Graph.of(n, sorted(_path_edges(n)))
    if shape == "cycle":
        return Graph.of(n, sorted(_cycle_edges(n)))
    if shape != "graph" or len(words) != 1:
        raise BadInput(f"no shape {shape!r}; use path, cycle, grid or graph EDGES", "position")
    edges = []
    for pair in [] if words[0] == "-" else words[0].split(","):
        ends = pair.split("-")
        whole = all(end.isascii() and end.isdecimal() for end in ends)
        if len(ends) != 2 or not whole or ends[0] == ends[1]:
            raise BadInput(f"{pair!r} is no edge; write 0-1,1-2,...", "position")
        edges.append((int(ends[0]), int(ends[1])))
    return Graph.of(n, edges)
