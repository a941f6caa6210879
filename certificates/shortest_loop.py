"""A shortest closed walk of a class that avoids the stones of colour o, searched again.

The checker's search goes through the covering plane of the board from the cells of one row or
column that every such walk visits, never farther than the walk is long, and only where the
plane's distance to the goal leaves hope.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.torus_cycle import parse_class
from gameproof.certificates.torus_loops import gaps
from gameproof.games.torus_cycles import STEPS, Class, Position, hex_norm, normal

NONE = "none"


class ShortestLoop(Certificate, frozen=True, tag="shortest-loop"):
    """``walk`` is the closed walk; for the answer ``none`` it is empty, and ``x`` and ``y``
    are potentials that allow no such loop."""

    walk: list[int]
    x: np.ndarray
    y: np.ndarray


def check(position: Position, claim: Claim, certificate: ShortestLoop) -> str:
    """The length, or that there is none. O(rows or columns * length^2) at most."""
    if claim.question != "shortest-loop":
        raise Rejected(f"a shortest loop says nothing about {claim.question!r}")
    if min(position.rows, position.columns) < 3:
        raise Rejected("on fewer than 3 rows or columns a step is ambiguous")
    wanted = parse_class(str(claim.arguments.get("class", "")))
    if wanted is None:
        raise Rejected("the claim names no class")
    if claim.answer == NONE:
        return _check_none(position, wanted, certificate)
    walk = certificate.walk
    cells = position.rows * position.columns
    if not walk or not all(type(v) is int and 0 <= v < cells for v in walk):
        raise Rejected("a walk is a list of cells")
    x = y = 0
    for at, to in zip(walk, [*walk[1:], walk[0]], strict=True):
        step = next(((sx, sy) for n, sx, sy in position.neighbours(at) if n == to), None)
        if step is None or position.stones[at] == "o":
            raise Rejected("the walk leaves the free cells")
        x, y = x + step[0], y + step[1]
    if normal(x, y) != wanted:
        raise Rejected(f"the walk has the class {normal(x, y)}")
    if claim.answer != str(len(walk)):
        raise Rejected(f"the walk has {len(walk)} cells")
    if _shorter(position, wanted, len(walk)):
        raise Rejected("there is a shorter walk")
    return f"a shortest closed walk of class {wanted} has {len(walk)} cells"


def _check_none(position: Position, wanted: Class, certificate: ShortestLoop) -> str:
    free = replace(
        position, stones="".join("." if s == "o" else "x" for s in position.stones), last=None
    )
    found = gaps(free, certificate.x, certificate.y)
    found = found[found.any(axis=1)]
    if len(found):
        one = found[0]
        if (found[:, 0] * one[1] != found[:, 1] * one[0]).any():
            raise Rejected("the potentials allow loops of every class")
        if wanted[0] * one[1] == wanted[1] * one[0]:
            raise Rejected("the potentials allow a loop of the class")
    return f"no closed walk of class {wanted} avoids the stones of colour o"


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


def reply(position: Any, certificate: ShortestLoop) -> None:
    """A length is no strategy."""
    return
