"""Compiled loops of :mod:`gameproof.solvers.values.sprague_grundy`."""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def peel(
    indptr: NDArray[np.int64],
    heads: NDArray[np.int32],
    back_ptr: NDArray[np.int64],
    back: NDArray[np.int32],
    waiting: NDArray[np.int64],
    queue: NDArray[np.int32],
    state: NDArray[np.int64],
    grundy: NDArray[np.int32],
    number: NDArray[np.int32],
    seen: NDArray[np.int32],
    budget: int,
) -> None:
    """Value the queued vertices in order until about ``budget`` arcs are handled.

    ``state`` is (next place in the queue, its length); ``waiting`` counts the
    options without a value; ``seen[g] == place + 1`` marks g for this vertex.
    """
    n = len(waiting)
    place, end = state[0], state[1]
    while place < end and budget > 0:
        v = queue[place]
        stamp = np.int32(place + 1)
        top = indptr[v + 1] - indptr[v]
        for k in range(indptr[v], indptr[v + 1]):
            g = grundy[heads[k]]
            if g <= top:
                seen[g] = stamp
        least = 0
        while seen[least] == stamp:
            least += 1
        grundy[v] = least
        number[v] = n - place
        for k in range(back_ptr[v], back_ptr[v + 1]):
            u = back[k]
            waiting[u] -= 1
            if waiting[u] == 0:
                queue[end] = u
                end += 1
        budget -= top + (back_ptr[v + 1] - back_ptr[v]) + 1
        place += 1
    state[0], state[1] = place, end
