"""Which essential loops stand on a torus, proved by potentials.

A potential on each stone makes every step between stones of one colour differ
from the step's crossings by a loop's class. If all these differences are multiples
of one vector, no loop of another class exists; a closed walk with the class exactly
shows one that does. Checked in linear time.
"""

from __future__ import annotations

from math import gcd

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.glued_board import STEPS
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.torus_classes import Class, normal
from gameproof.games.torus_cycles import Position

FARTHEST = 1 << 30  # potentials beyond it are refused: products of gaps and classes fit 64 bits
NARROWEST = 3  # rows and columns; on fewer, two steps may lead to one cell


class TorusLoops(Certificate, frozen=True, tag="torus-loops"):
    """``x`` and ``y`` (one potential a cell) and closed walks of one colour each.

    No walk: no loop stands there. One walk of a primitive class: all loops have it. Two
    walks of independent classes: loops of several classes stand there; the potentials, which
    say nothing then, may be empty.
    """

    x: np.ndarray
    y: np.ndarray
    walks: list[list[int]]


def conclude(goal: Goal[Position], certificate: TorusLoops) -> Conclusion:
    """The owner of the only class on the board, or that there are several, or none. O(cells)."""
    position = goal.position
    if goal.question != "winner":
        raise Rejected(f"loops say nothing about {goal.question!r}")
    if position.last is not None:
        raise Rejected("the last stone alone decides who has won")
    result, sentence = _winner(position, certificate)
    return Conclusion((Is(quantity("winner", goal.arguments), result),), sentence)


def _winner(position: Position, certificate: TorusLoops) -> tuple[str, str]:
    classes = [_class_of_stones(position, walk) for walk in certificate.walks]
    independent = any(a[0] * b[1] != a[1] * b[0] for a in classes for b in classes[:1])
    if independent:
        listed = ", ".join(f"({x}, {y})" for x, y in sorted(set(classes)))
        return "several", f"loops of several classes stand on the board: {listed}"
    differences = gaps(position, certificate.x, certificate.y)
    if not classes:
        if differences.any():
            raise Rejected("the potentials do not rule out a loop")
        return "none", "no essential loop stands on the board"
    x, y = classes[0]
    # The loops' classes are multiples of (x, y) / gcd; that this one occurs, the walk shows.
    if gcd(x, y) != 1:
        raise Rejected(f"the walk of class ({x}, {y}) goes round more than once")
    if (differences[:, 0] * y != differences[:, 1] * x).any():
        raise Rejected("the potentials allow a loop of another class")
    owner = position.owner(frozenset({(x, y)}), "")
    return owner, f"every essential loop has the class ({x}, {y}), which belongs to {owner}"


def _class_of_stones(position: Position, walk: list[int]) -> Class:
    """The class of a closed walk on stones of one colour; rejects a trivial one."""
    found = closed_walk(position, walk)
    colours = {position.stones[v] for v in walk}
    if len(colours) != 1 or "." in colours:
        raise Rejected("a walk leaves its colour")
    if found == (0, 0):
        raise Rejected("a walk closes no essential loop")
    return normal(*found)


def closed_walk(position: Position, walk: list[int]) -> tuple[int, int]:
    """Crossings of the walk over these cells and back to the first; all steps must be ones."""
    if min(position.rows, position.columns) < NARROWEST:
        raise Rejected(f"on fewer than {NARROWEST} rows or columns a step is ambiguous")
    cells = position.rows * position.columns
    if not walk or not all(type(v) is int and 0 <= v < cells for v in walk):
        raise Rejected("a walk is a list of cells")
    x = y = 0
    for at, to in zip(walk, [*walk[1:], walk[0]], strict=True):
        step = next(((sx, sy) for n, sx, sy in position.neighbours(at) if n == to), None)
        if step is None:
            raise Rejected(
                f"{position.cell_text(at)} and {position.cell_text(to)} are not neighbours"
            )
        x += step[0]
        y += step[1]
    if max(abs(x), abs(y)) >= FARTHEST:
        # redundant: a file of bounded size holds no walk of so many cells
        raise Rejected("a walk is too long")
    return x, y


def gaps(position: Position, potential_x: np.ndarray, potential_y: np.ndarray) -> np.ndarray:
    """(k, 2): potential differences minus crossings, over all steps within a colour."""
    shape = (position.rows, position.columns)
    n = shape[0] * shape[1]
    for array in (potential_x, potential_y):
        if array.shape != (n,) or array.dtype.kind not in "iu":
            raise Rejected("one whole potential a cell is needed")
        if int(array.min()) <= -FARTHEST or int(array.max()) >= FARTHEST:
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


KIND = Kind(
    record=TorusLoops,
    scope=Scope(derives=("winner",), positions=(Position,)),
    theorem="a closed walk's class in the first homology group of the torus is the sum of its "
    "crossings, and potentials change no such sum (Schepler 2004; Hatcher, Algebraic Topology, "
    "sec. 2.1)",
    evidence="a potential for each cell, and closed walks over stones of one colour",
    conclude=conclude,
)
