"""How many two-colourings leave no set in one colour, by number of cells of colour one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.limits import Limits

KERNEL_FROM = 14
"""Cells from which the compiled search is worth loading."""

MOST_CELLS = 63


def count(
    cells: int,
    not_one: Sequence[Sequence[int]],
    not_zero: Sequence[Sequence[int]],
    limits: Limits,
) -> list[int]:
    """Entry k: colourings of 0..cells-1 with k cells of colour one, no set of ``not_one``
    wholly of colour one and none of ``not_zero`` wholly of colour zero.

    Depth-first over the cells, each set looked at when its last cell is coloured.
    Raises ``LimitReached``, and ``ValueError`` beyond 63 cells.
    """
    if cells > MOST_CELLS:
        raise ValueError(f"at most {MOST_CELLS} cells")
    if any(not members for members in (*not_one, *not_zero)):
        return [0] * (cells + 1)
    ones, zeros = _by_last(cells, not_one), _by_last(cells, not_zero)
    if cells < KERNEL_FROM:
        return _plain(cells, ones, zeros)
    return _compiled(cells, ones, zeros, limits)


def _by_last(cells: int, sets: Sequence[Sequence[int]]) -> list[list[int]]:
    """Bit masks of the sets, listed at their last cell."""
    found: list[list[int]] = [[] for _ in range(cells)]
    for members in sets:
        found[max(members)].append(sum(1 << cell for cell in set(members)))
    return found


def _plain(cells: int, ones: list[list[int]], zeros: list[list[int]]) -> list[int]:
    counts = [0] * (cells + 1)

    def colour(cell: int, board: int, number: int) -> None:
        if cell == cells:
            counts[number] += 1
            return
        if all(board & mask for mask in zeros[cell]):
            colour(cell + 1, board, number)
        board |= 1 << cell
        if all(board & mask != mask for mask in ones[cell]):
            colour(cell + 1, board, number + 1)

    colour(0, 0, 0)
    return counts


def _compiled(
    cells: int, ones: list[list[int]], zeros: list[list[int]], limits: Limits
) -> list[int]:
    from gameproof.solvers.jit import kernels

    kernel = kernels("counting.colour_count_kernel")

    def packed(lists: list[list[int]]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        starts = np.zeros(cells + 1, dtype=np.int64)
        np.cumsum([len(masks) for masks in lists], out=starts[1:])
        return starts, np.array([mask for masks in lists for mask in masks], dtype=np.uint64)

    starts_one, masks_one = packed(ones)
    starts_zero, masks_zero = packed(zeros)
    colours = np.zeros(cells + 1, dtype=np.uint64)
    tried = np.zeros(cells + 1, dtype=np.int64)
    counts = np.zeros(cells + 1, dtype=np.int64)
    state = np.zeros(3, dtype=np.int64)
    while True:
        limits.check()
        state[kernel.BUDGET] = 10_000_000
        code = kernel.advance(
            cells, starts_one, masks_one, starts_zero, masks_zero, colours, tried, counts, state
        )
        if code == kernel.DONE:
            return [int(x) for x in counts]
