"""What the page needs of a position beyond the certificate: places, names, and sets of cells.

It is what it takes to play along a proof. The checker in the page never looks at it.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.certificates.values.mex import Mex, Rows
from gameproof.games import geography, positional, snort
from gameproof.games.bit_sets import members
from gameproof.games.boards.hypergraph import Hypergraph
from gameproof.games.boards.positional_sizes import most_members
from gameproof.games.graph import Graph
from gameproof.games.impartial import even_odd, nim, octal, rook, subtraction, wythoff
from gameproof.games.impartial.kayles import ArcPosition, Kayles
from gameproof.games.meaning.answers import digits
from gameproof.games.sets.tiles import Copies
from gameproof.pictures.boards.board import board_of
from gameproof.pictures.graphs.drawn import graph_facts

MOST_MEMBERS = 200_000
"""Total size of the largest sets that are written into a page."""

MOST_CHAINED = 36
"""Cells of the largest Hex board whose chains are listed."""

MOST_OBJECTS = 300
"""Of an octal game whose moves are listed in a page."""

MOST_PARTS = 3000
"""Components of a Kayles board whose values are written into a page."""

MOST_DRAWN = 1000
"""Cells of the largest board that is drawn on."""

MOST_SEEN = 20_000
"""Cells of the largest board that is played on."""

MOST_VERTICES = 300
"""Vertices of the largest graph that is drawn."""

View = dict[str, Any]
"""As JSON."""


def view(position: object, certificate: Certificate | None = None, words: str = "") -> View:
    """How the page draws and plays a position, along a tiling or by Grundy values where they
    are the proof, a graph as the pictures do that was asked for by ``words``; empty where it can
    do without, or cannot."""
    if isinstance(position, positional.Position) and isinstance(certificate, Tiling):
        return {**view(position), **_regions(position, certificate)}
    if isinstance(position, Kayles) and isinstance(certificate, Mex) and not certificate.misere:
        return _components(position, certificate, words)
    if isinstance(position, positional.Position):
        if position.board.cells > MOST_SEEN:
            return {}  # [24]^9 has more planes than a machine holds
        board = {"board": board_of(position.board).facts()}
        return {**board, **_cells(position), **_hex(position)}
    if type(position) in HEAPS:
        return {"heaps": _heaps(position)}
    if isinstance(position, geography.Position):
        return _token(position, words)
    if isinstance(position, snort.Position):
        return _pieces(position, words)
    if (
        isinstance(position, octal.Position)
        and isinstance(certificate, Mex)
        and len(certificate.heaps)
        and sum(position.heaps) <= MOST_OBJECTS
    ):
        return {"octal": {"heaps": list(position.heaps), "code": list(position.code)}}
    return {}


def places(position: object) -> View:
    """What can be drawn on: a board with its stones, or a graph; empty for other positions."""
    if isinstance(position, positional.Position) and position.board.cells <= MOST_DRAWN:
        stones = {"first": sorted(position.first), "second": sorted(position.second)}
        labels = [position.board.label(cell) for cell in range(position.board.cells)]
        return {"board": board_of(position.board).facts(), "labels": labels, **stones}
    graph = getattr(position, "graph", None)
    if isinstance(graph, Graph) and graph.n <= MOST_VERTICES:
        names = [graph.label(v) for v in range(graph.n)]
        return {"graph": {**_graph(graph, names, graph.words), "directed": graph.directed}}
    return {}


def _cells(position: positional.Position) -> View:
    board = position.board
    if board.kind == "hex" and board.cells > MOST_CHAINED:
        return {}
    if most_members(board) > MOST_MEMBERS:
        return {}
    sets = {"first": _sets(board.first_sets)}
    if not board.same_sets:
        if len(board.second_sets.members) > MOST_MEMBERS:
            return {}
        sets["second"] = _sets(board.second_sets)
    cells = {
        "labels": [board.label(cell) for cell in range(board.cells)],
        "sets": sets,
        "first": sorted(position.first),
        "second": sorted(position.second),
        "to_move": position.to_move,
        "rule": position.rule,
    }
    return {"cells": cells}


def _sets(family: Hypergraph) -> list[int] | list[list[int]]:
    """The sets as lists of cells; if all are rows with equal steps, the first cell of each, the
    step and how many cells there are."""
    sets = family.sets()
    steps = [row[1] - row[0] if len(row) > 1 else 1 for row in sets]
    if all(
        row and row == tuple(range(row[0], row[-1] + 1, step))
        for row, step in zip(sets, steps, strict=True)
    ):
        rows = zip(sets, steps, strict=True)
        return [number for row, step in rows for number in (row[0], step, len(row))]
    return [list(row) for row in sets]


HEAPS: dict[type, str] = {
    nim.Position: "nim",
    subtraction.Position: "subtraction",
    even_odd.Position: "even-odd",
    rook.Position: "rook",
    wythoff.Position: "wythoff",
}
"""Games whose moves the page makes itself."""


def _heaps(position: Any) -> View:
    """The sizes and the amounts that may be taken, which may be too long for a script."""
    sizes = (position.a, position.b) if isinstance(position, wythoff.Position) else position.heaps
    return {
        "game": HEAPS[type(position)],
        "heaps": [digits(n) for n in sizes],
        "allowed": [digits(n) for n in getattr(position, "allowed", ())],
    }


def _hex(position: positional.Position) -> View:
    """A Hex board by its rules, without the chains that join its sides."""
    board = position.board
    if board.kind != "hex":
        return {}
    facts = {
        "rows": board.shape[0],
        "columns": board.shape[1],
        "labels": [board.label(cell) for cell in range(board.cells)],
        "first": sorted(position.first),
        "second": sorted(position.second),
        "to_move": position.to_move,
    }
    return {"hex": facts}


def _regions(position: positional.Position, certificate: Tiling) -> View:
    """The regions of a tiling of the plane that lie on this board: what is left of their traces.
    None where a region has a proof of its own, for the script plays them out."""
    if certificate.uses:
        return {}
    copies = Copies(position, certificate.tile)
    found, total = [], 0
    for copy in {copies.over(cell): None for cell in range(position.board.cells)}:
        if copy is None:
            continue
        free, masks = copies.left(copy)
        traces = [[cell for k, cell in enumerate(free) if mask >> k & 1] for mask in masks]
        total += sum(map(len, traces))
        if total > MOST_MEMBERS:
            return {}
        found.append(sorted(traces))
    return {"regions": found}


def _components(position: Kayles[Any], certificate: Mex, words: str) -> View:
    """A Kayles board, and the values of all components that play along the proof can reach.

    Of some components the proof tells only what their values are not. Whoever wins leaves none
    of them, so in these only moves to components with values are followed: they are his.
    """
    graph = position.graph
    if graph.n > MOST_VERTICES:
        return {}
    rows = Rows(position, certificate)

    def value(part: Kayles[Any]) -> int | None:
        stated = rows.value(part)[1]
        return None if stated is None else stated[0]

    values: dict[str, int | None] = {}
    waiting = list(position.parts())
    while waiting:
        part = waiting.pop()
        name = " ".join(map(str, members(part.left)))
        if name in values:
            continue
        if len(values) >= MOST_PARTS:
            return {}
        values[name] = value(part)
        for move in part.moves():
            after = part.play(move).parts()
            if values[name] is not None or None not in map(value, after):
                waiting += after
    arcs = isinstance(position, ArcPosition)
    names = [graph.label(v) for v in range(graph.n)]
    more = {"left": list(members(position.left)), "arcs": arcs, "values": values}
    return {"kayles": {**_graph(graph, names, words), **more}}


def _graph(graph: Graph, names: list[str], words: str) -> View:
    return {"n": graph.n, "names": names, **graph_facts(graph, words)}


def _token(position: geography.Position, words: str) -> View:
    graph = position.graph
    if graph.n > MOST_VERTICES or graph.directed:
        return {}
    names = [position.move_text(v) for v in range(graph.n)]
    more = {"token": position.token, "gone": sorted(position.gone), "edge": position.edge}
    return {"graph": {**_graph(graph, names, words), **more}}


def _pieces(position: snort.Position, words: str) -> View:
    graph = position.graph
    if graph.n > MOST_VERTICES:
        return {}
    names = [position.move_text(v) for v in range(graph.n)]
    masks = {name: getattr(position, name) for name in ("red", "blue", "only_red", "only_blue")}
    more = {name: [v for v in range(graph.n) if mask >> v & 1] for name, mask in masks.items()}
    forbidden = position.rules.forbidden
    return {"graph": {**_graph(graph, names, words), **more, "forbidden": forbidden}}
