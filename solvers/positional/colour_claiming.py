"""Solve small three-player games in which anybody may place a stone of either colour.

A stone that does something to its colour's set ends the game; what it does
depends on that set alone, so one table over subsets decides all ends and a
retrograde pass over the 3^n boards decides who can force a win against the other
two. Knows no board: the table of ends is the problem.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

SLICE = 1 << 18
"""Boards solved between two looks at the limits, about 50 ms."""

_engine = native.engine("colour_claiming")
_layers = _engine.function("layers")
_solve_layer = _engine.function("solve_layer")


class _Boards(NamedTuple):
    """See ``colour_claiming.cpp``."""

    cells: int
    low_cells: int
    x: NDArray[np.int64]
    o: NDArray[np.int64]
    powers: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Solved:
    """``table[board]`` has bit k set when player k can force a win; boards in base 3
    (cell i counts 3^i, 1 for the first colour, 2 for the second). Boards that the
    game cannot reach, or that are over, hold 0. ``boards`` counts those decided."""

    table: NDArray[np.uint8]
    boards: int


def solve(
    cells: int, closing: NDArray[np.uint8], loop_free: NDArray[np.bool_], limits: Limits
) -> Solved:
    """Every board of ``cells`` cells, at most 16.

    ``closing`` is (2^cells, cells): 0, 1..3 (owner), 4 (the mover). ``loop_free`` tells
    the sets that have ended nothing yet. Time O(3^cells * cells), memory 5 * 3^cells
    bytes. Raises ``LimitReached`` and ``ValueError`` (more than 16 cells).
    """
    if cells > 16:
        raise ValueError("at most 16 cells")
    powers = 3 ** np.arange(cells + 1, dtype=np.int64)
    number = int(powers[cells])
    low_cells = (cells + 1) // 2
    digits = np.arange(3**low_cells)[:, None] // powers[:low_cells] % 3
    x, o = ((digits == d) @ (1 << np.arange(low_cells)) for d in (1, 2))
    boards = _Boards(cells, low_cells, x.astype(np.int64), o.astype(np.int64), powers)
    counts = np.zeros(cells + 1, dtype=np.int64)
    order = np.empty(0, dtype=np.int32)
    for fill in (False, True):
        if fill:
            order = np.empty(int(counts.sum()), dtype=np.int32)
            starts = np.concatenate([[0], np.cumsum(counts)])
            counts = starts[:-1].copy()
        for start in range(0, number, 8 * SLICE):
            limits.check()
            _layers(boards, loop_free, counts, order, start, min(start + 8 * SLICE, number))
    table = np.zeros(number, dtype=np.uint8)
    for stones in range(cells - 1, -1, -1):
        end = int(starts[stones + 1])
        for start in range(int(starts[stones]), end, SLICE):
            limits.check()
            stop = min(start + SLICE, end)
            _solve_layer(boards, closing, table, order, start, stop, stones % 3)
    return Solved(table, len(order))
