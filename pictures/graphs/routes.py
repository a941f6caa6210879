"""How the edges of a graph run between its vertices, and round those in their way."""

from __future__ import annotations

import itertools
import math

from gameproof.pictures.graphs.layout import Edges, Layout
from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.sheet.palette import INK

BENDS = (0.0, 0.16, -0.16, 0.3, -0.3, 0.45, -0.45)
PARALLEL = (0.0, 0.2, -0.2, 0.38, -0.38, 0.55, -0.55)
STEPS = 12


def routes(layout: Layout, edges: Edges) -> list[list[Point]]:
    """For each edge the points that its line runs through, from rim to rim.

    Parallel edges bend apart, and an edge bends round vertices that lie on its way; a loop is
    a small square beside its vertex. O(m n).
    """
    places, r = layout.places, layout.radius
    turns: dict[tuple[int, int], int] = {}
    several: dict[tuple[int, int], int] = {}
    for u, v in edges:
        key = (min(u, v), max(u, v))
        several[key] = several.get(key, 0) + 1
    found = []
    for u, v in edges:
        key = (min(u, v), max(u, v))
        turn = turns.get(key, 0)
        turns[key] = turn + 1
        if u == v:
            found.append(_loop(places[u], r, turn))
            continue
        a, b = places[u], places[v]
        if several[key] > 1:
            bend = PARALLEL[(turn + (several[key] % 2 == 0)) % len(PARALLEL)]
        else:
            others = [p for w, p in enumerate(places) if w not in (u, v)]
            bend = next((x for x in BENDS if _free(_curve(a, b, x), others, 1.25 * r)), 0.0)
        flip = 1.0 if u < v else -1.0  # both directions of a pair bend alike
        found.append(_clipped(_curve(a, b, flip * bend), r))
    return found


def _loop(at: Point, r: float, turn: int) -> list[Point]:
    size = r * (1.1 + 0.5 * turn)
    x, y = at[0] - 0.7 * r, at[1] - 0.7 * r
    return [(x, y), (x - size, y), (x - size, y - size), (x, y - size), (x, y)]


def _curve(a: Point, b: Point, bend: float) -> list[Point]:
    """A segment, or a quadratic curve that leaves it by ``bend`` of its length."""
    if bend == 0:
        return [a, b]
    top = (
        (a[0] + b[0]) / 2 - 2 * bend * (b[1] - a[1]),
        (a[1] + b[1]) / 2 + 2 * bend * (b[0] - a[0]),
    )
    points = []
    for k in range(STEPS + 1):
        t = k / STEPS
        s = 1 - t
        points.append(
            (
                s * s * a[0] + 2 * s * t * top[0] + t * t * b[0],
                s * s * a[1] + 2 * s * t * top[1] + t * t * b[1],
            )
        )
    return points


def _free(points: list[Point], others: list[Point], room: float) -> bool:
    """Does the line keep its distance from all other vertices?"""
    return all(_distance(p, a, b) >= room for a, b in itertools.pairwise(points) for p in others)


def _distance(p: Point, a: Point, b: Point) -> float:
    """From a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    t = min(1.0, max(0.0, t))
    return math.hypot(a[0] + t * dx - p[0], a[1] + t * dy - p[1])


def _clipped(points: list[Point], r: float) -> list[Point]:
    """The line without what lies inside the discs of its ends."""
    return _cut(_cut(points, r)[::-1], r)[::-1]


def _cut(points: list[Point], r: float) -> list[Point]:
    start = points[0]
    for k, p in enumerate(points[1:], start=1):
        if math.hypot(p[0] - start[0], p[1] - start[1]) > r:
            q = points[k - 1]
            length = math.hypot(p[0] - q[0], p[1] - q[1]) or 1.0
            gone = r - math.hypot(q[0] - start[0], q[1] - start[1])
            share = min(1.0, max(0.0, gone / length))
            return [(q[0] + share * (p[0] - q[0]), q[1] + share * (p[1] - q[1])), *points[k:]]
    return points


def draw_edge(
    drawing: Drawing,
    route: list[Point],
    *,
    stroke: str = INK,
    width: float = 1.3,
    directed: bool = False,
) -> None:
    """One edge along its route, with a head where it is an arc."""
    body = list(route)
    if directed and len(route) >= 2:
        tip = body.pop()
        while len(body) > 1 and math.dist(body[-1], tip) < 8 + width:
            body.pop()
        body.append(drawing.head(body[-1], tip, stroke=stroke, width=width))
    if len(body) == 2:
        drawing.line(body[0], body[1], stroke=stroke, width=width)
    elif len(body) > 2:
        drawing.path(body, stroke=stroke, width=width)


def middle(route: list[Point]) -> Point:
    """The middle of a route, for a word beside it."""
    k = len(route) // 2
    if len(route) % 2:
        return route[k]
    (ax, ay), (bx, by) = route[k - 1], route[k]
    return (ax + bx) / 2, (ay + by) / 2
