"""The torus game as homology: winners, threats, and the questions of its helpers' tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.closing_stones import ClosingStones
from gameproof.certificates.shortest_loop import NONE, ShortestLoop
from gameproof.certificates.torus_loops import TorusLoops
from gameproof.encodings import (
    torus_cycles_blocked,
    torus_cycles_boards,
    torus_cycles_classes,
    torus_cycles_outcome,
)
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.torus_cycles_mesh import mesh
from gameproof.games.torus_cycles import COLOURS, OWNERS, PLAYERS, Position, normal
from gameproof.solvers.homology import Loops, closed_walks, lattice
from gameproof.solvers.limits import Limits
from gameproof.solvers.shortest_loop import shortest_loop

HOMOLOGY = "a closed walk's class in H_1 of the torus counts its crossings (source document 003)"

LARGEST_SEARCHED = 2500


def winner(position: Position, limits: Limits, options: Options) -> Finding:
    """Union-find with Z^2 offsets over all stones; O(cells)."""
    stones = np.frombuffer(position.stones.encode("ascii"), dtype=np.uint8)
    cells = np.flatnonzero(stones != ord(".")).astype(np.int32)
    colours = (stones[cells] == ord("o")).astype(np.int8)
    loops = Loops(mesh(position.rows, position.columns))
    closed = loops.place_all(cells, colours, limits)
    ranks, classes = {}, {}
    for number, colour in enumerate(COLOURS):
        mine = closed[colours[closed[:, 0]] == number]
        basis = lattice(set(zip(mine[:, 1].tolist(), mine[:, 2].tolist(), strict=True)))
        ranks[colour] = len(basis)
        classes[colour] = [list(v) for v in basis]
    limits.check()
    detail = {"rank": ranks, "generators": {k: v for k, v in classes.items() if v}}
    only = {normal(x, y) for basis in classes.values() for x, y in basis}
    several = len(only) > 1
    _, px, py = loops.offsets()
    walks = closed_walks(loops.mesh, loops.colour, 2 if several else 1, limits) if only else []
    certificate = TorusLoops(px, py, walks)
    if position.last is not None:
        return Finding(position.result() or "none", certificate, detail=detail)
    if several:
        return Finding("several", certificate, detail=detail)
    if not only:
        return Finding("none", certificate, detail=detail)
    ((x, y),) = only
    detail["class"] = [x, y]
    return Finding(OWNERS[position.method](x, y), certificate, detail=detail)


def threats(position: Position, limits: Limits, options: Options) -> Finding:
    """Every stone that would close a loop now, with its classes and the player it wins for."""
    rows: list[list[Any]] = []
    for cell, stone in enumerate(position.stones):
        limits.check()
        if stone != ".":
            continue
        for colour in COLOURS:
            classes = position.completed(cell, colour)
            if classes:
                owner = position.owner(classes, position.to_move)
                rows.append([cell, colour, owner, [list(c) for c in sorted(classes)]])
    counts = {p: sum(r[2] == p for r in rows) for p in PLAYERS}
    shown = {
        position.move_text((cell, colour)): {
            "wins for": owner,
            "classes": [f"({x},{y})" for x, y in classes],
            "owners": [OWNERS[position.method](x, y) for x, y in classes],
        }
        for cell, colour, owner, classes in rows
    }
    answer = ", ".join(f"{p} {counts[p]}" for p in PLAYERS)
    return Finding(answer, ClosingStones(rows), detail={"threats": shown})


def shortest(position: Position, limits: Limits, options: Options) -> Finding:
    """Breadth-first search in the covering plane, over cells without a stone of colour o."""
    wanted = torus_cycles_classes.asked_class(options)
    board = mesh(position.rows, position.columns)
    allowed = np.array([stone != "o" for stone in position.stones])
    walk = shortest_loop(board, allowed, wanted, limits)
    if walk is not None:
        empty = np.zeros(0, dtype=np.int64)
        return Finding(str(len(walk)), ShortestLoop(walk, empty, empty))
    loops = Loops(board)
    cells = np.flatnonzero(allowed).astype(np.int32)
    loops.place_all(cells, np.zeros(len(cells), dtype=np.int8), limits)
    _, x, y = loops.offsets()
    return Finding(NONE, ShortestLoop([], x, y))


def _live(position: Position) -> bool:
    return position.result() is None


METHODS = (
    Method("winner", "homology", winner, HOMOLOGY),
    Method("threats", "potentials", threats, HOMOLOGY, _live),
    Method(
        "shortest-loop",
        "covering",
        shortest,
        "walks of a class end at one translate in the covering plane",
        lambda p: min(p.rows, p.columns) > 2 and len(p.stones) <= LARGEST_SEARCHED,
    ),
    *torus_cycles_outcome.METHODS,
    *torus_cycles_classes.METHODS,
    *torus_cycles_boards.METHODS,
    *torus_cycles_blocked.METHODS,
)

EXPORTS = (*torus_cycles_classes.EXPORTS, *torus_cycles_boards.EXPORTS)
