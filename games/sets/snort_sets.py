"""Many positions of Snort at once: sets of vertices as words.

A position is two sets, x of one player and y of the other, where they may play; a set of n
vertices is a column of an array of ``words`` rows. A move on v takes v from both sets and its
neighbours from the other player's. A vertex of x is free when neither it nor a neighbour is in y
(and the other way round); a position without free vertices is contested.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

ONE = np.uint64(1)
_M = [np.uint64(m) for m in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)]
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


class Sets:
    """The vertices of one board, by rising degree (ties by number), and what they close:
    themselves and their neighbours. Place n is for no vertex."""

    def __init__(self, neighbours: Sequence[int]) -> None:
        self.n = n = len(neighbours)
        self.order = sorted(range(n), key=lambda v: (neighbours[v].bit_count(), v))
        self.words = max(1, -(-n // 64))
        place = {v: i for i, v in enumerate(self.order)}
        near = [
            1 << i | sum(1 << place[u] for u in range(n) if neighbours[v] >> u & 1)
            for i, v in enumerate(self.order)
        ]
        self.near = self.columns([*near, 0])
        self.single = self.columns([*(1 << i for i in range(n)), 0])
        near += [0] * (-n % 8)
        # What the vertices of each octet of places close, for each of the 256 subsets.
        self._closed = [self.columns(_unions(near[i : i + 8])) for i in range(0, n, 8)]

    def columns(self, masks: Sequence[int]) -> Words:
        """Sets, given as masks over places, as columns."""
        word = (1 << 64) - 1
        rows = [[mask >> 64 * w & word for mask in masks] for w in range(self.words)]
        return np.array(rows, dtype=np.uint64).reshape(self.words, len(masks))

    def place(self, mask: int) -> Words:
        """One set, given as a mask over vertices of the graph, as a column."""
        return self.columns([sum(1 << i for i, v in enumerate(self.order) if mask >> v & 1)])

    def touched(self, sets: Words) -> Words:
        """What the vertices of each set close, themselves included. O(n / 8) for a set."""
        found = np.zeros_like(sets)
        for number, closed in enumerate(self._closed):
            word, octet = divmod(number, 8)
            chosen = (sets[word] >> np.uint64(8 * octet)) & np.uint64(255)
            found |= closed[:, chosen.astype(np.intp)]
        return found

    def contested(self, x: Words, y: Words) -> tuple[Words, Words, Words, Words]:
        """Both sets without their free vertices, and those."""
        met_x, met_y = self.touched(y), self.touched(x)
        return x & met_x, y & met_y, x & ~met_x, y & ~met_y

    def component(self, x: Words, y: Words) -> tuple[Words, Words]:
        """Of each contested position the component of the lowest vertex of x."""
        one, clear = np.zeros_like(x), np.ones(x.shape[1], dtype=bool)
        for w in range(self.words):
            one[w] = np.where(clear, x[w] & (~x[w] + ONE), np.uint64(0))
            clear &= x[w] == 0
        while True:
            two = self.touched(one) & y
            more = self.touched(two) & x | one
            if (more == one).all():
                return one, two
            one = more


def _unions(masks: Sequence[int]) -> list[int]:
    """The union of each of the subsets, in the order of their numbers in base 2."""
    found = [0]
    for mask in masks:
        found += [union | mask for union in found]
    return found
