"""Positions of Domineering that a sum of switches decides.

Let a player, *he*, think of some of his dominoes alone, no two of which share a square:

- *safe* ones: no domino of the other's that can be placed now meets them, and none can later, since
  free squares only become fewer;
- *planned* ones, of which no domino of the other's meets two. Where he plays a planned domino with
  k squares (1 or 2) that dominoes of the other's can use, it may *free* further dominoes of his,
  beside it: those whose squares have no free neighbour in the other's direction but in the
  planned one. These are safe from then on, and no two planned ones may share them.

What the other can still place falls into dominoes that meet no planned one, of which at most r
can be placed after each other, r being the most disjoint ones in the free squares without the
planned dominoes; and those that meet one planned domino each, at most one in each of its k
squares. If he has played the planned domino, there are none of these. Once the other has played
one of them, k - 1 are left at most, and the planned domino is lost.

So whatever the other does is a move in the sum of the number (safe ones) - r and, for each
planned domino that frees g, of a switch {g | 1 - k}; and every move of his in this sum he has on
the board. So he wins if he wins the sum. He does if he does when both take the switches by their
width g + k - 1, widest first (Winning Ways, chapter 6; none is narrower than 0, so that moves in
the number are left to the end). The number that is left then must be at least 0 with the other to
move, and at least 1 with him.

No planned domino is needed, so any number of them that is found will do: they are looked for one by
one, and the sum is asked each time. O(dominoes) passes over all positions.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from gameproof.games.grids.square_words import SquareGame
from gameproof.games.variants.owning import Truths, Words, counted

Ints = NDArray[np.int64]

WIDEST = 3
GAINS = (2, 1, 0)
"""Twice what a domino must add to the mean of the sum, in each of three passes."""


def _played(odd: int) -> tuple[int, int]:
    """What he gets beyond the mean, twice, where he begins and there is an odd number of switches
    of each width whose bit is set; and is the number of all switches odd?"""
    found, sign = 0, 1
    for width in range(WIDEST, -1, -1):
        if odd >> width & 1:
            found, sign = found + sign * width, -sign
    return found, int(sign < 0)


_TABLE = np.array([_played(odd) for odd in range(1 << WIDEST + 1)], np.int64)


class _Sums:
    """The sums of some positions: numbers (``safe``, ``against``), twice the mean of the switches,
    and of which widths there is an odd number."""

    def __init__(self, game: SquareGame, seat: int, free: Words) -> None:
        self.game, self.down = game, seat == 0
        touched = free & self._sideways(free)
        safe = packed(game, free & ~touched, down=self.down)
        self.free, self.touched = free, touched
        self.used = safe | game.further(safe, down=self.down)
        self.near = np.zeros_like(free)
        self.rest = free.copy()
        self.against = self._placed(free)
        self.number = counted(safe).astype(np.int64) - self.against
        self.twice = np.zeros(len(free), np.int64)
        self.odd = np.zeros(len(free), np.int64)

    def _sideways(self, words: Words) -> Words:
        """The neighbours in the other's direction."""
        further, back = self.game.further, self.game.back
        return further(words, down=not self.down) | back(words, down=not self.down)

    def _placed(self, words: Words) -> Ints:
        """How many disjoint dominoes of the other's lie in the words."""
        return counted(packed(self.game, words, down=not self.down)).astype(np.int64)

    def won(self, at: Ints, begins: bool) -> Truths:
        """In which of these positions does he win the sum?"""
        last, odd = _TABLE[self.odd[at]].T
        ends = odd == 0 if begins else odd == 1  # is he to move in the end?
        twice = 2 * self.number[at] + self.twice[at] + (last if begins else -last)
        found: Truths = twice >= 2 * ends
        return found

    def plan(self, domino: int, least: int) -> Ints:
        """Plan a domino where it may be and adds so much; the places of these positions."""
        word = np.uint64(domino)
        may = (self.free & word == word) & ((self.used | self.near) & word == 0)
        at = np.flatnonzero(may & (self.touched & word != 0))
        if not len(at):
            return at
        free, used, rest = self.free[at], self.used[at], self.rest[at]
        k = counted(self.touched[at] & word).astype(np.int64)
        fewer = self.against[at] - self._placed(rest & ~word)
        freed, gain = np.zeros_like(free), np.zeros(len(at), np.int64)
        for go in (self.game.back, self.game.further):
            there = go(np.array([word]), down=not self.down)
            behind = go(there, down=not self.down)
            if not there[0]:
                continue
            frees = (there & ~free == 0) & (there & used == 0) & (behind & free == 0)
            freed |= np.where(frees, there, np.uint64(0))
            gain += frees
        good = 2 * fewer + gain - (k - 1) >= least
        at, k, fewer, gain = at[good], k[good], fewer[good], gain[good]
        self.used[at] |= word | freed[good]
        self.near[at] |= self._sideways(np.array([word]))
        self.rest[at] &= ~word
        self.against[at] -= fewer
        self.number[at] += fewer
        self.twice[at] += gain - (k - 1)
        self.odd[at] ^= np.int64(1) << (gain + k - 1)
        return at


def settled(game: SquareGame, seat: int, free: Words, *, begins: bool) -> Truths:
    """In which positions, given by their free squares, does the player win by such a sum, moving
    first (``begins``) or second? O(positions * dominoes) operations on words."""
    found = np.zeros(len(free), bool)
    open_ = np.arange(len(free))
    sums = _Sums(game, seat, free)
    found[sums.won(open_, begins)] = True
    for least, move in product(GAINS, game.moves[seat]):
        at = sums.plan(move.needs[0], least)
        at = at[sums.won(at, begins)]
        found[at] = True
    return found


def packed(game: SquareGame, words: Words, *, down: bool) -> Words:
    """The first squares of as many disjoint dominoes as lie in each word: of each run of squares
    the first, the third, ... that has another one behind it."""
    inner = words & game.further(words, down=down)
    two, found = words & game.further(inner, down=down), words & ~inner
    by = 2 * (game.columns if down else 1)
    while by < game.squares:
        found = found | found << np.uint64(by) & two
        two = two & two << np.uint64(by)
        by *= 2
    return found & game.back(words, down=down)
