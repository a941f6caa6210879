"""Sequences of values that repeat: where, and with which period."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Repeats:
    """``values`` repeat with ``period`` from ``preperiod`` on; both are the least."""

    values: NDArray[np.int32]
    preperiod: int
    period: int


def repeated_window(values: NDArray[np.int32], window: int) -> tuple[int, int] | None:
    """The least (start, period) such that the table ends with a repeated window.

    Candidate periods are the distances between the last window and its earlier
    places; the nearest one is the least period. O(length) beside comparisons.
    """
    n = len(values)
    if n <= window:
        return None
    # Searched backwards, so that the first occurrence found is the nearest one.
    backwards = values[::-1].tobytes()
    size = values.itemsize
    needle = backwards[: window * size]
    at = backwards.find(needle, size)
    while at >= 0 and at % size:
        at = backwards.find(needle, at + 1)
    if at < 0:
        return None
    period = at // size
    differs = np.flatnonzero(values[: n - period] != values[period:])
    first = int(differs[-1]) + 1 if len(differs) else 0
    return first, period
