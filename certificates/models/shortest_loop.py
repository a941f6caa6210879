"""A shortest closed walk of a class that avoids the stones of colour o.

That no walk is shorter is searched again, through the covering plane of the board from the
cells of one row or column that every such walk visits, never farther than the walk is long,
and only where the plane's distance to the goal leaves hope. That there is none, potentials show.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.models.torus_loops import NARROWEST, closed_walk, gaps
from gameproof.games.counts.torus_counts import asked_class
from gameproof.games.glued_board import STEPS
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, quantity
from gameproof.games.torus_classes import Class, hex_norm, normal
from gameproof.games.torus_cycles import Position

MOST_SEARCHED = 1 << 26  # cells of the covering plane


class ShortestLoop(Certificate, frozen=True, tag="shortest-loop"):
    """``walk`` is the closed walk. It is empty where there is none; ``x`` and ``y`` are then
    potentials that allow no such loop."""

    walk: list[int]
    x: np.ndarray
    y: np.ndarray


def conclude(goal: Goal[Position], certificate: ShortestLoop) -> Conclusion:
    """The length, or that there is none. O(rows or columns * length^2) at most."""
    position = goal.position
    if goal.question != "shortest-loop":
        raise Rejected(f"a shortest loop says nothing about {goal.question!r}")
    if min(position.rows, position.columns) < NARROWEST:
        raise Rejected(f"on fewer than {NARROWEST} rows or columns a step is ambiguous")
    wanted = asked_class(goal.arguments)
    asked = quantity(goal.question, goal.arguments)
    if not certificate.walk:
        _rule_out(position, wanted, certificate)
        sentence = f"no closed walk of class {wanted} avoids the stones of colour o"
        return Conclusion((Is(asked, None),), sentence)
    walk = certificate.walk
    found = normal(*closed_walk(position, walk))
    if any(position.stones[v] == "o" for v in walk):
        raise Rejected("the walk runs over a stone of colour o")
    if found != wanted:
        raise Rejected(f"the walk has the class {found}")
    starts = position.rows if wanted[0] else position.columns
    if starts * len(walk) ** 2 > MOST_SEARCHED:
        raise Rejected("the walk is too long to be searched again")
    if _shorter(position, wanted, len(walk)):
        raise Rejected("there is a shorter walk")
    return Conclusion(
        (AtMost(asked, len(walk)), AtLeast(asked, len(walk))),
        f"a shortest closed walk of class {wanted} has {len(walk)} cells",
    )


def _rule_out(position: Position, wanted: Class, certificate: ShortestLoop) -> None:
    """Raise :class:`Rejected` unless the potentials allow no closed walk of the class."""
    free = replace(
        position, stones="".join("." if s == "o" else "x" for s in position.stones), last=None
    )
    found = gaps(free, certificate.x, certificate.y)
    found = found[found.any(axis=1)]
    if len(found):
        a, b = found[0].tolist()
        if (found[:, 0] * b != found[:, 1] * a).any():
            raise Rejected("the potentials allow loops of every class")
        if wanted[0] * b == wanted[1] * a:
            raise Rejected("the potentials allow a loop of the class")


def _shorter(position: Position, wanted: Class, length: int) -> bool:
    """Is there a walk of fewer than ``length`` cells?"""
    rows, columns = position.rows, position.columns
    x, y = wanted
    target = (-y * rows, x * columns)  # the top edge is crossed upwards
    starts = [(r, columns - 1) for r in range(rows)] if x else [(0, c) for c in range(columns)]

    def free(r: int, c: int) -> bool:
        return position.stones[r % rows * columns + c % columns] != "o"

    for r, c in starts:
        if not free(r, c):
            continue
        goal = (r + target[0], c + target[1])
        seen = {(r, c)}
        queue: deque[tuple[int, int, int]] = deque([(r, c, 0)])
        while queue:
            row, column, far = queue.popleft()
            for dr, dc in STEPS:
                to = (row + dr, column + dc)
                # In the plane a cell is as far as the norm of (columns, rows upwards).
                left = hex_norm(goal[1] - to[1], to[0] - goal[0])
                if to in seen or far + 1 + left >= length or not free(*to):
                    continue
                if to == goal:
                    return True
                seen.add(to)
                queue.append((*to, far + 1))
    return False


KIND = Kind(
    record=ShortestLoop,
    scope=Scope(derives=("shortest-loop",), positions=(Position,)),
    theorem="a walk of class (x, y) is, in the covering plane, a path from a cell to its "
    "translate; a breadth-first search there finds the shortest",
    evidence="the walk, searched again; potentials where there is none",
    conclude=conclude,
)
