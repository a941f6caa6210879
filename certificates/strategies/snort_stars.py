"""Many positions of Snort at once: sets of vertices as words, and the bound by stars.

A position is two sets, x of the winner and y of the loser; a set of n vertices is a column of
an array of ``words`` rows. A vertex of x is free when neither it nor a neighbour is in y (and
the other way round); a position without free vertices is contested.

The bound: a vertex of x (a centre) that closes the set K of y, and the p further vertices of x
that nothing outside K closes, are together at least the switch {p | 1 - |K|}. Centres are
taken greedily with disjoint K, the largest first; the rest of y counts as free moves of the
loser, the rest of x is given away, which is no gain, for in Snort own moves close nothing of
one's own. A sum of switches is played hottest first (Winning Ways, chapter 6).

Second centres: of the vertices of x that belong to no star let S be some that close disjoint
sets of y. Each may be counted as a free move of the winner if a star that shares a vertex of y
with one of these sets loses one more when it is lost, and if one spare move is left over at the
end, whoever is to move then. For let R be what is left of y outside of the stars not yet played
in, f the winner's free moves, and V the sum of f, less R, S and those stars, hottest first, from
whoever is to move. While V >= 1 the winner wins:

* while there are stars he plays the hottest, which keeps V;
* then V = f - R + S. He plays a vertex of S that closes some of R, which costs him one and R at
  least one; where there is none, f and S are all free and more than R;
* where the loser plays in a star, the switch is as above, and as the sets are disjoint, one
  vertex of S is closed at most, which that star has paid for. Where he plays in R, R is one less
  and S at most one, and that the winner begins with the stars again is no worse for him.

In no case does the winner play a vertex of S while a star is left, and no vertex of y outside of
a star's K closes what the star needs. So V stays at 1 or above until the loser has no move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Small = NDArray[np.int16]
"""Numbers of vertices, of which a board has 255 at most, and sums of some."""

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
    """The sets, ``count`` of them, that lie crosswise, with or without rows for no vertex."""
    words, blocks = -(-len(across) // 64), across.shape[1]
    whole = np.zeros((64 * words, blocks), dtype=np.uint64)
    whole[: len(across)] = across
    turned = _turned(whole.reshape(words, 64, blocks)).transpose(0, 2, 1)
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
        or not, and the vertices he needs; with ``spare`` more than that, fewer stars. Second
        centres are only tried where stars alone are not enough. All sets lie crosswise."""
        mine, theirs = crosswise(x)[: self.n], crosswise(y)[: self.n]
        planes = self._sizes(theirs)
        left, open_, once, twice = theirs, mine, np.zeros_like(mine), np.zeros_like(mine)
        taken, touched, sizes = [], [], []
        while open_.any():
            best, digits = _extreme(open_, planes, largest=True)
            taken.append(self.met(best) & theirs)
            touched.append(self.met(taken[-1]))
            sizes.append(_number(digits, x.shape[1]))
            twice = twice | once & touched[-1]
            once = once | touched[-1]
            left, open_ = left & ~taken[-1], open_ & ~touched[-1]
        total, given = -_counted(left, x.shape[1]), spare.astype(np.int16)
        if not taken:
            return (first - total).astype(np.int64), np.zeros_like(x)
        alone = mine & once & ~twice & ~self.met(left)
        needs = [part & alone for part in touched]
        gain = np.stack([_counted(own, x.shape[1]) - np.int16(1) for own in needs])
        size = np.stack(sizes)
        rank = _hottest(np.where(size > 0, gain + size, np.int16(-1)))
        kept, wanted = _thinned(rank, gain, 1 - size, size, total, first, given)
        used = _united(needs, kept)
        short = wanted > spare
        if short.any():
            chosen, met = self._seconds(mine & ~alone, theirs, planes)
            there = [_flags(np.bitwise_or.reduce(one, axis=0), x.shape[1]) for one in chosen]
            seconds = sum(there, np.zeros_like(total))
            paid = [np.bitwise_or.reduce(part & met, axis=0) for part in taken]
            loss = 1 - size - np.stack([_flags(part, x.shape[1]) for part in paid])
            heat = np.take_along_axis(np.where(size > 0, gain - loss, np.int16(-1)), rank, 0)
            rank = np.take_along_axis(rank, _hottest(heat), 0)
            kept, better = _thinned(
                rank, gain, loss, size, total + seconds, first, given, over=True
            )
            fewer = np.clip(spare - better, 0, seconds)  # those chosen last are left out first
            some_left = [i < seconds - fewer for i in range(len(chosen))]
            needed = _united([*needs, *chosen], [*kept, *some_left])
            short &= better <= spare
            wanted = np.where(short, better + fewer, wanted)
            only = _words(short)
            used = used & ~only | needed & only
        return wanted.astype(np.int64), lengthwise(used, x.shape[1])

    def _seconds(
        self, open_: Words, theirs: Words, planes: Sequence[Words]
    ) -> tuple[list[Words], Words]:
        """Second centres, in turn the one that closes least, and all that they close."""
        met, chosen = np.zeros_like(theirs), []
        while open_.any():
            best, _ = _extreme(open_, planes, largest=False)
            shut = self.met(best) & theirs
            met, open_ = met | shut, open_ & ~self.met(shut)
            chosen.append(best)
        return chosen, met

    def _sizes(self, across: Words) -> list[Words]:
        """Of every vertex, how many vertices of each set it closes, as binary digits."""
        planes = [across.copy(), *(np.zeros_like(across) for _ in range(self._planes - 1))]
        for around in self._around:
            carry = across[around]
            for plane in planes:
                part = plane[self.n - len(around) : self.n]
                both = part & carry
                part ^= carry
                carry = both
        return planes


def _extreme(sets: Words, planes: Sequence[Words], *, largest: bool) -> tuple[Words, list[Words]]:
    """Of each set the first vertex of those with the largest or smallest number in ``planes``;
    and, if the largest, the digits of that from the highest on. Sets lie crosswise."""
    digits = []
    for plane in reversed(planes):
        part = sets & (plane if largest else ~plane)
        found = np.bitwise_or.reduce(part, axis=0)
        sets = part | sets & ~found
        digits.append(found)
    before = np.bitwise_or.accumulate(sets, axis=0)
    sets[1:] &= ~before[:-1]
    return sets, digits


def _counted(across: Words, count: int) -> Small:
    """How many vertices each of ``count`` sets has that lie crosswise."""
    return size_of(lengthwise(across, count)).astype(np.int16)


def _number(digits: Sequence[Words], count: int) -> Small:
    """Numbers from their binary digits, the highest first."""
    found = np.zeros(count, dtype=np.int16)
    for digit in digits:
        found = 2 * found + _flags(digit, count)
    return found


def _hottest(heat: Small) -> NDArray[np.intp]:
    """The order of each column, the largest first. (Words are sorted faster than smaller numbers,
    for there are few to a column.)"""
    return np.argsort(-heat.astype(np.int64), axis=0, kind="stable")


def _flags(word: Words, count: int) -> NDArray[np.bool_]:
    """A bit for each set, as truth values."""
    return np.unpackbits(word.astype("<u8").view(np.uint8), bitorder="little")[:count].astype(bool)


def _words(flags: NDArray[np.bool_]) -> Words:
    """The other way round."""
    wide = np.zeros(64 * -(-len(flags) // 64), dtype=bool)
    wide[: len(flags)] = flags
    return np.packbits(wide, bitorder="little").view("<u8").astype(np.uint64)


def _united(parts: Sequence[Words], kept: Iterable[NDArray[np.bool_]]) -> Words:
    """The vertices of those parts that are kept."""
    found = np.zeros_like(parts[0])
    for part, flags in zip(parts, kept, strict=True):
        found |= part & _words(flags)
    return found


def _thinned(
    rank: NDArray[np.intp],
    gain: Small,
    loss: Small,
    size: Small,
    total: Small,
    first: NDArray[np.bool_],
    spare: Small,
    *,
    over: bool = False,
) -> tuple[NDArray[np.bool_], Small]:
    """Which stars (``rank``: hottest first; size 0: none) are kept when the coolest that the spare
    moves make up for are left out, and the free moves then needed: one more where the winner is
    to move after the last, or always (``over``)."""
    most = len(gain)
    gain, loss, size = (np.take_along_axis(part, rank, 0) for part in (gain, loss, size))
    there = size > 0
    before = np.zeros((most + 1, *total.shape), dtype=np.int16)  # of the stars before each
    turn = np.empty((most + 1, *total.shape), dtype=bool)  # is it the winner's at each?
    turn[0] = first
    for i in range(most):
        value = np.where(turn[i], gain[i], loss[i])
        before[i + 1] = before[i] + np.where(there[i], value, 0)
        turn[i + 1] = turn[i] ^ there[i]
    wanted = (turn[most] | over).astype(np.int16) - total - before[most]
    kept = there.copy()
    # Of the stars kept after the one looked at: their sum when the winner is to move and when
    # the loser is, and whether they are odd in number.
    mine, yours = np.zeros_like(total), np.zeros_like(total)
    odd = np.zeros(total.shape, dtype=bool)
    going = wanted < spare
    for i in range(most - 1, -1, -1):
        rest = total - size[i]
        end = (turn[i] ^ odd | over).astype(np.int16)
        without = end - rest - before[i] - np.where(turn[i], mine, yours)
        drop = there[i] & going & (wanted < spare) & (without <= spare)
        total, wanted = np.where(drop, rest, total), np.where(drop, without, wanted)
        kept[i] &= ~drop
        mine, yours = (
            np.where(kept[i], gain[i] + yours, mine),
            np.where(kept[i], loss[i] + mine, yours),
        )
        odd ^= kept[i]
    of_each = np.empty_like(kept)
    np.put_along_axis(of_each, rank, kept, 0)
    return of_each, wanted
