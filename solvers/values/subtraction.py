"""Grundy values of subtraction games, and the proof that they repeat.

The value of a heap is decided by the values of the last ``max(amounts)`` heaps, so
a window of that many equal values, one period apart, repeats for ever (Guy, Smith
1956; Winning Ways, chapter 4). There are finitely many windows: every subtraction
game is periodic in the end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.periods import Repeats, repeated_window

SLICE = 1 << 24  # (heap, amount) pairs between two looks at the clock
_fill = native.engine("subtraction").function("fill")


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
    steps = np.array(amounts, dtype=np.int64)
    stamps = np.full(len(amounts) + 2, -1, dtype=np.int64)
    block = max(1, SLICE // len(amounts))
    while done < count:
        limits.check()
        end = min(count, done + block)
        _fill(values, steps, stamps, done, end)
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
        found = repeated_window(values, window)
        if found is not None:
            start, period = found
            # From heap 1 on, so that one theorem is for all games of heaps.
            needed = max(start, 1) + period + window
            return Repeats(subtraction_values(amounts, needed, limits, values), start, period)
        if count >= bound:
            return None
        count = min(2 * count, bound)
