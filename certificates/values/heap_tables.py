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

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

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
CELLS = 1 << 28
"""Pairs (heap, value) that are noted at once, a bit for each."""
SMALL = 1 << 14
"""Small heaps that are looked at together."""
MOST_HEAPS = 1 << 20
"""Of a block."""
FEW = 64
"""Of so many bytes of bits one is not 0: a look at each heap takes less time."""
CALL = 512
"""Moves that might be looked at one by one while a call of NumPy begins."""


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

    No move may leave the value of its heap, and for each smaller value some move must leave it.
    Parities of bits under a mask add up under XOR: a move that leaves an odd value leaves one even
    heap, and few heaps are even under a good mask (the sparse space, *Winning Ways*, chapter 4; the
    argument is right for every mask). So for an odd value the moves with an even heap are all there
    are, and they are noted for all heaps of a block together, a bit for each heap. For an even
    value and the even heaps, whose value it may be, all moves count: of each even heap all are
    looked at, and smaller values are looked for among the moves that leave a small heap.
    """
    count, codes = len(values), code.values()
    if any(digit & THREE for digit in codes):
        raise Rejected("heaps that are split into three are not in the theorem")
    if not count or int(values[0]) != 0:
        raise Rejected("the table does not begin with the empty heap, of value 0")
    if int(values.min()) < 0 or int(values.max()) > LARGEST_VALUE:
        raise Rejected(f"a value is not from 0 to {LARGEST_VALUE}")
    code = {taken: digit for taken, digit in code.items() if taken < count and digit}
    work, row = Work(count), values.astype(np.int32)
    splitting = sum(1 for digit in code.values() if digit & SPLIT)
    odd = _odd(values)
    even = np.flatnonzero(~odd[values] & (splitting > 0))
    work.add(int(even.sum()) // 2 * splitting)
    _never_left(row, code, even)
    if not splitting:
        _all_left(row, code, work)
        return
    size = min(max(CELLS // (int(values.max()) + 1), 1 << 10), MOST_HEAPS)
    for begin in range(0, count, size):
        block = Block(row, code, begin, min(begin + size, count), work)
        block.leave(even[even < block.end], block.often, odd)
        block.verify_odd(odd)
        block.verify_even(~odd)


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

    def note(self, calls: int, size: int) -> None:
        """So many times so many bytes of bits."""
        self.add(calls * (CALL + size // 32))


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


def _refuse(values: NDArray[np.int32], heaps: NDArray[np.int64]) -> None:
    """Raise :class:`Rejected` if there is one: a move leaves the value of it."""
    if len(heaps):
        n = int(heaps[0])
        raise Rejected(f"the heap {n}: the mex is not {values[n]}, which a move leaves")


def _lacks(values: NDArray[np.int32], n: int, smaller: int) -> Rejected:
    return Rejected(f"the heap {n}: the mex is {smaller}, not {values[n]}")


def _all_left(values: NDArray[np.int32], code: Code, work: Work) -> None:
    """Does some move leave each smaller value, where no heap is split? Raises :class:`Rejected`."""
    width, count = int(values.max()) + 1, len(values)
    work.add(count * len(code))
    for begin in range(0, count, size := max(CELLS // 64 // width, 1)):
        missing = np.arange(width) < values[begin : begin + size, None]
        for taken, digit in code.items():
            if taken and digit & NOTHING and begin <= taken < begin + len(missing):
                missing[taken - begin, 0] = False
            first = max(taken + 1, begin)  # and what is left is a heap of 1, 2, ...
            if taken and digit & ONE and first < begin + len(missing):
                left = values[first - taken : begin + len(missing) - taken]
                missing[np.arange(first - begin, len(missing)), left] = False
        heaps, lacking = np.nonzero(missing)
        if len(heaps):
            raise _lacks(values, begin + int(heaps[0]), int(lacking[0]))


def _never_left(values: NDArray[np.int32], code: Code, even: NDArray[np.int64]) -> None:
    """Does no move that leaves one heap leave the value of its heap, nor any split of an even
    heap? Raises :class:`Rejected`."""
    count = len(values)
    for taken, digit in code.items():
        if taken and digit & NOTHING and values[taken] == 0:
            _refuse(values, np.array([taken]))
        if taken and digit & ONE:  # heaps above taken
            same = values[taken + 1 :] == values[1 : count - taken]
            _refuse(values, taken + 1 + np.flatnonzero(same))
        if digit & SPLIT:
            alike = bool(digit & TWO)  # may both be equal?
            for heap in map(int, even):
                half = (heap - taken - (not alike)) // 2
                if half > 0:
                    ends = values[heap - taken - half : heap - taken][::-1]
                    if (values[1 : half + 1] ^ ends == values[heap]).any():
                        _refuse(values, np.array([heap]))


class Way(NamedTuple):
    """Amounts that may be taken where one heap of these is left beside another, unlike it if it
    must be."""

    amounts: list[int]
    smaller: NDArray[np.int64]
    unlike: bool


class Block:
    """Heaps from ``begin`` to ``end`` - 1, and what their moves leave: in ``left[v]`` a bit for
    each heap a move of which is known to leave the value v."""

    def __init__(
        self, values: NDArray[np.int32], code: Code, begin: int, end: int, work: Work
    ) -> None:
        self.values, self.code, self.begin, self.end, self.work = values, code, begin, end, work
        self.own = values[begin:end]
        times = np.bincount(values[:end])
        self.often = np.argsort(-times, kind="stable")[: np.count_nonzero(times)].tolist()
        self.left = np.zeros((int(self.own.max()) + 1, (end - begin + 7) // 8), np.uint8)
        for taken, digit in code.items():
            if taken and digit & NOTHING and begin <= taken < end:
                self.left[0] |= _bits(np.arange(begin, end) == taken)

    def ways(self, some: NDArray[np.int64]) -> Iterator[Way]:
        """Moves that leave some of these heaps; the empty one is what is left beside one heap."""
        heaps = some[some > 0]
        for bit, smaller in ((ONE, some[some == 0]), (TWO, heaps)):
            amounts = [k for k, digit in self.code.items() if digit & bit and (k or smaller.any())]
            if len(smaller) and amounts:
                yield Way(amounts, smaller, False)
        for taken, digit in self.code.items():
            if digit & UNEQUAL and not digit & TWO and len(heaps):
                yield Way([taken], heaps, True)

    def leave(
        self, some: NDArray[np.int64], others: Iterable[int], wanted: NDArray[np.bool_]
    ) -> None:
        """Note the moves that leave one of ``some`` heaps beside one of the values ``others``, as
        far as they leave ``wanted`` values. O(heaps / 64 x some), if the others are all values."""
        for amounts, smaller, unlike in self.ways(some):
            last, most = int(smaller[-1]), max(amounts)
            table = np.full(self.end - self.begin + last + most, -1, self.values.dtype)
            low = self.begin - last - most  # the heap of its first entry
            first = max(low, 1)  # another heap is left, of 1, 2, ...
            table[first - low :] = self.values[first : self.end]
            of_value = _groups(self.values, smaller)
            for value in others:
                targets = [
                    (value ^ other, heaps)
                    for other, heaps in of_value
                    if value ^ other < len(self.left) and wanted[value ^ other]
                ]
                if not targets:
                    continue
                self.work.note(sum(len(heaps) for _, heaps in targets), self.left.shape[1])
                here = table == value
                # What is left beside the smaller heap, and the amount: from begin - last on.
                rest = np.zeros(len(here) - most, np.bool_)
                for taken in amounts:
                    rest |= here[most - taken : len(here) - taken]
                shifted = [_bits(rest[k:]) for k in range(8)]
                for target, heaps in targets:
                    row = self.left[target]
                    for heap in heaps:
                        byte, shift = divmod(last - heap, 8)
                        moves = shifted[shift][byte : byte + len(row)]
                        twice = amounts[0] + 2 * heap - self.begin
                        if unlike and target == 0 and 0 <= twice < self.end - self.begin:
                            moves = moves.copy()
                            moves[twice // 8] &= ~np.uint8(1 << twice % 8)
                        row |= moves

    def lacking(self, smaller: int) -> NDArray[np.uint8]:
        """The heaps of larger value for which no move is known to leave this one, as bits."""
        lacking: NDArray[np.uint8] = _bits(self.own > smaller) & ~self.left[smaller]
        return lacking

    def heaps(self, bits: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Those whose bits are set."""
        return self.begin + np.flatnonzero(np.unpackbits(bits, bitorder="little"))

    def verify_odd(self, odd: NDArray[np.bool_]) -> None:
        """After all moves that leave odd values are noted."""
        for value in np.flatnonzero(odd[: len(self.left)]).tolist():
            if (without := self.lacking(value)).any():
                raise _lacks(self.values, int(self.heaps(without)[0]), value)
            _refuse(self.values, self.heaps(self.left[value] & _bits(self.own == value)))

    def verify_even(self, even: NDArray[np.bool_]) -> None:
        """Does some move leave each smaller even value? Moves that leave a small heap and a
        frequent value are noted until few heaps lack one; of these all moves are looked at."""
        self.leave(np.zeros(1, np.int64), self.often, even)
        some, many = np.arange(1, min(self.end // 2, SMALL) + 1), even[: len(self.left)].copy()
        smaller = np.flatnonzero(many).tolist()
        for other in self.often:
            if not many.any():
                break
            self.leave(some, [other], many)
            for value in np.flatnonzero(many).tolist():
                without = self.lacking(value)
                many[value] = np.count_nonzero(without) > len(without) / FEW
        for value in smaller:
            self.one_by_one(self.heaps(self.lacking(value)), value)

    def one_by_one(self, heaps: NDArray[np.int64], value: int) -> None:
        """Does some move that splits each of these heaps leave the value?"""
        splitting, first = [taken for taken, digit in self.code.items() if digit & SPLIT], 1
        while len(heaps):
            last = min(first + max(BLOCK // len(heaps), 1), self.end // 2 + 1)
            if first == last:
                raise _lacks(self.values, int(heaps[0]), value)
            tried, first = np.arange(first, last), last
            self.work.add(len(tried) * len(heaps) * len(splitting))
            found = np.zeros(len(heaps), np.bool_)
            for taken in splitting:
                other = np.maximum(heaps[:, None] - (taken + tried), 0)
                left = (self.values[other] ^ self.values[tried] == value) & (other > 0)
                if not self.code[taken] & TWO:
                    left &= other != tried
                found |= left.any(axis=1)
            heaps = heaps[~found]


def _bits(marks: NDArray[np.bool_]) -> NDArray[np.uint8]:
    bits: NDArray[np.uint8] = np.packbits(marks, bitorder="little")
    return bits


def _groups(values: NDArray[np.int32], heaps: NDArray[np.int64]) -> list[tuple[int, list[int]]]:
    """The heaps by their values."""
    of_value: dict[int, list[int]] = {}
    for heap, value in zip(heaps.tolist(), values[heaps].tolist(), strict=True):
        of_value.setdefault(value, []).append(heap)
    return list(of_value.items())
