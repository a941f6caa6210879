"""Cells of their own for every set of a family, or Hall's reason why not.

Each set wants ``demand`` of its cells for itself and no cell serves twice: a bipartite
b-matching between sets and cells. If it exists it is found; if not, an alternating
search from a set in need reaches sets that together want more cells than their union
holds (P. Hall, J. London Math. Soc. 10 (1935); the deficiency form is Ore's), and that
violator is shrunk until no single set can be left out.

Engines, compared in ``benchmarks/bench_hall.py``: ``kernel``, our Hopcroft-Karp
(SIAM J. Comput. 2 (1973)) with a greedy start that scatters ties, O(E sqrt V) in the
worst case and near-linear here; ``scipy``, Hopcroft-Karp on the doubled sets;
``ortools``, push-relabel maximum flow; ``plain``, the kernel's method in Python, for
small families.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits
from gameproof.solvers.used_engines import note

FREE = -1
PLAIN_SIZE = 4000
"""Families of at most this total size are matched in Python: no compiler is loaded."""
STEPS = 20_000_000
"""Steps of a kernel between two looks at the limits, about 0.1 s."""

ENGINES = ("kernel", "scipy", "ortools", "plain")


@dataclass(frozen=True)
class HallWitness:
    """``owner[cell]`` is the set that got the cell, or -1. ``violator`` is ``None`` when
    every demand is met, else numbers of sets whose demands exceed their union."""

    owner: NDArray[np.int32]
    missing: int
    violator: NDArray[np.int64] | None = None
    stats: dict[str, Any] = field(default_factory=dict)


def assign(
    indptr: NDArray[np.int64],
    members: NDArray[np.int32],
    cells: int,
    demand: int | NDArray[np.int32],
    limits: Limits,
    engine: str | None = None,
) -> HallWitness:
    """Give every set ``demand`` cells of its own, or find a shrunk Hall violator.

    ``members[indptr[i]:indptr[i + 1]]`` are the cells of set i (0 <= cell < cells).
    ``demand`` is one number for all sets or an int32 array. Raises ``LimitReached``,
    and ``ValueError`` for an unknown engine.
    """
    sets = len(indptr) - 1
    wants = np.full(sets, demand, dtype=np.int32) if isinstance(demand, int) else demand
    if engine is None:
        engine = "plain" if len(members) <= PLAIN_SIZE else "kernel"
    note(engine)
    if engine == "plain":
        owner, stats = _plain(indptr, members, cells, wants, limits)
    elif engine == "kernel":
        owner, stats = _compiled(indptr, members, cells, wants, limits)
    elif engine == "scipy":
        owner, stats = _scipy(indptr, members, cells, wants)
    elif engine == "ortools":
        owner, stats = _ortools(indptr, members, cells, wants)
    else:
        raise ValueError(f"unknown engine {engine!r}; there are {', '.join(ENGINES)}")
    limits.check()
    given = np.bincount(owner[owner >= 0], minlength=sets).astype(np.int32)
    missing = int((wants - given).sum())
    stats |= {"engine": engine, "sets": sets, "cells": cells}
    violator = None
    if missing:
        inside = _reached(indptr, members, owner, int(np.flatnonzero(given < wants)[0]))
        stats["violator before shrinking"] = int(inside.sum())
        violator = shrink(indptr, members, cells, wants, inside)
    return HallWitness(owner, missing, violator, stats)


def scattered_weights(members: NDArray[np.int32], cells: int) -> NDArray[np.int64]:
    """Preference of cells for the greedy start: few sets first, ties scattered.

    Without scattering, neighbouring sets pick the same corner of the board and late
    sets find nothing; multiples of the golden ratio spread the picks evenly, which
    leaves 1 % of the cells of 16^5 to augmenting paths instead of 20 %."""
    degree = np.bincount(members, minlength=cells)
    scatter = (np.arange(cells, dtype=np.uint32) * np.uint32(2654435769)) >> np.uint32(16)
    return (degree << 16) + scatter.astype(np.int64)


def _compiled(
    indptr: NDArray[np.int64],
    members: NDArray[np.int32],
    cells: int,
    wants: NDArray[np.int32],
    limits: Limits,
) -> tuple[NDArray[np.int32], dict[str, Any]]:
    kernel = kernels("matching.hall_kernel")
    sets = len(wants)
    owner = np.full(cells, FREE, dtype=np.int32)
    need = wants.copy()
    weight = scattered_weights(members, cells)
    wanted = 0
    slice_sets = max(1, STEPS // 4 // max(1, len(members) // max(1, sets)))
    for start in range(0, sets, slice_sets):
        limits.check()
        stop = min(sets, start + slice_sets)
        wanted += kernel.greedy(indptr, members, start, stop, weight, owner, need)
    del weight
    level, queue = np.zeros(sets, dtype=np.int32), np.zeros(sets, dtype=np.int32)
    pointer, stack = np.zeros(sets, dtype=np.int64), np.zeros(sets + 1, dtype=np.int32)
    state = np.zeros(6, dtype=np.int64)
    phases = 0
    while True:
        kernel.start_layers(need, level, queue, pointer, indptr, state)
        while not kernel.layers(indptr, members, owner, level, queue, state, STEPS):
            limits.check()
        if state[2] < 0:  # no free cell within reach: the assignment is maximum
            break
        phases += 1
        while not kernel.augment(indptr, members, owner, need, level, pointer, stack, state, STEPS):
            limits.check()
    return owner, {"phases": phases, "left by the greedy start": int(wanted)}


def _plain(
    indptr: NDArray[np.int64],
    members: NDArray[np.int32],
    cells: int,
    wants: NDArray[np.int32],
    limits: Limits,
) -> tuple[NDArray[np.int32], dict[str, Any]]:
    """Greedy start, then one breadth-first augmenting path at a time."""
    ends, flat = indptr.tolist(), members.tolist()
    rows = [flat[a:b] for a, b in pairwise(ends)]
    weight = scattered_weights(members, cells).tolist()
    owner = [FREE] * cells
    need = wants.tolist()
    for s, row in enumerate(rows):
        free = sorted((cell for cell in row if owner[cell] == FREE), key=weight.__getitem__)
        for cell in free[: need[s]]:
            owner[cell] = s
            need[s] -= 1
    paths = 0
    for root, missing in enumerate(need):
        for _ in range(missing):
            limits.check()
            path = _augmenting(rows, owner, root)
            if path is None:
                break
            paths += 1
            for cell, s in path:
                owner[cell] = s
    return np.array(owner, dtype=np.int32).reshape(cells), {"paths": paths}


def _augmenting(rows: list[list[int]], owner: list[int], root: int) -> list[tuple[int, int]] | None:
    """The new (cell, owner) pairs along a shortest alternating path from the set ``root``
    to a free cell; ``None`` when there is none."""
    reached: dict[int, tuple[int, int]] = {}  # set -> (its cell, the set that wants it)
    queue = deque([root])
    while queue:
        s = queue.popleft()
        for cell in rows[s]:
            o = owner[cell]
            if o == FREE:
                path = [(cell, s)]
                while s != root:
                    path.append(reached[s])
                    s = reached[s][1]
                return path
            if o != root and o not in reached:
                reached[o] = (cell, s)
                queue.append(o)
    return None


def _scipy(
    indptr: NDArray[np.int64], members: NDArray[np.int32], cells: int, wants: NDArray[np.int32]
) -> tuple[NDArray[np.int32], dict[str, Any]]:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    sizes = np.diff(indptr)
    copy_of = np.repeat(np.arange(len(wants)), wants)
    if len(copy_of) == 0:
        return np.full(cells, FREE, dtype=np.int32), {}
    starts = np.zeros(len(copy_of) + 1, dtype=np.int64)
    np.cumsum(sizes[copy_of], out=starts[1:])
    place = np.arange(starts[-1]) - np.repeat(starts[:-1], sizes[copy_of])
    columns = members[place + np.repeat(indptr[copy_of], sizes[copy_of])]
    graph = csr_array(
        (np.ones(len(columns), dtype=np.int8), columns, starts), shape=(len(copy_of), cells)
    )
    row = maximum_bipartite_matching(graph, perm_type="row")
    return np.where(row >= 0, copy_of[row], FREE).astype(np.int32), {}


def _ortools(
    indptr: NDArray[np.int64], members: NDArray[np.int32], cells: int, wants: NDArray[np.int32]
) -> tuple[NDArray[np.int32], dict[str, Any]]:
    from ortools.graph.python import max_flow

    sets = len(wants)
    owners = np.repeat(np.arange(sets), np.diff(indptr))
    source, sink = sets + cells, sets + cells + 1
    flow = max_flow.SimpleMaxFlow()
    used = np.unique(members)
    ones = np.ones(len(members), dtype=np.int64)
    arcs = flow.add_arcs_with_capacity(owners, members.astype(np.int64) + sets, ones)
    flow.add_arcs_with_capacity(np.full(sets, source), np.arange(sets), wants.astype(np.int64))
    flow.add_arcs_with_capacity(
        used.astype(np.int64) + sets, np.full(len(used), sink), np.ones(len(used), dtype=np.int64)
    )
    if flow.solve(source, sink) != flow.OPTIMAL:
        raise RuntimeError("OR-Tools found no maximum flow")
    chosen = flow.flows(arcs) > 0
    owner = np.full(cells, FREE, dtype=np.int32)
    owner[members[chosen]] = owners[chosen]
    return owner, {}


def _reached(
    indptr: NDArray[np.int64], members: NDArray[np.int32], owner: NDArray[np.int32], root: int
) -> NDArray[np.bool_]:
    """The sets that alternating paths from ``root`` reach, one flag a set. Layers are
    whole-array steps, so no compiler is needed."""
    inside = np.zeros(len(indptr) - 1, dtype=np.bool_)
    inside[root] = True
    front = np.array([root])
    while len(front):
        sizes = indptr[front + 1] - indptr[front]
        offset = np.repeat(np.cumsum(sizes) - sizes, sizes)
        place = np.repeat(indptr[front], sizes) + np.arange(sizes.sum()) - offset
        following = np.unique(owner[members[place]])
        front = following[(following != FREE) & ~inside[following]]
        inside[front] = True
    return inside


def shrink(
    indptr: NDArray[np.int64],
    members: NDArray[np.int32],
    cells: int,
    wants: NDArray[np.int32],
    inside: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """A smaller violator within ``inside`` from which no single set can be left out.

    Leaving a set out frees the cells that only it uses; sets that free as much as they
    want go first, since they never help."""
    kept = inside.copy()
    uses = np.bincount(members[np.repeat(kept, np.diff(indptr))], minlength=cells)
    spare = int(wants[kept].sum()) - int((uses > 0).sum())
    if len(members) > PLAIN_SIZE:
        kernels("matching.hall_kernel").shrink(indptr, members, wants, kept, uses, spare)
        return np.flatnonzero(kept)
    for bound in (0, None):  # free of charge first; then whatever still leaves an excess
        changed = True
        while changed:
            changed = False
            for s in np.flatnonzero(kept).tolist():
                row = members[indptr[s] : indptr[s + 1]]
                cost = int(wants[s]) - int((uses[row] == 1).sum())
                if cost <= 0 or (bound is None and spare - cost >= 1):
                    kept[s] = False
                    spare -= cost
                    uses[row] -= 1
                    changed = True
    return np.flatnonzero(kept)
