"""Grundy values of the heaps of an octal game: a table tested against the rules, and its period.

The theorem (Guy, Smith 1956; Siegel, Combinatorial Game Theory, theorem IV.2.7): let at most
k objects be taken at once. If g(n + p) = g(n) for all n with s <= n < 2 s + p + k, s >= 1, then for
all n >= s. (Let n >= 2 s + p + k. What remains of n + p after a move is at least 2 s + 2 p, so the
larger heap has at least s + p; take p objects from it, and by induction the value is that of an
option of n. What remains of n is at least 2 s + p, so its larger heap has at least s objects and is
smaller than n; add p to it.) The first s values, with s = 0, follow where g(p) = g(0) too.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.impartial_answers import numbers, whole
from gameproof.games.impartial.octal import NOTHING, ONE, THREE, TWO

Code = tuple[int, ...]

MOST_ENTRIES = 1 << 15
"""Entries of the longest table that is looked at."""
MOST_SPLITS = 1 << 30
"""Ways to split a heap of the table, all heaps and digits together: some seconds of work."""


class OctalTable:
    """Values of the heaps 0, 1, ..., proved; beyond the table by the period."""

    def __init__(
        self,
        code: Code,
        values: np.ndarray,
        preperiod: int,
        period: int,
        *,
        trusted: bool = False,
    ) -> None:
        """Verify every entry, and the period where one is claimed; raises :class:`Rejected`.

        O(size of the table squared x digits of the code). A table that is ``trusted`` is only
        read: for play, and for who made it."""
        if any(digit & THREE for digit in code):
            raise Rejected("heaps that are split into three are not in the theorem")
        self.code = code
        self.values = numbers("values", values, (-1,))
        self.start, self.period = whole("preperiod", preperiod), whole("period", period)
        if trusted:
            return
        verify_octal(self.values, code)
        if self.period:
            first = max(self.start, 1)
            needed = 2 * first + 2 * self.period + len(code) - 1
            if len(self.values) < needed:
                raise Rejected(f"the period needs a table of {needed} values")
            row = self.values[self.start : needed]
            if not np.array_equal(row[: -self.period], row[self.period :]):
                raise Rejected(
                    f"the values do not repeat with period {self.period} from {self.start}"
                )

    def value(self, n: int) -> int:
        """The value of a heap of n; raises :class:`Rejected` beyond a table without period."""
        if n < len(self.values):
            return int(self.values[n])
        if not self.period:
            raise Rejected("the table has no entry for some heap")
        return int(self.values[self.start + (n - self.start) % self.period])

    def options(self, n: int, target: int, near: bool) -> Iterator[tuple[int, int]]:
        """The moves in a heap of n, as (taken, smaller heap), that leave the value ``target``;
        with ``near`` only those whose smaller heap lies within the first period: there is one if
        there is any. O(n x digits), or O((preperiod + period) x digits)."""
        for taken, digit in enumerate(self.code[: n + 1]):
            rest = n - taken
            if taken and digit & (ONE if rest else NOTHING) and self.value(rest) == target:
                yield taken, 0
            if digit & TWO:
                last = rest // 2
                if near and self.period:
                    last = min(last, max(self.start, 1) + self.period)
                for small in range(1, last + 1):
                    if self.value(small) ^ self.value(rest - small) == target:
                        yield taken, small


def splits(count: int, code: Code) -> int:
    """In how many ways, or a few more, moves split the heaps of a table of so many entries."""
    return (count * count // 4) * sum(1 for digit in code if digit & TWO)


def verify_octal(values: NDArray[np.int64], code: Code) -> None:
    """Is every entry the mex of the XORs of what a move leaves? Raises :class:`Rejected`,
    for tables of more than ``MOST_ENTRIES`` entries or ``MOST_SPLITS`` splits at once.

    O(size of the table squared x digits of the code)."""
    count = len(values)
    if not count or int(values[0]) != 0:
        raise Rejected("the table does not begin with the empty heap, of value 0")
    if count > MOST_ENTRIES or splits(count, code) > MOST_SPLITS:
        raise Rejected(f"a table of {count} heaps is too long to be looked at under this code")
    top = int(values.max())
    if int(values.min()) < 0 or top > len(code) * count:
        raise Rejected("a value is negative, or exceeds the number of moves")
    size = 1 << (top.bit_length() + 1)  # more than any XOR of two values
    for n in range(1, count):
        seen = np.zeros(size, dtype=np.bool_)
        for taken, digit in enumerate(code[: n + 1]):
            rest = n - taken
            if taken and digit & (ONE if rest else NOTHING):
                seen[values[rest]] = True
            half = rest // 2
            if digit & TWO and half:
                seen[values[1 : half + 1] ^ values[rest - 1 : rest - half - 1 : -1]] = True
        least = int(np.argmin(seen))
        if least != values[n]:
            raise Rejected(f"the heap {n}: the mex is {least}, not {int(values[n])}")
