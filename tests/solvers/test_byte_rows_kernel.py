"""Rows of bytes as compiled code sees them, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("numba")

from numba import njit

from gameproof.solvers.byte_rows_kernel import (
    filled_by,
    lessened,
    met_by,
    places_with,
    repeated,
)


@njit
def asked(rows: Any, counts: Any, low: Any, high: Any, value: Any) -> Any:
    lessened(rows, low, high, counts, 1, 3)
    return (
        places_with(counts, 0, value),
        met_by(rows, low, high),
        filled_by(rows, low, high, counts, 2),
        repeated(rows, low, high, counts, 4),
    )


def as_set(flags: NDArray[np.bool_]) -> tuple[int, int]:
    low, high = np.packbits(flags, bitorder="little").view("<u8").tolist()
    return low, high


@pytest.mark.parametrize("most", [1, 3, 255])
def test_rows_against_numpy(most: int) -> None:
    """Sets of all sizes, in either word and in both; sums beyond a byte wrap around."""
    chance = np.random.default_rng(most)
    for size in [0, 1, 2, 5, 40, 128] * 6:
        rows = chance.integers(0, most + 1, (128, 128), dtype=np.uint8)
        counts = chance.integers(0, 8, (5, 128), dtype=np.uint8)
        start, end = ((0, 64), (64, 128), (0, 128))[int(chance.integers(3))]
        chosen = chance.choice(np.arange(start, end), min(size, end - start), replace=False)
        total = rows[chosen].sum(axis=0, dtype=np.int64).astype(np.uint8)
        counts[2, ::3] = total[::3]  # so that some are alike
        before = counts.copy()
        flags = np.zeros(128, dtype=bool)
        flags[chosen] = True
        low, high = (np.uint64(word) for word in as_set(flags))
        value = int(chance.integers(0, 8))
        found = asked(rows, counts, low, high, value)
        met = as_set(total != 0)
        assert found[0] == as_set(before[0] == value)
        assert found[1] == met
        assert found[2] == (met, as_set((total != 0) & (total == before[2])))
        assert found[3] == as_set(total > 1)
        assert (counts[4] == total).all()
        assert (counts[3] == before[1] - total).all()
        assert (counts[:3] == before[:3]).all()
