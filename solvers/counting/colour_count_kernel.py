"""Counting two-colourings in which no set has all its cells of one colour, compiled."""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

DONE, MORE = 0, 1
CELL, ONES, BUDGET = range(3)


@njit(cache=True)
def advance(
    cells: int,
    starts_one: Any,
    masks_one: Any,
    starts_zero: Any,
    masks_zero: Any,
    colours: Any,
    tried: Any,
    counts: Any,
    state: Any,
) -> int:
    """Colour cells 0, 1, ... in turn (bit set: colour one) until done or the budget spent.

    ``masks_one[starts_one[c]:starts_one[c + 1]]`` are the sets with last cell c that
    must not be all of colour one. ``counts[k]`` counts colourings with k ones;
    ``tried[c]`` is the number of colours tried at cell c, ``colours[c]`` those before it.
    """
    one = np.uint64(1)
    while state[CELL] >= 0:
        if state[BUDGET] <= 0:
            return MORE
        state[BUDGET] -= 1
        cell = state[CELL]
        if cell == cells:
            counts[state[ONES]] += 1
            state[CELL] -= 1
            state[ONES] -= (colours[cell] >> np.uint64(cell - 1)) & one
            continue
        bit = one << np.uint64(cell)
        if tried[cell] == 0:
            tried[cell] = 1
            good = True
            for k in range(starts_zero[cell], starts_zero[cell + 1]):
                if colours[cell] & masks_zero[k] == 0:
                    good = False
                    break
            if good:
                colours[cell + 1] = colours[cell]
                state[CELL] += 1
                if cell + 1 < cells:
                    tried[cell + 1] = 0
        elif tried[cell] == 1:
            tried[cell] = 2
            good = True
            now = colours[cell] | bit
            for k in range(starts_one[cell], starts_one[cell + 1]):
                if now & masks_one[k] == masks_one[k]:
                    good = False
                    break
            if good:
                colours[cell + 1] = now
                state[ONES] += 1
                state[CELL] += 1
                if cell + 1 < cells:
                    tried[cell + 1] = 0
        else:
            state[CELL] -= 1
            if cell > 0:
                state[ONES] -= (colours[cell] >> np.uint64(cell - 1)) & one
    return DONE
