"""Cells of their own for every set of a family, or Hall's reason why not.

Each set wants ``demand`` of its cells for itself and no cell serves twice: a bipartite
b-matching between sets and cells. If it exists it is found; if not, an alternating
search from a set in need reaches sets that together want more cells than their union
holds (P. Hall, J. London Math. Soc. 10 (1935); the deficiency form is Ore's), and that
violator is shrunk until no single set can be left out.

Hopcroft and Karp's matching (``hall.cpp``) after a greedy start that scatters ties: O(E sqrt V)
in the worst case and near-linear here. ``benchmarks/bench_hall.py`` compares it with others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits, note

STEPS = 10_000_000
"""Steps of the engine between two looks at the limits, about 50 ms."""

ENGINE = "hopcroft-karp"

_engine = native.engine("hall")
FREE = _engine.constant("FREE")
_greedy, _start_layers, _layers = _engine.functions("greedy", "start_layers", "layers")
_augment, _reach, _shrink = _engine.functions("augment", "reach", "shrink")


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
) -> HallWitness:
    """Give every set ``demand`` cells of its own, or find a shrunk Hall violator.

    ``members[indptr[i]:indptr[i + 1]]`` are the cells of set i (0 <= cell < cells).
    ``demand`` is one number for all sets or an int32 array. Raises ``LimitReached``.
    """
    sets = len(indptr) - 1
    wants = np.full(sets, demand, dtype=np.int32) if isinstance(demand, int) else demand
    family = native.arrays(
        start=np.ascontiguousarray(indptr), members=np.ascontiguousarray(members)
    )
    note(ENGINE)
    owner, stats = _hopcroft_karp(family, cells, wants, limits)
    limits.check()
    given = np.bincount(owner[owner >= 0], minlength=sets).astype(np.int32)
    missing = int((wants - given).sum())
    stats |= {"engine": ENGINE, "sets": sets, "cells": cells}
    violator = None
    if missing:
        inside = np.zeros(sets, dtype=np.bool_)
        root = int(np.flatnonzero(given < wants)[0])
        _reach(family, owner, root, inside, np.zeros(sets, dtype=np.int32))
        stats["violator before shrinking"] = int(inside.sum())
        violator = _shrunk(family, cells, wants, inside)
    return HallWitness(owner, missing, violator, stats)


def scattered_weights(members: NDArray[np.int32], cells: int) -> NDArray[np.int64]:
    """Preference of cells for the greedy start: few sets first, ties scattered.

    Without scattering, neighbouring sets pick the same corner of the board and late
    sets find nothing; multiples of the golden ratio spread the picks evenly, which
    leaves 1 % of the cells of 16^5 to augmenting paths instead of 20 %."""
    degree = np.bincount(members, minlength=cells)
    scatter = (np.arange(cells, dtype=np.uint32) * np.uint32(2654435769)) >> np.uint32(16)
    return (degree << 16) + scatter.astype(np.int64)


def _hopcroft_karp(
    family: native.Arrays, cells: int, wants: NDArray[np.int32], limits: Limits
) -> tuple[NDArray[np.int32], dict[str, Any]]:
    limits.check()
    sets = len(wants)
    matching = native.arrays(
        owner=np.full(cells, FREE, dtype=np.int32),
        need=wants.copy(),
        level=np.zeros(sets, dtype=np.int32),
        queue=np.zeros(sets, dtype=np.int32),
        at=np.zeros(sets, dtype=np.int64),
        stack=np.zeros(sets + 1, dtype=np.int32),
    )
    state = _greedy.numbers()
    weight = scattered_weights(family.members, cells)
    while _greedy(family, matching, state, weight, STEPS):
        limits.check()
    left = int(matching.need.sum())
    layers = _layers.bind(family, matching, state, STEPS)
    augment = _augment.bind(family, matching, state, STEPS)
    phases = 0
    while True:
        _start_layers(family, matching, state)
        while layers():
            limits.check()
        if state.last_level < 0:  # no free cell within reach: the assignment is maximum
            return matching.owner, {"phases": phases, "left by the greedy start": left}
        phases += 1
        while augment():
            limits.check()


def _shrunk(
    family: native.Arrays, cells: int, wants: NDArray[np.int32], inside: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """A smaller violator within ``inside`` from which no single set can be left out.

    Leaving a set out frees the cells that only it uses; sets that free as much as they
    want go first, since they never help."""
    kept = np.repeat(inside, np.diff(family.start))
    uses = np.bincount(family.members[kept], minlength=cells).astype(np.int64)
    spare = int(wants[inside].sum()) - int((uses > 0).sum())
    _shrink(family, wants, inside, uses, spare)
    return np.flatnonzero(inside)
