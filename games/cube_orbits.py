"""Orbits of the cells and lines of [n]^d under the symmetries of the board.

The group: permutations of the coordinates, reflections x -> n + 1 - x of single
coordinates, and permutations of the m = floor(n/2) mirror pairs {v, n + 1 - v} of
values, applied to all coordinates at once. Each takes lines to lines.

A cell's orbit is (k, parts): k coordinates have the central value (n odd only), and
the others fall into mirror pairs with multiplicities ``parts``, a partition of d - k
into at most m parts. A line's orbit is (j, k, parts): j >= 1 coordinates move, k are
constant and central, the other constants have multiplicities ``parts``. The point of
the line at a value of a mirror pair that some part a stands for has that part grown
by j (2 cells for each such pair), at a value of another pair it has a new part j
(2 cells for each of the m - len(parts) pairs), at the central value k grows by j
(1 cell). Sizes and incidences are exact integers for boards of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial, perm

from gameproof.games.boards.grid_rows import line_count

Parts = tuple[int, ...]

MOST_DIMENSION = 32
"""Orbits grow like partitions of d; no flow is checked beyond this dimension."""
MOST_POWER = 10_000
"""No board with d larger than this is counted."""


def partitions(total: int, most: int, largest: int | None = None) -> list[Parts]:
    """Partitions of ``total`` into at most ``most`` parts of at most ``largest``, each
    non-increasing, largest first part first."""
    if total == 0:
        return [()]
    if most == 0:
        return []
    bound = total if largest is None else min(total, largest)
    return [
        (part, *rest)
        for part in range(bound, 0, -1)
        for rest in partitions(total - part, most - 1, part)
    ]


def _arrangements(pairs: int, parts: Parts) -> int:
    """In how many ways different mirror pairs of values can be given to the parts."""
    ways = perm(pairs, len(parts))
    for part in set(parts):
        ways //= factorial(parts.count(part))
    return ways


@dataclass(frozen=True)
class CubeOrbits:
    """Orbits of [n]^d, in a fixed order: by k (by j, then k), then partitions
    lexicographically descending. n >= 2, d >= 1."""

    n: int
    d: int

    @property
    def pairs(self) -> int:
        """Number m of mirror pairs of values."""
        return self.n // 2

    @cached_property
    def cells(self) -> list[tuple[int, Parts]]:
        """(k, parts) for every orbit of cells."""
        central = range(self.d + 1) if self.n % 2 else range(1)
        return [(k, parts) for k in central for parts in partitions(self.d - k, self.pairs)]

    @cached_property
    def lines(self) -> list[tuple[int, int, Parts]]:
        """(j, k, parts) for every orbit of lines."""
        return [
            (j, k, parts)
            for j in range(1, self.d + 1)
            for k in (range(self.d - j + 1) if self.n % 2 else range(1))
            for parts in partitions(self.d - j - k, self.pairs)
        ]

    def _placings(self, chosen: int, k: int, parts: Parts) -> int:
        """Choices of coordinates for ``chosen``, k and the parts, and of the mirror pairs
        and sides for the parts' values."""
        ways = comb(self.d, chosen) * comb(self.d - chosen, k)
        left = self.d - chosen - k
        for part in parts:
            ways *= comb(left, part)
            left -= part
        return ways * _arrangements(self.pairs, parts) << (self.d - chosen - k)

    @cached_property
    def cell_sizes(self) -> list[int]:
        """Number of cells of each orbit; they sum to n^d."""
        return [self._placings(0, k, parts) for k, parts in self.cells]

    @cached_property
    def line_sizes(self) -> list[int]:
        """Number of lines of each orbit; they sum to ((n + 2)^d - n^d) / 2. A moving
        coordinate runs up or down, and reversing all of them gives the same line."""
        return [self._placings(j, k, parts) << (j - 1) for j, k, parts in self.lines]

    @cached_property
    def incidence(self) -> list[dict[int, int]]:
        """For each orbit of lines: orbit of cells -> how many of its cells lie on one line."""
        number = {orbit: i for i, orbit in enumerate(self.cells)}
        table: list[dict[int, int]] = []
        for j, k, parts in self.lines:
            row: dict[int, int] = {}
            for place, part in enumerate(parts):
                grown = (*parts[:place], part + j, *parts[place + 1 :])
                at = number[k, tuple(sorted(grown, reverse=True))]
                row[at] = row.get(at, 0) + 2
            unused = self.pairs - len(parts)
            if unused:
                at = number[k, tuple(sorted((*parts, j), reverse=True))]
                row[at] = row.get(at, 0) + 2 * unused
            if self.n % 2:
                at = number[k + j, parts]
                row[at] = row.get(at, 0) + 1
            table.append(row)
        return table

    def consistent(self) -> bool:
        """Do sizes and incidences add up to the board's cells, lines and line length?"""
        return (
            sum(self.cell_sizes) == self.n**self.d
            and sum(self.line_sizes) == line_count(self.n, self.d)
            and all(sum(row.values()) == self.n for row in self.incidence)
        )


def always_from(d: int) -> int:
    """A side from which every [n]^d has a pairing, as the kind ``orbit-flow`` proves."""
    return 3 * d - 1
