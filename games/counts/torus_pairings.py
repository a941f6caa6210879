"""Pairings of a torus, repeated over the plane, for k in a row.

A line of the torus has a period L, and a pair whose cells are s apart in it lies in k - s of its
windows of k cells. Where k > L each line needs a pair, one with s <= k - L is enough, and where
the cells are just twice the lines every line has exactly one such pair and every cell is in one:
pairings are exact covers of cells and lines. For 9 in a row on the 8 x 8 torus these are dominoes
(Gyorffy, London, Makay, "The structure of pairing strategies for k-in-a-row type games", 2017).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from gameproof.games.boards.grid_rows import DIRECTIONS
from gameproof.games.counts.ring_of_parts import Condition, Problem
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.question import Arguments
from gameproof.games.meaning.steps import look, step, tried
from gameproof.games.sets.board_stones import Cells, Stones

Pair = tuple[int, int]
Image = tuple[int, ...]
"""The image of each cell."""


def empty_torus(position: Stones) -> tuple[int, int, int] | None:
    """Rows, columns and k of a torus without stones."""
    if position.board.kind != "torus-row" or position.stones("first") or position.stones("second"):
        return None
    p, q, k = position.board.parameters
    return p, q, k


def too_few_cells(position: Stones) -> bool:
    """Is it a torus without stones that has, repeated over the plane, too few cells for a pair in
    every k in a row?

    Seen along one of the four directions the plane falls into lines of some period L. A pair
    whose cells are s >= 1 apart lies in k - s of the L windows of k cells, so a line needs
    L / (k - 1) pairs at least, and each pair belongs to one line. O(1)."""
    size = empty_torus(position)
    if size is None:
        return False
    p, q, k = size
    if k == 1:
        return True
    periods = (q, p, lcm(p, q), lcm(p, q))
    needed = sum(p * q // period * -(-period // (k - 1)) for period in periods)
    return 2 * needed > p * q


# -- by definition -----------------------------------------------------------------------------


def count_pairings(position: Stones, arguments: Arguments) -> Value:
    """Sets of disjoint pairs of cells, all needed, so that of the pairs, each read in one way as
    cells of the plane and repeated, one lies inside every k in a row. Two such sets are of one
    class when a translation, a reflection or, on a square, a quarter turn carries one to the
    other."""
    size = empty_torus(position)
    if size is None:
        raise BadInput("pairings are counted on a torus without stones")
    p, q, k = size
    insides = [_inside(p, q, k, start, towards) for towards in DIRECTIONS for start in range(p * q)]
    found: set[frozenset[Cells]] = set()

    def extend(read: frozenset[_Read], taken: Cells) -> None:
        unserved = next((inside for inside in insides if not inside & read), None)
        if unserved is None:
            found.add(frozenset(frozenset(one.cells) for one in read))
            return
        for one in tried(unserved, len(insides)):
            if len(set(one.cells)) == 2 and not taken & set(one.cells):
                extend(read | {one}, taken.union(one.cells))

    extend(frozenset(), frozenset())
    needed = {pairs for pairs in tried(found, 1 + len(found) // 10)
              if not any(fewer < pairs for fewer in found)}  # fmt: skip
    if not arguments.get("up_to_symmetry"):
        return len(needed)
    classes = 0
    while needed:
        classes += 1
        one = needed.pop()
        for image in symmetries(p, q):
            step(len(one))
            needed.discard(frozenset(frozenset(image[cell] for cell in pair) for pair in one))
    return classes


@dataclass(frozen=True)
class _Read:
    """A pair as two cells of the plane, up to periods: from the first ``far`` steps in a
    direction to the second."""

    cells: Pair
    towards: Pair
    far: int


def _inside(p: int, q: int, k: int, start: int, towards: Pair) -> set[_Read]:
    """The pairs inside the k in a row that start at a cell."""
    (r, c), (down, right) = divmod(start, q), towards
    row = [(r + i * down) % p * q + (c + i * right) % q for i in range(k)]
    return {_Read((row[i], row[j]), towards, j - i) for i, j in combinations(range(k), 2)}


# -- exact covers ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Torus:
    """The lines of a p x q torus as cyclic sequences of cells, and the pairs that serve
    each: two cells at distance at most k - L along a line of period L."""

    p: int
    q: int
    lines: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, Pair], ...]  # (line, pair)

    @property
    def tight(self) -> bool:
        """Must every line have exactly one pair, and every cell be in one?"""
        return 2 * len(self.lines) == self.p * self.q

    @property
    def distinct(self) -> bool:
        """Do no two lines hold the same cells, so that a symmetry of cells is one of lines?"""
        return len({frozenset(line) for line in self.lines}) == len(self.lines)

    @property
    def told_apart(self) -> bool:
        """Does no pair serve two lines, so that pairings and exact covers are the same?"""
        return len({pair for _, pair in self.pairs}) == len(self.pairs)

    def direction(self, line: int) -> int:
        """The number of the line's direction: lines come direction by direction, each of which
        goes once through all cells."""
        return sum(map(len, self.lines[:line])) // (self.p * self.q)


@lru_cache(maxsize=4)
def torus(p: int, q: int, k: int) -> Torus | None:
    """The torus, or None where one pair in a line is not enough (some period >= k)."""
    lines: list[tuple[int, ...]] = []
    for down, right in DIRECTIONS:
        seen: set[int] = set()
        for start in range(p * q):
            if start in seen:
                continue
            row, column = divmod(start, q)
            line: list[int] = []
            while not line or (row, column) != divmod(start, q):
                line.append(row * q + column)
                row, column = (row + down) % p, (column + right) % q
            seen.update(line)
            lines.append(tuple(line))
    pairs: list[tuple[int, Pair]] = []
    for number, cells in enumerate(lines):
        period = len(cells)
        if period >= k:
            return None
        found = {
            (min(cells[i], cells[(i + far) % period]), max(cells[i], cells[(i + far) % period]))
            for i in range(period)
            for far in range(1, min(k - period, period - 1) + 1)
        }
        pairs.extend((number, pair) for pair in sorted(found))
    return Torus(p, q, tuple(lines), tuple(pairs))


def few_lines(p: int, q: int) -> bool:
    """Are the cells of a p x q torus just twice its lines?"""
    return p * q == 2 * (p + q + 2 * gcd(p, q))


def covered(position: Stones) -> Torus | None:
    """The torus of the position, if its pairings are exact covers."""
    size = empty_torus(position)
    if size is None or not few_lines(*size[:2]):
        return None
    board = torus(*size)
    return board if board is not None and board.tight and board.told_apart else None


def as_colourings(board: Torus) -> Problem:
    """Each cell is given the direction of its pair as a colour: of each line two cells that make
    a pair have the colour of its direction, and no others."""
    conditions = []
    for number, line in enumerate(board.lines):
        bit = {cell: 1 << i for i, cell in enumerate(line)}
        masks = [bit[a] | bit[b] for own, (a, b) in board.pairs if own == number]
        conditions.append(Condition.one_of(line, board.direction(number), masks))
    return Problem(board.p * board.q, len(DIRECTIONS), tuple(conditions))


def pairings_in_parts(
    position: Stones, parts: Sequence[int], symmetries: NDArray[np.int64], *, classes: bool = False
) -> int:
    """The number of pairings, or of their classes, where they are exact covers, part by part;
    costs and refusals are those of
    :meth:`~gameproof.games.counts.ring_of_parts.Problem.parts_in_turn`."""
    board = covered(position)
    if board is None:
        raise BadInput("the pairings of this board are no exact covers")
    labelled = as_colourings(board).parts_in_turn(parts, symmetries)
    return up_to_symmetry(board, labelled) if classes else labelled


# -- up to symmetry ----------------------------------------------------------------------------


@lru_cache(maxsize=4)
def symmetries(p: int, q: int) -> list[Image]:
    """All translations, with reflections and, where p = q, quarter turns."""
    found = set()
    for row, column, turn in (
        (r, c, t) for r in range(p) for c in range(q) for t in range(8 if p == q else 4)
    ):
        image = []
        for r, c in (divmod(cell, q) for cell in range(p * q)):
            y, x = (-r if turn & 1 else r), (-c if turn & 2 else c)
            y, x = (x, y) if turn & 4 else (y, x)
            image.append((y + row) % p * q + (x + column) % q)
        found.add(tuple(image))
    return sorted(found)


def classes(group: Sequence[Image]) -> list[tuple[Image, int]]:
    """A representative of each conjugacy class with the size of the class."""
    rows = np.array(group, dtype=np.int64)
    inverses = np.argsort(rows, axis=1)
    left = set(group)
    found = []
    for element in group:
        if element in left:
            look()
            conjugates = np.take_along_axis(rows, np.array(element)[inverses], axis=1)
            members = {tuple(row) for row in conjugates.tolist()}
            left -= members
            found.append((element, len(members)))
    return found


def kept_options(board: Torus, image: Image) -> Iterator[tuple[Cells, frozenset[int]]]:
    """Of the pairs that a symmetry carries to one another, and which can stand together: their
    cells and their lines. Covers that the symmetry keeps are made of such."""
    line_of = {pair: line for line, pair in board.pairs}
    left = dict.fromkeys(line_of)
    while left:
        pair, _ = left.popitem()
        orbit = [pair]
        while True:
            a, b = image[orbit[-1][0]], image[orbit[-1][1]]
            if (min(a, b), max(a, b)) == pair:
                break
            orbit.append((min(a, b), max(a, b)))
            del left[orbit[-1]]
        cells = frozenset(cell for one in orbit for cell in one)
        lines = frozenset(line_of[one] for one in orbit)
        if len(cells) == 2 * len(orbit) and len(lines) == len(orbit):
            yield cells, lines


def up_to_symmetry(board: Torus, labelled: int) -> int:
    """Classes of pairings under the symmetries, by Burnside's lemma, given the number of all.
    Those that a symmetry keeps are searched, one symmetry of each conjugacy class."""
    group = symmetries(board.p, board.q)
    n = board.p * board.q
    total = labelled
    for image, size in classes(group):
        if image != tuple(range(n)):
            options = list(kept_options(board, image))
            # the options that hold an item, once for items that are always held together
            holding = {sum((c in cells) << i for i, (cells, _) in enumerate(options))
                       for c in range(n)}  # fmt: skip
            holding |= {sum((line in lines) << i for i, (_, lines) in enumerate(options))
                        for line in range(len(board.lines))}  # fmt: skip
            beside = [0] * len(options)
            for i in range(len(options)):
                for one in holding:
                    beside[i] |= one if one >> i & 1 else 0
            total += size * _covers(list(holding), beside, (1 << len(options)) - 1)
    return total // len(group)


def _covers(holding: list[int], beside: list[int], left: int) -> int:
    """The exact covers by the options that are left, bit i for option i: ``holding`` are those
    that hold each item, and ``beside[i]`` those that share one with option i."""
    if not holding:
        return 1
    step(len(holding))
    rest = min(holding, key=lambda one: (one & left).bit_count()) & left
    found = 0
    while rest:
        option = rest & -rest
        rest ^= option
        found += _covers(
            [one for one in holding if not one & option],
            beside,
            left & ~beside[option.bit_length() - 1],
        )
    return found
