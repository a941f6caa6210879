"""Local search for two-colourings without a set of one colour, compiled."""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

DONE, MORE = 0, 1


@njit(cache=True)
def _random(seed: Any) -> Any:
    """The next 64-bit number of xorshift64*."""
    x = seed[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    seed[0] = x
    return x * np.uint64(2685821657736338717)


@njit(cache=True)
def begin(starts: Any, literals: Any, value: Any, true: Any, bad: Any, place: Any) -> int:
    """Count true literals of each set; list the sets of one colour; how many there are."""
    count = 0
    for row in range(len(starts) - 1):
        true[row] = 0
        for k in range(starts[row], starts[row + 1]):
            true[row] += value[literals[k] >> 1] ^ (literals[k] & 1)
        place[row] = -1
        if true[row] == 0 or true[row] == starts[row + 1] - starts[row]:
            bad[count] = row
            place[row] = count
            count += 1
    return count


@njit(cache=True)
def advance(
    starts: Any,
    literals: Any,
    through: Any,
    rows: Any,
    value: Any,
    true: Any,
    bad: Any,
    place: Any,
    count: int,
    weights: Any,
    seed: Any,
    flips: int,
) -> int:
    """Up to ``flips`` steps: take a set of one colour at random, flip one of its literals
    chosen with probability proportional to ``weights[break]``; how many sets are bad.

    ``break`` is the number of sets that the flip would make one-coloured. A literal
    ``2 v + s`` is the colour of v, turned over for s = 1.
    """
    chance = np.zeros(64, dtype=np.float64)
    for _ in range(flips):
        if count == 0:
            return 0
        row = bad[int(_random(seed) % np.uint64(count))]
        size = starts[row + 1] - starts[row]
        total = 0.0
        for k in range(size):
            v = literals[starts[row] + k] >> 1
            broken = 0
            for i in range(through[v], through[v + 1]):
                other = rows[i] >> 1
                # flipping makes the set one-coloured if this literal is the odd one out
                now = value[v] ^ (rows[i] & 1)
                if true[other] == (1 if now else starts[other + 1] - starts[other] - 1):
                    broken += 1
            total += weights[min(broken, len(weights) - 1)]
            chance[k] = total
        pick = total * (float(_random(seed) >> np.uint64(11)) / 9007199254740992.0)
        k = 0
        while k < size - 1 and chance[k] <= pick:
            k += 1
        v = literals[starts[row] + k] >> 1
        for i in range(through[v], through[v + 1]):
            other = rows[i] >> 1
            length = starts[other + 1] - starts[other]
            true[other] += -1 if value[v] ^ (rows[i] & 1) else 1
            wrong = true[other] == 0 or true[other] == length
            if wrong and place[other] < 0:
                bad[count] = other
                place[other] = count
                count += 1
            elif not wrong and place[other] >= 0:
                count -= 1
                last = bad[count]
                bad[place[other]] = last
                place[last] = place[other]
                place[other] = -1
        value[v] ^= 1
    return count
