"""Maximum cardinality matching of a general graph, with its Gallai–Edmonds sets.

Edmonds' algorithm with one alternating forest from all exposed vertices; see
:mod:`gameproof.solvers.matching.blossom_steps`. The last forest is complete (no exposed
vertex can be reached any further), so its labels are the Gallai–Edmonds
decomposition: outer vertices are those that some maximum matching misses (D),
inner ones their remaining neighbours (A), free ones the rest (C).
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching import blossom_steps
from gameproof.solvers.matching.blossom_steps import FREE, INNER, OUTER, Forest

__all__ = ["FREE", "INNER", "OUTER", "Matching", "maximum_matching"]

COMPILE_FROM = 12_000  # vertices + edges; below, loading the kernels costs more than it saves
SLICE = 2_000_000  # edges scanned between two looks at the clock, well below 0.1 s compiled


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

    mate: NDArray[np.int32]
    label: NDArray[np.int8]
    parent: NDArray[np.int32]
    near: NDArray[np.int32]
    far: NDArray[np.int32]
    bridges: NDArray[np.int32]
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
    n: int,
    edges: NDArray[np.int32],
    limits: Limits | None = None,
    *,
    compile_from: int = COMPILE_FROM,
) -> Matching:
    """A maximum matching of the graph on 0..n-1 with the (m, 2) array ``edges``; by compiled
    steps from so many vertices and edges on.

    Loops are ignored, parallel edges allowed. O(n m a(n)) at worst, close to
    linear on every family measured (see ``benchmarks``). Raises ``LimitReached``.
    """
    limits = limits or Limits()
    m = len(edges)
    compiled = n + m >= compile_from
    code: ModuleType = kernels("matching.blossom_kernel") if compiled else blossom_steps
    tail, head = _columns(edges, compiled)
    indptr, fill = _fill(n + 1, 0, compiled, np.int64), _fill(n, 0, compiled, np.int64)
    neighbour = _fill(2 * m, 0, compiled)
    code.adjacency(n, tail, head, indptr, neighbour, fill)
    limits.check()
    forest = _forest(n, compiled)
    degree = _fill(n, 0, compiled)
    leaves = _note_degrees(indptr, degree, forest, compiled)
    forest.state[blossom_steps.TOP] = leaves
    while code.start_matching(forest, indptr, neighbour, degree, SLICE):
        limits.check()
    code.plant(forest)
    rounds = 0
    while True:
        rounds += 1
        while code.grow(forest, indptr, neighbour, SLICE):
            limits.check()
        limits.check()
        if not forest.state[blossom_steps.FLIPPED]:
            return _result(forest, rounds)
        code.dissolve(forest, indptr, neighbour)


def _columns(edges: NDArray[np.int32], compiled: bool) -> tuple[Any, Any]:
    """Both columns, as contiguous arrays or as lists."""
    if compiled:
        return np.ascontiguousarray(edges[:, 0]), np.ascontiguousarray(edges[:, 1])
    return edges[:, 0].tolist(), edges[:, 1].tolist()


def _fill(size: int, value: int, compiled: bool, dtype: Any = np.int32) -> Any:
    return np.full(size, value, dtype=dtype) if compiled else [value] * size


def _note_degrees(indptr: Any, degree: Any, forest: Forest, compiled: bool) -> int:
    """Fill in the degrees and queue the leaves; returns how many leaves there are."""
    degrees = np.diff(np.asarray(indptr))
    leaves = np.flatnonzero(degrees == 1)
    degree[:] = degrees if compiled else degrees.tolist()
    forest.queue[: len(leaves)] = leaves if compiled else leaves.tolist()
    return len(leaves)


def _forest(n: int, compiled: bool) -> Forest:
    """The state before any search."""

    def full(value: int, dtype: Any = np.int32) -> Any:
        return _fill(n, value, compiled, dtype)

    numbers: Any = np.arange(n, dtype=np.int32)
    return Forest(
        mate=full(-1),
        label=full(FREE, np.int8),
        parent=full(-1),
        root=full(-1),
        base=numbers if compiled else numbers.tolist(),
        bridge_near=full(-1),
        bridge_far=full(-1),
        when=full(0, np.int64),
        chain=full(-1),
        first=full(-1),
        dead=full(0, np.int8),
        mark=full(0, np.int64),
        queue=full(0),
        dying=full(0),
        left=full(0),
        right=full(0),
        below=full(0) if n > 1 else _fill(2, 0, compiled),
        above=full(0) if n > 1 else _fill(2, 0, compiled),
        state=_fill(6, 0, compiled, np.int64),
    )


def _result(forest: Forest, rounds: int) -> Matching:
    """Read the record off a complete forest; stale entries of old trees are cleared."""
    label = np.asarray(forest.label, dtype=np.int8)
    near = np.asarray(forest.bridge_near, dtype=np.int32)
    turned = near >= 0
    far = np.where(turned, np.asarray(forest.bridge_far, dtype=np.int32), -1).astype(np.int32)
    reached = (label == INNER) | turned
    parent = np.where(reached, np.asarray(forest.parent, dtype=np.int32), -1).astype(np.int32)
    moment = np.asarray(forest.when, dtype=np.int64)[turned]
    _, representative = np.unique(moment, return_index=True)
    rows = np.flatnonzero(turned)[representative]
    bridges = np.stack([near[rows], far[rows]], axis=1).astype(np.int32)
    mate = np.asarray(forest.mate, dtype=np.int32)
    return Matching(mate, label, parent, near, far, bridges, rounds)
