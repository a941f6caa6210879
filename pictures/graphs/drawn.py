"""A graph with what a game and a proof say of its vertices and edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameproof.games.graph import Graph
from gameproof.pictures.graphs.layout import MOST, Layout, lay_out
from gameproof.pictures.graphs.routes import draw_edge, middle, routes
from gameproof.pictures.sheet import measure
from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.sheet.palette import INK, NONE, PAPER

__all__ = ["MOST", "Link", "Node", "draw_graph", "graph_facts"]

SMALL = 9.5


@dataclass
class Node:
    """How a vertex looks. ``label`` stands in it, ``above`` and ``below`` beside it; ``square``
    and ``ringed`` tell vertices apart without colour."""

    label: str
    fill: str = PAPER
    stroke: str = INK
    ink: str = INK
    above: str = ""
    below: str = ""
    bold: bool = False
    square: bool = False
    ringed: bool = False
    thick: bool = False


@dataclass
class Link:
    """How an edge looks; ``word`` stands in its middle."""

    stroke: str = INK
    width: float = 1.3
    word: str = ""


def draw_graph(
    title: str,
    graph: Graph,
    nodes: Sequence[Node],
    links: Sequence[Link],
    words: str = "",
) -> Drawing:
    """The graph of at most :data:`MOST` vertices, a node for each vertex and a link for each
    edge, both in the graph's order. O(n^2 + n m)."""
    layout = lay_out(graph, words)
    drawing = Drawing(layout.width, layout.height, title)
    pairs = [(int(u), int(v)) for u, v in graph.edges.tolist()]
    paths = routes(layout, pairs)
    for link, route in zip(links, paths, strict=True):
        draw_edge(drawing, route, stroke=link.stroke, width=link.width, directed=graph.directed)
    for link, route in zip(links, paths, strict=True):
        if link.word:
            _tag(drawing, middle(route), link.word, 3 * layout.radius, "middle")
    for node, at in zip(nodes, layout.places, strict=True):
        if layout.labelled:
            aside = 0.72 * layout.radius + (4 if node.ringed else 0)
            for word, down in ((node.above, -1), (node.below, 1)):
                if word:
                    corner = (at[0] + aside + 1, at[1] + down * (aside + 5))
                    _tag(drawing, corner, word, 1.9 * layout.radius, "start")
        _disc(drawing, node, at, layout)
    return drawing


def graph_facts(graph: Graph, words: str = "") -> dict[str, Any]:
    """Where vertices and edges of a graph of at most :data:`MOST` vertices stand, for the script
    of a page, as JSON, in tenths of pixels."""
    layout = lay_out(graph, words)
    edges = [(int(a), int(b)) for a, b in graph.edges.tolist()]
    return {
        "edges": edges,
        "points": _short(layout.places),
        "paths": [_short(path) for path in routes(layout, edges)],
        "radius": round(layout.radius, 1),
    }


def _short(places: Sequence[Point]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in places]


def _disc(drawing: Drawing, node: Node, at: Point, layout: Layout) -> None:
    r = layout.radius
    width = 3.0 if node.thick else 1.0
    if node.ringed:
        drawing.circle(at, r + 4, fill=NONE, stroke=node.stroke)
    if node.square:
        drawing.rectangle(
            at[0] - r, at[1] - r, 2 * r, 2 * r, fill=node.fill, stroke=node.stroke, line=width
        )
    else:
        drawing.circle(at, r, fill=node.fill, stroke=node.stroke, width=width)
    if layout.labelled and node.label:
        size = min(11.0, 0.8 * r)
        drawing.text(at, node.label, size=size, fill=node.ink, bold=node.bold, room=1.75 * r)


def _tag(drawing: Drawing, at: Point, word: str, room: float, anchor: str) -> None:
    """A word on a piece of paper, so that no line runs through it."""
    size = max(7.0, min(SMALL, SMALL * room / max(measure.width(word, SMALL), 1.0)))
    shown = measure.shortened(word, size, room)
    wide = measure.width(shown, size)
    left = at[0] - (wide / 2 if anchor == "middle" else 0)
    drawing.rectangle(left - 1, at[1] - 5, wide + 2, 10, fill=PAPER, stroke=NONE)
    drawing.text((left, at[1]), shown, size=size, anchor="start")
