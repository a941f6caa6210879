"""Why every vertex of D is missed by a maximum matching: a nest of odd cycles.

The blossoms of the last forest, outermost ones side by side, are the components of D. Each is
an odd cycle of smaller ones and of single vertices, and so on: a row of vertices in which
every blossom is an interval shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.matching import odd_cycles_steps
from gameproof.solvers.matching.blossom import OUTER, Matching

COMPILE_FROM = 50_000  # vertices; below, loading the kernels costs more than it saves


@dataclass(frozen=True, slots=True)
class OddCycles:
    """``order``: int32 (d), the vertices of D. ``cuts[ends[i]:ends[i + 1]]``: where in
    ``order`` the nodes of the i-th odd cycle begin, in cyclic order, and where the last one
    ends. Its bridge joins two neighbours; the other links are edges to a vertex's partner or
    parent."""

    order: NDArray[np.int32]
    cuts: NDArray[np.int32]
    ends: NDArray[np.int32]


def odd_cycles(matching: Matching) -> OddCycles:
    """The nest of the matching's blossoms. O(n a(n))."""
    n, k = len(matching.mate), len(matching.bridges)
    compiled = n >= COMPILE_FROM
    code: ModuleType = kernels("matching.odd_cycles_kernel") if compiled else odd_cycles_steps
    outer = np.flatnonzero(matching.label == OUTER).astype(np.int32)

    def given(array: NDArray[np.int32]) -> Any:
        return np.ascontiguousarray(array) if compiled else array.tolist()

    def room(size: int, value: int = 0) -> Any:
        return np.full(size, value, dtype=np.int32) if compiled else [value] * size

    numbers = np.arange(n + k, dtype=np.int32)
    base, top = given(numbers[:n].copy()), given(numbers[:n].copy())
    child, ends = room(len(outer) + k), room(k + 1)
    near, far = given(matching.bridges[:, 0]), given(matching.bridges[:, 1])
    mate, parent = given(matching.mate), given(matching.parent)
    code.shrink_all(mate, parent, near, far, base, room(n), top, child, ends)
    order, cuts = room(len(outer)), room(int(ends[k]) + k)
    code.lay_out(given(outer), base, top, child, ends, room(n + k, 1), room(n + k), order, cuts)
    return OddCycles(
        np.asarray(order, dtype=np.int32),
        np.asarray(cuts, dtype=np.int32),
        (np.asarray(ends) + np.arange(k + 1)).astype(np.int32),
    )
