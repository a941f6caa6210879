"""Games in which a player owns a set first, in words of a bit a cell: rules for many positions.

The description says what :mod:`gameproof.games.positional_turns`, ``gravity`` and ``exact`` say:
whose each ply is, which cells may be taken, what a player wants, and who has won by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Truths = NDArray[np.bool_]
Wanted = tuple[int, int]
"""A set, and the cells that spoil it where its owner has one of them."""

LARGEST = 64
"""Cells of the largest board."""


@dataclass(frozen=True)
class OwningGame:
    """``start``: the stones of the players 0 and 1. ``movers``: whose each ply from there is, until
    the list ends or the board is full. ``wanted``: the sets of each player. ``step``: stones fall,
    and so far apart are a cell and the one below it; 0 where any free cell may be taken. The first
    ply may take a cell of ``opening``, any where that is 0. ``won``: the result when the player
    owns a set, ``None`` for one who wants none.
    """

    cells: int
    start: tuple[int, int]
    movers: tuple[int, ...]
    wanted: tuple[tuple[Wanted, ...], tuple[Wanted, ...]]
    won: tuple[str | None, str | None]
    step: int = 0
    opening: int = 0

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def bottom(self) -> int:
        """The cells below which there is none."""
        return self.board >> (self.cells - self.step) << (self.cells - self.step)

    @cached_property
    def columns(self) -> list[int]:
        """The cells that stand upon each other; none where stones do not fall."""
        return [sum(1 << c for c in range(k, self.cells, self.step)) for k in range(self.step)]

    @cached_property
    def plies(self) -> tuple[int, ...]:
        """Those of the list for which there are cells."""
        taken = self.start[0] | self.start[1]
        return self.movers[: self.cells - taken.bit_count()]

    def open(self, taken: Words, ply: int) -> Words:
        """The cells that may be taken."""
        free = ~taken & np.uint64(self.board)
        if self.step:
            free &= taken >> np.uint64(self.step) | np.uint64(self.bottom)
        return free & np.uint64(self.opening) if self.opening and ply == 0 else free

    def dropped(self, pairs: Words, moves: NDArray[np.uint8], ply: int) -> Words:
        """The cell of each move, where stones fall of each column (0 where it is full)."""
        if not self.step:
            cells: Words = np.uint64(1) << moves.astype(np.uint64)
            return cells
        return self.open(pairs[:, 0] | pairs[:, 1], ply) & np.array(self.columns, np.uint64)[moves]

    def own(self, seat: int, own: Words) -> Truths:
        """Do these stones of the player make a set of his? O(sets) operations on words."""
        missing = ~own
        found = np.zeros(len(own), bool)
        for cells, spoils in self.wanted[seat]:
            whole = missing & np.uint64(cells) == 0
            found |= whole & (own & np.uint64(spoils) == 0) if spoils else whole
        return found

    def short(self, own: Words, seat: int) -> Words:
        """The cells that a set of the player's is short of, nothing else: others' stones and what
        spoils a set are not looked at. O(sets) operations on words."""
        missing = ~own
        found = np.zeros_like(missing)
        for cells, _ in self.wanted[seat]:
            rest = missing & np.uint64(cells)
            found |= rest * (rest & (rest - np.uint64(1)) == 0)  # a third of the time of np.where
        return found

    def threat(self, seat: int, pairs: Words, ply: int) -> Words:
        """Where stones fall, the one cell that may be taken and that the player, were it his ply,
        would complete a set with; 0 where there is none, or several."""
        if not self.step:
            return np.zeros(len(pairs), np.uint64)
        cells = self.open(pairs[:, 0] | pairs[:, 1], ply) & self.short(pairs[:, seat], seat)
        return np.where(cells & (cells - np.uint64(1)) == 0, cells, np.uint64(0))

    def hopeless(self, seat: int, own: Words, other: Words, ply: int) -> Truths:
        """Is it plain that the player will own no set: has the other hit each, or is it spoilt, or
        short of more cells than the player has plies left? O(sets) operations on words."""
        left = self.plies[ply:].count(seat)
        found = np.ones(len(own), bool)
        for cells, spoils in self.wanted[seat]:
            dead = (other & np.uint64(cells) | own & np.uint64(spoils)) != 0
            found &= dead | (counted(~own & np.uint64(cells)) > left)
        return found

    def keeps(self, image: Sequence[int]) -> bool:
        """Is it a symmetry: does the permutation of the cells keep what the players want, what
        lies below what, and the opening?"""
        if sorted(image) != list(range(self.cells)):
            return False
        below = range(self.cells - self.step if self.step else 0)
        return (
            all(
                {(moved(a, image), moved(b, image)) for a, b in family} == set(family)
                for family in self.wanted
            )
            and all(image[c + self.step] == image[c] + self.step for c in below)
            and moved(self.opening, image) == self.opening
        )


def counted(words: Words) -> Words:
    """The bits of each word, in parallel sums of 1, 2 and 4 bits."""
    once, twice, four = (
        np.uint64(m) for m in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)
    )
    words = words - (words >> np.uint64(1) & once)
    words = (words & twice) + (words >> np.uint64(2) & twice)
    words = words + (words >> np.uint64(4)) & four
    found: Words = words * np.uint64(0x0101010101010101) >> np.uint64(56)
    return found


def moved(word: int, image: Sequence[int]) -> int:
    """The word with its cells where the permutation takes them."""
    return sum(1 << to for cell, to in enumerate(image) if word >> cell & 1)


def named(pairs: Words, images: Sequence[Sequence[int]]) -> Words:
    """Positions (a row each: the words of players 0 and 1), each as its least image, in ascending
    order, without repetition. O(n (images * cells + log n))."""
    least = pairs
    for image in images:
        there = turned(pairs, image)
        least = np.where(less(there, least)[:, None], there, least)
    order = np.lexsort((least[:, 1], least[:, 0]))
    least = least[order]
    new = np.ones(len(least), bool)
    new[1:] = (least[1:] != least[:-1]).any(axis=1)
    found: Words = least[new]
    return found


def turned(pairs: Words, image: Sequence[int]) -> Words:
    """The positions with their stones where the permutation takes them."""
    found = np.zeros_like(pairs)
    for cell, to in enumerate(image):
        found |= (pairs >> np.uint64(cell) & np.uint64(1)) << np.uint64(to)
    return found


def less(one: Words, two: Words) -> Truths:
    """Which positions come before those of the other list, in the order of their words?"""
    first, second = one[:, 0] < two[:, 0], one[:, 1] < two[:, 1]
    found: Truths = first | ((one[:, 0] == two[:, 0]) & second)
    return found


def taken_by(pairs: Words, seat: int, cells: Words | np.uint64) -> Words:
    """The positions after the player took a cell, given as a word for each or for all."""
    after = pairs.copy()
    after[:, seat] |= cells
    return after


def moves_of(game: OwningGame, pairs: Words, ply: int) -> Iterator[Words]:
    """For each cell the positions after its taking, of those in which it may be taken."""
    free = game.open(pairs[:, 0] | pairs[:, 1], ply)
    for cell in range(game.cells):
        bit = np.uint64(1 << cell)
        yield taken_by(pairs[free & bit != 0], game.plies[ply], bit)
