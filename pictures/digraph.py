"""The digraph game: arcs, tokens, and the labels and Grundy numbers of a certificate."""

from __future__ import annotations

import math
from typing import Any

from gameproof.certificates.digraph_values import DigraphKernel, DigraphValues, DirectedCycle
from gameproof.certificates.retrograde_table import RetrogradeTable
from gameproof.games.digraph import Position
from gameproof.pictures import picture
from gameproof.pictures.picture import Drawing, Picture, graph_layout

SIZE = 560.0
RADIUS = 15.0
LARGEST = 300


def draw(position: Position, certificate: Any | None = None, detail: Any | None = None) -> Picture:
    """Text: a row for each vertex. SVG up to 300 vertices: P-positions are filled, the
    tokens' vertices have a second ring, a directed cycle of the certificate is bold."""
    graph = position.graph
    label = [_label(position, certificate, v) for v in range(graph.n)]
    rows = []
    for v in range(graph.n):
        token = " *" if v in position.tokens else ""
        targets = " ".join(graph.label(w) for w in sorted(set(graph.neighbours(v)))) or "-"
        rows.append(
            f"{graph.label(v)}{token} -> {targets}" + (f"   {label[v]}" if label[v] else "")
        )
    drawing = Drawing(SIZE, SIZE, "Game on a digraph")
    if graph.n > LARGEST:
        drawing.text((SIZE / 2, SIZE / 2), f"{graph.n} vertices: too many to draw")
        return Picture("\n".join(rows) + "\n", drawing.svg())
    arcs = [(int(a), int(b)) for a, b in graph.edges.tolist()]
    place = graph_layout(graph.n, [(a, b) for a, b in arcs if a != b], graph.words, SIZE)
    bold = set()
    if isinstance(certificate, DirectedCycle):
        walk = certificate.vertices
        bold = set(zip(walk, walk[1:] + walk[:1], strict=True))
    for a, b in arcs:
        width = 4.0 if (a, b) in bold else 1.5
        if a == b:
            x, y = place[a]
            drawing.path([(x, y), (x + 28, y - 14), (x + 14, y - 28), (x, y)], width=width)
            continue
        angle = math.atan2(place[b][1] - place[a][1], place[b][0] - place[a][0])
        start = (place[a][0] + RADIUS * math.cos(angle), place[a][1] + RADIUS * math.sin(angle))
        end = (place[b][0] - RADIUS * math.cos(angle), place[b][1] - RADIUS * math.sin(angle))
        drawing.line(start, end, width=width)
        tips = [
            (end[0] - 9 * math.cos(angle + turn), end[1] - 9 * math.sin(angle + turn))
            for turn in (0.4, -0.4)
        ]
        drawing.polygon([end, *tips], fill=picture.INK)
    for v in range(graph.n):
        if v in position.tokens:
            drawing.circle(place[v], RADIUS + 4)
        fill = picture.PALE if label[v].startswith("P") else "white"
        drawing.circle(place[v], RADIUS, fill=fill)
        drawing.text(place[v], graph.label(v)[:4], size=10)
        if label[v]:
            drawing.text((place[v][0], place[v][1] - RADIUS - 9), label[v], size=10, bold=True)
    return Picture("\n".join(rows) + "\n", drawing.svg())


def _label(position: Position, certificate: Any | None, v: int) -> str:
    """``P`` or ``N`` with the Grundy number where the certificate knows it."""
    if isinstance(certificate, DigraphValues):
        value = int(certificate.grundy[v])
        return "" if value < 0 else f"{'N' if value else 'P'} {value}"
    if isinstance(certificate, DigraphKernel):
        return "P" if certificate.member[v] else "N"
    if isinstance(certificate, RetrogradeTable) and len(position.tokens) == 1:
        plies = certificate.plies.get(str(v))
        if plies is None:
            return ""
        return "draw" if plies < 0 else f"{'P' if plies % 2 == 0 else 'N'} in {plies}"
    return ""
