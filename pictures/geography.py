"""Geography drawn: the graph with its token, its matching or kernel, and N and P.

Matching edges are thick, vertices of an even kernel square, the cut of a matching that no
larger one exists is named by letters, vertices and edges that are gone are pale. In the text
``=`` joins a vertex to its partner in the matching.
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.pairings.maximum_matching import MaximumMatching
from gameproof.certificates.strategies.even_kernel import KERNELS, NONE, EvenKernel
from gameproof.games.geography import Position
from gameproof.pictures.graphs.drawn import MOST, Link, Node, draw_graph
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import described
from gameproof.pictures.sheet.palette import BLUE, HIGHLIGHT, INK, MUTED, PALE, PAPER, TINTS


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The graph in text and SVG. O(n^2) for the layout of up to 300 vertices."""
    mate = _mate(position, certificate)
    kernel = _kernel(position, certificate)
    letters = _letters(position, certificate, detail or {})
    lines = _lines(position, certificate, detail, mate, kernel, letters)
    if position.graph.n > MOST:
        words = f"{position.graph.n} vertices, {position.graph.m} edges: too many to draw"
        drawing = described("geography", words)
        drawing.caption(*lines)
        return Picture("\n".join([str(position), words, *lines]) + "\n", drawing.svg())
    moves = set(shown_moves(position, certificate, detail))
    return Picture(
        _text(position, mate, kernel, letters, lines),
        _svg(position, mate, kernel, letters, moves, lines),
    )


def _lines(
    position: Position,
    certificate: Certificate | None,
    detail: Detail | None,
    mate: dict[int, int],
    kernel: set[int],
    letters: list[str],
) -> list[str]:
    """Sentences of the proof."""
    found = []
    if mate:
        size = sum(v < w for v, w in mate.items())
        found.append(f"a maximum matching of {size} edges (thick, =)")
    if isinstance(certificate, EvenKernel) and certificate.direction == NONE:
        found.append("# (squares) vertices whose parities forbid an even kernel around the token")
    elif kernel:
        found.append("# (squares) an even kernel: every move out of it is answered back into it")
    if any(letters) and max(map(len, letters)) == 1:
        found.append(f"N at {letters.count('N')}, P at {letters.count('P')} of the starts")
    return [*found, *strategy_lines(position, certificate, detail)]


def _mate(position: Position, certificate: Certificate | None) -> dict[int, int]:
    """Partners in the certificate's matching, both ways."""
    if not isinstance(certificate, MaximumMatching):
        return {}
    mate = np.asarray(certificate.mate).tolist()
    return {v: w for v, w in enumerate(mate) if 0 <= w < position.graph.n}


def _kernel(position: Position, certificate: Certificate | None) -> set[int]:
    if isinstance(certificate, EvenKernel) and len(certificate.starts) == 1:
        packed = certificate.sets[int(certificate.choice[0])]
        bits = np.unpackbits(packed, bitorder="little", count=position.graph.n)
        return set(np.flatnonzero(bits).tolist())
    return set()


def _letters(position: Position, certificate: Certificate | None, detail: Detail) -> list[str]:
    """N or P of every start where the certificate tells them all, else nothing."""
    n = position.graph.n
    answer = detail.get("answer")
    if detail.get("question") == "all" and isinstance(answer, str) and len(answer) == n:
        return list(answer)
    if (
        isinstance(certificate, EvenKernel)
        and certificate.direction == KERNELS
        and len(certificate.starts) == n > 1
    ):
        letters = [""] * n
        for v, move in zip(certificate.starts.tolist(), certificate.move.tolist(), strict=True):
            letters[v] = "P" if move < 0 else "N"
        return letters
    if isinstance(certificate, MaximumMatching) and position.token is None:
        from gameproof.certificates.certificate import Rejected
        from gameproof.certificates.pairings.maximum_matching import missed

        try:
            return ["P" if losing else "N" for losing in missed(position, certificate).tolist()]
        except Rejected:
            pass  # a forest for another position (after the move): no letters
    return [""] * n


def _text(
    position: Position,
    mate: dict[int, int],
    kernel: set[int],
    letters: list[str],
    told: list[str],
) -> str:
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
    return "\n".join([*lines, *([", ".join(legend)] if legend else []), *told]) + "\n"


def _svg(
    position: Position,
    mate: dict[int, int],
    kernel: set[int],
    letters: list[str],
    moves: set[str],
    told: list[str],
) -> str:
    graph = position.graph
    matched: set[tuple[int, int]] = set()
    links = []
    for number, (u, v) in enumerate(graph.edges.tolist()):
        gone = number in position.gone if position.edge else bool({u, v} & position.gone)
        thick = mate.get(u) == v and (u, v) not in matched and not gone
        matched.add((u, v))
        links.append(Link(PALE if gone else BLUE if thick else INK, 5.0 if thick else 1.3))
    nodes = []
    for v in range(graph.n):
        lost = not position.edge and v in position.gone
        label = graph.label(v)
        best = label in moves
        fill = HIGHLIGHT if v == position.token else TINTS[2] if best else PAPER
        nodes.append(
            Node(
                label + ("!" if best else ""),
                fill,
                PALE if lost else INK,
                MUTED if lost else INK,
                above=letters[v],
                bold=best,
                square=v in kernel,
                ringed=v == position.token,
                thick=best,
            )
        )
    drawing = draw_graph(str(position), graph, nodes, links)
    if position.token is not None:
        drawing.caption("a ring marks the token's vertex" + (", ! a proved move" if moves else ""))
    drawing.caption(*told)
    return drawing.svg()


PICTURE = Depiction(draw)
