"""Solve small three-player games in which anybody may place a stone of either colour.

A stone that does something to its colour's set ends the game; what it does
depends on that set alone, so one table over subsets decides all ends and a
retrograde pass over the 3^n boards decides who can force a win against the other
two. Knows no board: the table of ends is the problem.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

MOST_CELLS = 16
SLICE = 1 << 19
"""Boards between two looks at the limits."""

_engine = native.engine("colour_claiming")
_layers, _decide = _engine.functions("layers", "decide")


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
    """Every board of ``cells`` cells, at most :data:`MOST_CELLS`.

    ``closing`` is (2^cells, cells): 0, 1..3 (owner), 4 (the mover). ``loop_free`` tells
    the sets that have ended nothing yet. Time O(3^cells * cells), memory 5 * 3^cells
    bytes. Raises ``LimitReached`` and ``ValueError`` (more cells).
    """
    if cells > MOST_CELLS:
        raise ValueError(f"at most {MOST_CELLS} cells")
    size = 3**cells
    low_cells = (cells + 1) // 2
    digits = np.arange(3**low_cells)[:, None] // 3 ** np.arange(low_cells) % 3
    bits = 1 << np.arange(low_cells)
    first, second = (((digits == colour) @ bits).astype(np.int32) for colour in (1, 2))
    table = np.zeros(size, dtype=np.uint8)
    boards = native.arrays(
        cells=cells,
        low_cells=low_cells,
        first=first,
        second=second,
        loop_free=loop_free,
        closing=closing,
        table=table,
    )
    counts = np.zeros(cells + 1, dtype=np.int64)
    order = np.empty(0, dtype=np.int32)
    starts = counts
    for fill in (False, True):
        if fill:
            starts = np.concatenate([[0], np.cumsum(counts)])
            order = np.empty(int(counts.sum()), dtype=np.int32)
            counts = starts[:-1].copy()
        for start in range(0, size, 8 * SLICE):
            limits.check()
            _layers(boards, counts, order, fill, start, min(start + 8 * SLICE, size))
    for stones in range(cells - 1, -1, -1):
        for start in range(int(starts[stones]), int(starts[stones + 1]), SLICE):
            limits.check()
            stop = min(start + SLICE, int(starts[stones + 1]))
            _decide(boards, order, start, stop, stones % 3)
    return Solved(table, len(order))
