"""Snort and Col drawn: pieces, labels A, R, B, U, and the strategy's next move or replies.

Red pieces are discs marked R, blue ones marked B; an empty vertex shows who may still play
there. The next proved move is filled and marked ``!``; with opposition, the image that
answers each vertex is written below it.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.strategies.images import Images
from gameproof.certificates.values.games import Games
from gameproof.games.snort import Position
from gameproof.pictures.graphs.drawn import MOST, Link, Node, draw_graph
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import replies, shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import described
from gameproof.pictures.sheet.palette import (
    BLUE,
    HIGHLIGHT,
    INK,
    MUTED,
    ON_STONE,
    PALE,
    PAPER,
    RED,
)
from gameproof.pictures.thermograph import beside

LEGEND = "[R] [B] pieces; A both may play, R only Red, B only Blue, U nobody"

LISTED = 10_000
"""Vertices of a graph that is shown as text."""


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The graph in text and SVG. O(n^2) for the layout of up to 300 vertices."""
    if position.graph.n > LISTED:
        words = f"{position.graph.n} vertices: too many to draw"
        return Picture(words + "\n", described(position.rules.name, words).svg())
    moves = shown_moves(position, certificate, detail)
    move = position.parse_move(moves[0]) if moves else None
    images = _images(position, certificate)
    told = [] if images or moves else strategy_lines(position, certificate, detail)
    value = (detail or {}).get("value")
    if isinstance(value, str):
        told.append(f"value {value}")
    elif isinstance(certificate, Games):
        told.append("proved by the canonical form of its value")
    text = _text(position, move, images, told)
    if position.graph.n > MOST:
        words = f"{position.graph.n} vertices: too many to draw"
        drawing = described(position.rules.name, words)
        drawing.caption(*told)
        return Picture(text, drawing.svg())
    picture = Picture(text, _svg(position, move, images, told))
    return beside(picture, detail) if detail and "thermograph" in detail else picture


def _images(position: Position, certificate: Certificate | None) -> dict[int, int]:
    """The answers of the player who is not to move first: under opposition at every vertex,
    else where the strategy has one."""
    if isinstance(certificate, Images):
        for row in certificate.rows:
            if row[0] == position.to_move:
                return {int(v): int(u) for v, u in row[3]}
        return {}
    answers = replies(position, certificate)
    return {position.parse_move(move): position.parse_move(answer) for move, answer in answers}


def _mark(position: Position, v: int) -> str:
    if (position.red | position.blue) >> v & 1:
        return "[R]" if position.red >> v & 1 else "[B]"
    return f" {position.label(v)} "


def _text(position: Position, move: int | None, images: dict[int, int], told: list[str]) -> str:
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
    return "\n".join([*lines, *told, LEGEND]) + "\n"


def _svg(position: Position, move: int | None, images: dict[int, int], told: list[str]) -> str:
    graph = position.graph
    links = []
    for u, v in graph.edges.tolist():
        live = position.label(u) != "U" and position.label(v) != "U"
        links.append(Link(INK if live else PALE))
    nodes = [_node(position, v, move, images) for v in range(graph.n)]
    words = graph.words or " ".join(str(position).split()[1:2])
    drawing = draw_graph(str(position), graph, nodes, links, words)
    drawing.caption("discs R and B are pieces; A both may play, R only Red, B only Blue, U nobody")
    if move is not None:
        drawing.caption(f"! {position.to_move} plays {graph.label(move)} (proved)")
    if images:
        drawing.caption("below a vertex: the proved answer to a move there")
    drawing.caption(*told)
    return drawing.svg()


def _node(position: Position, v: int, move: int | None, images: dict[int, int]) -> Node:
    """A piece, or who may still play at an empty vertex."""
    label = position.label(v)
    name = position.graph.label(v)
    if (position.red | position.blue) >> v & 1:
        red = bool(position.red >> v & 1)
        return Node("R" if red else "B", RED if red else BLUE, INK, ON_STONE, above=name, bold=True)
    stroke = {"R": RED, "B": BLUE, "U": PALE}.get(label, INK)
    best = v == move
    answer = position.graph.label(images[v]) if v in images else ""
    return Node(
        label + ("!" if best else ""),
        HIGHLIGHT if best else PAPER,
        stroke,
        MUTED if label == "U" else INK,
        above=name,
        below=f"→{answer}" if answer else "",
        bold=best,
        thick=best,
    )


PICTURE = Depiction(draw)
