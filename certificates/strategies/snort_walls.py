"""Thermographs of pieces of Snort, many at once, bounded from below.

A piece is a component of a contested position (``games.sets.snort_sets``). Its walls at
temperature t are the best stops for the owner of x, moving first and second, when every move
costs t (*Winning Ways*, chapter 6); beyond the temperature at which they meet both are the mast.
Kept are bounds from below at t = 0, 1/2, 1, ... in quarters:

* A left wall is at least the right wall of an option less t, a right wall at least the least
  left wall of the options plus t. Of a sum the right walls add up, and one left wall may take
  the place of a right wall.
* As t rises by 1/2, a left wall falls by at most 1/2 and a right wall does not fall; so where
  the walls cross between two temperatures, the mast is at least the right wall at the lower one
  and the left wall there less 1/2. Both bounds go on as these.
* Where they cross at 0 the mast is at least any integer k with piece >= k: after every opposing
  move the owner, to move, wins the rest less k, and for k > 0 some move of his own reaches k - 1.

Each move of the other player counts. Of the owner's it may be only those that close the most of a
piece: with fewer moves he has no better a game, so what holds for that holds for the piece.

So a sum is won by the owner moving first when at some t the right walls with one left wall in
the place of a right one pass 0, and moving second when the right walls pass t.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.games.sets.snort_sets import Numbers, Sets, Words, size_of, some

#: Temperatures 0, 1/2, 1, ... of which there are so many; walls are in quarters.
STEPS = 16
QUARTERS = 4
NOTHING = -1000
#: What a move costs at each temperature, in quarters.
TAX = (2 * np.arange(STEPS)).astype(np.int16)
#: Vertices of a piece, those of both players counted twice, and pieces that are worked out.
LARGEST = 40
MOST_PIECES = 1 << 20
#: Pieces put down before equal ones are found (one of each in a batch).
MOST_ASKED = 1 << 24

Small = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Sums:
    """Positions taken apart, component by component: equal remainders are one.

    ``place``: of each position its number among the remainders of the first round. Of each
    remainder of a ``round`` the order in which its component came, and its number in the next
    round without that; -1 where nothing is left."""

    place: Numbers
    rounds: list[tuple[Numbers, Numbers]]


@dataclass(slots=True)
class _Level:
    """Pieces of one size and what they can become."""

    first: int  # the number of its first piece
    count: int
    piece: Numbers  # of each option the piece, ascending; own moves, then the other's
    own: int  # how many options are own moves
    more: Numbers  # free vertices of the owner less the other's
    sums: Sums


class Walls:
    """Pieces of one board. ``add`` positions, ``work_out`` all they need, then ``needs``.
    ``closing_most``: are only those moves of the owner looked at that close the most?"""

    def __init__(self, board: Sets, *, closing_most: bool = False) -> None:
        self.board = board
        self._closing_most = closing_most
        self._waiting: dict[int, list[tuple[Words, Words, Numbers]]] = defaultdict(list)
        self._asked = 0
        self._entry = np.zeros(0, dtype=np.int64)  # piece by the order in which they came
        self._wall: Small = np.zeros((0, 2, STEPS), dtype=np.int16)
        self._ends: Small = np.zeros((0, 2), dtype=np.int16)

    @property
    def count(self) -> int:
        """Pieces worked out."""
        return len(self._wall)

    def add(self, x: Words, y: Words) -> Sums:
        """Note the components of contested positions."""
        rounds: list[tuple[Numbers, Numbers]] = []
        there = np.flatnonzero(some(x))
        kept, inverse = _different(x[:, there], y[:, there])
        place = np.full(x.shape[1], -1)
        place[there] = inverse
        x, y = x[:, there[kept]], y[:, there[kept]]
        while x.size:
            one, two = self.board.component(x, y)
            number = self._ask(one, two)
            x, y = x & ~one, y & ~two
            there = np.flatnonzero(some(x))
            kept, inverse = _different(x[:, there], y[:, there])
            after = np.full(x.shape[1], -1)
            after[there] = inverse
            rounds.append((number, after))
            x, y = x[:, there[kept]], y[:, there[kept]]
        return Sums(place, rounds)

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
        mine, yours = self._moves(x, y, self._closing_most), self._moves(y, x, False)
        after_x = np.concatenate([mine[1], yours[2]], axis=1)
        after_y = np.concatenate([mine[2], yours[1]], axis=1)
        after_x, after_y, own, other = self.board.contested(after_x, after_y)
        return _Level(
            first=first,
            count=x.shape[1],
            piece=np.concatenate([mine[0], yours[0]]),
            own=len(mine[0]),
            more=size_of(own) - size_of(other),
            sums=self.add(after_x, after_y),
        )

    def _moves(self, a: Words, b: Words, closing_most: bool) -> tuple[Numbers, Words, Words]:
        """Every move of the owner of ``a``, or those that close the most of ``b`` in each piece, by
        pieces: the piece and the sets after it."""
        octets = np.ascontiguousarray(a.T).astype("<u8", copy=False).view(np.uint8)
        piece, vertex = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
        if closing_most:
            closed = size_of(b[:, piece] & self.board.near[:, vertex])
            most = np.zeros(a.shape[1], dtype=np.int64)
            np.maximum.at(most, piece, closed)
            chosen = closed == most[piece]
            piece, vertex = piece[chosen], vertex[chosen]
        one, near = self.board.single[:, vertex], self.board.near[:, vertex]
        return piece, a[:, piece] & ~one, b[:, piece] & ~near

    def _judge(self, level: _Level) -> None:
        """The walls of pieces of one size from those of smaller ones."""
        wall, ends = self._total(level.more, level.sums)
        own = level.own
        here = slice(level.first, level.first + level.count)
        mine = np.flatnonzero(np.diff(level.piece[:own], prepend=-1))
        yours = np.flatnonzero(np.diff(level.piece[own:], prepend=-1))
        left = np.maximum.reduceat(wall[:own, 1] - TAX, mine, axis=0)
        right = np.minimum.reduceat(wall[own:, 0] + TAX, yours, axis=0)
        low = np.maximum.reduceat(ends[:own, 1], mine)
        high = np.minimum.reduceat(ends[own:, 0], yours)
        second = np.where(high <= 0, high, np.maximum(0, np.minimum(high, low + 1)))
        start = np.where(low >= 0, low, np.maximum(low, np.minimum(high - 1, -1)))
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

    def _total(self, more: Numbers, sums: Sums) -> tuple[Small, Small]:
        """Walls and ends of sums, with free moves beside them."""
        right, width, second, gain = self._added(sums)
        wall: Small = np.empty((len(more), 2, STEPS), dtype=np.int16)
        wall[:, 1] = right[sums.place] + (QUARTERS * more).astype(np.int16)[:, None]
        wall[:, 0] = wall[:, 1] + width[sums.place]
        second, gain = second[sums.place] + more.astype(np.int16), gain[sums.place]
        first = np.where(gain == NOTHING, second - 1, second + gain)
        return wall, np.stack([first, second], axis=1)

    def _added(self, sums: Sums) -> tuple[Small, Small, Small, Small]:
        """Of the remainders of the first round, and of nothing behind them: the sums of the
        right walls, the widest distances between the walls of a piece, the sums of the ends of
        who moves second, and the most that moving first adds to an end."""
        right = np.zeros((1, STEPS), dtype=np.int16)
        widest = np.zeros_like(right)
        second, gain = np.zeros(1, dtype=np.int16), np.full(1, NOTHING, dtype=np.int16)
        for numbers, after in reversed(sums.rounds):
            entry, after = self._entry[numbers], np.append(after, -1)
            wall, ends = self._wall[entry], self._ends[entry]
            width = wall[:, 0] - wall[:, 1]
            right, widest, second, gain = (part[after] for part in (right, widest, second, gain))
            right[:-1] += wall[:, 1]
            widest[:-1] = np.maximum(widest[:-1], width)
            second[:-1] += ends[:, 1]
            gain[:-1] = np.maximum(gain[:-1], ends[:, 0] - ends[:, 1])
        return right, widest, second, gain

    def needs(self, sums: Sums, lost: Numbers, first: NDArray[np.bool_]) -> Numbers:
        """Spare moves with which the owner surely wins sums that were added, moving first or not,
        beside ``lost`` free moves of the other player in each."""
        right, widest, _, _ = self._added(sums)
        moving, waiting = (right + widest).max(axis=1), (right - TAX).max(axis=1)
        stop = np.where(first, moving[sums.place], waiting[sums.place]).astype(np.int64)
        return np.asarray(-((stop - QUARTERS * lost - 1) // QUARTERS))


def _different(x: Words, y: Words) -> tuple[Numbers, Numbers]:
    """One column of each kind, and of every column the place of its kind among them."""
    sets = np.concatenate([x, y])
    name = np.zeros(x.shape[1], dtype=np.uint64)
    for row in sets:
        name = (name ^ row) * np.uint64(0xD6E8FEB86659FD93) + np.uint64(0x9E3779B97F4A7C15)
        name ^= name >> np.uint64(32)
    rank = np.argsort(name)
    ordered = name[rank]
    new = np.ones(len(name), dtype=bool)
    new[1:] = ordered[1:] != ordered[:-1]
    kept, inverse = rank[new], np.empty(len(name), dtype=np.int64)
    inverse[rank] = np.cumsum(new) - 1
    if not (sets[:, kept][:, inverse] == sets).all():
        raise Rejected("two pieces with one digest")
    return kept, inverse
