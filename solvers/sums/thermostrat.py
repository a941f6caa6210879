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
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits, resident_bytes

if TYPE_CHECKING:
    from gameproof.solvers.sums.thermostrat_kernel import Pieces
    from gameproof.solvers.sums.thermostrat_pieces_kernel import Known

Tables = tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int16], NDArray[np.int16]]

SMALLEST = 8
ENTRY_BYTES = 32 + 64 + 4 + 8


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
    return np.array([[mask & (1 << 64) - 1, mask >> 64] for mask in below], dtype=np.uint64)


def new_pieces(near: Sequence[int], tuning: Tuning = USUAL) -> Pieces:
    """Empty tables for a board, the ``Pieces`` of the kernel."""
    from gameproof.solvers.sums import thermostrat_kernel as kernel
    from gameproof.solvers.sums import thermostrat_pieces_kernel as walls

    parent, order = _forest(near)
    largest = tuning.largest
    m, depth, steps = len(near), 2 * largest + 4, walls.STEPS
    plies = m + 2

    def zeros(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, np.int32)

    forest = kernel.Forest(
        order=np.array(order, dtype=np.int32),
        parent=np.array(parent, dtype=np.int32),
        below=_below(parent, order),
        last=np.zeros((2, m, 4), np.uint64),
        limit=zeros(2),
        size=zeros(2, m),
        cost=zeros(2, m, largest + 1, 2),
        merged=zeros(largest + 1, 2),
        back=zeros(2, m, largest + 1, 2),
        live=zeros(3, 2 * largest + 2),
        chosen=zeros(4, m),
    )
    cuts = [
        kernel.Cut(
            np.zeros((plies, m, 4), np.uint64),
            zeros(plies, m, 2),
            zeros(plies, m),
            zeros(plies, 3),
            zeros(plies, 4, steps),
        )
        for _ in range(2)
    ]
    tower = walls.Tower(np.zeros((depth, 8), np.uint64), zeros(depth, 2, steps), zeros(depth, 3))
    slot, key, wall, ends = _tables(tuning.first_entries, steps)
    known = walls.Known(slot, key, wall, ends, np.zeros(5, np.int64))
    known.state[walls.LARGEST] = known.state[walls.MOST] = largest
    _begin(known, tuning.work)
    return kernel.Pieces(forest, known, tower, *cuts)


def allow(pieces: Pieces, largest: int) -> None:
    """Let pieces grow to ``largest``, unless memory has already forbidden it."""
    from gameproof.solvers.sums import thermostrat_pieces_kernel as walls

    state = pieces.known.state
    state[walls.LARGEST] = min(largest, state[walls.MOST])


def more_room(pieces: Pieces, limits: Limits, tuning: Tuning = USUAL) -> Pieces:
    """The tables after the kernel has paused: allowed more work and, where they were full,
    twice as large, or emptied for smaller pieces when the memory limit forbids that."""
    from gameproof.solvers.sums import thermostrat_pieces_kernel as walls

    known = pieces.known
    known.state[walls.WORK] = tuning.work
    if not known.state[walls.FULL]:
        return pieces
    known.state[walls.FULL] = 0
    entries = 2 * known.key.shape[0]
    room = limits.memory_limit is None or (
        resident_bytes() + 2 * entries * ENTRY_BYTES < limits.memory_limit
    )
    if entries > tuning.most_entries or not room:
        known.state[walls.MOST] = max(SMALLEST, known.state[walls.MOST] - 4)
        known.state[walls.LARGEST] = min(known.state[walls.LARGEST], known.state[walls.MOST])
        _begin(known, tuning.work)
        return pieces
    slot, key, wall, ends = _tables(entries, walls.STEPS)
    for new, old in ((key, known.key), (wall, known.wall), (ends, known.ends)):
        new[: entries // 2] = old
    walls.place_entries(slot, key, known.state[walls.USED])
    return pieces._replace(known=walls.Known(slot, key, wall, ends, known.state))


def _begin(known: Known, work: int) -> None:
    """Forget all pieces but entry 0, the piece with nothing left."""
    from gameproof.solvers.sums import thermostrat_pieces_kernel as walls

    known.slot[:] = -1
    known.wall[0], known.ends[0] = 0, (-1, 0)
    known.state[walls.USED], known.state[walls.WORK] = 1, work


def _tables(entries: int, steps: int) -> Tables:
    """Slots, keys, walls and ends."""
    return (
        np.full(2 * entries, -1, np.int32),
        np.zeros((entries, 4), np.uint64),
        np.zeros((entries, 2, steps), np.int16),
        np.zeros((entries, 2), np.int16),
    )
