"""The torus game as homology: winners, threats, and the questions of its helpers' tables."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from gameproof.certificates.closing_stones import ClosingStones
from gameproof.certificates.torus_loops import TorusLoops
from gameproof.encodings import torus_cycles_boards, torus_cycles_classes, torus_cycles_outcome
from gameproof.encodings.method import Finding, Method, Options
from gameproof.games.torus_cycles import COLOURS, OWNERS, PLAYERS, STEPS, Position, normal
from gameproof.solvers.homology import Loops, Mesh, lattice
from gameproof.solvers.limits import Limits

HOMOLOGY = "a closed walk's class in H_1 of the torus counts its crossings (source document 003)"


def mesh(rows: int, columns: int) -> Mesh:
    """The hexagonal torus as a mesh: six neighbours a cell, their crossings. O(cells)."""
    r, c = (part.ravel() for part in np.indices((rows, columns)))
    near, x, y = [], [], []
    for dr, dc in STEPS:
        row, column = r + dr, c + dc
        near.append(row % rows * columns + column % columns)
        x.append(column // columns)
        y.append(-(row // rows))
    return Mesh(
        "torus",
        np.ascontiguousarray(np.stack(near, axis=1), dtype=np.int32),
        np.ascontiguousarray(np.stack(x, axis=1), dtype=np.int8),
        np.ascontiguousarray(np.stack(y, axis=1), dtype=np.int8),
    )


def winner(position: Position, limits: Limits, options: Options) -> Finding:
    """Union-find with Z^2 offsets over all stones; O(cells)."""
    stones = np.frombuffer(position.stones.encode("ascii"), dtype=np.uint8)
    cells = np.flatnonzero(stones != ord(".")).astype(np.int32)
    colours = (stones[cells] == ord("o")).astype(np.int8)
    loops = Loops(mesh(position.rows, position.columns))
    closed = loops.place_all(cells, colours, limits)
    ranks, classes = {}, {}
    for number, colour in enumerate(COLOURS):
        mine = np.unique(closed[colours[closed[:, 0]] == number][:, 1:], axis=0)
        basis = lattice(mine.tolist())
        ranks[colour] = len(basis)
        classes[colour] = [list(v) for v in basis]
    limits.check()
    detail = {"rank": ranks, "generators": {k: v for k, v in classes.items() if v}}
    several = 2 in ranks.values()
    only = {normal(x, y) for basis in classes.values() for x, y in basis}
    _, px, py = loops.offsets()
    walks = _walks(position, 2 if several else 1) if only else []
    certificate = TorusLoops(px.astype(np.int64), py.astype(np.int64), walks)
    if several or len(only) > 1:
        return Finding("several", certificate, detail=detail)
    if not only:
        return Finding("none", certificate, detail=detail)
    ((x, y),) = only
    detail["class"] = [x, y]
    return Finding(OWNERS[position.method](x, y), certificate, detail=detail)


def _walks(position: Position, wanted: int) -> list[list[int]]:
    """Closed walks of ``wanted`` classes: tree paths joined by one more step. O(cells)."""
    found: dict[tuple[int, int], list[int]] = {}
    seen: dict[int, tuple[int, int, int]] = {}
    for start, stone in enumerate(position.stones):
        if stone == "." or start in seen:
            continue
        seen[start] = (start, 0, 0)
        queue = deque([start])
        while queue and len(found) < wanted:
            at = queue.popleft()
            _, px, py = seen[at]
            for to, x, y in position.neighbours(at):
                if position.stones[to] != stone:
                    continue
                if to not in seen:
                    seen[to] = (at, px + x, py + y)
                    queue.append(to)
                    continue
                closing = (px + x - seen[to][1], py + y - seen[to][2])
                if closing != (0, 0) and normal(*closing) not in found:
                    found[normal(*closing)] = _closed(seen, at, to)
        if len(found) >= wanted:
            break
    return list(found.values())[:wanted]


def _closed(seen: dict[int, tuple[int, int, int]], one: int, two: int) -> list[int]:
    """The tree path from ``two`` up and down to ``one``; the step from one to two closes it."""

    def up(v: int) -> list[int]:
        path = [v]
        while seen[path[-1]][0] != path[-1]:
            path.append(seen[path[-1]][0])
        return path

    first, second = up(two), up(one)
    while len(first) > 1 and len(second) > 1 and first[-2] == second[-2]:
        first.pop()
        second.pop()
    return first + second[-2::-1]


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


def _live(position: Position) -> bool:
    return position.result() is None


METHODS = (
    Method("winner", "homology", winner, HOMOLOGY, lambda p: min(p.rows, p.columns) > 2),
    Method("threats", "potentials", threats, HOMOLOGY, _live),
    *torus_cycles_outcome.METHODS,
    *torus_cycles_classes.METHODS,
    *torus_cycles_boards.METHODS,
)

EXPORTS = (*torus_cycles_classes.EXPORTS, *torus_cycles_boards.EXPORTS)
