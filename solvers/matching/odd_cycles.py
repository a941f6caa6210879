"""Why every vertex of D is missed by a maximum matching: a nest of odd cycles.

The blossoms of the last forest, outermost ones side by side, are the components of D. Each is
an odd cycle of smaller ones and of single vertices, and so on: a row of vertices in which
every blossom is an interval shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gameproof.solvers import native
from gameproof.solvers.matching.blossom import OUTER, Ints, Matching

_engine = native.engine("blossom")
_shrink_all, _lay_out = _engine.functions("shrink_all", "lay_out")


@dataclass(frozen=True, slots=True)
class OddCycles:
    """``order``: int32 (d), the vertices of D. ``cuts[ends[i]:ends[i + 1]]``: where in
    ``order`` the nodes of the i-th odd cycle begin, in cyclic order, and where the last one
    ends. Its bridge joins two neighbours; the other links are edges to a vertex's partner or
    parent."""

    order: Ints
    cuts: Ints
    ends: Ints


def odd_cycles(matching: Matching) -> OddCycles:
    """The nest of the matching's blossoms. O(n a(n))."""
    n, k = len(matching.mate), len(matching.bridges)
    outer = np.flatnonzero(matching.label == OUTER).astype(np.int32)

    def room(size: int) -> Ints:
        return np.zeros(size, dtype=np.int32)

    numbers = np.arange(n, dtype=np.int32)
    nest = native.arrays(
        mate=matching.mate,
        parent=matching.parent,
        base=numbers.copy(),
        mark=room(n),
        top=numbers,
        child=room(len(outer) + k),
        ends=room(k + 1),
    )
    _shrink_all(nest, matching.bridges)
    order, cuts = room(len(outer)), room(int(nest.ends[k]) + k)
    _lay_out(nest, outer, np.ones(n + k, dtype=np.int32), room(n + k), order, cuts)
    return OddCycles(order, cuts, (nest.ends + np.arange(k + 1)).astype(np.int32))
