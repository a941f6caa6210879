# mypy: disable-error-code="untyped-decorator"
"""Disjoint pairs of cells such that every set holds one, chosen pair by pair, compiled.

Who stops the sets answers in the pair, and a pair may serve several sets. As ``pairs_kernel``, on
two words a position: a bit of cell c is bit c % 64 of word c // 64. Only the pairs of a set that
serve most are tried, so nothing is refuted here; ``grouped_pairs_kernel`` does that.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional.threat_kernel import NONE, ONE
from gameproof.solvers.word_sets_kernel import count_bits

MOST_PAIRS = 64
TRIED = 6  # pairs of a set that are tried


class Room(NamedTuple):
    """Room for the search: the sets not served, the pairs on the path with their cells, and the
    choices of each step."""

    needy: NDArray[np.uint64]
    pairs: NDArray[np.uint64]
    used: NDArray[np.uint64]
    choices: NDArray[np.uint64]
    worth: NDArray[np.int64]
    at: NDArray[np.int64]


def room(sets: int) -> Room:
    """Room for so many sets."""
    return Room(
        np.zeros((sets + 1, 2), np.uint64),
        np.zeros((MOST_PAIRS, 2), np.uint64),
        np.zeros((MOST_PAIRS + 1, 2), np.uint64),
        np.zeros((MOST_PAIRS, TRIED, 2), np.uint64),
        np.zeros((MOST_PAIRS, TRIED), np.int64),
        np.zeros(MOST_PAIRS, np.int64),
    )


@njit(cache=True)
def least_sets(masks: Any, a0: Any, a1: Any, d0: Any, d1: Any, live: Any) -> Any:
    """The free cells of the live sets that hold no other's, fewest first, into ``live``; their
    number, -1 if one of them has fewer than two."""
    n = 0
    for i in range(masks.shape[0]):
        if masks[i, 0] & d0 == NONE and masks[i, 1] & d1 == NONE:
            x = masks[i, 0] & ~a0
            y = masks[i, 1] & ~a1
            size = count_bits(x) + count_bits(y)
            if size < 2:
                return -1
            j = n
            while j > 0 and count_bits(live[j - 1, 0]) + count_bits(live[j - 1, 1]) > size:
                live[j, 0] = live[j - 1, 0]
                live[j, 1] = live[j - 1, 1]
                j -= 1
            live[j, 0] = x
            live[j, 1] = y
            n += 1
    kept = 0
    for i in range(n):
        x, y = live[i, 0], live[i, 1]
        least = True
        for j in range(kept):
            if live[j, 0] & ~x == NONE and live[j, 1] & ~y == NONE:
                least = False
                break
        if least:
            live[kept, 0] = x
            live[kept, 1] = y
            kept += 1
    return kept


@njit(cache=True)
def greedy_pairs(live: Any, n: Any, room: Any, budget: Any) -> Any:
    """Pairs in each of the first ``n`` words of ``live``, into ``room.pairs``; their number, -1 if
    none were found within ``budget`` steps."""
    needy, pairs, used = room.needy, room.pairs, room.used
    choices, worth, at = room.choices, room.worth, room.at
    used[0, 0] = NONE
    used[0, 1] = NONE
    k = 0
    fresh = True
    while k >= 0:
        if fresh:
            fresh = False
            budget -= 1
            if budget < 0 or k >= MOST_PAIRS:
                return -1
            u0, u1 = used[k, 0], used[k, 1]
            best, fewest, left, failed = -1, 200, 0, False
            for i in range(n):
                if served(live[i, 0], live[i, 1], pairs, k):
                    continue
                needy[left, 0] = live[i, 0]
                needy[left, 1] = live[i, 1]
                size = count_bits(live[i, 0] & ~u0) + count_bits(live[i, 1] & ~u1)
                if size < 2:
                    failed = True
                    break
                if size < fewest:
                    fewest = size
                    best = left
                left += 1
            if failed:
                k -= 1
                continue
            if best < 0:
                return k
            at[k] = 0
            worth[k, :] = -1
            choose(needy, left, needy[best, 0] & ~u0, needy[best, 1] & ~u1, choices[k], worth[k])
        if at[k] >= TRIED or worth[k, at[k]] < 0:
            k -= 1
            continue
        pairs[k, 0] = choices[k, at[k], 0]
        pairs[k, 1] = choices[k, at[k], 1]
        at[k] += 1
        used[k + 1, 0] = used[k, 0] | pairs[k, 0]
        used[k + 1, 1] = used[k, 1] | pairs[k, 1]
        k += 1
        fresh = True
    return -1


@njit(cache=True)
def served(x: Any, y: Any, pairs: Any, k: Any) -> Any:
    """Do the cells hold one of the first ``k`` pairs?"""
    for j in range(k):
        if pairs[j, 0] & ~x == NONE and pairs[j, 1] & ~y == NONE:
            return True
    return False


@njit(cache=True)
def choose(needy: Any, left: Any, x: Any, y: Any, choices: Any, worth: Any) -> None:
    """The pairs among the cells (x, y), those that serve most sets and touch fewest first."""
    while x != NONE or y != NONE:
        p0 = x & (~x + ONE)
        p1 = y & (~y + ONE) if p0 == NONE else NONE
        x ^= p0
        y ^= p1
        s, t = x, y
        while s != NONE or t != NONE:
            q0 = s & (~s + ONE)
            q1 = t & (~t + ONE) if q0 == NONE else NONE
            s ^= q0
            t ^= q1
            w0, w1 = p0 | q0, p1 | q1
            score = 1000
            for i in range(left):
                in0, in1 = needy[i, 0] & w0, needy[i, 1] & w1
                if in0 == w0 and in1 == w1:
                    score += 4
                elif in0 != NONE or in1 != NONE:
                    score -= 1
            i = TRIED
            while i > 0 and worth[i - 1] < score:
                i -= 1
                if i + 1 < TRIED:
                    worth[i + 1] = worth[i]
                    choices[i + 1, 0] = choices[i, 0]
                    choices[i + 1, 1] = choices[i, 1]
            if i < TRIED:
                worth[i] = score
                choices[i, 0] = w0
                choices[i, 1] = w1
