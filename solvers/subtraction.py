"""Grundy values of subtraction games, and the proof that they repeat.

The value of a heap is decided by the values of the last ``max(amounts)`` heaps, so
a window of that many equal values, one period apart, repeats for ever (Guy, Smith
1956; Winning Ways, chapter 4). There are finitely many windows: every subtraction
game is periodic in the end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits

SMALL = 20_000
"""Up to this many (heap, amount) pairs the plain loop beats loading the kernel."""

SLICE = 1 << 24


@dataclass(frozen=True)
class Repeats:
    """``values`` repeat with ``period`` from ``preperiod`` on; both are the least."""

    values: NDArray[np.int32]
    preperiod: int
    period: int


def subtraction_values(
    amounts: tuple[int, ...], count: int, limits: Limits, known: NDArray[np.int32] | None = None
) -> NDArray[np.int32]:
    """Grundy values of the heaps 0, ..., count - 1; ``amounts`` ascend.

    ``known`` gives the first values. O(count x amounts). Raises ``LimitReached``.
    """
    values = np.zeros(count, dtype=np.int32)
    done = 0
    if known is not None:
        done = min(len(known), count)
        values[:done] = known[:done]
    if (count - done) * len(amounts) <= SMALL:
        table = values.tolist()
        for n in range(done, count):
            seen = {table[n - s] for s in amounts if s <= n}
            least = 0
            while least in seen:
                least += 1
            table[n] = least
        return np.array(table, dtype=np.int32)
    kernel = kernels("subtraction_kernel")
    steps = np.array(amounts, dtype=np.int64)
    stamps = np.full(len(amounts) + 2, -1, dtype=np.int64)
    block = max(1, SLICE // len(amounts))
    while done < count:
        limits.check()
        end = min(count, done + block)
        kernel.fill(values, steps, stamps, done, end)
        done = end
    return values


def find_period(amounts: tuple[int, ...], bound: int, limits: Limits) -> Repeats | None:
    """The least period within the heaps below ``bound``, or ``None``.

    The table doubles until a window of ``max(amounts)`` values is seen twice.
    O(bound x amounts) in the worst case. Raises ``LimitReached``.
    """
    window = amounts[-1]
    count = min(max(4 * window, 64), bound)
    values: NDArray[np.int32] | None = None
    while True:
        values = subtraction_values(amounts, count, limits, values)
        found = _repeat(values, window)
        if found is not None:
            start, period = found
            return Repeats(values[: start + period + window].copy(), start, period)
        if count >= bound:
            return None
        count = min(2 * count, bound)


def _repeat(values: NDArray[np.int32], window: int) -> tuple[int, int] | None:
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
