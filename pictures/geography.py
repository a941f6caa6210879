"""Geography drawn: the graph with its token, its matching or kernel, and N and P.

Matching edges are thick, vertices of an even kernel square, vertices and edges that
are gone pale. In the text ``=`` joins a vertex to its partner in the matching.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gameproof.certificates.alternating_forest import AlternatingForest
from gameproof.certificates.certificate import Certificate
from gameproof.certificates.even_kernel import EvenKernel, EvenKernels
from gameproof.certificates.maximum_matching import MaximumMatching
from gameproof.games.geography import Position
from gameproof.pictures.picture import (
    BLUE,
    HIGHLIGHT,
    INK,
    PALE,
    Drawing,
    Picture,
    Point,
    graph_layout,
)

MOST = 400  # vertices; a larger graph is described, not drawn
RADIUS = 13.0


def draw(
    position: Position, certificate: Certificate | None = None, detail: dict[str, Any] | None = None
) -> Picture:
    """The graph in text and SVG. O(n^2) for the layout of up to 300 vertices."""
    mate = _mate(position, certificate)
    kernel = _kernel(certificate)
    letters = _letters(position, certificate)
    if position.graph.n > MOST:
        words = f"{position.graph.n} vertices, {position.graph.m} edges: too many to draw\n"
        drawing = Drawing(420, 40, "geography")
        drawing.text((210, 20), words.strip())
        return Picture(f"{position}\n{words}", drawing.svg())
    return Picture(
        _text(position, mate, kernel, letters), _svg(position, mate, kernel, letters, detail or {})
    )


def _mate(position: Position, certificate: Certificate | None) -> dict[int, int]:
    """Partners in the certificate's matching, both ways."""
    if not isinstance(certificate, MaximumMatching | AlternatingForest):
        return {}
    mate = np.asarray(certificate.mate).tolist()
    return {v: w for v, w in enumerate(mate) if 0 <= w < position.graph.n}


def _kernel(certificate: Certificate | None) -> set[int]:
    if isinstance(certificate, EvenKernel):
        return set(np.asarray(certificate.kernel).tolist())
    return set()


def _letters(position: Position, certificate: Certificate | None) -> list[str]:
    """N or P of every start where the certificate tells them all, else nothing."""
    n = position.graph.n
    if isinstance(certificate, EvenKernels):
        return ["P" if move < 0 else "N" for move in np.asarray(certificate.move).tolist()]
    if isinstance(certificate, AlternatingForest):
        from gameproof.certificates.alternating_forest import missed
        from gameproof.certificates.certificate import Rejected

        try:
            return ["P" if losing else "N" for losing in missed(position, certificate).tolist()]
        except Rejected:
            pass  # a forest for another position (after the move): no letters
    return [""] * n


def _text(position: Position, mate: dict[int, int], kernel: set[int], letters: list[str]) -> str:
    lines = [str(position)]
    width = max((len(position.graph.label(v)) for v in range(position.graph.n)), default=1)
    live = position.live_edges().tolist()
    near: list[list[int]] = [[] for _ in range(position.graph.n)]
    for u, v in live:
        near[u].append(v)
        if not position.graph.directed and u != v:
            near[v].append(u)
    for v in position.vertices():
        mark = "*" if v == position.token else ("#" if v in kernel else " ")
        joined = [
            ("=" if mate.get(v) == w else "") + position.graph.label(w) for w in sorted(near[v])
        ]
        arrow = "->" if position.graph.directed else "--"
        name = position.graph.label(v).rjust(width)
        lines.append(f"{mark}{name} {letters[v]:1} {arrow} {' '.join(joined)}".rstrip())
    legend = ["* token"] if position.token is not None else []
    legend += ["= matched"] if mate else []
    legend += ["# even kernel"] if kernel else []
    return "\n".join([*lines, *([", ".join(legend)] if legend else [])]) + "\n"


def _svg(
    position: Position,
    mate: dict[int, int],
    kernel: set[int],
    letters: list[str],
    detail: dict[str, Any],
) -> str:
    graph = position.graph
    size = min(1200.0, max(240.0, 90.0 * math.sqrt(graph.n + 1)))
    pairs = [(int(u), int(v)) for u, v in graph.edges.tolist()]
    place = graph_layout(graph.n, pairs, graph.words, size)
    drawing = Drawing(size, size, str(position))
    matched: set[tuple[int, int]] = set()
    for number, (u, v) in enumerate(pairs):
        gone = number in position.gone if position.edge else bool({u, v} & position.gone)
        thick = mate.get(u) == v and (u, v) not in matched and not gone
        matched.add((u, v))
        colour = PALE if gone else (BLUE if thick else INK)
        _edge(drawing, place, u, v, colour, 5.0 if thick else 1.3, graph.directed)
    winning = detail.get("winning_move")
    for v, point in enumerate(place):
        lost = not position.edge and v in position.gone
        fill = HIGHLIGHT if v == position.token else "white"
        stroke = PALE if lost else INK
        if v in kernel:
            side = 2 * RADIUS
            corner = (point[0] - RADIUS, point[1] - RADIUS)
            drawing.rectangle(*corner, side, side, fill=fill, stroke=stroke)
        else:
            drawing.circle(point, RADIUS, fill=fill, stroke=stroke)
        label = graph.label(v)
        drawing.text(point, label, size=11, fill=PALE if lost else INK, bold=label == winning)
        if letters[v]:
            above = (point[0] + RADIUS, point[1] - RADIUS)
            drawing.text(above, letters[v], size=11, bold=letters[v] == "P")
    return drawing.svg()


def _edge(
    drawing: Drawing, place: list[Point], u: int, v: int, colour: str, width: float, directed: bool
) -> None:
    """A segment between the rims of two vertices, with a head when directed; a loop as a
    small circle above its vertex."""
    (ax, ay), (bx, by) = place[u], place[v]
    length = math.hypot(bx - ax, by - ay)
    if length < 1e-9:
        drawing.circle((ax, ay - 1.6 * RADIUS), 0.8 * RADIUS, fill="none", stroke=colour)
        return
    dx, dy = (bx - ax) / length, (by - ay) / length
    start = (ax + RADIUS * dx, ay + RADIUS * dy)
    end = (bx - RADIUS * dx, by - RADIUS * dy)
    drawing.line(start, end, stroke=colour, width=width)
    if directed:
        (x, y), (sx, sy) = (end[0] - 8 * dx, end[1] - 8 * dy), (4 * dy, -4 * dx)
        drawing.polygon([end, (x + sx, y + sy), (x - sx, y - sy)], fill=colour, stroke=colour)
