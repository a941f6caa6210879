"""Counting exact covers of at most 64 + 64 items held in two machine words, compiled."""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

DONE, MORE = 0, 1
DEPTH, BUDGET, COUNT = range(3)


@njit(cache=True)
def advance(
    left: Any,
    right: Any,
    starts: Any,
    members: Any,
    free: Any,
    open_: Any,
    place: Any,
    stop: Any,
    state: Any,
) -> int:
    """Depth-first search from the state on the stack until it is done or the budget spent.

    Option k covers the left items ``left[k]`` and right items ``right[k]`` (bits);
    ``members[starts[i]:starts[i + 1]]`` are the options of right item i. Level d has
    the uncovered left items ``free[d]``, right items ``open_[d]`` and the options
    ``place[d]..stop[d]`` of the item branched on still to try (``place[d] = -1``: new).
    """
    zero = np.uint64(0)
    one = np.uint64(1)
    while state[DEPTH] >= 0:
        if state[BUDGET] <= 0:
            return MORE
        state[BUDGET] -= 1
        depth = state[DEPTH]
        if place[depth] < 0:
            rest = open_[depth]
            if rest == zero:
                if free[depth] == zero:
                    state[COUNT] += 1
                state[DEPTH] -= 1
                continue
            fewest = 1 << 30
            best = -1
            reach = zero
            item = 0
            while rest != zero:
                if rest & one:
                    options = 0
                    for k in range(starts[item], starts[item + 1]):
                        option = members[k]
                        if (
                            left[option] & ~free[depth] == zero
                            and right[option] & ~open_[depth] == zero
                        ):
                            options += 1
                            reach |= left[option]
                    if options < fewest:
                        fewest = options
                        best = item
                        if options == 0:
                            break
                rest >>= one
                item += 1
            if fewest == 0 or reach != free[depth]:
                state[DEPTH] -= 1
                continue
            place[depth] = starts[best]
            stop[depth] = starts[best + 1]
        if place[depth] == stop[depth]:
            state[DEPTH] -= 1
            continue
        option = members[place[depth]]
        place[depth] += 1
        if left[option] & ~free[depth] == zero and right[option] & ~open_[depth] == zero:
            free[depth + 1] = free[depth] & ~left[option]
            open_[depth + 1] = open_[depth] & ~right[option]
            place[depth + 1] = -1
            state[DEPTH] += 1
    return DONE
