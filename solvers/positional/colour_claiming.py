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

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits

SMALL = 9  # cells that plain Python solves in a moment
SLICE = 1 << 19


@dataclass(frozen=True, slots=True)
class Solved:
    """``table[board]`` has bit k set when player k can force a win; boards in base 3
    (cell i counts 3^i, 1 for the first colour, 2 for the second). Boards that the
    game cannot reach, or that are over, hold 0. ``boards`` counts those decided."""

    table: NDArray[np.uint8]
    boards: int


def solve(
    cells: int,
    closing: NDArray[np.uint8],
    loop_free: NDArray[np.bool_],
    limits: Limits,
    *,
    small: int = SMALL,
) -> Solved:
    """Every board of ``cells`` cells, at most 16; up to ``small`` in plain Python.

    ``closing`` is (2^cells, cells): 0, 1..3 (owner), 4 (the mover). ``loop_free`` tells
    the sets that have ended nothing yet. Time O(3^cells * cells), memory 5 * 3^cells
    bytes. Raises ``LimitReached`` and ``ValueError`` (more than 16 cells).
    """
    if cells > 16:
        raise ValueError("at most 16 cells")
    boards = 3**cells
    table = np.zeros(boards, dtype=np.uint8)
    powers = np.array([3**k for k in range(cells)], dtype=np.int64)
    if cells <= small:
        return _plain(cells, closing, loop_free, table, limits)
    kernel = kernels("positional.colour_claiming_kernel")
    low_cells = (cells + 1) // 2
    numbers = np.arange(3**low_cells, dtype=np.int64)
    low_x, low_o = np.zeros_like(numbers), np.zeros_like(numbers)
    for k in range(low_cells):
        low_x |= (numbers // 3**k % 3 == 1).astype(np.int64) << k
        low_o |= (numbers // 3**k % 3 == 2).astype(np.int64) << k
    size = np.array([mask.bit_count() for mask in range(1 << cells)], dtype=np.int64)
    half = (cells, low_cells, low_x, low_o)
    counts = np.zeros(cells + 1, dtype=np.int64)
    order = np.empty(0, dtype=np.int32)
    starts = counts
    for fill in (False, True):
        if fill:
            starts = np.concatenate([[0], np.cumsum(counts)])
            order = np.empty(int(counts.sum()), dtype=np.int32)
            counts = starts[:-1].copy()
        for start in range(0, boards, 8 * SLICE):
            limits.check()
            stop = min(start + 8 * SLICE, boards)
            kernel.layers(*half, size, loop_free, counts, order, fill, start, stop)
    for stones in range(cells - 1, -1, -1):
        for start in range(int(starts[stones]), int(starts[stones + 1]), SLICE):
            limits.check()
            stop = min(start + SLICE, int(starts[stones + 1]))
            kernel.solve_layer(*half, powers, closing, table, order, start, stop, stones % 3)
    return Solved(table, len(order))


def _plain(
    cells: int,
    closing: NDArray[np.uint8],
    loop_free: NDArray[np.bool_],
    table: NDArray[np.uint8],
    limits: Limits,
) -> Solved:
    """The same without a compiler; 3^9 boards take about a second."""
    ends = closing.tolist()
    free = loop_free.tolist()
    masks = [(0, 0, 0)]
    for cell in range(cells):
        bit = 1 << cell
        masks = [
            (x | (bit if d == 1 else 0), o | (bit if d == 2 else 0), s + (d > 0))
            for d in range(3)
            for x, o, s in masks
        ]
    live = [b for b, (x, o, s) in enumerate(masks) if s < cells and free[x] and free[o]]
    wins = [0] * len(masks)
    for board in sorted(live, key=lambda b: -masks[b][2]):
        limits.check()
        x, o, stones = masks[board]
        own = 1 << stones % 3
        some, every = 0, 7
        for cell in range(cells):
            if (x | o) >> cell & 1:
                continue
            for colour, mask in ((1, x), (2, o)):
                code = ends[mask][cell]
                if code == 0:
                    result = wins[board + colour * 3**cell]
                else:
                    result = own if code == 4 else 1 << (code - 1)
                some |= result
                every &= result
        wins[board] = (some & own) | (every & ~own & 7)
    table[:] = wins
    return Solved(table, len(live))
