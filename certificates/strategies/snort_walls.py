"""Thermographs of pieces of Snort, many at once, bounded from below.

A piece is a component of a contested position (``snort_stars``). Its walls at temperature t are
the best stops for the owner of x, moving first and second, when every move costs t (*Winning
Ways*, chapter 6); beyond the temperature at which they meet both are the mast. Kept are bounds
from below at t = 0, 1/2, 1, ... in quarters:

* A left wall is at least the right wall of an option less t, a right wall at least the least
  left wall of the options plus t. Of a sum the right walls add up, and one left wall may take
  the place of a right wall.
* As t rises by 1/2, a left wall falls by at most 1/2 and a right wall does not fall; so where
  the walls cross between two temperatures, the mast is at least the right wall at the lower one
  and the left wall there less 1/2. Both bounds go on as these.
* Where they cross at 0 the mast is at least any integer k with piece >= k: after every opposing
  move the owner, to move, wins the rest less k, and for k > 0 some move of his own reaches k - 1.

So a sum is won by the owner moving first when at some t the right walls with one left wall in
the place of a right one pass 0, and moving second when the right walls pass t.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.snort_stars import Numbers, Stars, Words, size_of, some

#: Temperatures 0, 1/2, 1, ... of which there are so many; walls are in quarters.
STEPS = 16
QUARTERS = 4
NOTHING = -1000
#: Vertices of a piece, those of both players counted twice, and pieces that are worked out.
LARGEST = 40
MOST_PIECES = 1 << 20
#: Pieces put down before equal ones are found (one of each in a batch).
MOST_ASKED = 1 << 24

Small = NDArray[np.int16]
Rounds = list[tuple[Numbers, Numbers]]
"""Components: of which positions (none twice in a round), and the order in which they came."""


@dataclass(slots=True)
class _Level:
    """Pieces of one size and what they can become."""

    first: int  # the number of its first piece
    count: int
    piece: Numbers  # of each option the piece, ascending; own moves, then the other's
    own: int  # how many options are own moves
    more: Numbers  # free vertices of the owner less the other's
    rounds: Rounds


class Walls:
    """Pieces of one board. ``add`` positions, ``work_out`` all they need, then ``sums``."""

    def __init__(self, stars: Stars) -> None:
        self.stars = stars
        self._waiting: dict[int, list[tuple[Words, Words, Numbers]]] = defaultdict(list)
        self._asked = 0
        self._entry = np.zeros(0, dtype=np.int64)  # piece by the order in which they came
        self._wall: Small = np.zeros((0, 2, STEPS), dtype=np.int16)
        self._ends: Small = np.zeros((0, 2), dtype=np.int16)

    @property
    def count(self) -> int:
        """Pieces worked out."""
        return len(self._wall)

    def add(self, x: Words, y: Words) -> Rounds:
        """Note the components of contested positions."""
        rounds: Rounds = []
        of = np.flatnonzero(some(x))
        kept, place = _different(x[:, of], y[:, of])
        left = np.arange(len(kept))
        x, y = x[:, of[kept]], y[:, of[kept]]
        while left.size:
            one, two = self._component(x, y)
            number = np.full(len(kept), -1)
            number[left] = self._ask(one, two)
            theirs = number[place]
            here = np.flatnonzero(theirs >= 0)
            rounds.append((of[here], theirs[here]))
            x, y = x & ~one, y & ~two
            rest = np.flatnonzero(some(x))
            left, x, y = left[rest], x[:, rest], y[:, rest]
        return rounds

    def add_alike(self, x: Words, y: Words, group: Numbers) -> Rounds:
        """Note the components of contested positions, those of a group being much alike.

        A component lies in one of the components of all positions of its group put together.
        What the positions have there is mostly the same, and is taken apart once.
        """
        rounds: Rounds = []
        of = np.flatnonzero(some(x))
        x, y = x[:, of], y[:, of]
        _, place = np.unique(group[of], return_inverse=True)
        while of.size:
            rank = np.argsort(place, kind="stable")
            begin = np.flatnonzero(np.diff(place[rank], prepend=-1))
            all_x = np.bitwise_or.reduceat(x[:, rank], begin, axis=1)
            all_y = np.bitwise_or.reduceat(y[:, rank], begin, axis=1)
            one, two = self._component(all_x, all_y)
            part_x, part_y = x & one[:, place], y & two[:, place]
            there = np.flatnonzero(some(part_x))
            for those, numbers in self.add(part_x[:, there], part_y[:, there]):
                rounds.append((of[there[those]], numbers))
            x, y = x & ~part_x, y & ~part_y
            rest = np.flatnonzero(some(x))
            of, x, y = of[rest], x[:, rest], y[:, rest]
            _, place = np.unique(place[rest], return_inverse=True)
        return rounds

    def _component(self, x: Words, y: Words) -> tuple[Words, Words]:
        """Of each position the component of the lowest vertex of x."""
        one = self.stars.single[:, self.stars.lowest(x)]
        two = np.zeros_like(y)
        growing = np.arange(x.shape[1])
        front = one
        while growing.size:
            met = self.stars.touched(front) & y[:, growing] & ~two[:, growing]
            two[:, growing] |= met
            front = self.stars.touched(met) & x[:, growing] & ~one[:, growing]
            one[:, growing] |= front
            more = np.flatnonzero(some(front))
            growing, front = growing[more], front[:, more]
        return one, two

    def _ask(self, x: Words, y: Words) -> Numbers:
        """Let pieces wait for their turn; equal ones wait together."""
        kept, inverse = _different(x, y)
        x, y = x[:, kept], y[:, kept]
        numbers = self._asked + np.arange(len(kept))
        self._asked += len(kept)
        if self._asked > MOST_ASKED:
            raise Rejected(f"more than {MOST_ASKED} questions for pieces")
        sizes = size_of(x) + size_of(y)
        for size in np.unique(sizes).tolist():
            if size > LARGEST:
                raise Rejected(f"a piece of more than {LARGEST} vertices")
            here = np.flatnonzero(sizes == size)
            self._waiting[size].append((x[:, here], y[:, here], numbers[here]))
        return numbers[inverse]

    def work_out(self) -> None:
        """All pieces asked for and all they can become; the larger ones first, to know which
        there are, then the smaller ones first, to know their walls."""
        levels: list[_Level] = []
        entries: list[tuple[Numbers, Numbers]] = []
        found = 0
        for size in range(LARGEST, 0, -1):
            waiting = self._waiting.pop(size, None)
            if waiting is None:
                continue
            x = np.concatenate([part[0] for part in waiting], axis=1)
            y = np.concatenate([part[1] for part in waiting], axis=1)
            numbers = np.concatenate([part[2] for part in waiting])
            kept, inverse = _different(x, y)
            entries.append((numbers, found + inverse))
            if found + len(kept) > MOST_PIECES:
                raise Rejected(f"more than {MOST_PIECES} pieces")
            levels.append(self._options(found, x[:, kept], y[:, kept]))
            found += len(kept)
        self._entry = np.zeros(self._asked, dtype=np.int64)
        for numbers, pieces in entries:
            self._entry[numbers] = pieces
        self._wall = np.zeros((found, 2, STEPS), dtype=np.int16)
        self._ends = np.zeros((found, 2), dtype=np.int16)
        for level in reversed(levels):
            self._judge(level)

    def _options(self, first: int, x: Words, y: Words) -> _Level:
        """What pieces of one size become by every move."""
        mine, yours = (self._moves(a, b) for a, b in ((x, y), (y, x)))
        after_x = np.concatenate([mine[1], yours[2]], axis=1)
        after_y = np.concatenate([mine[2], yours[1]], axis=1)
        after_x, after_y, own, other = self.stars.contested(after_x, after_y)
        return _Level(
            first=first,
            count=x.shape[1],
            piece=np.concatenate([mine[0], yours[0]]),
            own=len(mine[0]),
            more=size_of(own) - size_of(other),
            rounds=self.add(after_x, after_y),
        )

    def _moves(self, a: Words, b: Words) -> tuple[Numbers, Words, Words]:
        """Every move of the owner of ``a``, by pieces: the piece and the sets after it."""
        of: list[Numbers] = []
        moved: list[Numbers] = []
        for v in range(self.stars.n):
            here = np.flatnonzero((a[v >> 6] >> np.uint64(v & 63)) & np.uint64(1))
            of.append(here)
            moved.append(np.full(len(here), v))
        piece, vertex = np.concatenate(of), np.concatenate(moved)
        rank = np.argsort(piece, kind="stable")
        piece, vertex = piece[rank], vertex[rank]
        one, near = self.stars.single[:, vertex], self.stars.near[:, vertex]
        return piece, a[:, piece] & ~one, b[:, piece] & ~near

    def _judge(self, level: _Level) -> None:
        """The walls of pieces of one size from those of smaller ones."""
        wall, ends = self._total(len(level.piece), level.more, level.rounds)
        tax = (2 * np.arange(STEPS)).astype(np.int16)
        own = level.own
        mine = np.flatnonzero(np.diff(level.piece[:own], prepend=-1))
        yours = np.flatnonzero(np.diff(level.piece[own:], prepend=-1))
        left = np.maximum.reduceat(wall[:own, 1] - tax, mine, axis=0)
        right = np.minimum.reduceat(wall[own:, 0] + tax, yours, axis=0)
        low = np.maximum.reduceat(ends[:own, 1], mine)
        high = np.minimum.reduceat(ends[own:, 0], yours)
        second = np.where(high <= 0, high, np.maximum(0, np.minimum(high, low + 1)))
        start = np.where(low >= 0, low, np.maximum(low, np.minimum(high - 1, -1)))
        here = slice(level.first, level.first + level.count)
        self._ends[here, 0], self._ends[here, 1] = start, second
        frozen = np.zeros(level.count, dtype=bool)
        mast = QUARTERS * second
        for i in range(STEPS):
            crossed = left[:, i] < right[:, i]
            if i:
                reached = np.maximum(self._wall[here, 1, i - 1], self._wall[here, 0, i - 1] - 2)
                mast = np.where(crossed & ~frozen, reached, mast)
            frozen |= crossed
            self._wall[here, 0, i] = np.where(frozen, mast, left[:, i])
            self._wall[here, 1, i] = np.where(frozen, mast, right[:, i])

    def _total(self, count: int, more: Numbers, rounds: Rounds) -> tuple[Small, Small]:
        """Walls and ends of sums: the components of some positions, and free moves beside."""
        right = np.repeat((QUARTERS * more).astype(np.int16)[:, None], STEPS, axis=1)
        width = np.zeros((count, STEPS), dtype=np.int16)
        second = more.astype(np.int16)
        gain = np.full(count, NOTHING, dtype=np.int16)
        for of, numbers in rounds:
            entry = self._entry[numbers]
            wall, ends = self._wall[entry], self._ends[entry]
            right[of] += wall[:, 1]
            width[of] = np.maximum(width[of], wall[:, 0] - wall[:, 1])
            second[of] += ends[:, 1]
            gain[of] = np.maximum(gain[of], ends[:, 0] - ends[:, 1])
        first = np.where(gain == NOTHING, second - 1, second + gain)
        return np.stack([right + width, right], axis=1), np.stack([first, second], axis=1)

    def needs(self, first: NDArray[np.bool_], lost: Numbers, rounds: Rounds) -> Numbers:
        """Spare moves with which the owner surely wins sums, moving first or not, beside
        ``lost`` free moves of the other player."""
        wall, _ = self._total(len(first), -lost, rounds)
        tax = (2 * np.arange(STEPS)).astype(np.int16)
        stop = np.where(first[:, None], wall[:, 0], wall[:, 1] - tax).max(axis=1)
        return np.asarray(-((stop.astype(np.int64) - 1) // QUARTERS))


def _different(x: Words, y: Words) -> tuple[Numbers, Numbers]:
    """One column of each kind, and of every column the place of its kind among them."""
    sets = np.concatenate([x, y])
    name = np.zeros(x.shape[1], dtype=np.uint64)
    for row in sets:
        name = (name ^ row) * np.uint64(0xD6E8FEB86659FD93) + np.uint64(0x9E3779B97F4A7C15)
        name ^= name >> np.uint64(32)
    _, kept, inverse = np.unique(name, return_index=True, return_inverse=True)
    if not (sets[:, kept][:, inverse] == sets).all():
        raise Rejected("two pieces with one digest")
    return kept, inverse
