"""Grundy values of heaps under a code: a table in which every entry is a mex, and its period.

The theorem (Guy, Smith 1956; Siegel, Combinatorial Game Theory, theorem IV.2.7): let at most
k objects be taken at once. If g(n + p) = g(n) for all n with s <= n < 2 s + p + k, s >= 1, then for
all n >= s. (Let n >= 2 s + p + k. What remains of n + p after a move is at least 2 s + 2 p, so the
larger heap has at least s + p; take p objects from it, and by induction the value is that of an
option of n. What remains of n is at least 2 s + p, so its larger heap has at least s objects and is
smaller than n; add p to it.) Where no heap is ever split, s <= n < s + k is enough: then the last k
values decide the next. The first s values, with s = 0, follow where g(p) = g(0) too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.impartial_answers import numbers, whole
from gameproof.games.impartial.impartial import NOTHING, ONE, THREE, TWO
from gameproof.games.impartial.subtraction import LARGEST_AMOUNT

Code = Mapping[int, int]

MOST_SPLITS = 1 << 30
"""Ways to split a heap of the table, all heaps and digits together: some seconds of work."""
LARGEST_VALUE = LARGEST_AMOUNT
"""No value is larger than the number of amounts, where no heap is split."""
CELLS = 1 << 23
"""Pairs (heap, value) that are noted at once."""


class HeapTable:
    """Values of the heaps 0, 1, ...; beyond the table by the period. Only read until
    :meth:`verify` is called."""

    def __init__(self, code: Code, values: object, preperiod: object, period: object) -> None:
        self.code = code
        self.values = numbers("heaps", np.asarray(values), (-1,))
        self.start, self.period = whole("preperiod", preperiod), whole("period", period)

    def value(self, n: int) -> int:
        """The value of a heap of n; raises :class:`Rejected` beyond a table without period."""
        if n < len(self.values):
            return int(self.values[n])
        if not self.period:
            raise Rejected("the table has no entry for some heap")
        return int(self.values[self.start + (n - self.start) % self.period])

    def verify(self) -> None:
        """Raise :class:`Rejected` unless all is true that the table says.

        O(size of the table x (digits + size of the table x digits that split))."""
        verify_heaps(self.values, self.code)
        if self.period:
            needed = repeating(self.code, self.start, self.period)
            if len(self.values) < needed:
                raise Rejected(f"the period needs a table of {needed} values")
            row = self.values[self.start : needed]
            if not np.array_equal(row[: -self.period], row[self.period :]):
                raise Rejected(
                    f"the values do not repeat with period {self.period} from {self.start}"
                )

    def period_text(self) -> str:
        """``period 5 after 0 values``, the least of both; raises :class:`Rejected` otherwise.

        The least period divides every other one, so it is enough to test the proper divisors
        on one period, and the value before the start."""
        values, start, period = self.values, self.start, self.period
        if period == 0:
            raise Rejected("no period is claimed")
        cycle = values[start : start + period]
        for divisor in range(1, period // 2 + 1):
            if period % divisor == 0 and np.array_equal(cycle, np.roll(cycle, divisor)):
                raise Rejected(f"{divisor} is a smaller period")
        if start > 0 and values[start - 1] == values[start - 1 + period]:
            raise Rejected("the values repeat earlier than claimed")
        return f"period {period} after {start} values"


def repeating(code: Code, start: int, period: int) -> int:
    """How many values prove the period from ``start`` on."""
    first, most = max(start, 1), max(code, default=0)
    if any(digit & TWO for digit in code.values()):
        return 2 * first + 2 * period + most
    return first + period + most


def splits(count: int, code: Code) -> int:
    """In how many ways, or a few more, moves split the heaps of a table of so many entries."""
    return (count * count // 4) * sum(1 for digit in code.values() if digit & TWO)


def _ways(code: Code, count: int) -> Iterator[tuple[int, int, int]]:
    """The moves in all heaps of a table: objects taken, the smaller heap (0: not split), and the
    least heap in which they can be."""
    for taken, digit in code.items():
        if taken and digit & ONE:
            yield taken, 0, taken + 1
        if digit & TWO:
            yield from (
                (taken, small, taken + 2 * small) for small in range(1, (count - taken + 1) // 2)
            )


def verify_heaps(values: NDArray[np.int64], code: Code) -> None:
    """Is every entry the mex of the XORs of what a move leaves? Raises :class:`Rejected`, also
    for a table that would take too long to look at."""
    count, codes = len(values), code.values()
    if any(digit & THREE for digit in codes):
        raise Rejected("heaps that are split into three are not in the theorem")
    if not count or int(values[0]) != 0:
        raise Rejected("the table does not begin with the empty heap, of value 0")
    if splits(count, code) > MOST_SPLITS:
        raise Rejected(f"a table of {count} heaps is too long to be looked at under this code")
    top = np.maximum.accumulate(values)
    if int(values.min()) < 0 or int(top[-1]) > LARGEST_VALUE:
        raise Rejected(f"a value is not from 0 to {LARGEST_VALUE}")
    code = {taken: digit for taken, digit in code.items() if taken < count}
    begin = 0
    while begin < count:
        end = min(begin + CELLS, count)
        # The size is more than any XOR of two values: a mex is always there.
        while (size := 2 << int(top[end - 1]).bit_length()) * (end - begin) > CELLS:
            if end == begin + 1:
                break
            end = (begin + end) // 2
        seen = np.zeros((end - begin) * size, dtype=np.bool_)
        at = np.arange(end - begin) * size
        for taken, small, least in _ways(code, end):
            first = max(least, begin)
            if first < end:
                larger = values[first - taken - small : end - taken - small]
                seen[at[first - begin :] + (values[small] ^ larger)] = True
        for taken, digit in code.items():
            if digit & NOTHING and taken > 0 and begin <= taken < end:
                seen[at[taken - begin]] = True
        least_unseen = np.argmin(seen.reshape(-1, size), axis=1)
        wrong = np.flatnonzero(least_unseen != values[begin:end])
        if len(wrong):
            n, mex = begin + int(wrong[0]), int(least_unseen[wrong[0]])
            raise Rejected(f"the heap {n}: the mex is {mex}, not {int(values[n])}")
        begin = end
