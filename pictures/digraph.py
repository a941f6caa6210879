"""The digraph game: arcs, tokens, and the labels and Grundy numbers of a certificate."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.values.digraph_values import DigraphValues
from gameproof.certificates.values.retrograde_table import RetrogradeTable
from gameproof.games.impartial.digraph import Position
from gameproof.pictures.graphs.drawn import MOST, Link, Node, draw_graph
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import described
from gameproof.pictures.sheet.palette import PALE, PAPER, RED


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """Text: a row for each vertex. SVG up to 400 vertices: P-positions are filled, the tokens'
    vertices have a second ring, a directed cycle of the certificate is bold, and so is the arc
    of a proved move."""
    graph = position.graph
    label = [_label(position, certificate, v) for v in range(graph.n)]
    rows = []
    for v in range(graph.n):
        token = " *" if v in position.tokens else ""
        targets = " ".join(graph.label(w) for w in sorted(set(graph.neighbours(v)))) or "-"
        rows.append(
            f"{graph.label(v)}{token} -> {targets}" + (f"   {label[v]}" if label[v] else "")
        )
    told = strategy_lines(position, certificate, detail)
    walk = (
        [*certificate.rows()[0]]
        if isinstance(certificate, Definition) and certificate.has_object
        else []
    )
    if walk:
        told.append("a directed cycle: " + " ".join(graph.label(v) for v in [*walk, walk[0]]))
    text = "\n".join([*rows, *told]) + "\n"
    if graph.n > MOST:
        drawing = described("Game on a digraph", f"{graph.n} vertices: too many to draw")
        drawing.caption(*told)
        return Picture(text, drawing.svg())
    bold = set(zip(walk, [*walk[1:], *walk[:1]], strict=True))
    for move in shown_moves(position, certificate, detail):
        number, target = position.parse_move(move)
        bold.add((position.tokens[number], target))
    links = [
        Link(RED, 4.0) if (a, b) in bold else Link() for a, b in map(tuple, graph.edges.tolist())
    ]
    nodes = [
        Node(
            graph.label(v),
            PALE if label[v].startswith("P") else PAPER,
            above=label[v],
            ringed=v in position.tokens,
        )
        for v in range(graph.n)
    ]
    drawing = draw_graph("Game on a digraph", graph, nodes, links)
    if position.tokens:
        drawing.caption("a second ring marks a token")
    drawing.caption(*told)
    return Picture(text, drawing.svg())


def _label(position: Position, certificate: object | None, v: int) -> str:
    """``P`` or ``N`` with the Grundy number where the certificate knows it."""
    if isinstance(certificate, DigraphValues):
        value = int(certificate.grundy[v])
        return "" if value < 0 else f"{'N' if value else 'P'} {value}"
    if isinstance(certificate, RetrogradeTable) and len(position.tokens) == 1:
        plies = certificate.plies.get(str(v))
        if plies is None:
            return ""
        return "draw" if plies < 0 else f"{'P' if plies % 2 == 0 else 'N'} in {plies}"
    return ""


PICTURE = Depiction(draw)
