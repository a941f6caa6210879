"""Grundy values of take-and-break games, and the proof that they repeat.

``digits[k]`` says what may remain when k objects are taken from a heap: 1 nothing, 2 one
heap, 4 two heaps, added up. Values that repeat long enough repeat for ever (Guy, Smith 1956).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.limits import Limits
from gameproof.solvers.values.periods import Repeats, repeated_window


def octal_values(
    digits: tuple[int, ...], count: int, limits: Limits, known: NDArray[np.int32] | None = None
) -> NDArray[np.int32]:
    """Grundy values of the heaps 0, ..., count - 1; ``known`` gives the first ones.

    O(count^2 x digits). Raises ``LimitReached``.
    """
    values = np.zeros(count, dtype=np.int32)
    done = 1
    if known is not None and len(known):
        done = min(len(known), count)
        values[:done] = known[:done]
    stamps = np.zeros(64, dtype=np.int32)  # the last heap with an option of each value
    for n in range(done, count):
        if n % 64 == 0 or n == done:
            limits.check()
            while len(stamps) <= 2 * int(values[:n].max()) + 2:
                stamps = np.concatenate([stamps, np.zeros(len(stamps), dtype=np.int32)])
        for k in range(min(n, len(digits) - 1) + 1):
            left = n - k
            if k and ((left == 0 and digits[k] & 1) or (left > 0 and digits[k] & 2)):
                stamps[values[left]] = n
            if digits[k] & 4 and left >= 2:
                smaller = values[1 : left // 2 + 1]
                found = smaller ^ values[left - len(smaller) : left][::-1]
                if int(found.max()) >= len(stamps):
                    more = np.zeros(2 * int(found.max()), dtype=np.int32)
                    stamps = np.concatenate([stamps, more])
                stamps[found] = n
        free = np.flatnonzero(stamps != n)
        if not len(free):
            free = np.array([len(stamps)])
        values[n] = free[0]
        if values[n] >= len(stamps):
            stamps = np.concatenate([stamps, np.zeros(len(stamps), dtype=np.int32)])
    return values


def find_period(digits: tuple[int, ...], bound: int, limits: Limits) -> Repeats | None:
    """The least period that the heaps below ``bound`` prove, or ``None``.

    The table grows until its last third is seen earlier, and from there back far enough.
    O(bound^2 x digits). Raises ``LimitReached``.
    """
    most = len(digits) - 1
    count = min(64 + 4 * most, bound)
    values: NDArray[np.int32] | None = None
    while True:
        values = octal_values(digits, count, limits, values)
        found = _repeat(values, most)
        if found is not None:
            start, period = found
            needed = 2 * max(start, 1) + 2 * period + most
            return Repeats(values[:needed].copy(), start, period)
        if count >= bound:
            return None
        count = min(count + count // 2, bound)


def _repeat(values: NDArray[np.int32], most: int) -> tuple[int, int] | None:
    """The least (start, period) that the table proves by the theorem of Guy and Smith."""
    count = len(values)
    found = repeated_window(values, max(count // 3, 1))
    if found is None:
        return None
    start, period = found
    return found if count >= 2 * max(start, 1) + 2 * period + most else None
