"""Packings of stars for the ends of a search's proof, found greedily, many at a time.

What a packing proves stands in ``certificates.strategies.snort_stars``. Centres are taken that
close disjoint sets, the largest first, and the coolest stars left out that spare moves make up for;
second centres, in turn the one that closes least, where stars alone are not enough.
Sets lie crosswise, a row for each place, so that 64 positions are dealt with at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.strategies.snort_refutations import SnortRefutations
from gameproof.games.graph import neighbour_masks
from gameproof.games.sets.snort_sets import Numbers, Sets, Words, size_of
from gameproof.games.snort import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sums.proof_log import BY_STARS, PASS

Small = NDArray[np.int16]
"""Numbers of vertices, of which a board has 255 at most, and sums of some."""

BATCH = 1 << 14
"""Positions that are packed together."""

#: Half the side of a square of bits, and the lower of every two halves of a row.
_HALVES = [
    (np.uint64(h), np.uint64(((1 << 64) - 1) // ((1 << h) + 1))) for h in (32, 16, 8, 4, 2, 1)
]


@dataclass(frozen=True, slots=True)
class Ends:
    """Contested positions that a proof ends in by stars: their steps, the two sets, whether the
    winner is to move, and his spare moves."""

    step: Numbers
    x: Words
    y: Words
    first: NDArray[np.bool_]
    spare: Numbers


def packings(
    position: Position, made: SnortRefutations, limits: Limits
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Centres of all stars and second centres of a proof, and the numbers of both for each end.
    Raises ``LimitReached``. O(proof * n) operations for 64 positions."""
    board = Sets(neighbour_masks(position.graph))
    greedy = Greedy(board)
    evidence = np.concatenate([made.evidence, np.array(made.roots, dtype=np.int64)])
    number = np.cumsum(evidence == BY_STARS) - 1
    found: list[tuple[Numbers, Numbers]] = []  # ends (twice, and one for seconds), vertices
    none = np.zeros(0, np.int64)
    order = np.append(np.array(board.order, dtype=np.int64), 0)
    for ends in _ends(position, made, board):
        limits.check()
        for at in range(0, len(ends.step), BATCH):
            here = slice(at, at + BATCH)
            stars, seconds = greedy.pack(
                ends.x[:, here], ends.y[:, here], ends.first[here], ends.spare[here]
            )
            if stars:
                places = np.stack([*stars, *seconds])
                row, end = np.nonzero(places < board.n)
                kind = 2 * number[ends.step[here]][end] + (row >= len(stars))
                found.append((kind, order[places[row, end]]))
    kinds, centres = map(np.concatenate, zip((none, none), *found, strict=True))
    count = np.bincount(kinds, minlength=2 * int(number[-1] + 1) if len(number) else 0)
    in_order = centres[np.argsort(kinds, kind="stable")].astype(np.uint8)
    return in_order, count.reshape(-1, 2).astype(np.uint8)


def _ends(position: Position, made: SnortRefutations, board: Sets) -> Iterator[Ends]:
    """The ends by stars of a proof that is right, larger positions first."""
    place = np.full(PASS + 1, board.n)
    place[board.order] = np.arange(board.n)
    number = made.count.astype(np.int64)
    begin = np.cumsum(number) - number
    spare, vertex = made.spare.astype(np.int64), place[made.vertex]
    x = np.zeros((board.words, len(number)), dtype=np.uint64)
    y, size, first = np.zeros_like(x), np.zeros(len(number), np.int64), np.zeros(len(number), bool)

    def judge(
        step: Numbers, sets: tuple[Words, Words], turn: NDArray[np.bool_], given: Numbers,
        evidence: Numbers,
    ) -> Ends:  # fmt: skip
        mine, yours, own, other = board.contested(*sets)
        proved, leaf = np.flatnonzero(evidence >= 0), np.flatnonzero(evidence == BY_STARS)
        proof = evidence[proved]
        x[:, proof], y[:, proof], first[proof] = mine[:, proved], yours[:, proved], turn[proved]
        size[proof] = size_of(x[:, proof]) + size_of(y[:, proof])
        spares = given[leaf] + size_of(own[:, leaf]) - size_of(other[:, leaf])
        return Ends(step[leaf], mine[:, leaf], yours[:, leaf], turn[leaf], spares)

    for i, ((starter, side), root) in enumerate(zip(made.rows, made.roots, strict=True)):
        sides = position.free("red"), position.free("blue")
        mine, yours = sides if side == "red" else sides[::-1]
        step, none = np.array([len(vertex) + i]), np.zeros(1, dtype=np.int64)
        sets = board.place(mine), board.place(yours)
        yield judge(step, sets, np.array([starter == side]), none, np.array([root]))
    for most in range(2 * board.n, 0, -1):
        batch = np.flatnonzero(size == most)
        of = np.repeat(batch, number[batch])
        before = np.cumsum(number[batch]) - number[batch]
        step = np.repeat(begin[batch] - before, number[batch]) + np.arange(len(of))
        for at in range(0, len(step), BATCH):
            some, proof = step[at : at + BATCH], of[at : at + BATCH]
            one, shut = board.single[:, vertex[some]], board.near[:, vertex[some]]
            turn = first[proof]
            after = (
                x[:, proof] & ~np.where(turn, one, shut), y[:, proof] & ~np.where(turn, shut, one),
            )  # fmt: skip
            yield judge(some, after, ~turn, spare[proof], made.evidence[some].astype(np.int64))


class Greedy:
    """The greedy packings of one board."""

    def __init__(self, board: Sets) -> None:
        self.n = n = board.n
        near = [
            sum(int(word) << 64 * w for w, word in enumerate(board.near[:, i])) for i in range(n)
        ]
        #: The first, second, ... neighbours of all places (from one on) that have so many.
        around = [[u for u in range(n) if mask >> u & 1 and u != i] for i, mask in enumerate(near)]
        most = len(around[-1]) if around else 0
        self._around = [
            np.array([met[k] for met in around if len(met) > k], dtype=np.intp) for k in range(most)
        ]
        #: The places that have each binary digit, the highest first.
        self._digits = [np.flatnonzero(np.arange(n) >> b & 1) for b in reversed(range(8))]
        self._planes = max(1, max((mask.bit_count() for mask in near), default=1).bit_length())

    def met(self, across: Words) -> Words:
        """What the vertices of each set close, themselves included."""
        found = across.copy()
        for around in self._around:
            found[self.n - len(around) : self.n] |= across[around]
        return found

    def pack(
        self, x: Words, y: Words, first: NDArray[np.bool_], spare: Numbers
    ) -> tuple[list[Numbers], list[Numbers]]:
        """Of contested positions the centres of stars and second centres (a row for the first of
        each, ...; n for none) that prove a win with ``spare`` free moves, if they do."""
        count = x.shape[1]
        mine, theirs = crosswise(x)[: self.n], crosswise(y)[: self.n]
        planes = self._sizes(theirs)
        left, open_, once, twice = theirs, mine, np.zeros_like(mine), np.zeros_like(mine)
        taken, touched, sizes, centres = [], [], [], []
        while open_.any():
            best, digits = _extreme(open_, planes, largest=True)
            centres.append(self._place(best, count))
            taken.append(self.met(best) & theirs)
            touched.append(self.met(taken[-1]))
            sizes.append(_number(digits, count))
            twice = twice | once & touched[-1]
            once = once | touched[-1]
            left, open_ = left & ~taken[-1], open_ & ~touched[-1]
        if not taken:
            return [], []
        total, given = -_counted(left, count), spare.astype(np.int16)
        alone = mine & once & ~twice & ~self.met(left)
        needs = [part & alone for part in touched]
        gain = np.stack([_counted(own, count) - np.int16(1) for own in needs])
        size = np.stack(sizes)
        rank = _hottest(np.where(size > 0, gain + size, np.int16(-1)))
        kept, wanted = _thinned(rank, gain, 1 - size, size, total, first, given)
        short = wanted > spare
        some_left: list[Numbers] = []
        if short.any():
            chosen, met = self._seconds(mine & ~alone, theirs, planes)
            there = [_flags(np.bitwise_or.reduce(one, axis=0), count) for one in chosen]
            seconds = sum(there, np.zeros_like(total))
            paid = [np.bitwise_or.reduce(part & met, axis=0) for part in taken]
            loss = 1 - size - np.stack([_flags(part, count) for part in paid])
            heat = np.take_along_axis(np.where(size > 0, gain - loss, np.int16(-1)), rank, 0)
            rank = np.take_along_axis(rank, _hottest(heat), 0)
            beside, better = _thinned(
                rank, gain, loss, size, total + seconds, first, given, over=True
            )
            fewer = np.clip(spare - better, 0, seconds)  # those chosen last are left out first
            short &= better <= spare
            kept = np.where(short, beside, kept)
            some_left = [
                np.where(short & (i < seconds - fewer), self._place(one, count), self.n)
                for i, one in enumerate(chosen)
            ]
        stars = [np.where(own, at, self.n) for own, at in zip(kept, centres, strict=True)]
        return stars, some_left

    def _place(self, across: Words, count: int) -> Numbers:
        """The one vertex of each set, n where there is none."""
        digits = [np.bitwise_or.reduce(across[places], axis=0) for places in self._digits]
        there = _flags(np.bitwise_or.reduce(across, axis=0), count)
        return np.where(there, _number(digits, count).astype(np.int64), self.n)

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
