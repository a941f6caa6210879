"""Where the vertices of a graph stand.

Graphs that are known by their words or by their structure get the drawing that the field knows
them by; trees are drawn as trees, and every other graph by the best of several layouts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gameproof.games.graph import Graph
from gameproof.pictures.graphs.forms import best_layout, form_of
from gameproof.pictures.sheet.drawing import Point
from gameproof.pictures.sheet.look import VERTEX as RADIUS

Edges = Sequence[tuple[int, int]]

GAP = 4.0
"""Least distance of two vertices, in radii."""
LARGEST = 1100.0
MARGIN = 34.0
MOST = 400
"""Vertices of the largest graph that is drawn; a larger one is described."""
FORCES = 300
ROW = 12


@dataclass(frozen=True)
class Layout:
    """Places in pixels, the size of the sheet, and the radius of a vertex's disc."""

    places: list[Point]
    width: float
    height: float
    radius: float

    @property
    def labelled(self) -> bool:
        """Is there room for words in a disc?"""
        return self.radius >= 5


def lay_out(graph: Graph, words: str = "") -> Layout:
    """Places for the vertices of a graph of at most :data:`MOST` vertices.

    ``words`` is what the graph was asked for, the graph's own where it has them. Seconds for
    the largest graphs that are known by nothing.
    """
    edges = tuple((int(u), int(v)) for u, v in graph.edges.tolist() if u != v)
    return _laid_out(graph.n, edges, graph.words or words)


@lru_cache(maxsize=16)  # plays show one graph many times
def _laid_out(n: int, edges: Edges, words: str) -> Layout:
    return fitted(_places(n, edges, words.split()))


def fitted(raw: list[Point]) -> Layout:
    """The places scaled until no two are closer than :data:`GAP` radii, discs being made
    smaller where the sheet would grow too large. O(n^2)."""
    if not raw:
        return Layout([], 2 * MARGIN, 2 * MARGIN, RADIUS)
    left, top = min(x for x, _ in raw), min(y for _, y in raw)
    wide = max(x for x, _ in raw) - left
    high = max(y for _, y in raw) - top
    nearest = min(
        (
            math.hypot(a[0] - b[0], a[1] - b[1])
            for number, a in enumerate(raw)
            for b in raw[:number]
        ),
        default=1.0,
    )
    scale = GAP * RADIUS / max(nearest, 1e-3)
    over = max(1.0, scale * max(wide, high) / LARGEST)
    scale /= over
    return Layout(
        [(MARGIN + (x - left) * scale, MARGIN + (y - top) * scale) for x, y in raw],
        2 * MARGIN + wide * scale,
        2 * MARGIN + high * scale,
        max(2.0, RADIUS / over),
    )


def _named(n: int, edges: Edges, words: Sequence[str]) -> list[Point] | None:
    """The drawing that a form is known by, in a unit of its own; ``None`` for words of no form."""
    family = words[0] if words else ""
    numbers = [int(w) for w in words[1:] if w.isascii() and w.isdecimal()]
    if family in ("grid", "torus", "king") and len(numbers) >= 2 and numbers[0] * numbers[1] == n:
        return [(float(v % numbers[1]), float(v // numbers[1])) for v in range(n)]
    if family == "ladder" and n % 2 == 0:
        return [(float(v % (n // 2)), float(v // (n // 2))) for v in range(n)]
    if family == "path":
        return _snake(n)
    if family in ("cycle", "complete", "tetrahedron"):
        return ring(n)
    if family in ("star", "wheel"):
        return [(0.0, 0.0), *ring(n - 1)]
    if family in ("petersen", "prism") and n % 2 == 0:
        inner = 0.5 if family == "petersen" else 1 - 1.6 * math.sin(math.pi / max(n // 2, 3))
        return ring(n // 2) + [(max(inner, 0.3) * x, max(inner, 0.3) * y) for x, y in ring(n // 2)]
    if family in ("hypercube", "cube"):
        return _cube(n)
    if family == "bipartite" and len(numbers) >= 2 and sum(numbers[:2]) == n:
        a, b = numbers[:2]
        tall = 0.8 + 0.25 * max(a, b)
        wide = max(a, b)
        return [((v + 0.5) * wide / a, 0.0) for v in range(a)] + [
            ((v + 0.5) * wide / b, tall) for v in range(b)
        ]
    if family in ("dodecahedron", "icosahedron", "octahedron"):
        return _schlegel(n, edges)
    return None


def _places(n: int, edges: Edges, words: Sequence[str]) -> list[Point]:
    """In a unit of their own."""
    named = _named(n, edges, words)
    if named is not None:
        return named
    if n > FORCES:
        return ring(n)
    parts = _components(n, edges)
    if all(len(part) == 1 for part in parts):
        return _snake(n)
    found: dict[int, Point] = {}
    across = 0.0
    for part in parts:
        new = {v: k for k, v in enumerate(part)}
        own = [(new[u], new[v]) for u, v in edges if u in new]
        places = _connected(len(part), own)
        low, floor = min(x for x, _ in places), min(y for _, y in places)
        for v, (x, y) in zip(part, places, strict=True):
            found[v] = (x - low + across, y - floor)
        across += max(x for x, _ in places) - low + 1.0
    return [found[v] for v in range(n)]


def _connected(n: int, edges: Edges) -> list[Point]:
    """A connected graph, neighbours about a unit apart."""
    if n == 1:
        return [(0.0, 0.0)]
    if len({(min(e), max(e)) for e in edges}) == n - 1:
        return _tree(n, edges)
    known = form_of(n, edges)
    form = known and _named(n, edges, known[0])
    if known and form:
        return _spaced([form[place] for place in known[1]])
    return _spaced(best_layout(n, edges, ring(n)))


def _spaced(places: list[Point]) -> list[Point]:
    """The same with the two closest vertices a unit apart."""
    least = min(math.dist(p, q) for k, p in enumerate(places) for q in places[:k])
    return [(x / least, y / least) for x, y in places]


def ring(n: int) -> list[Point]:
    """n places on the unit circle, the first on top, clockwise."""
    angles = [2 * math.pi * k / max(n, 1) for k in range(n)]
    return [(math.sin(angle), -math.cos(angle)) for angle in angles]


def _snake(n: int) -> list[Point]:
    """A line that turns back at the end of each row."""
    places = []
    for v in range(n):
        row, column = divmod(v, ROW)
        places.append((float(column if row % 2 == 0 else ROW - 1 - column), float(row)))
    return places


def _cube(n: int) -> list[Point]:
    """Vertices are numbers; each binary digit shifts the drawing by a vector of its own."""
    shifts = [(1.0, 0.0), (0.0, -1.0)]
    while 1 << len(shifts) < n:
        depth = len(shifts) // 2
        shifts += [(0.42 * 2.3**depth / 2.3, -0.36 * 2.3 ** (depth - 1)),
                   (2.3**depth * 0.95, 0.3 * 2.3 ** (depth - 1))]  # fmt: skip
    return [
        (
            sum(s[0] for b, s in enumerate(shifts) if v >> b & 1),
            sum(s[1] for b, s in enumerate(shifts) if v >> b & 1),
        )
        for v in range(n)
    ]


def _components(n: int, edges: Edges) -> list[list[int]]:
    near = _neighbours(n, edges)
    seen: set[int] = set()
    found = []
    for start in range(n):
        if start in seen:
            continue
        part = [start]
        seen.add(start)
        for v in part:
            new = [u for u in near[v] if u not in seen]
            seen.update(new)
            part += new
        found.append(sorted(part))
    return found


def _neighbours(n: int, edges: Edges) -> list[list[int]]:
    near: list[set[int]] = [set() for _ in range(n)]
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    return [sorted(row) for row in near]


def _tree(n: int, edges: Edges) -> list[Point]:
    """Leaves side by side, every other vertex above the middle of its children.

    The root is vertex 0; a path is laid as one.
    """
    near = _neighbours(n, edges)
    if max(map(len, near)) <= 2:
        at = next(v for v in range(n) if len(near[v]) == 1)
        order: list[int] = []
        before = -1
        while len(order) < n:
            order.append(at)
            at, before = next((u for u in near[at] if u != before), -1), at
        places = _snake(n)
        return [places[order.index(v)] for v in range(n)]
    order = [0]
    parent = {0: -1}
    depth = {0: 0}
    for v in order:
        for u in near[v]:
            if u not in parent:
                parent[u], depth[u] = v, depth[v] + 1
                order.append(u)
    column: dict[int, float] = {}
    leaves = 0.0

    stack = [0]
    while stack:  # leaves in the order of a walk around the tree
        v = stack.pop()
        children = [u for u in near[v] if parent[u] == v]
        if not children:
            column[v] = leaves
            leaves += 1
        stack += reversed(children)
    for v in reversed(order):
        own = [column[u] for u in near[v] if parent.get(u) == v]
        if own:
            column[v] = (min(own) + max(own)) / 2
    return [(column[v], float(depth[v])) for v in range(n)]


def _schlegel(n: int, edges: Edges) -> list[Point]:
    """A polyhedron through one of its faces: a shortest cycle outside, every other vertex in
    the middle of its neighbours (Tutte, How to draw a graph, 1963)."""
    import numpy as np

    near = _neighbours(n, edges)
    face = _shortest_cycle(near)
    place = np.zeros((n, 2))
    place[face] = ring(len(face))
    inner = [v for v in range(n) if v not in set(face)]
    new = {v: k for k, v in enumerate(inner)}
    matrix = np.zeros((len(inner), len(inner)))
    right = np.zeros((len(inner), 2))
    for v in inner:
        matrix[new[v], new[v]] = len(near[v])
        for u in near[v]:
            if u in new:
                matrix[new[v], new[u]] -= 1
            else:
                right[new[v]] += place[u]
    place[inner] = np.linalg.solve(matrix, right)
    # Inner faces are small: distances from the middle are stretched.
    lengths = np.hypot(place[:, 0], place[:, 1])
    place *= (np.maximum(lengths, 1e-9) ** -0.3)[:, None]
    return [(float(x), float(y)) for x, y in place]


def _shortest_cycle(near: list[list[int]]) -> list[int]:
    """A shortest cycle through vertex 0."""
    order, before, branch = [0], {0: -1}, {0: -1}
    for v in order:
        for u in near[v]:
            if u not in before:
                before[u] = v
                branch[u] = u if v == 0 else branch[v]
                order.append(u)
            elif v != 0 and u not in (0, before[v]) and branch[u] != branch[v]:
                left, right = [v], [u]
                for side in (left, right):
                    while side[-1] != 0:
                        side.append(before[side[-1]])
                return left + right[-2::-1]
    return order[:3]
