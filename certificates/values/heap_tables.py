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

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.impartial_answers import whole
from gameproof.games.impartial.impartial import NOTHING, ONE, THREE, TWO, UNEQUAL
from gameproof.games.impartial.octal import MOST_MOVES
from gameproof.games.impartial.subtraction import LARGEST_AMOUNT

Code = Mapping[int, int]

LARGEST_VALUE = LARGEST_AMOUNT
"""No value is larger than the number of amounts, where no heap is split."""
SPLIT = TWO | UNEQUAL
BLOCK = 1 << 16
"""Moves that are looked at together."""
CELLS = 1 << 22
"""Pairs (heap, value) that are noted at once."""


class HeapTable:
    """Values of the heaps 0, 1, ...; beyond the table by the period. Only read until
    :meth:`verify` is called."""

    def __init__(self, code: Code, values: object, preperiod: object, period: object) -> None:
        self.code = code
        self.values = integers(values, "heaps", 1)
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

        O(size of the table x digits x (even heaps + smaller heaps that are looked at))."""
        verify_heaps(self.values, self.code)
        if self.period:
            if any(digit & UNEQUAL for digit in self.code.values()):
                raise Rejected("the theorem is not of heaps that are split into different ones")
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

    def repeats_late(self, to: int) -> bool:
        """Have the values no period p from any s on for which s + p is at most ``to``? Raises
        :class:`Rejected` where the table leaves it open. O(size of the table), nearly always.

        Values that repeat with p from some s <= ``to`` - p on do so from ``to`` - p on, and then
        those from ``to`` on are the same as p heaps before."""
        if self.period and self.start + self.period <= to:
            return False
        # ``to`` - p for the periods p that are left.
        same, work = np.arange(min(to, len(self.values))), Work(len(self.values))
        for value in self.values[to:]:
            same = same[self.values[same] == value] + 1
            if not len(same):
                return True
            work.add(len(same))
        raise Rejected(f"what the table has from the heap {to} on stands before it, too")


def repeating(code: Code, start: int, period: int) -> int:
    """How many values prove the period from ``start`` on."""
    first, most = max(start, 1), max(code, default=0)
    if any(digit & TWO for digit in code.values()):
        return 2 * first + 2 * period + most
    return first + period + most


def verify_heaps(values: NDArray[np.int64], code: Code) -> None:
    """Is every entry the mex of the XORs of what a move leaves? Raises :class:`Rejected`, also
    for a table that would take too long to look at.

    No move may leave the value of its heap. Parities of bits under a mask add up under XOR: where
    the value of a heap is odd, one of the two heaps that a move leaves is even, so that moves with
    an even heap are all that matter, and few heaps are even under a good mask (the sparse space,
    *Winning Ways*, chapter 4; the argument is right for every mask). And for each smaller value
    some move must leave it: moves that leave a small heap or an even one are looked at, and for
    what lacks a move then all of them, until it is so.
    """
    count, codes = len(values), code.values()
    if any(digit & THREE for digit in codes):
        raise Rejected("heaps that are split into three are not in the theorem")
    if not count or int(values[0]) != 0:
        raise Rejected("the table does not begin with the empty heap, of value 0")
    if int(values.min()) < 0 or int(values.max()) > LARGEST_VALUE:
        raise Rejected(f"a value is not from 0 to {LARGEST_VALUE}")
    code = {taken: digit for taken, digit in code.items() if taken < count and digit}
    odd = _odd(values)
    even = np.flatnonzero(~odd[values])
    work = Work(count)
    work.add(len(even) * count * sum(1 for digit in code.values() if digit & SPLIT))
    _never_left(values.astype(np.int32), code, even)
    for begin in range(0, count, size := max(CELLS // len(odd), 1)):
        _all_left(values, code, odd, even, begin, min(begin + size, count), work)


class Work:
    """Moves that were looked at."""

    def __init__(self, count: int) -> None:
        self.done = 0
        self.said = f"a table of {count} heaps is too long to be looked at under this code"

    def add(self, moves: int) -> None:
        """Raise :class:`Rejected` for more than ``MOST_MOVES`` together."""
        self.done += moves
        if self.done > MOST_MOVES:
            raise Rejected(self.said)


def _odd(values: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each number below a power of two whether it has an odd number of bits under a mask: that
    under which most values have (by the Walsh-Hadamard transform of their numbers)."""
    numbers_of = np.bincount(values)
    sums = np.pad(numbers_of, (0, (1 << (len(numbers_of) - 1).bit_length()) - len(numbers_of)))
    half = 1
    while half < len(sums):
        one, other = sums.reshape(-1, 2, half).swapaxes(0, 1)
        sums = np.stack([one + other, one - other], axis=1).reshape(-1)
        half *= 2
    parity = np.arange(len(sums)) & int(np.argmin(sums))
    for shift in (32, 16, 8, 4, 2, 1):
        parity ^= parity >> shift
    odd: NDArray[np.bool_] = parity & 1 == 1
    return odd


def _never_left(values: NDArray[np.int32], code: Code, even: NDArray[np.int64]) -> None:
    """Does no move leave the value of its heap? Raises :class:`Rejected`."""

    def refuse(heaps: NDArray[np.int64]) -> None:
        if len(heaps):
            n = int(heaps[0])
            raise Rejected(f"the heap {n}: the mex is not {values[n]}, which a move leaves")

    count = len(values)
    for taken, digit in code.items():
        if taken and digit & NOTHING and values[taken] == 0:
            refuse(np.array([taken]))
        if taken and digit & ONE:  # heaps above taken
            refuse(taken + 1 + np.flatnonzero(values[taken + 1 :] == values[1 : count - taken]))
        if digit & SPLIT:
            alike = bool(digit & TWO)  # may both be equal?
            for heap in map(int, even):
                if 0 < heap < count - taken:  # and another heap of 1, 2, ...
                    after = values[1 : count - taken - heap] ^ values[heap]
                    same = values[heap + taken + 1 :] == after
                    same[heap - 1 : heap] &= alike
                    refuse(heap + taken + 1 + np.flatnonzero(same))
                if heap >= taken + 2:  # the heap itself is split
                    half = (heap - taken - (not alike)) // 2
                    ends = values[heap - taken - half : heap - taken][::-1]
                    if (values[1 : half + 1] ^ ends == values[heap]).any():
                        refuse(np.array([heap]))


def _all_left(
    values: NDArray[np.int64],
    code: Code,
    odd: NDArray[np.bool_],
    even: NDArray[np.int64],
    begin: int,
    end: int,
    work: Work,
) -> None:
    """Does some move in each of these heaps leave each smaller value? Raises :class:`Rejected`.

    An odd value is left with an even heap only, an even one with a small heap nearly always; when
    few lack a move, they are looked at one by one."""
    width = len(odd)
    missing = np.arange(width) < values[begin:end, None]
    flat, rows = missing.reshape(-1), np.arange(0, missing.size, width)

    def leave(taken: int, smaller: int) -> None:  # and another heap, of at least 1
        at = max(taken + smaller + 1 - begin, 0)
        left = values[begin + at - taken - smaller : max(end - taken - smaller, 0)]
        twice = taken + 2 * smaller - begin if smaller and not code[taken] & TWO else -1
        unlike = missing[twice, 0] if 0 <= twice < len(missing) else False
        flat[rows[at:] + (left ^ values[smaller])] = False
        if unlike:  # only two equal heaps would leave 0
            missing[twice, 0] = True

    for taken, digit in code.items():
        if taken and digit & NOTHING and begin <= taken < end:
            missing[taken - begin, 0] = False
        if taken and digit & ONE:
            leave(taken, 0)
    splitting = [taken for taken, digit in code.items() if digit & SPLIT]
    for parity, others in ((True, even[even < end]), (False, np.arange(end // 2 + 1))):
        first, same = 1 if splitting else len(others), odd == parity
        while first < len(others) and np.count_nonzero(missing & same) > len(missing):
            some = others[first : 2 * first]
            work.add(len(some) * len(missing) * len(splitting))
            for smaller in map(int, some):
                for taken in splitting:
                    leave(taken, smaller)
            first += len(some)
        heaps, lacking = np.nonzero(missing & same)
        heaps += begin
        while len(heaps):
            tried = others[first : first + max(BLOCK // len(heaps), 1)]
            if not len(tried):
                value = values[heaps[0]]
                raise Rejected(f"the heap {heaps[0]}: the mex is {lacking[0]}, not {value}")
            first += len(tried)
            work.add(len(tried) * len(heaps) * len(splitting))
            found = np.zeros(len(heaps), np.bool_)
            for taken in splitting:
                other = np.maximum(heaps[:, None] - (taken + tried), 0)
                left = (values[other] ^ values[tried] == lacking[:, None]) & (other > 0)
                if not code[taken] & TWO:
                    left &= other != tried
                found |= left.any(axis=1)
            heaps, lacking = heaps[~found], lacking[~found]
