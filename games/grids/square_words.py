"""Games on squares in two words of a bit a square: rules for many positions at once.

Squares are numbered row by row. A move needs some bits of both words and turns some over; that is
all there is of the rules. Whoever cannot move loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.variants.owning import Truths, Words, moved

LARGEST = 64
"""Squares of the largest board."""
MOST_MOVES = 256
"""Moves of a player, numbered from 0 on in a byte."""

Pair = tuple[int, int]
Numbers = NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Rewriting:
    """One move: the bits of both words that it needs, and those that it turns over."""

    needs: Pair
    flips: Pair


@dataclass(frozen=True)
class SquareGame:
    """``start``: a position. ``moves``: those of Left and of Right, wherever they are possible at
    some time. ``covering``: a position is its free squares and an empty word, and a move covers the
    squares that it needs."""

    rows: int
    columns: int
    start: Pair
    moves: tuple[tuple[Rewriting, ...], tuple[Rewriting, ...]]
    covering: bool

    def __post_init__(self) -> None:
        if not 1 <= self.squares <= LARGEST or max(map(len, self.moves)) > MOST_MOVES:
            raise BadInput(f"words are for 1 to {LARGEST} squares and {MOST_MOVES} moves")

    @property
    def squares(self) -> int:
        """How many there are."""
        return self.rows * self.columns

    @cached_property
    def arrays(self) -> tuple[tuple[Words, Words], tuple[Words, Words]]:
        """What the moves of each player need and turn over, a row for each move."""
        left, right = (
            (
                np.array([move.needs for move in moves], np.uint64).reshape(-1, 2),
                np.array([move.flips for move in moves], np.uint64).reshape(-1, 2),
            )
            for moves in self.moves
        )
        return left, right

    def legal(self, seat: int, pairs: Words, moves: int | Numbers) -> Truths:
        """In which positions is the move of this number, or each one's own, legal?"""
        needs = self.arrays[seat][0][moves]
        met = pairs & needs == needs
        found: Truths = met[:, 0] & met[:, 1]  # a fifth of the time of all(axis=1)
        return found

    def after(self, seat: int, pairs: Words, moves: int | Numbers) -> Words:
        """The positions after a legal move each, or the same one."""
        found: Words = pairs ^ self.arrays[seat][1][moves]
        return found

    def tidied(self, pairs: Words) -> Words:
        """The positions without what takes part in no move any more: on boards that are covered
        the free squares without a free neighbour, else stones from which no way over neighbouring
        stones leads to one that has a neighbour of the other kind. O(positions * squares)."""
        one, two = pairs[:, 0], pairs[:, 1]
        if self.covering:
            return np.stack([one & self.beside(one), two], axis=1)
        live = one & self.beside(two) | two & self.beside(one)
        while True:
            more = live | self.beside(live) & (one | two)
            if (more == live).all():
                return pairs & live[:, None]
            live = more

    def beside(self, words: Words) -> Words:
        """The squares that have a neighbour among those of the word."""
        return (
            self.further(words, down=True)
            | self.back(words, down=True)
            | self.further(words, down=False)
            | self.back(words, down=False)
        )

    def further(self, words: Words, *, down: bool) -> Words:
        """The squares below those of the word, or to the right of them."""
        last, step = (self.bottom, self.columns) if down else (self.right, 1)
        found: Words = (words & ~np.uint64(last)) << np.uint64(step % LARGEST)
        return found

    def back(self, words: Words, *, down: bool) -> Words:
        """The squares above those of the word, or to the left of them."""
        first, step = (self.top, self.columns) if down else (self.left, 1)
        found: Words = (words & ~np.uint64(first)) >> np.uint64(step % LARGEST)
        return found

    @cached_property
    def top(self) -> int:
        """The squares of the first row."""
        return (1 << self.columns) - 1

    @cached_property
    def bottom(self) -> int:
        """The squares of the last row."""
        return self.top << self.columns * (self.rows - 1)

    @cached_property
    def left(self) -> int:
        """The squares of the first column."""
        return sum(1 << self.columns * row for row in range(self.rows))

    @cached_property
    def right(self) -> int:
        """The squares of the last column."""
        return self.left << self.columns - 1

    def keeps(self, image: Sequence[int]) -> bool:
        """Is the permutation of the squares a symmetry: does it take each player's moves to his
        own?"""
        if sorted(image) != list(range(self.squares)):
            return False
        return all({_turned(m, image) for m in moves} == set(moves) for moves in self.moves)

    def exchanges_players(self) -> bool:
        """Does an image of the board, stones with their colours exchanged, take the start to itself
        and each player's moves to the other's?"""
        order = (0, 1) if self.covering else (1, 0)
        left, right = map(set, self.moves)
        start = Rewriting(self.start, self.start)
        return any(
            _turned(start, image, order) == start
            and {_turned(m, image, order) for m in left} == right
            and {_turned(m, image, order) for m in right} == left
            for image in self.images()
        )

    def images(self) -> list[list[int]]:
        """The reflections of the board, and of a square its quarter turns and transposes, as
        permutations of the squares; the identity first."""
        places = [divmod(square, self.columns) for square in range(self.squares)]
        found = []
        for turned in (False, True) if self.rows == self.columns else (False,):
            for down, right in ((False, False), (True, False), (False, True), (True, True)):
                ends = (
                    (self.rows - 1 - r if down else r, self.columns - 1 - c if right else c)
                    for r, c in places
                )
                found.append([(c if turned else r) * self.columns + (r if turned else c)
                              for r, c in ends])  # fmt: skip
        return found


def _turned(move: Rewriting, image: Sequence[int], order: Pair = (0, 1)) -> Rewriting:
    """The move with its bits where the permutation takes them, and its words in this order."""
    needs, flips = (
        (moved(pair[order[0]], image), moved(pair[order[1]], image))
        for pair in (move.needs, move.flips)
    )
    return Rewriting(needs, flips)


def word_of(lines: Sequence[str], mark: str) -> int:
    """The squares with this character, a bit each."""
    return sum(1 << place for place, there in enumerate("".join(lines)) if there == mark)


def bit(square: tuple[int, int], columns: int) -> int:
    """The word of one square."""
    return 1 << square[0] * columns + square[1]
