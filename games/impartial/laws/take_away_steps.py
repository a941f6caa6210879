"""Values of take-away games with memory by their steps: for non-decreasing f the values of (n, x)
grow with x."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.games.impartial.take_away import Position


def nim_value(position: Position, steps: NDArray[np.int32]) -> int:
    """The XOR of the piles' values; ``steps[k, n]`` is T_k(n)."""
    total = 0
    for n, most in position.piles:
        total ^= int(np.count_nonzero(steps[:, n] <= most))
    return total


def step_table(first: NDArray[np.int32]) -> NDArray[np.int32]:
    """``T_k(n)`` from the columns, size + 1 where infinite."""
    steps = first.copy()
    steps[steps == 0] = first.shape[1]
    return np.maximum.accumulate(steps, axis=0, out=steps)
