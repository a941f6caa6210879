"""Regions: few cells in which Second, to answer, gets a cell of many lines.

Three lines that each cross three others in nine cells: First takes a cell, and Second,
answering inside the nine, gets a cell of each of the six lines (a full search shows it). Pairs
would use twelve cells. A seventh line that meets three of the nine needs just one cell
more. Each saves cells where pairs alone do not suffice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching.opening_pairing_matching import Flags, Ints, room, rows

_cover = native.engine("opening_pairing").function("cover")

HOT, COLD = 0.3, 0.15
"""Temperatures, in cells lacking, found best on [6]^3; higher ones never settle."""

CELLS_A_LINE = 1.6
"""No cover is looked for with fewer free cells a line: ten cells for seven lines is the
densest region, but regions do not fit together well enough to come near that."""

SLICE = 40_000
"""Proposals between two looks at the limits, about 0.1 s on [6]^3."""


@dataclass(frozen=True, slots=True)
class Region:
    """``lines`` of which Second gets a cell by answering inside ``cells``."""

    lines: tuple[int, ...]
    cells: tuple[int, ...]


def library(
    lines: Sequence[Sequence[int]], tick: Callable[[], None] = lambda: None
) -> list[Region]:
    """All regions of nine cells and six lines, and of ten cells and seven lines.

    Only lines that meet in one cell are used. ``tick`` is called now and then (for limits).
    O(triples of lines with common crossings).
    """
    count = len(lines)
    sets = [frozenset(line) for line in lines]
    meet: dict[tuple[int, int], int] = {}
    near = [0] * count
    for a in range(count):
        tick()
        for b in range(a + 1, count):
            common = sets[a] & sets[b]
            if len(common) == 1:
                meet[a, b] = meet[b, a] = next(iter(common))
                near[a] |= 1 << b
                near[b] |= 1 << a
    found: list[Region] = []
    for a in range(count):
        for b in range(a + 1, count):
            tick()
            two = near[a] & near[b]
            if two.bit_count() < 3:
                continue
            for c in range(b + 1, count):
                three = two & near[c]
                if three.bit_count() < 3:
                    continue
                across = [line for line in range(a + 1, count) if three >> line & 1]
                for columns in combinations(across, 3):
                    cells = tuple(meet[row, column] for row in (a, b, c) for column in columns)
                    if len(set(cells)) == 9:
                        found.append(Region((a, b, c, *columns), cells))
    return found + _with_seventh(found, sets, tick)


def _with_seventh(
    found: list[Region], sets: list[frozenset[int]], tick: Callable[[], None]
) -> list[Region]:
    through: dict[int, set[int]] = {}
    for number, cells in enumerate(sets):
        for cell in cells:
            through.setdefault(cell, set()).add(number)
    larger = []
    for number, region in enumerate(found):
        if number % 256 == 0:
            tick()
        cells = frozenset(region.cells)
        # A line with three of the cells has one in each of the first three lines.
        others = set().union(*(through[cell] for cell in region.cells[:3])) - set(region.lines)
        for line in sorted(others):
            if len(sets[line] & cells) == 3:
                larger += [
                    Region((*region.lines, line), (*region.cells, cell))
                    for cell in sorted(sets[line] - cells)
                ]
    return larger


class Coverer:
    """Finds disjoint regions such that pairs suffice for the other lines."""

    def __init__(self, lines: Sequence[Sequence[int]], limits: Limits) -> None:
        """Raises ``LimitReached``."""
        self.lines = rows(lines)
        self.paths = room(len(lines))
        self.regions = library(lines, limits.check)
        self.cells_of = rows([region.cells for region in self.regions])
        self.lines_of = rows([region.lines for region in self.regions])
        self.state: NDArray[np.uint64] = np.array([2 * limits.seed + 1], dtype=np.uint64)
        self.state *= np.uint64(0x9E3779B97F4A7C15)

    def usable(self, alive: Flags, free: Flags) -> Ints:
        """Numbers of the regions whose cells are all free and whose lines are all open."""
        if not self.regions:
            return np.zeros(0, dtype=np.int32)
        good: Flags = np.minimum.reduceat(alive[self.lines_of.members], self.lines_of.ends[:-1])
        return np.flatnonzero(good & self.free(free)).astype(np.int32)

    def free(self, free: Flags) -> Flags:
        """One flag a region: are all its cells free? There must be regions."""
        flags: Flags = np.minimum.reduceat(free[self.cells_of.members], self.cells_of.ends[:-1])
        return flags

    def cover(
        self,
        alive: Flags,
        free: Flags,
        region: Ints,
        owner: Ints,
        usable: Ints,
        steps: int,
        limits: Limits,
    ) -> bool:
        """Complete ``region`` (the region of each cell, or -1) and ``owner`` in place.

        The choice on entry is kept where it fits; False when annealing found no cover.
        """
        allowed = np.zeros(len(self.regions) + 1, dtype=np.bool_)
        allowed[usable] = True
        region[~allowed[region]] = -1
        lines = len(self.lines.ends) - 1
        now = native.arrays(region=region, served=np.empty(lines, dtype=np.int32), owner=owner)
        then = native.arrays(**{name: np.empty_like(one) for name, one in now._asdict().items()})
        wants, loose = np.empty(lines, dtype=np.uint8), np.empty(len(free), dtype=np.uint8)
        heat = np.empty(2)
        anneal = _cover.bind(
            self.lines, alive, free, self.cells_of, self.lines_of, usable, now, then,
            wants, loose, self.paths, self.state, heat, SLICE,
        )  # fmt: skip
        slices = -(-steps // SLICE)
        for number in range(slices):
            limits.check()
            hot, cold = (HOT * (COLD / HOT) ** (k / slices) for k in (number, number + 1))
            heat[:] = hot, (cold / hot) ** (1 / SLICE)
            if anneal() == 0:
                return True
        return False
