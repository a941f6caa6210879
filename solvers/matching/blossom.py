"""Maximum cardinality matching of a general graph, with its Gallai–Edmonds sets.

Edmonds' algorithm with one alternating forest from all exposed vertices (``blossom.cpp``). The
last forest is complete (no exposed vertex can be reached any further), so its labels are the
Gallai–Edmonds decomposition: outer vertices are those that some maximum matching misses (D),
inner ones their remaining neighbours (A), free ones the rest (C).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

__all__ = ["FREE", "INNER", "OUTER", "Matching", "maximum_matching"]

Ints = NDArray[np.int32]

SLICE = 2_000_000  # edges scanned between two looks at the clock, some 20 ms

_engine = native.engine("blossom")
FREE, OUTER, INNER = _engine.constants("FREE", "OUTER", "INNER")
_adjacency, _advance = _engine.functions("adjacency", "advance")


@dataclass(frozen=True, slots=True)
class Matching:
    """A maximum matching and the alternating forest that proves it maximum.

    ``mate``: int32 (n), partner or -1. ``label``: int8 (n): OUTER = in D, missed by
    some maximum matching; INNER = in A; FREE = in C. ``parent``: int32 (n), for each
    vertex that entered the forest at odd distance the outer vertex that reached it,
    else -1. ``near``, ``far``: int32 (n), for a vertex that a blossom turned outer
    the bridge of that blossom, else -1. ``bridges``: int32 (k, 2), all bridges in the
    order of shrinking. ``rounds``: how often the forest was grown.
    """

    mate: Ints
    label: NDArray[np.int8]
    parent: Ints
    near: Ints
    far: Ints
    bridges: Ints
    rounds: int

    @property
    def size(self) -> int:
        """Number of matching edges."""
        return int((self.mate >= 0).sum()) // 2

    def path(self, v: int) -> list[int]:
        """An alternating path of even length from ``v``, which must be OUTER, to an
        exposed vertex; flipping it gives a maximum matching that misses ``v``.
        O(length)."""
        free: dict[int, int] = {}
        tasks = [(v, -1)]
        while tasks:
            x, end = tasks.pop()
            while x != end and self.mate[x] >= 0:
                near = int(self.near[x])
                if near < 0:
                    inner = int(self.mate[x])
                    x = int(self.parent[inner])
                    free[inner], free[x] = x, inner
                else:
                    far = int(self.far[x])
                    free[near], free[far] = far, near
                    tasks.append((near, int(self.mate[x])))
                    x = far
        path = [v]
        while self.mate[path[-1]] >= 0:
            inner = int(self.mate[path[-1]])
            path += [inner, free[inner]]
        return path


def maximum_matching(
    n: int, edges: Ints, limits: Limits | None = None, mate: Ints | None = None
) -> Matching:
    """A maximum matching of the graph on 0..n-1 with the (m, 2) array ``edges``, made of the
    matching ``mate`` where that is given; if it is a maximum one, it is kept.

    Loops are ignored, parallel edges allowed. O(n m a(n)) at worst, close to
    linear on every family measured (see ``benchmarks``). Raises ``LimitReached``.
    """
    limits = limits or Limits()
    graph = native.arrays(
        start=np.zeros(n + 1, dtype=np.int64), neighbour=np.zeros(2 * len(edges), dtype=np.int32)
    )
    _adjacency(np.ascontiguousarray(edges), graph, np.zeros(n, dtype=np.int64))
    limits.check()
    forest, state = _bare(n), _advance.numbers()
    if mate is not None:
        forest.mate[:] = mate
    advance = _advance.bind(forest, state, graph, SLICE)
    while advance():
        limits.check()
    return _result(forest, state.rounds)


def _bare(n: int) -> native.Arrays:
    """The state before any search."""

    none = ("mate", "parent", "root", "bridge_near", "bridge_far", "chain", "first")
    zero = ("queue", "dying", "degree", "left", "right", "below", "above")
    return native.arrays(
        label=np.full(n, FREE, dtype=np.int8),
        base=np.arange(n, dtype=np.int32),
        when=np.zeros(n, dtype=np.int64),
        dead=np.zeros(n, dtype=np.int8),
        mark=np.zeros(n, dtype=np.int64),
        **{name: np.full(n, -1, dtype=np.int32) for name in none},
        **{name: np.zeros(n, dtype=np.int32) for name in zero},
    )


def _result(forest: native.Arrays, rounds: int) -> Matching:
    """Read the record off a complete forest; stale entries of old trees are cleared."""
    near, label = forest.bridge_near, forest.label
    turned = near >= 0
    far = np.where(turned, forest.bridge_far, np.int32(-1))
    parent = np.where((label == INNER) | turned, forest.parent, np.int32(-1))
    _, representative = np.unique(forest.when[turned], return_index=True)
    rows = np.flatnonzero(turned)[representative]
    bridges = np.stack([near[rows], far[rows]], axis=1)
    return Matching(forest.mate, label, parent, near, far, bridges, rounds)
