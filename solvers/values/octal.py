"""Grundy values of take-and-break games, and the proof that they repeat.

``digits[k]`` says what may remain when k objects are taken from a heap: 1 nothing, 2 one
heap, 4 two heaps, added up. Values that repeat long enough repeat for ever (Guy, Smith 1956).

Most values have odd parity under some mask of their bits: they are common, the others rare (the
sparse space; Winning Ways, chapter 4). Parities add up under XOR, so an option of common value
leaves a rare heap and a common one, and few heaps are rare: the least common value that is no
option is found fast. The rare values below it are nearly always options, which is seen soon.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.periods import Repeats, repeated_window

SLICE = 1 << 24  # pairs of heaps between two looks at the clock
NAIVE = 256  # heaps before rare values are told from common ones
_fill = native.engine("octal").function("fill")


def octal_values(
    digits: tuple[int, ...], count: int, limits: Limits, known: NDArray[np.int32] | None = None
) -> NDArray[np.int32]:
    """Grundy values of the heaps 0, ..., count - 1; ``known`` gives the first ones.

    O(count x rare heaps x digits) where there is a sparse space, at most O(count^2 x digits).
    Raises ``LimitReached``.
    """
    values = np.zeros(count, dtype=np.int32)
    done = 1
    if known is not None and len(known):
        done = min(len(known), count)
        values[:done] = known[:done]
    code = np.array(digits, dtype=np.int64)
    size = 64
    while done < count:
        while size <= 4 * int(values[:done].max()) + 4:
            size *= 2
        end = min(count, 2 * done if done >= NAIVE else NAIVE)
        mask = sparse_mask(values[:done]) if done >= NAIVE else 0
        rare = np.zeros(end, dtype=np.int64)
        state = _fill.numbers()
        if mask:
            heaps = np.flatnonzero(_even(values[:done] & mask))[1:]
            rare[: len(heaps)] = heaps
            state.listed = len(heaps)
        state.done = done
        marks = np.full(size, -1, dtype=np.int64)
        fill = _fill.bind(values[:end], code, marks, rare, state, mask, SLICE)
        while fill() and not state.full:
            limits.check()
        if state.full:
            size *= 2
        done = int(state.done)
    return values


def sparse_mask(values: NDArray[np.int32]) -> int:
    """The mask under which fewest values have even parity (Walsh-Hadamard transform of their
    numbers). O(values + m log m) for m, the largest."""
    sums = np.bincount(values)
    size = 1 << (len(sums) - 1).bit_length()
    sums = np.pad(sums, (0, size - len(sums)))
    half = 1
    while half < size:
        pairs = sums.reshape(-1, 2, half)
        sums = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    return int(np.argmin(sums))


def rare_heaps(values: NDArray[np.int32]) -> int:
    """How many heaps are rare."""
    return int(_even(values & sparse_mask(values)).sum())


def _even(words: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Is the number of ones even?"""
    for shift in (16, 8, 4, 2, 1):
        words = words ^ (words >> shift)
    even: NDArray[np.bool_] = words & 1 == 0
    return even


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
