"""Node and arc Kayles: the graph, what is gone in grey, the proved moves or answers marked."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.impartial.kayles import ArcPosition, NodePosition
from gameproof.games.meaning.position import AnyPosition, Move, Position
from gameproof.pictures.graphs.drawn import MOST, Link, Node, draw_graph
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import described
from gameproof.pictures.sheet.palette import HIGHLIGHT, INK, MUTED, PALE, PAPER, SECOND


def moves_left(position: Position[Move]) -> list[str]:
    """The legal moves in their notation."""
    return [position.move_text(move) for move in position.moves()]


def draw(
    position: NodePosition | ArcPosition,
    certificate: Certificate | None = None,
    detail: Detail | None = None,
) -> Picture:
    """Text: the vertices (or edges) left. SVG up to 400 vertices."""
    graph = position.graph
    if isinstance(position, NodePosition):  # noqa: SIM108 (one type of move in each)
        names = moves_left(position)
    else:
        names = moves_left(position)
    either: AnyPosition = position  # type: ignore[assignment]  # one type of move in each
    told = strategy_lines(either, certificate, detail)
    text = "\n".join(["left: " + (" ".join(names) or "nothing"), *told]) + "\n"
    if graph.n > MOST:
        drawing = described("Kayles", f"{graph.n} vertices: too many to draw")
        drawing.caption(*told)
        return Picture(text, drawing.svg())
    moves = shown_moves(either, certificate, detail)
    edges = isinstance(position, ArcPosition)
    pairs = {frozenset(move.split("-")) for move in moves} if edges else set()
    chosen = set(moves) | {name for pair in pairs for name in pair}
    links = []
    for a, b in graph.edges.tolist():
        there = position.left >> a & position.left >> b & 1
        if frozenset((graph.label(a), graph.label(b))) in pairs:
            links.append(Link(SECOND, 5.0))
        else:
            links.append(Link(INK if there else PALE))
    nodes = []
    for v in range(graph.n):
        there = position.left >> v & 1
        best = bool(there) and graph.label(v) in chosen
        label = graph.label(v) + ("!" if best and not edges else "")
        fill = PALE if not there else HIGHLIGHT if best else PAPER
        nodes.append(Node(label, fill, ink=INK if there else MUTED, bold=best, thick=best))
    drawing = draw_graph("Kayles", graph, nodes, links)
    drawing.caption(*told)
    return Picture(text, drawing.svg())


PICTURE = Depiction(draw)
