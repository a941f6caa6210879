# mypy: disable-error-code="untyped-decorator"
"""Gauss–Jordan elimination over GF(2) on packed words, in slices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True)
def eliminate(work: Any, columns: int, pivot: Any, state: Any, budget: int) -> bool:
    """Reduce the first ``columns`` columns of ``work``; the rest goes along.

    ``state`` is (next column, rows done); ``pivot`` receives the pivot columns.
    Returns whether work is left after about ``budget`` words.
    """
    rows, words = work.shape
    while state[0] < columns:
        column = state[0]
        done = state[1]
        state[0] += 1
        word = column >> 6
        bit = np.uint64(1) << np.uint64(column & 63)
        at = done
        while at < rows and not work[at, word] & bit:
            at += 1
        if at == rows:
            continue
        if at != done:
            for k in range(words):
                held = work[at, k]
                work[at, k] = work[done, k]
                work[done, k] = held
        for r in range(rows):
            if r != done and work[r, word] & bit:
                for k in range(words):
                    work[r, k] ^= work[done, k]
                budget -= words
        pivot[done] = column
        state[1] += 1
        if state[1] == rows:
            state[0] = columns
        if budget < 0:
            return bool(state[0] < columns)
    return False
