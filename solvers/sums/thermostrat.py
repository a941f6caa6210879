"""A bound for Snort-like positions on near-forests: cut into pieces, then play thermostrat.

Sets as in ``star_packing``: x are the vertices where the owner of the bound may move, y the
other player's. The theory, each step no better for the owner than the position:

* **Cutting.** Partition y into parts K. The owner keeps of x, for each K, the vertices P that
  close nothing of y outside K. The rest is a sum of independent pieces (P, K). Parts follow the
  edges of a spanning forest; which edges are cut is chosen so that no piece is larger than
  ``Tuning.largest`` and the fewest vertices of x are given up (dynamic programming over subtrees).
* **Fewer moves.** Of the owner's moves in a piece only those are looked at that close the most
  of what is left of it. Larger pieces gain more than the other moves would.
* **Walls.** A piece has a left and a right wall at each temperature t: the best stop for the
  owner, moving first and second, when every move costs t (*Winning Ways*, chapter 6). Beyond
  the temperature where the walls meet both stay at the mast. Only temperatures 0, 1/2, 1, ...
  are kept, and the mast is rounded down; both walls are then bounds from below, which is all
  that is needed. So are the sums that stand for a piece that has fallen apart: the right
  walls add up, and one left wall may take the place of a right wall.
* **Thermostrat.** Moving first, the owner reaches at least the sum of the right walls at t and
  the widest distance between the walls of a piece, at any t; moving second at least the sum of
  the right walls less t (*Winning Ways*, chapter 6). He wins when that stop is above 0.

Every piece is worked out once, from those it can become, and kept by its two sets. A position
costs O(n s^2) for pieces of s vertices to cut, plus a look at each piece; working a piece out
takes time in the number of positions it can become, exponential in s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached, Limits, resident_bytes

_engine = native.engine("star_packing")
_forget, _refill = _engine.functions("forget_pieces", "refill_pieces")
_STEPS = _engine.constant("TEMPERATURES")

SMALLEST = 8
# Words, and for levels numbers, of the engine's records.
ENTRY_WORDS, FLOOR_WORDS, BRANCH_WORDS, PART_WORDS, LEVELS = 13, 26, 13, 6, 4 * _STEPS
_HEAD = native.record(np.int64, "parts numbers warmth")


@dataclass(frozen=True, slots=True)
class Tuning:
    """What bounds the work and the memory, and changes no answer.

    A piece has ``largest`` vertices, those of both players counted twice (63 at most). Tables
    begin with ``first_entries`` and grow to ``most_entries``; ``work`` entries are made between
    two looks at the limits (about 50 ms).
    """

    largest: int = 40
    first_entries: int = 1 << 14
    most_entries: int = 1 << 22
    work: int = 10_000


USUAL = Tuning()


def near_forest(near: Sequence[int]) -> bool:
    """Has the graph (closed neighbourhoods) few edges beyond a spanning forest? Elsewhere
    cutting gives up too much for the bound to pay. O(n + m)."""
    n = len(near)
    edges = sum(mask.bit_count() - 1 for mask in near) // 2
    parent, _ = _forest(near)
    return edges - sum(p >= 0 for p in parent) <= n // 8


def _forest(near: Sequence[int]) -> tuple[list[int], list[int]]:
    """Parents and breadth-first order of a spanning forest, roots of high number first."""
    parent, order, seen = [-1] * len(near), [], 0
    for root in range(len(near) - 1, -1, -1):
        if seen >> root & 1:
            continue
        seen |= 1 << root
        tree = [root]
        for v in tree:
            for u in bits(near[v] & ~seen):
                parent[u] = v
                tree.append(u)
            seen |= near[v]
        order += tree
    return parent, order


def _below(parent: Sequence[int], order: Sequence[int]) -> NDArray[np.uint64]:
    """Of each vertex, itself and what hangs from it, in two words."""
    below = [1 << v for v in range(len(parent))]
    for v in reversed(order):
        if parent[v] >= 0:
            below[parent[v]] |= below[v]
    return native.words_of(below, 2)


def _forest_arrays(near: Sequence[int], largest: int) -> native.Arrays:
    m = len(near)
    parent, order = _forest(near)
    branch = np.zeros((m, BRANCH_WORDS), np.uint64)
    branch[:, :2] = _below(parent, order)
    return native.arrays(
        order=np.array(order, dtype=np.int32),
        parent=np.array(parent, dtype=np.int32),
        branch=branch,
        limit=np.zeros(2, np.int32),
        cost=np.zeros((2, m, largest + 1, 2), np.int32),
        back=np.zeros((2, m, largest + 1, 2), np.int32),
        merged=np.zeros((largest + 1, 2), np.int32),
        live=np.zeros((2 * largest + 2, 3), np.int32),
    )


def _cuts(m: int) -> native.Arrays:
    plies = m + 2
    return native.arrays(
        part=np.zeros((plies * m, PART_WORDS), np.uint64),
        where=np.zeros(plies * m, np.int32),
        head=np.zeros(plies, _HEAD),
        levels=np.zeros((plies, LEVELS), np.int32),
    )


class Pieces:
    """The pieces of a board that were worked out, and partitions of its positions."""

    def __init__(self, near: Sequence[int], tuning: Tuning = USUAL) -> None:
        largest, m = tuning.largest, len(near)
        self._near = native.words_of(near, 2)
        known = native.arrays(
            slot=np.zeros(2 * tuning.first_entries, np.int32),
            entry=np.zeros((tuning.first_entries, ENTRY_WORDS), np.uint64),
            tower=np.zeros((2 * largest + 4, FLOOR_WORDS), np.uint64),
        )
        self.count = _forget.numbers(largest=largest, most=largest, work=tuning.work)
        self.bound = native.arrays(
            forest=_forest_arrays(near, largest), known=known, mine=_cuts(m), yours=_cuts(m)
        )
        _forget(known, self.count)

    def allow(self, largest: int) -> None:
        """Let pieces grow to ``largest``, unless memory has already forbidden it."""
        self.count.largest = min(largest, self.count.most)

    def more_room(self, limits: Limits, tuning: Tuning = USUAL) -> None:
        """After a pause: allow more work, and where the tables are full make them twice as large,
        or empty them for smaller pieces when the memory limit forbids that."""
        count, known = self.count, self.bound.known
        count.work = tuning.work
        if not count.full:
            return
        count.full = 0
        entries = 2 * len(known.entry)
        room = limits.memory_limit is None or (
            resident_bytes() + 4 * known.entry.nbytes < limits.memory_limit
        )
        if entries > tuning.most_entries or not room:
            count.most = max(SMALLEST, count.most - 4)
            count.largest = min(count.largest, count.most)
            _forget(known, count)
            return
        try:
            entry = native.longer(known.entry)
            known = native.arrays(
                slot=np.zeros(2 * entries, np.int32), entry=entry, tower=known.tower
            )
        except MemoryError:
            raise LimitReached("memory") from None
        _refill(self._near, known, count)
        self.bound = self.bound._replace(known=known)
