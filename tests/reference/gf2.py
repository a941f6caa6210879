"""Gauss-Jordan elimination over GF(2) with a Python integer for every row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def eliminate_integers(work: NDArray[np.uint64], columns: int) -> NDArray[np.int64]:
    """Reduce the first ``columns`` columns of packed rows in place; the column of each pivot."""
    count, words = work.shape
    table = [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in work]
    pivot = np.full(count, -1, dtype=np.int64)
    done = 0
    for column in range(columns):
        bit = 1 << column
        at = next((r for r in range(done, count) if table[r] & bit), -1)
        if at < 0:
            continue
        table[done], table[at] = table[at], table[done]
        head = table[done]
        for r in range(count):
            if table[r] & bit and r != done:
                table[r] ^= head
        pivot[done] = column
        done += 1
    for r, number in enumerate(table):
        work[r] = np.frombuffer(number.to_bytes(8 * words, "little"), dtype="<u8")
    return pivot
