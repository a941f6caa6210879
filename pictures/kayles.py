"""Node and arc Kayles: the graph, what is gone in grey, the winning move marked."""

from __future__ import annotations

from typing import Any

from gameproof.games.kayles import ArcPosition, NodePosition
from gameproof.pictures import picture
from gameproof.pictures.picture import Drawing, Picture, graph_layout

SIZE = 460.0
LARGEST = 400


def draw(
    position: NodePosition | ArcPosition,
    certificate: Any | None = None,
    detail: Any | None = None,
) -> Picture:
    """Text: the vertices (or edges) left. SVG up to 400 vertices."""
    move = detail.get("winning move") if isinstance(detail, dict) else None
    graph = position.graph
    either: Any = position  # one type of move each
    names = [either.move_text(m) for m in either.moves()]
    text = "left: " + (" ".join(names) or "nothing")
    text += f"\nwinning move: {move}\n" if isinstance(move, str) else "\n"
    drawing = Drawing(SIZE, SIZE, "Kayles")
    if graph.n > LARGEST:
        drawing.text((SIZE / 2, SIZE / 2), f"{graph.n} vertices: too many to draw")
        return Picture(text, drawing.svg())
    edges = [(int(a), int(b)) for a, b in graph.edges.tolist() if a != b]
    place = graph_layout(graph.n, edges, graph.words, SIZE)
    chosen = set(move.split("-")) if isinstance(move, str) else set()
    for a, b in edges:
        there = position.left >> a & position.left >> b & 1
        marked = isinstance(position, ArcPosition) and {graph.label(a), graph.label(b)} == chosen
        stroke = picture.SECOND if marked else picture.INK if there else picture.PALE
        drawing.line(place[a], place[b], stroke=stroke, width=5 if marked else 1.5)
    for v in range(graph.n):
        there = position.left >> v & 1
        fill = picture.HIGHLIGHT if graph.label(v) in chosen else "white"
        drawing.circle(place[v], 11, fill=fill if there else picture.PALE)
        drawing.text(place[v], graph.label(v)[:4], size=9)
    return Picture(text, drawing.svg())
