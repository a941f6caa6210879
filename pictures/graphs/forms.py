"""A connected graph that nobody has named: known forms by their structure, else the best of
several layouts by what crosses and what touches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from gameproof.pictures.sheet.drawing import Point

MOST_COMPARED = 1500
"""Edges of the largest graph whose crossings are counted, which takes their number squared."""
MOST_SPRUNG = 200
"""Vertices of the largest graph whose distances are fitted (Kamada and Kawai): seconds."""
TOUCH = 0.3
"""An edge this near to a vertex that is not its end, in least distances of vertices, touches it."""


def form_of(n: int, edges: Sequence[tuple[int, int]]) -> tuple[list[str], list[int]] | None:
    """The words of a form that the graph has, and the form's vertex for each vertex.

    A cycle, complete, a wheel, complete bipartite, Petersen's or a grid; ``None`` for any other.
    Numbers of edges and degrees are compared before an isomorphism is looked for (VF2++, Juttner
    and Madarasz 2018).
    """
    import networkx

    graph: Any = networkx.Graph(edges)
    degrees = sorted(d for _, d in graph.degree)
    for words, make in _forms(n, graph.number_of_edges()):
        form: Any = networkx.convert_node_labels_to_integers(make())
        if sorted(d for _, d in form.degree) == degrees:
            found = networkx.vf2pp_isomorphism(graph, form)
            if found is not None:
                return words, [found[v] for v in range(n)]
    return None


def _forms(n: int, m: int) -> Iterator[tuple[list[str], Callable[[], Any]]]:
    """Forms with n vertices and m edges; their vertices are numbered as by the words."""
    import networkx

    if m == n:
        yield ["cycle", str(n)], partial(networkx.cycle_graph, n)
    if m == n * (n - 1) // 2:
        yield ["complete", str(n)], partial(networkx.complete_graph, n)
    if m == 2 * (n - 1):
        yield ["wheel", str(n)], partial(networkx.wheel_graph, n)
    if (n, m) == (10, 15):
        yield ["petersen"], networkx.petersen_graph
    for a in range(2, n // 2 + 1):
        b = n // a
        if a * (n - a) == m:
            words = ["bipartite", str(a), str(n - a)]
            yield words, partial(networkx.complete_bipartite_graph, a, n - a)
        if a * b == n and b >= a and 2 * n - a - b == m:
            yield ["grid", str(a), str(b)], partial(networkx.grid_2d_graph, a, b)


def best_layout(n: int, edges: Sequence[tuple[int, int]], ring: Sequence[Point]) -> list[Point]:
    """The places of networkx's planar, Kamada-Kawai, bipartite layouts or of the ``ring`` that
    cost least by :func:`cost`; the same graph is always laid out alike."""
    import networkx

    if len(edges) > MOST_COMPARED:
        return list(ring)
    graph: Any = networkx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    found = [list(ring)]
    if n <= MOST_SPRUNG:
        found.append(_places(networkx.kamada_kawai_layout(graph), n))
    if networkx.is_planar(graph):
        found.append(_places(networkx.planar_layout(graph), n))
    if networkx.is_bipartite(graph):
        side = networkx.bipartite.sets(graph)[0]
        found.append(_places(networkx.bipartite_layout(graph, sorted(side)), n))
    return min(found, key=lambda places: cost(places, edges))


def _places(found: Any, n: int) -> list[Point]:
    return [(float(found[v][0]), float(found[v][1])) for v in range(n)]


def cost(places: Sequence[Point], edges: Sequence[tuple[int, int]]) -> float:
    """How badly edges are seen: one for each two that cross, two for each vertex that an edge
    touches, and the square of how wide the drawing is beside its closest vertices, as a square of
    so many vertices would be 1. O(m^2 + m n + n^2)."""
    import numpy as np

    at = np.array(places)
    n = len(at)
    ends = np.array(sorted({(min(e), max(e)) for e in edges}), dtype=int).reshape(-1, 2)
    apart = np.hypot(*(at[:, None] - at[None, :]).transpose(2, 0, 1))
    least = float(apart[~np.eye(n, dtype=bool)].min())
    if least < 1e-9 * float(apart.max()):
        return math.inf
    a, b = at[ends[:, 0]], at[ends[:, 1]]
    along = b - a
    length = np.hypot(along[:, 0], along[:, 1])

    def beside(points: Any) -> Any:
        """Twice the signed area of each edge with each point."""
        off = points[None, :] - a[:, None]
        return along[:, None, 0] * off[..., 1] - along[:, None, 1] * off[..., 0]

    each = beside(at)  # an edge, a vertex
    sides = np.sign(np.where(np.abs(each) < 1e-9 * length[:, None] ** 2, 0.0, each))
    opposite = sides[:, ends[:, 0]] * sides[:, ends[:, 1]] < 0
    crossings = int((opposite & opposite.T).sum()) // 2
    share = ((at[None] - a[:, None]) * along[:, None]).sum(2) / length[:, None] ** 2
    near = (np.abs(each) / length[:, None] < TOUCH * least) & (share > 0) & (share < 1)
    near[np.arange(len(ends)), ends[:, 0]] = near[np.arange(len(ends)), ends[:, 1]] = False
    return crossings + 2 * int(near.sum()) + (float(apart.max()) / least) ** 2 / n
