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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.games.grids.square_words import Pair, SquareGame
from gameproof.games.short.short_games import Game, below, game, plus
from gameproof.games.variants.owning import Truths, Words, counted, less, turned

MOST = 8
"""Stones of groups whose values are found, at most: a board has some 10^5 such groups."""
AT_ONCE = 1 << 12
"""Groups whose values are worked out together."""
Numbers = NDArray[np.int64]


def kinds(rows: NDArray[Any]) -> tuple[Numbers, Numbers]:
    """Rows that are the same are of one kind: the place of the first row of each kind, and the
    number of each row's kind. O(rows * log(rows) * columns), half the time of np.unique."""
    order = np.lexsort(rows.T)
    rows = rows[order]
    new = np.ones(len(rows), bool)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    numbers = np.empty(len(rows), np.int64)
    numbers[order] = np.cumsum(new) - 1
    return order[new], numbers


class StoneSums:
    """``board``: whose moves are made. Groups of at most ``small`` stones are small."""

    def __init__(self, board: SquareGame, small: int) -> None:
        self.board, self.small = board, small
        self._game = [game([], [])]
        self._number = {self._game[0]: 0}
        self._known: dict[tuple[int, ...], int] = {}
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
        first, _ = kinds(names)
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
        _, numbers = kinds(np.concatenate(parts))
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
        rows = np.stack([one, two], axis=1)
        first, kind = kinds(rows)
        found = np.array([self._plus(g, h) for g, h in rows[first].tolist()], np.int64)
        return found[kind]

    def _values(self, part: Words) -> Numbers:
        """The value {values after Left's moves | values after Right's} of each group; that of its
        shifts and images is the same."""
        rows = self._cornered(part)
        first, kind = kinds(rows)
        names = list(map(tuple, rows[first].tolist()))
        new = [i for i, name in enumerate(names) if name not in self._known]
        if new:
            self._look_at(rows[first[new]])
        found = np.array([self._known[name] for name in names], np.int64)
        return found[kind]

    def _look_at(self, rows: Words) -> None:
        """The values of groups in the corner, from those of the least of their images."""
        least = self._least(rows, self._images)
        first, _ = kinds(least)
        new = least[[i for i in first.tolist() if tuple(least[i].tolist()) not in self._known]]
        for low in range(0, len(new), AT_ONCE):
            self._work_out(new[low : low + AT_ONCE])
        for row, image in zip(map(tuple, rows.tolist()), map(tuple, least.tolist()), strict=True):
            self._known[row] = self._known[image]

    def _work_out(self, rows: Words) -> None:
        """The values of groups, from those of groups with a stone less."""
        options: list[tuple[set[Game], set[Game]]] = [(set(), set()) for _ in rows]
        for seat, (needs, flips) in enumerate(self.board.arrays):
            which, move = np.nonzero((rows[:, None] & needs == needs).all(axis=2))
            _, _, value = self.parts(rows[which] ^ flips[move])
            for i, g in zip(which.tolist(), value.tolist(), strict=True):
                options[i][seat].add(self._game[g])
        for row, (left, right) in zip(rows.tolist(), options, strict=True):
            self._known[tuple(row)] = self._named_game(game(left, right))

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

    @cached_property
    def _images(self) -> list[list[int]]:
        return self.board.images()[1:]
