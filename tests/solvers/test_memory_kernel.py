# mypy: disable-error-code="untyped-decorator"
"""Arrays lent to compiled code are the arrays themselves, and outlive what borrows them."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

numba = pytest.importorskip("numba")


class Rows(NamedTuple):
    """Two arrays and a tuple of another one."""

    low: NDArray[np.int64]
    high: NDArray[np.uint8]
    inner: tuple[NDArray[np.int64], int]


def test_what_is_borrowed_is_written_and_kept() -> None:
    from gameproof.solvers.memory_kernel import borrowed, fetch

    @numba.njit
    def added(rows: Any, times: Any) -> Any:
        lent = borrowed(rows)
        total = 0
        for _ in range(times):
            for row in range(len(lent.low)):
                fetch(lent.low, row)
                lent.low[row] += lent.high[row]
                lent.inner[0][row] += lent.inner[1]
                total += lent.low[row]
        return total

    rows = Rows(np.arange(4), np.full(4, 2, np.uint8), (np.zeros(4, np.int64), 3))
    assert added(rows, 1) == 6 + 8
    counts = [sys.getrefcount(array) for array in (rows.low, rows.high, rows.inner[0])]
    assert added(rows, 5) == 5 * 14 + 8 * (1 + 2 + 3 + 4 + 5)
    assert rows.low.tolist() == [12, 13, 14, 15]
    assert rows.inner[0].tolist() == [18] * 4
    assert [sys.getrefcount(array) for array in (rows.low, rows.high, rows.inner[0])] == counts
