"""Grundy values of take-and-break games, and the proof that they repeat.

``digits[k]`` says what may remain when k objects are taken from a heap: 1 nothing, 2 one
heap, 4 two heaps, added up; 16 two that differ, where no digit has a 4. Values that repeat long
enough repeat for ever (Guy, Smith 1956; Winning Ways, chapter 4). Subtraction games are those with
digits 0 and 3 alone (:func:`subtraction_code`); there are finitely many windows of values that
decide the next one, so all of them are periodic in the end.

Most values have odd parity under some mask of their bits: they are common, the others rare (the
sparse space; Winning Ways, chapter 4). Parities add up under XOR, so an option of common value
leaves a rare heap and a common one, and few heaps are rare: the least common value that is no
option is found fast. The rare values below it are nearly always options, which is seen soon.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

SLICE = 1 << 24  # pairs of heaps between two looks at the clock
LISTED = 1 << 13  # heaps that are known by their values
NAIVE = 256  # heaps before rare values are told from common ones
_fill = native.engine("octal").function("fill")


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


def subtraction_code(amounts: Sequence[int]) -> tuple[int, ...]:
    """The digits of the game in which these amounts are taken, whatever remains."""
    code = [0] * (max(amounts) + 1)
    for amount in amounts:
        code[amount] = 3
    return tuple(code)


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
    taken = {"whole": code & 1, "beside": code & 2, "split": code & 20}
    taken["whole"][:1] = taken["beside"][:1] = 0  # something is taken, but where a heap is split
    moves = native.arrays(**{name: np.flatnonzero(may) for name, may in taken.items()})
    splits, unlike = len(moves.split) > 0, int((code & 16).any())
    size = 64
    while done < count:
        while size <= 4 * int(values[:done].max()) + 4:
            size *= 2
        end = min(count, 2 * done if done >= NAIVE else NAIVE) if splits else count
        mask = sparse_mask(values[:done]) if splits and done >= NAIVE else 0
        most = end if splits else 0
        rare = native.arrays(heaps=np.zeros(most, np.int32), values=np.zeros(most, np.int32))
        state = _fill.numbers()
        if mask:
            heaps = np.flatnonzero(_even(values[:done] & mask))[1:]
            rare.heaps[: len(heaps)], rare.values[: len(heaps)] = heaps, values[heaps]
            state.listed = len(heaps)
        state.done = done
        marks = np.full(size + 1, -1, dtype=np.int64)
        listed = _frequent(values[: done if mask else 0])
        fill = _fill.bind(values[:end], moves, marks, rare, listed, state, mask, unlike, SLICE)
        while fill() and not state.full:
            limits.check()
        if state.full:
            size *= 2
        done = int(state.done)
    return values


def _frequent(values: NDArray[np.int32]) -> native.Arrays:
    """The values of half of the heaps, the frequent ones first, and heaps by their values."""
    times = np.bincount(values[len(values) // 2 :])
    often = np.argsort(-times, kind="stable")[: np.count_nonzero(times)]
    some = values[1:LISTED]
    heaps = np.argsort(some, kind="stable")
    first = np.searchsorted(some[heaps], np.arange(int(some.max(initial=0)) + 2))
    found = {"values": often, "first": first, "heaps": heaps + 1}
    return native.arrays(**{name: array.astype(np.int32) for name, array in found.items()})


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


def rare_heaps(values: NDArray[np.int32]) -> NDArray[np.intp]:
    """The heaps that are rare."""
    return np.flatnonzero(_even(values & sparse_mask(values)))


def _even(words: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Is the number of ones even?"""
    for shift in (16, 8, 4, 2, 1):
        words = words ^ (words >> shift)
    even: NDArray[np.bool_] = words & 1 == 0
    return even


def find_period(
    digits: tuple[int, ...],
    bound: int,
    limits: Limits,
    longer: Callable[[NDArray[np.int32]], bool] = lambda _: True,
) -> Repeats | None:
    """The least period that the heaps below ``bound`` prove, or ``None``; a table than which no
    ``longer`` one is wanted is the last.

    The table grows until its end is seen earlier, and from there back far enough: where no heap
    is split as many values as may be taken decide all that follow, so as many, one period apart,
    are enough; else a third of the table is looked for, which is to hold twice the period and
    what is before it. O(bound^2 x digits), without splits O(bound x digits). Raises
    ``LimitReached``.
    """
    most, splits = len(digits) - 1, _splits(digits)
    count = min(64 + 4 * most, bound)
    values: NDArray[np.int32] | None = None
    while True:
        values = octal_values(digits, count, limits, values)
        found = repeated_window(values, max(count // 3, 1) if splits else most)
        if found is not None:
            start, period = found
            needed = values_needed(digits, start, period)
            if needed <= count or not splits:
                return Repeats(octal_values(digits, needed, limits, values), start, period)
        if count >= bound or not longer(values):
            return None
        count = min(count + count // 2, bound)


def values_needed(digits: Sequence[int], start: int, period: int) -> int:
    """How many values prove a period (from heap 1 on, so that one theorem is for all games)."""
    return (1 + _splits(digits)) * (max(start, 1) + period) + len(digits) - 1


def _splits(digits: Sequence[int]) -> bool:
    """May a heap be left as two?"""
    return any(digit & 4 for digit in digits)
