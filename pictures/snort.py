"""Snort and Col drawn: pieces, labels A, R, B, U, and the strategy's next move or replies.

Red pieces are discs marked R, blue ones marked B; an empty vertex shows who may still play
there. The next proved move is filled and marked ``!``; with opposition, the image that
answers each vertex is written below it.
"""

from __future__ import annotations

import math
from typing import Any

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.opposition import Opposition
from gameproof.certificates.opposition import reply as opposition_reply
from gameproof.certificates.snort_strategy import SnortStrategy
from gameproof.certificates.snort_strategy import reply as strategy_reply
from gameproof.games.snort import Position
from gameproof.pictures.picture import (
    BLUE,
    HIGHLIGHT,
    INK,
    PALE,
    RED,
    Drawing,
    Picture,
    graph_layout,
)
from gameproof.pictures.thermograph import beside

MOST = 400  # vertices; a larger graph is described, not drawn
RADIUS = 13.0


def draw(
    position: Position, certificate: Certificate | None = None, detail: dict[str, Any] | None = None
) -> Picture:
    """The graph in text and SVG. O(n^2) for the layout of up to 300 vertices."""
    move = _next_move(position, certificate)
    images = _images(position, certificate)
    text = _text(position, move, images)
    if position.graph.n > MOST:
        drawing = Drawing(420, 40, position.rules.name)
        drawing.text((210, 20), f"{position.graph.n} vertices: too many to draw")
        return Picture(text, drawing.svg())
    picture = Picture(text, _svg(position, move, images))
    return beside(picture, detail) if detail and "thermograph" in detail else picture


def _next_move(position: Position, certificate: Certificate | None) -> int | None:
    """The proved move of the player to move, when the certificate has one."""
    if isinstance(certificate, Opposition):
        return opposition_reply(position, certificate)
    if isinstance(certificate, SnortStrategy):
        return strategy_reply(position, certificate)
    return None


def _images(position: Position, certificate: Certificate | None) -> dict[int, int]:
    """The answers of the player who is not to move first, under opposition."""
    if isinstance(certificate, Opposition):
        for row in certificate.rows:
            if row[0] == position.to_move:
                return {int(v): int(u) for v, u in row[3]}
    return {}


def _mark(position: Position, v: int) -> str:
    if (position.red | position.blue) >> v & 1:
        return "[R]" if position.red >> v & 1 else "[B]"
    return f" {position.label(v)} "


def _text(position: Position, move: int | None, images: dict[int, int]) -> str:
    graph = position.graph
    words = str(position).split()
    lines = [str(position)]
    if words[1] == "grid":
        width = len(words[2].split("/")[0])
        marks = [_mark(position, v) + ("!" if v == move else " ") for v in range(graph.n)]
        rows = range(0, graph.n, width)
        lines += ["".join(marks[row : row + width]).rstrip() for row in rows]
    elif words[1] == "path":
        lines.append("-".join(_mark(position, v).strip() for v in range(graph.n)))
    else:
        wide = max((len(graph.label(v)) for v in range(graph.n)), default=1)
        for v in range(graph.n):
            near = " ".join(graph.label(u) for u in sorted(set(graph.neighbours(v))))
            lines.append(f"{graph.label(v).rjust(wide)} {_mark(position, v)} -- {near}".rstrip())
    if move is not None:
        lines.append(f"{position.to_move} plays {graph.label(move)} (proved)")
    if images:
        pairs = ", ".join(f"{graph.label(v)}:{graph.label(u)}" for v, u in sorted(images.items()))
        lines.append(f"answers: {pairs}")
    legend = "[R] [B] pieces; A both may play, R only Red, B only Blue, U nobody"
    return "\n".join([*lines, legend]) + "\n"


def _svg(position: Position, move: int | None, images: dict[int, int]) -> str:
    graph = position.graph
    size = min(1200.0, max(240.0, 90.0 * math.sqrt(graph.n + 1)))
    pairs = [(int(u), int(v)) for u, v in graph.edges.tolist()]
    place = graph_layout(graph.n, pairs, graph.words or " ".join(str(position).split()[1:2]), size)
    drawing = Drawing(size, size, str(position))
    for u, v in pairs:
        live = position.label(u) != "U" and position.label(v) != "U"
        drawing.line(place[u], place[v], stroke=INK if live else PALE, width=1.3)
    for v, (x, y) in enumerate(place):
        label = position.label(v)
        fill, words, ink = "white", label, INK
        if (position.red | position.blue) >> v & 1:
            red = bool(position.red >> v & 1)
            fill, words, ink = (RED, "R", "white") if red else (BLUE, "B", "white")
            drawing.circle((x, y), RADIUS, fill=fill, stroke=INK)
        else:
            stroke = {"R": RED, "B": BLUE, "U": PALE}.get(label, INK)
            fill = HIGHLIGHT if v == move else "white"
            drawing.circle((x, y), RADIUS, fill=fill, stroke=stroke)
            if label == "U":
                ink = PALE
        drawing.text((x, y), words + ("!" if v == move else ""), size=12, fill=ink, bold=v == move)
        drawing.text((x + RADIUS, y - RADIUS), graph.label(v), size=8, fill=INK)
        if v in images:
            drawing.text((x, y + RADIUS + 6), f"→{graph.label(images[v])}", size=8, fill=INK)
    return drawing.svg()
