"""The torus game as homology: winners, threats, and the questions of its helpers' tables."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.each_move import together
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.encodings.torus import blocked, boards, classes, outcome, small
from gameproof.encodings.torus.mesh import mesh
from gameproof.games.boards.glued_board import COLOURS
from gameproof.games.counts.torus_counts import NARROWEST, asked_class
from gameproof.games.counts.torus_walks import shortest_walk
from gameproof.games.meaning.steps import STEPS, TooMuch, within
from gameproof.games.torus_classes import OWNERS, normal
from gameproof.games.torus_cycles import PLAYERS, Position
from gameproof.solvers.algebra.homology import Loops, lattice
from gameproof.solvers.limits import Limits

HOMOLOGY = "a closed walk's class in H_1 of the torus counts its crossings (Schepler 2004)"

LARGEST_SEARCHED = 2500


def winner(position: Position, limits: Limits, _options: Options) -> Finding:
    """Union-find with Z^2 offsets over all stones; O(cells)."""
    stones = np.frombuffer(position.stones.encode("ascii"), dtype=np.uint8)
    cells = np.flatnonzero(stones != ord(".")).astype(np.int32)
    colours = (stones[cells] == ord("o")).astype(np.int8)
    loops = Loops(mesh(position.rows, position.columns))
    closed = loops.place_all(cells, colours, limits)
    ranks, generators = {}, {}
    for number, colour in enumerate(COLOURS):
        mine = closed[colours[closed[:, 0]] == number]
        basis = lattice(set(zip(mine[:, 1].tolist(), mine[:, 2].tolist(), strict=True)))
        ranks[colour] = len(basis)
        generators[colour] = [list(v) for v in basis]
    limits.check()
    detail = {"rank": ranks, "generators": {k: v for k, v in generators.items() if v}}
    if position.last is not None or min(position.rows, position.columns) < NARROWEST:
        return Finding(position.result() or "none", Definition(), detail=detail)
    only = {normal(x, y) for basis in generators.values() for x, y in basis}
    if len(only) != 1:
        return Finding("several" if only else "none", Definition(), detail=detail)
    ((x, y),) = only
    detail["class"] = [x, y]
    return Finding(OWNERS[position.method](x, y), Definition(), detail=detail)


def threats(position: Position, limits: Limits, _options: Options) -> Finding:
    """Every stone that would close a loop now, with its classes and the player it wins for."""
    counts = dict.fromkeys(PLAYERS, 0)
    shown = {}
    for cell, colour in position.moves():
        limits.check()
        found = position.completed(cell, colour)
        if found:
            owner = position.owner(found, position.to_move)
            counts[owner] += 1
            shown[position.move_text((cell, colour))] = {
                "wins for": owner,
                "classes": [f"({x},{y})" for x, y in sorted(found)],
                "owners": [OWNERS[position.method](x, y) for x, y in sorted(found)],
            }
    answer = tuple(counts[player] for player in PLAYERS)
    return Finding(answer, Definition(), detail={"threats": shown})


def shortest(position: Position, limits: Limits, options: Options) -> Finding:
    """A walk in the covering plane, over cells without a stone of colour o; the length is searched
    for again."""
    try:
        with within(STEPS, limits.check):
            walk = shortest_walk(position, asked_class(options.arguments))
    except TooMuch as reason:
        return Finding(UNKNOWN, note=reason.message)
    if walk is None:
        return Finding(None, Definition())
    return Finding(len(walk), together(Definition.of([walk]), Definition()))


METHODS: tuple[Method[Position], ...] = (
    Method("winner", "homology", winner, HOMOLOGY),
    Method("threats", "potentials", threats, HOMOLOGY),
    Method(
        "shortest-loop",
        "covering",
        shortest,
        "walks of a class end at one translate in the covering plane",
        lambda p: min(p.rows, p.columns) > 2 and len(p.stones) <= LARGEST_SEARCHED,
        reach=f"boards with sides of at least 3 and at most {LARGEST_SEARCHED} cells",
    ),
    *outcome.METHODS,
    *classes.METHODS,
    *boards.METHODS,
    *blocked.METHODS,
    *small.METHODS,
)

ENCODING = Encoding(METHODS, (*classes.EXPORTS, *boards.EXPORTS))
