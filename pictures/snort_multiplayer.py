"""Snort for several players: pieces with their owners' numbers, and who may still play where."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.snort_multiplayer import Position
from gameproof.pictures.graphs.drawn import MOST, Link, Node, draw_graph
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import described
from gameproof.pictures.sheet.palette import HIGHLIGHT, INK, MUTED, PALE, PAPER, tint

LEGEND = "[1] [2] ... pieces; A all may play, a number only that player, U nobody"


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The graph in text and SVG; proved moves are marked ``!``."""
    graph = position.graph
    labels = position.labels()
    told = strategy_lines(position, certificate, detail)
    moves = set(shown_moves(position, certificate, detail))
    result = position.result()
    state = f"player {position.to_move} to move" if result is None else f"result: {result}"
    wide = max((len(graph.label(v)) for v in range(graph.n)), default=1)
    rows, nodes = [], []
    for v in range(graph.n):
        name = graph.label(v)
        owner = next((i + 1 for i, mask in enumerate(position.pieces) if mask >> v & 1), 0)
        best = name in moves
        mark = f"[{owner}]" if owner else f" {labels[v]}{'!' if best else ' '}"
        near = " ".join(graph.label(u) for u in sorted(set(graph.neighbours(v))))
        rows.append(f"{name.rjust(wide)} {mark} -- {near}".rstrip())
        nodes.append(
            Node(
                str(owner) if owner else labels[v] + ("!" if best else ""),
                tint(owner) if owner else HIGHLIGHT if best else PAPER,
                INK if owner or labels[v] != "U" else PALE,
                INK if owner or labels[v] != "U" else MUTED,
                above=name,
                bold=bool(owner) or best,
                square=bool(owner),
                thick=bool(owner) or best,
            )
        )
    text = "\n".join([state, *rows, *told, LEGEND]) + "\n"
    if graph.n > MOST:
        words = f"{graph.n} vertices: too many to draw"
        return Picture(text, described("snort-multiplayer", words).svg())
    drawing = draw_graph(str(position)[:200], graph, nodes, [Link()] * graph.m)
    drawing.caption(state, *told)
    drawing.caption("squares are pieces; A all may play, a number only that player, U nobody")
    return Picture(text, drawing.svg())


PICTURE = Depiction(draw)
