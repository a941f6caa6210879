"""How many answers pairs, and pairs beside regions, need in sampled openings.

For boards whose full search is out of reach. A sample proves nothing; it says where a
proof would have to go.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gameproof.solvers.limits import Limits
from gameproof.solvers.matching.opening_pairing import Search
from gameproof.solvers.matching.opening_pairing_regions import CELLS_A_LINE

ATTEMPT = ((200_000, False),)
"""One annealing a position, far shorter than a proof would spend."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Answers after which every open line had a pair (``pairs``), or a pair or a region
    (``regions``); ``None`` where that was never so before the board was full."""

    pairs: int | None
    regions: int | None


def census(cells: int, lines: Sequence[Sequence[int]], games: int, limits: Limits) -> list[Opening]:
    """Play ``games`` openings, each until pairs hold all lines.

    Second takes the cell of most open lines. First does so too in every other game; in the
    others he takes a cell where lines without Second's stones weigh most (2 ** -free cells,
    the potential of Erdős and Selfridge). Ties by ``limits.seed``. Raises ``LimitReached``.
    """
    search = Search(cells, lines, np.arange(cells, dtype=np.int32)[None, :], limits, regions=True)
    rng = random.Random(limits.seed)
    return [_opening(search, rng, number % 2 == 1) for number in range(games)]


def _opening(search: Search, rng: random.Random, by_weight: bool) -> Opening:
    first: list[int] = []
    second: list[int] = []
    regions: int | None = None
    while len(first) + len(second) + 1 < search.cells:
        search.limits.check()
        alive, free = search.open_lines(second), search.free_cells(first, second)
        number, room = int(alive.sum()), int(free.sum())
        if 2 * number <= room and search.matching(0, alive, free) is not None:
            return Opening(len(second), len(second) if regions is None else regions)
        if regions is None and search.coverer is not None and CELLS_A_LINE * number <= room:
            usable = search.coverer.usable(alive, free)
            if search.cover(0, alive, free, usable, ATTEMPT) is not None:
                regions = len(second)
        first.append(_move(search, first, second, rng, by_weight))
        after = search.free_cells(first, second)
        second.append(search.candidates(alive, after)[0][0])
    return Opening(None, regions)


def _move(
    search: Search, first: list[int], second: list[int], rng: random.Random, by_weight: bool
) -> int:
    """First's cell: of most open lines, or of the heaviest."""
    alive, free = search.open_lines(second), search.free_cells(first, second)
    weight = alive.astype(np.float64)
    if by_weight:
        sizes = np.add.reduceat(free[search.members], search.ends[:-1])
        weight *= 0.5**sizes
    value = np.bincount(search.members, weights=weight[search.of_line], minlength=search.cells)
    value[free == 0] = -1.0
    return rng.choice(np.flatnonzero(value >= value.max() - 1e-12).tolist())
