"""Positions of stones on squares (Clobber) as sums, for many at once in words of a bit a square.

A move takes a neighbour's place and makes no new neighbours, so groups of neighbouring stones are
games of their own, and a position is their sum. Games that are equal may stand for each other in
every sum (Conway, On Numbers and Games, 1976): a position is *named* by the value of all its small
groups together and by its large groups, each up to shifts and images of the board. Values are
canonical forms (:mod:`gameproof.games.short.short_games`), found from the moves alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gameproof.games.bit_sets import members
from gameproof.games.grids.square_words import Pair, SquareGame
from gameproof.games.short.short_games import Game, below, game, minus, plus
from gameproof.games.variants.owning import Truths, Words, counted, less, moved, turned

MOST = 8
"""Stones of groups whose values are found, at most: a board has some 10^5 such groups."""
Numbers = NDArray[np.int64]


class StoneSums:
    """``board``: whose moves are made. Groups of at most ``small`` stones are small."""

    def __init__(self, board: SquareGame, small: int) -> None:
        self.board, self.small = board, small
        self._game = [game([], [])]
        self._number = {self._game[0]: 0}
        self._known: dict[Pair, int] = {}
        self._total: dict[Pair, int] = {}

    def named(self, pairs: Words, images: Sequence[Sequence[int]]) -> Words:
        """One position of each name: of those with the fewest stones the first in the order of
        their words, without small groups that are 0 together, ascending. ``images`` are symmetries
        of the board. O(positions * (squares + groups * images * squares)) operations on words, and
        the values."""
        large, small, value = self.parts(pairs)
        pairs = np.where((value != 0)[:, None], large | small, large)
        order = np.lexsort((pairs[:, 1], pairs[:, 0], counted(pairs[:, 0] | pairs[:, 1])))
        pairs, large, value = pairs[order], large[order], value[order]
        names = np.stack([value, *self._numbered(large, images)], axis=1)
        _, first = np.unique(names, axis=0, return_index=True)
        found: Words = pairs[np.sort(first)]
        return found

    def settled(self, seat: int, pairs: Words, *, begins: bool) -> Truths:
        """Which positions have no large group, and a value with which the player wins, who is to
        move (``begins``) or not?"""
        large, _, value = self.parts(pairs)
        found: Truths = (large == 0).all(axis=1)
        won = np.array([self._won(g, seat, begins) for g in range(len(self._game))])
        found &= won[value]
        return found

    def no_worse(
        self, seat: int, pairs: Words, others: Words, images: Sequence[Sequence[int]]
    ) -> Truths:
        """Which positions have the large groups of one of the others, and small ones that are worth
        to the player what those of that one are, or more? (Then he wins if he wins that one.)"""
        large, _, value = self.parts(np.concatenate([pairs, others]))
        names = self._numbered(large, images).T
        found = np.zeros(len(pairs), bool)
        for i, g in enumerate(value[: len(pairs)].tolist()):
            same = np.flatnonzero((names[len(pairs) :] == names[i]).all(axis=1)) + len(pairs)
            found[i] = any(self._better(seat, g, h) for h in set(value[same].tolist()))
        return found

    def _better(self, seat: int, g: int, h: int) -> bool:
        low, high = (g, h) if seat else (h, g)
        return below(self._game[low], self._game[high])

    def _won(self, g: int, seat: int, begins: bool) -> bool:
        return not self._better(1 - seat, g, 0) if begins else self._better(seat, g, 0)

    # -- parts --------------------------------------------------------------------------------

    def parts(self, pairs: Words) -> tuple[Words, Words, Numbers]:
        """The large groups of each position, the small ones, and the value of these."""
        large, small = np.zeros_like(pairs), np.zeros_like(pairs)
        value = np.zeros(len(pairs), np.int64)
        for part in self._groups(pairs):
            few = counted(part[:, 0] | part[:, 1]) <= self.small
            small |= np.where(few[:, None], part, np.uint64(0))
            large |= np.where(few[:, None], np.uint64(0), part)
            few &= part.any(axis=1)
            value[few] = self._sums(value[few], self._values(part[few]))
        return large, small, value

    def _groups(self, pairs: Words) -> Iterator[Words]:
        """Of each position one group after the other, nothing where there is none left. Those of
        one colour are left out."""
        rest = self.board.tidied(pairs)
        while rest.any():
            stones: Words = rest[:, 0] | rest[:, 1]
            more: Words = stones & -stones
            part = np.zeros_like(more)
            while (more != part).any():
                part, more = more, more | self.board.beside(more) & stones
            yield rest & part[:, None]
            rest = rest & ~part[:, None]

    def _numbered(self, large: Words, images: Sequence[Sequence[int]]) -> Numbers:
        """A row for each of the large groups that a position has at most: numbers, the same for
        groups that are shifts or images of one another, ascending in each column."""
        parts = [self._least(part, images) for part in self._groups(large)]
        if not parts:
            return np.zeros((0, len(large)), np.int64)
        _, numbers = np.unique(np.concatenate(parts), axis=0, return_inverse=True)
        return np.sort(numbers.reshape(len(parts), len(large)), axis=0)

    def _least(self, part: Words, images: Sequence[Sequence[int]]) -> Words:
        """Each group in the corner, as the least of its images."""
        found = self._cornered(part)
        for image in images:
            there = self._cornered(turned(part, image))
            found = np.where(less(there, found)[:, None], there, found)
        return found

    def _cornered(self, part: Words) -> Words:
        """Each group shifted into the first row and column."""
        board = self.board
        stones = part[:, 0] | part[:, 1]
        by = np.zeros_like(stones)
        for step, edge, count in (
            (board.columns, board.top, board.rows),
            (1, board.left, board.columns),
        ):
            for _ in range(1, count):
                free = (stones >> by & np.uint64(edge) == 0) & (stones != 0)
                by += free * np.uint64(step)
        return part >> by[:, None]

    # -- values -------------------------------------------------------------------------------

    def _sums(self, one: Numbers, two: Numbers) -> Numbers:
        rows, back = np.unique(np.stack([one, two], axis=1), axis=0, return_inverse=True)
        found = np.array([self._plus(g, h) for g, h in rows.tolist()], np.int64)
        return found[back.reshape(-1)]

    def _values(self, part: Words) -> Numbers:
        rows, back = np.unique(self._cornered(part), axis=0, return_inverse=True)
        found = np.array([self._value(one, two) for one, two in rows.tolist()], np.int64)
        return found[back.reshape(-1)]

    def _plus(self, g: int, h: int) -> int:
        found = self._total.get((g, h))
        if found is None:
            found = self._total[g, h] = self._named_game(plus(self._game[g], self._game[h]))
        return found

    def _named_game(self, value: Game) -> int:
        found = self._number.setdefault(value, len(self._game))
        if found == len(self._game):
            self._game.append(value)
        return found

    def _value(self, one: int, two: int) -> int:
        """The value {values after Left's moves | values after Right's} of the stones; that of their
        images is the same, and the opposite where the colours are exchanged."""
        found = self._known.get((one, two))
        if found is None:
            images = [self._shifted(moved(one, i), moved(two, i)) for i in self._images]
            least, opposite = min(images), min((b, a) for a, b in images)
            if opposite < least:
                found = self._named_game(minus(self._game[self._value(*opposite)]))
            elif least != (one, two):
                found = self._value(*least)
            else:
                left, right = (
                    [
                        self._game[self._worth(one ^ a, two ^ b)]
                        for a, b in self._flips(seat, one, two)
                    ]
                    for seat in (0, 1)
                )
                found = self._named_game(game(left, right))
            self._known[one, two] = found
        return found

    def _worth(self, one: int, two: int) -> int:
        """The value of the sum of groups."""
        found, rest = 0, one | two
        while rest:
            part, more = 0, rest & -rest
            while more != part:
                part = more
                more |= self._beside(part) & rest
            rest &= ~part
            if one & part and two & part:
                found = self._plus(found, self._value(*self._shifted(one & part, two & part)))
        return found

    def _beside(self, word: int) -> int:
        board = self.board
        across = (word & ~board.right) << 1 | (word & ~board.left) >> 1
        return across | word << board.columns | word >> board.columns

    def _shifted(self, one: int, two: int) -> Pair:
        columns, left = self.board.columns, self.board.left
        stones, by = one | two, 0
        while not stones >> by & self.board.top:
            by += columns
        while not stones >> by & left:
            by += 1
        return one >> by, two >> by

    def _flips(self, seat: int, one: int, two: int) -> Iterator[Pair]:
        """What each legal move turns over."""
        for square in members(two if seat else one):
            for (a, b), flips in self._moves[seat][square]:
                if one & a == a and two & b == b:
                    yield flips

    @cached_property
    def _moves(self) -> list[list[list[tuple[Pair, Pair]]]]:
        """Each player's moves by the square of the stone that moves."""
        found: list[list[list[tuple[Pair, Pair]]]] = [
            [[] for _ in range(self.board.squares)] for _ in range(2)
        ]
        for seat, moves in enumerate(self.board.moves):
            for move in moves:
                found[seat][move.needs[seat].bit_length() - 1].append((move.needs, move.flips))
        return found

    @cached_property
    def _images(self) -> list[list[int]]:
        return self.board.images()
