"""Compiled chains of a player's stones on a graph with two terminals, and ways through them."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, inline="always")
def bit(lo: np.uint64, hi: np.uint64, cell: int) -> bool:
    """Is a cell in a set of two words?"""
    if cell < 64:
        return bool((lo >> np.uint64(cell)) & np.uint64(1))
    return bool((hi >> np.uint64(cell - 64)) & np.uint64(1))


@njit(cache=True, inline="always")
def _adjacent(
    cells: int, near: NDArray[np.int32], touch: NDArray[np.int8], one: int, other: int
) -> bool:
    """Do two cells, or a cell and a terminal, touch?"""
    if one >= cells:
        return other < cells and bool(touch[other] & (1 << (one - cells)))
    if other >= cells:
        return bool(touch[one] & (1 << (other - cells)))
    for at in range(near.shape[1]):
        if near[one, at] == other:
            return True
    return False


@njit(cache=True)
def groups(
    cells: int,
    near: NDArray[np.int32],
    touch: NDArray[np.int8],
    own: NDArray[np.uint64],
    gone: NDArray[np.uint64],
    group: NDArray[np.int32],
    way: NDArray[np.uint64],
) -> None:
    """Number of the chain of each own cell and terminal (its largest member, terminals last),
    of a free cell its own number, -1 for a cell of the opponent. ``way`` are the cells of a
    shortest way through the chain from each member to the one that names it."""
    for cell in range(cells + 2):
        group[cell] = cell
    for cell in range(cells):
        if bit(gone[0], gone[1], cell):
            group[cell] = -1
    changed = True
    while changed:
        changed = False
        for cell in range(cells):
            if not bit(own[0], own[1], cell):
                continue
            best = group[cell]
            for at in range(near.shape[1]):
                other = near[cell, at]
                if other >= 0 and bit(own[0], own[1], other) and group[other] > best:
                    best = group[other]
            if touch[cell] & 1 and group[cells] > best:
                best = group[cells]
            if touch[cell] & 2 and group[cells + 1] > best:
                best = group[cells + 1]
            if best > group[cell]:
                group[cell] = best
                changed = True
            if touch[cell] & 1 and best > group[cells]:
                group[cells] = best
                changed = True
            if touch[cell] & 2 and best > group[cells + 1]:
                group[cells + 1] = best
                changed = True
    way[:, :] = np.uint64(0)
    queue = np.empty(cells + 2, np.int32)
    seen = np.zeros(cells + 2, np.int8)
    first = last = 0
    for cell in range(cells + 2):
        inside = cell >= cells or bit(own[0], own[1], cell)
        if inside and group[cell] == cell:
            seen[cell] = 1
            queue[last] = cell
            last += 1
            if cell < cells:
                way[cell, cell >> 6] = np.uint64(1) << np.uint64(cell & 63)
    while first < last:
        at = queue[first]
        first += 1
        for cell in range(cells + 2):
            if seen[cell] or group[cell] != group[at]:
                continue
            if not _adjacent(cells, near, touch, at, cell):
                continue
            seen[cell] = 1
            queue[last] = cell
            last += 1
            way[cell, 0] = way[at, 0]
            way[cell, 1] = way[at, 1]
            if cell < cells:
                way[cell, cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
