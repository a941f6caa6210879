"""Compiled chains of a player's stones on a graph with two terminals, and ways through them.

The terminals are the two numbers after the last cell. ``near`` lists what each cell touches, cells
and then terminals, and -1 for nothing; ``meets`` says of each two numbers whether they touch.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.word_sets_kernel import holds


@njit(cache=True)
def groups(
    near: NDArray[np.int32],
    meets: NDArray[np.bool_],
    own: NDArray[np.uint64],
    gone: NDArray[np.uint64],
    group: NDArray[np.int32],
    way: NDArray[np.uint64],
) -> None:
    """Number of the chain of each own cell and terminal (its largest member, terminals last),
    of a free cell its own number, -1 for a cell of the opponent. ``way`` are the cells of a
    shortest way through the chain from each member to the one that names it."""
    cells = near.shape[0]
    for cell in range(cells + 2):
        group[cell] = cell
    for cell in range(cells):
        if holds(gone[0], gone[1], cell):
            group[cell] = -1
    changed = True
    while changed:
        changed = False
        for cell in range(cells):
            if not holds(own[0], own[1], cell):
                continue
            best = group[cell]
            for at in range(near.shape[1]):
                other = near[cell, at]
                if other >= cells or (other >= 0 and holds(own[0], own[1], other)):
                    best = max(best, group[other])
            if best > group[cell]:
                group[cell] = best
                changed = True
            for end in range(cells, cells + 2):
                if meets[cell, end] and best > group[end]:
                    group[end] = best
                    changed = True
    way[:, :] = np.uint64(0)
    queue = np.empty(cells + 2, np.int32)
    seen = np.zeros(cells + 2, np.int8)
    first = last = 0
    for cell in range(cells + 2):
        inside = cell >= cells or holds(own[0], own[1], cell)
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
            if seen[cell] or group[cell] != group[at] or not meets[at, cell]:
                continue
            seen[cell] = 1
            queue[last] = cell
            last += 1
            way[cell, 0] = way[at, 0]
            way[cell, 1] = way[at, 1]
            if cell < cells:
                way[cell, cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
