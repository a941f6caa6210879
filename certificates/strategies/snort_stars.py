"""Many positions of Snort at once: sets of vertices as words, and the bound by stars.

A position is two sets, x of the winner and y of the loser; a set of n vertices is a column of
an array of ``words`` rows. A vertex of x is free when neither it nor a neighbour is in y (and
the other way round); a position without free vertices is contested.

The bound: a vertex of x (a centre) that closes the set K of y, and the p further vertices of x
that nothing outside K closes, are together at least the switch {p | 1 - |K|}. Centres are
taken greedily with disjoint K, the largest first; the rest of y counts as free moves of the
loser, the rest of x is given away, which is no gain, for in Snort own moves close nothing of
one's own. A sum of switches is played hottest first (Winning Ways, chapter 6).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

ONE = np.uint64(1)
_M = [np.uint64(m) for m in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)]
#: Half the side of a square of bits, and the lower of every two halves of a row.
_HALVES = [
    (np.uint64(h), np.uint64(((1 << 64) - 1) // ((1 << h) + 1))) for h in (32, 16, 8, 4, 2, 1)
]
_TIMES = np.uint64(0x0101010101010101)


def size_of(sets: Words) -> Numbers:
    """How many vertices each set has."""
    c = sets - ((sets >> ONE) & _M[0])
    c = (c & _M[1]) + ((c >> np.uint64(2)) & _M[1])
    c = (c + (c >> np.uint64(4))) & _M[2]
    return np.asarray(((c * _TIMES) >> np.uint64(56)).sum(axis=0), dtype=np.int64)


def some(sets: Words) -> NDArray[np.bool_]:
    """Which sets are not empty?"""
    return np.asarray(sets.any(axis=0))


def crosswise(sets: Words) -> Words:
    """A row for each place, in which every set has a bit: 64 sets are dealt with at a time."""
    words, count = sets.shape
    blocks = -(-count // 64)
    wide = np.zeros((words, 64 * blocks), dtype=np.uint64)
    wide[:, :count] = sets
    turned = wide.reshape(words, blocks, 64).transpose(0, 2, 1)
    return _turned(np.ascontiguousarray(turned)).reshape(64 * words, blocks)


def lengthwise(across: Words, count: int) -> Words:
    """The sets, ``count`` of them, that lie crosswise."""
    words, blocks = len(across) // 64, across.shape[1]
    turned = _turned(across.reshape(words, 64, blocks).copy()).transpose(0, 2, 1)
    return np.ascontiguousarray(turned.reshape(words, 64 * blocks)[:, :count])


def _turned(squares: Words) -> Words:
    """Squares of 64 words, changed in place so that bit i of word j is bit j of word i: halves
    change places, then the halves of those (Warren, *Hacker's Delight*, section 7-3)."""
    words, _, blocks = squares.shape
    for shift, mask in _HALVES:
        half = int(shift)
        pairs = squares.reshape(words, 32 // half, 2, half, blocks)
        low, high = pairs[:, :, 0], pairs[:, :, 1]
        other = ((low >> shift) ^ high) & mask
        high ^= other
        other <<= shift
        low ^= other
    return squares


class Stars:
    """The vertices of one board, by rising degree (ties by number), and what they close."""

    def __init__(self, neighbours: Sequence[int]) -> None:
        self.n = n = len(neighbours)
        self.order = sorted(range(n), key=lambda v: (neighbours[v].bit_count(), v))
        self.words = max(1, -(-n // 64))
        place = {v: i for i, v in enumerate(self.order)}
        near = [
            1 << i | sum(1 << place[u] for u in range(n) if neighbours[v] >> u & 1)
            for i, v in enumerate(self.order)
        ]
        self.near = self.columns([*near, 0])  # a last, empty one for no vertex
        self.single = self.columns([*(1 << i for i in range(n)), 0])
        #: The first, second, ... neighbours of all places (from one on) that have so many.
        around = [[u for u in range(n) if mask >> u & 1 and u != i] for i, mask in enumerate(near)]
        most = len(around[-1]) if around else 0
        self._around = [
            np.array([met[k] for met in around if len(met) > k], dtype=np.intp) for k in range(most)
        ]
        self._planes = max(1, max((mask.bit_count() for mask in near), default=1).bit_length())

    def columns(self, masks: Sequence[int]) -> Words:
        """Sets, given as masks over places, as columns."""
        word = (1 << 64) - 1
        rows = [[mask >> 64 * w & word for mask in masks] for w in range(self.words)]
        return np.array(rows, dtype=np.uint64).reshape(self.words, len(masks))

    def place(self, mask: int) -> Words:
        """One set, given as a mask over vertices of the graph, as a column."""
        return self.columns([sum(1 << i for i, v in enumerate(self.order) if mask >> v & 1)])

    def touched(self, sets: Words) -> Words:
        """What the vertices of each set close, themselves included."""
        return lengthwise(self.met(crosswise(sets)), sets.shape[1])

    def met(self, across: Words) -> Words:
        """``touched`` of sets that lie crosswise."""
        found = across.copy()
        for around in self._around:
            found[self.n - len(around) : self.n] |= across[around]
        return found

    def component(self, x: Words, y: Words) -> tuple[Words, Words]:
        """Of each contested position the component of the lowest vertex of x. A component that
        is d moves wide takes O(d (n + m)) operations for 64 positions."""
        first, clear = np.zeros_like(x), np.ones(x.shape[1], dtype=bool)
        for w in range(self.words):
            first[w] = np.where(clear, x[w] & (~x[w] + ONE), np.uint64(0))
            clear &= x[w] == 0
        mine, yours, one = crosswise(x), crosswise(y), crosswise(first)
        while True:
            two = self.met(one) & yours
            more = self.met(two) & mine | one
            if (more == one).all():
                return lengthwise(one, x.shape[1]), lengthwise(two, x.shape[1])
            one = more

    def contested(self, x: Words, y: Words) -> tuple[Words, Words, Words, Words]:
        """Both sets without their free vertices, and those."""
        met_x, met_y = self.touched(y), self.touched(x)
        return x & met_x, y & met_y, x & ~met_x, y & ~met_y

    def pack(
        self, x: Words, y: Words, first: NDArray[np.bool_], spare: Numbers
    ) -> tuple[Numbers, Words]:
        """Of contested positions: free moves with which the winner surely wins, moving first
        or not, and the vertices he needs; with ``spare`` more than that, fewer stars."""
        count = x.shape[1]
        planes = self._sizes(y)
        left, open_, stars = y, x, []
        while open_.any():
            best = open_
            for plane in reversed(planes):
                larger = best & plane
                best = np.where(some(larger), larger, best)
            v = self.lowest(best)
            taken = self.near[:, v] & y
            shut = self.touched(taken)
            own = x & shut & ~self.touched(y & ~taken)
            left, open_ = left & ~taken, open_ & ~shut
            stars.append((size_of(own) - 1, size_of(taken), own))
        total = -size_of(left)
        if not stars:
            return first.astype(np.int64) - total, np.zeros_like(x)
        gain = np.stack([star[0] for star in stars])
        size = np.stack([star[1] for star in stars])
        heat = np.where(size > 0, gain + size, -1)
        rank = np.argsort(-heat, axis=0, kind="stable")
        gain, size = np.take_along_axis(gain, rank, 0), np.take_along_axis(size, rank, 0)
        kept, wanted = _thinned(gain, size, total, first, spare)
        used = np.zeros_like(x)
        needs = np.stack([star[2] for star in stars])
        places = np.arange(count)
        for i in range(len(stars)):
            used |= np.where(kept[i], needs[rank[i], :, places].T, np.uint64(0))
        return wanted, used

    def _sizes(self, y: Words) -> list[Words]:
        """Of every vertex, how many vertices of y it closes, as binary digits."""
        planes = [np.zeros_like(y) for _ in range(self._planes)]
        for v in range(self.n):
            inside = (y[v >> 6] >> np.uint64(v & 63)) & ONE
            carry = self.near[:, v : v + 1] * inside
            for plane in planes:
                both = plane & carry
                plane ^= carry
                carry = both
        return planes

    def lowest(self, sets: Words) -> NDArray[np.intp]:
        """The lowest vertex of each set, n where there is none."""
        found = np.full(sets.shape[1], self.n, dtype=np.intp)
        for w in reversed(range(self.words)):
            word = sets[w]
            bit = word & (~word + ONE)
            _, exponent = np.frexp(bit.astype(np.float64))
            found = np.where(word != 0, 64 * w + exponent - 1, found).astype(np.intp)
        return found


def _thinned(
    gain: Numbers, size: Numbers, total: Numbers, first: NDArray[np.bool_], spare: Numbers
) -> tuple[NDArray[np.bool_], Numbers]:
    """Which stars (hottest first, size 0: none) are kept when the coolest that the spare moves
    make up for are left out, and the free moves then needed."""
    most = len(gain)
    there = size > 0
    before = np.zeros((most + 1, *total.shape), dtype=np.int64)  # of the stars before each
    turn = np.empty((most + 1, *total.shape), dtype=bool)  # is it the winner's at each?
    turn[0] = first
    for i in range(most):
        value = np.where(turn[i], gain[i], 1 - size[i])
        before[i + 1] = before[i] + np.where(there[i], value, 0)
        turn[i + 1] = turn[i] ^ there[i]
    wanted = turn[most].astype(np.int64) - total - before[most]
    kept = there.copy()
    # Of the stars kept after the one looked at: their sum when the winner is to move and when
    # the loser is, and whether they are odd in number.
    mine, yours = np.zeros_like(total), np.zeros_like(total)
    odd = np.zeros(total.shape, dtype=bool)
    going = wanted < spare
    for i in range(most - 1, -1, -1):
        rest = total - size[i]
        without = (
            (turn[i] ^ odd).astype(np.int64) - rest - before[i] - np.where(turn[i], mine, yours)
        )
        drop = there[i] & going & (wanted < spare) & (without <= spare)
        total, wanted = np.where(drop, rest, total), np.where(drop, without, wanted)
        kept[i] &= ~drop
        mine, yours = (
            np.where(kept[i], gain[i] + yours, mine),
            np.where(kept[i], 1 - size[i] + mine, yours),
        )
        odd ^= kept[i]
    return kept, wanted
