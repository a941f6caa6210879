"""Compiled loops of :mod:`gameproof.solvers.values.subtraction`."""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def fill(
    values: NDArray[np.int32],
    amounts: NDArray[np.int64],
    stamps: NDArray[np.int64],
    start: int,
    end: int,
) -> None:
    """Values of the heaps start, ..., end - 1; ``stamps[g] == n`` marks g for heap n."""
    for n in range(start, end):
        for s in amounts:
            if s > n:
                break
            stamps[values[n - s]] = n
        least = 0
        while stamps[least] == n:
            least += 1
        values[n] = least
