"""Compiled loops of :mod:`gameproof.solvers.values.dynamic_take_away`."""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def column(
    first_y: NDArray[np.int64],
    before: NDArray[np.int32],
    bound: NDArray[np.int32],
    first: NDArray[np.int32],
    tree: NDArray[np.int32],
    size: int,
    start: int,
    end: int,
) -> None:
    """One column for the sizes start, ..., end - 1.

    ``before`` is T_{k-1} and ``bound`` becomes T_k (n + 1 means never); ``first_y[t]`` is
    the least y with f(y) >= t. The tree over 0..size - 1 holds, on the nodes that make
    up an interval, the last m that covers it; later ones are larger, so they overwrite.
    """
    n = len(bound) - 1
    infinite = n + 1
    for here in range(start, end):
        node = here + size
        largest = -1
        while node >= 1:
            if tree[node] > largest:
                largest = tree[node]
            node >>= 1
        if largest >= 0:
            first[here] = here - largest
            bound[here] = max(before[here], here - largest)
        low = before[here]
        high = bound[here]
        if low < infinite:
            left = here + first_y[low]
            right = n + 1 if high == infinite else here + first_y[high]
            if right > n + 1:
                right = n + 1
            if left < right:
                a = left + size
                b = right + size
                while a < b:
                    if a & 1:
                        tree[a] = here
                        a += 1
                    if b & 1:
                        b -= 1
                        tree[b] = here
                    a >>= 1
                    b >>= 1
