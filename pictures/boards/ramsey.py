"""Ramsey games: the points on a circle, edges in the colours of the players, free ones thin."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.graph import Graph
from gameproof.games.positional import Positional
from gameproof.games.positional_turns import PLAYERS
from gameproof.pictures.graphs.drawn import Link, Node, draw_graph
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.palette import FIRST, HIGHLIGHT, INK, PALE, PAPER, SECOND


def draw(
    position: Positional, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """Text: the edges of both players and what is free. O(edges)."""
    labels = position.board.labels or ()
    ends = [tuple(int(end) - 1 for end in label.split("-")) for label in labels]
    moves = shown_moves(position, certificate, detail)
    told = strategy_lines(position, certificate, detail)
    taken = {
        player: [labels[cell] for cell in sorted(position.stones(player))] for player in PLAYERS
    }
    lines = [f"{player}: {' '.join(edges) or 'none'}" for player, edges in taken.items()]
    points = max((end for pair in ends for end in pair), default=0) + 1
    graph = Graph.of(points, ends, names=tuple(str(v + 1) for v in range(points)))
    colours = dict.fromkeys(taken["first"], FIRST) | dict.fromkeys(taken["second"], SECOND)
    links = [
        Link(stroke=colours[label], width=4)
        if label in colours
        else Link(stroke=HIGHLIGHT, width=4)
        if label in moves
        else Link(stroke=PALE, width=1)
        for label in labels
    ]
    nodes = [Node(str(v + 1), PAPER, INK) for v in range(points)]
    drawing = draw_graph("Ramsey game", graph, nodes, links, f"complete {points}")
    drawing.caption(*told)
    return Picture("\n".join([*lines, *told]) + "\n", drawing.svg())


PICTURE = Depiction(draw)
