"""Which essential loops stand on a torus, proved by potentials.

A potential on each stone makes every step between stones of one colour differ
from the step's crossings by a loop's class. If all these differences are multiples
of one vector, no loop of another class exists; a closed walk with the class exactly
shows one that does. Checked in linear time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.torus_cycles import PLAYERS, STEPS, Position, normal

NO_LOOP = "no essential loop stands on the board"


class TorusLoops(Certificate, frozen=True, tag="torus-loops"):
    """``x`` and ``y`` (one potential a cell, int64) and closed walks of one colour each.

    ``x`` and ``y`` may be empty when the claim is only that loops exist.
    """

    x: np.ndarray
    y: np.ndarray
    walks: list[list[int]]


def check(position: Position, claim: Claim, certificate: TorusLoops) -> str:
    """The owner of the only class on the board, or that there are several, or none."""
    if claim.question != "winner":
        raise Rejected(f"loops say nothing about {claim.question!r}")
    if position.last is not None or min(position.rows, position.columns) < 3:
        return _by_the_rules(position, claim)
    classes = {_class_of(position, walk) for walk in certificate.walks}
    if claim.answer == "several":
        if len(classes) < 2:
            raise Rejected("two walks of different classes are needed")
        return f"loops of several classes stand on the board: {_listed(classes)}"
    differences = gaps(position, certificate.x, certificate.y)
    if claim.answer == "none":
        if differences.any():
            raise Rejected("the potentials do not rule out a loop")
        return NO_LOOP
    if len(classes) != 1:
        raise Rejected("walks of one class are needed")
    ((x, y),) = classes
    outside = differences[:, 0] * y != differences[:, 1] * x
    if outside.any():
        raise Rejected("the potentials allow a loop of another class")
    owner = position.owner(frozenset(classes), "")
    if owner != claim.answer:
        raise Rejected(f"the class ({x}, {y}) belongs to {owner}")
    return f"every essential loop has the class ({x}, {y}), which belongs to {owner}"


def _by_the_rules(position: Position, claim: Claim) -> str:
    """Where the last stone is known, or a walk on a narrow board would be ambiguous, the
    rules themselves find the loops. O(cells)."""
    result = position.result() or "none"
    if claim.answer != result:
        raise Rejected(f"by the rules the answer is {result}")
    if result in PLAYERS:
        return f"an essential loop stands on the board and {result} wins"
    return "loops of several classes stand on the board" if result == "several" else NO_LOOP


def _listed(classes: set[tuple[int, int]]) -> str:
    return ", ".join(f"({x}, {y})" for x, y in sorted(classes))


def _class_of(position: Position, walk: list[int]) -> tuple[int, int]:
    """The class of a closed walk on stones of one colour; rejects a trivial one."""
    cells = position.rows * position.columns
    if not walk or not all(type(v) is int and 0 <= v < cells for v in walk):
        raise Rejected("a walk is a list of cells")
    colours = {position.stones[v] for v in walk}
    if len(colours) != 1 or "." in colours:
        raise Rejected("a walk leaves its colour")
    x = y = 0
    for at, to in zip(walk, [*walk[1:], walk[0]], strict=True):
        steps = [(sx, sy) for n, sx, sy in position.neighbours(at) if n == to]
        if not steps:
            raise Rejected(f"cells {at} and {to} are not neighbours")
        if len(set(steps)) > 1:
            raise Rejected("a walk on a board this narrow is ambiguous")
        x += steps[0][0]
        y += steps[0][1]
    if (x, y) == (0, 0):
        raise Rejected("a walk closes no essential loop")
    return normal(x, y)


def gaps(position: Position, potential_x: np.ndarray, potential_y: np.ndarray) -> np.ndarray:
    """(k, 2): potential differences minus crossings, over all steps within a colour."""
    shape = (position.rows, position.columns)
    n = shape[0] * shape[1]
    for array in (potential_x, potential_y):
        if array.shape != (n,) or array.dtype.kind not in "iu":
            raise Rejected("one whole potential a cell is needed")
        if array.size and int(np.abs(array).max()) >= 1 << 40:
            raise Rejected("a potential is out of range")
    px = potential_x.reshape(shape).astype(np.int64)
    py = potential_y.reshape(shape).astype(np.int64)
    stones = np.frombuffer(position.stones.encode("ascii"), dtype=np.uint8).reshape(shape)
    parts = []
    for dr, dc in STEPS[::2]:  # each pair of neighbours once: the way back says the same
        back = ((-dr, -dc), (0, 1))
        same = (stones == np.roll(stones, *back)) & (stones != ord("."))
        gap_x = px - np.roll(px, *back)
        gap_y = py - np.roll(py, *back)
        if dc:
            gap_x[:, -1 if dc > 0 else 0] += dc
        if dr:
            gap_y[-1 if dr > 0 else 0, :] -= dr
        parts.append(np.stack([gap_x[same], gap_y[same]], axis=1))
    return np.concatenate(parts)


def reply(position: Any, certificate: TorusLoops) -> None:
    """The game is over where loops stand: there is nothing to play."""
    return
