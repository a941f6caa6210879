"""Compiled check of a table of forced wins, board by board."""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

from numba import njit


@njit(cache=True)
def first_wrong(
    cells: int,
    low_cells: int,
    low_x: Any,
    low_o: Any,
    size: Any,
    powers: Any,
    bits: Any,
    closing: Any,
    free: Any,
    table: Any,
    start: int,
    stop: int,
) -> int:
    """The first board in ``start..stop`` whose entry does not follow from its moves, or -1.

    ``low_x[k], low_o[k]`` are the sets of the ``low_cells``-digit ternary number k, and
    ``size[mask]`` a set's size. ``closing[mask, cell]`` is 0, 1..3 (owner) or 4 (the mover);
    ``bits[mover, code]`` whose win a code is. A board that is over must hold 0.
    """
    low_size = len(low_x)
    for board in range(start, stop):
        low = board % low_size
        high = board // low_size
        x = low_x[low] | low_x[high] << low_cells
        o = low_o[low] | low_o[high] << low_cells
        taken = x | o
        stones = size[taken]
        if not free[x] or not free[o] or stones == cells:
            if table[board] != 0:
                return board
            continue
        mover = stones % 3
        some, every = 0, 7
        for cell in range(cells):
            if taken >> cell & 1:
                continue
            code = closing[x, cell]
            wins = bits[mover, code] if code else table[board + powers[cell]]
            some |= wins
            every &= wins
            code = closing[o, cell]
            wins = bits[mover, code] if code else table[board + 2 * powers[cell]]
            some |= wins
            every &= wins
        own = 1 << mover
        if table[board] != (some & own) | (every & ~own & 7):
            return board
    return -1
