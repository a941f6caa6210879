# mypy: disable-error-code="untyped-decorator"
"""Disjoint pairs of cells such that every set holds one, by backtracking, compiled.

Who stops the sets answers in the pair. A pair may serve several sets. The set with the fewest
cells left is served first, by the pair that serves most of the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from gameproof.solvers.positional.threat_kernel import NONE, ONE
from gameproof.solvers.word_sets_kernel import count_bits

MOST_PAIRS = 32
TRIED = 6  # pairs of a set that are tried


@njit(cache=True)
def find_pairs(own: Any, other: Any, masks: Any, pairs: Any, budget: Any) -> Any:
    """Pairs in the free cells of every set of the owner of ``own`` that has no cell of
    ``other``, into ``pairs`` (words of two bits); their number, -1 if none were found within
    ``budget`` steps."""
    live = np.empty(masks.shape[0], np.uint64)
    n = 0
    for i in range(masks.shape[0]):
        if masks[i] & other == NONE:
            rest = masks[i] & ~own
            if rest & (rest - ONE) == NONE:
                return -1
            live[n] = rest
            n += 1
    choices = np.zeros((MOST_PAIRS, TRIED), np.uint64)
    worth = np.zeros((MOST_PAIRS, TRIED), np.int64)
    at = np.zeros(MOST_PAIRS, np.int64)
    used = np.zeros(MOST_PAIRS + 1, np.uint64)
    k = 0
    fresh = True
    while k >= 0:
        if fresh:
            fresh = False
            budget -= 1
            if budget < 0 or k >= MOST_PAIRS:
                return -1
            best = NONE
            fewest = 65
            failed = False
            for i in range(n):
                if served(live[i], pairs, k):
                    continue
                free = live[i] & ~used[k]
                left = count_bits(free)
                if left < 2:
                    failed = True
                    break
                if left < fewest:
                    fewest = left
                    best = free
            if failed:
                k -= 1
                continue
            if fewest == 65:
                return k
            at[k] = 0
            worth[k, :] = -1
            one = best
            while one != NONE:
                low = one & (~one + ONE)
                one ^= low
                two = one
                while two != NONE:
                    high = two & (~two + ONE)
                    two ^= high
                    pair = low | high
                    score = 0
                    for i in range(n):
                        if live[i] & pair == pair and not served(live[i], pairs, k):
                            score += 4
                        elif live[i] & pair != NONE:
                            score -= 1
                    insert(choices[k], worth[k], pair, score + 1000)
        if at[k] >= TRIED or worth[k, at[k]] < 0:
            k -= 1
            continue
        pairs[k] = choices[k, at[k]]
        at[k] += 1
        used[k + 1] = used[k] | pairs[k]
        k += 1
        fresh = True
    return -1


@njit(cache=True)
def served(rest: Any, pairs: Any, k: Any) -> Any:
    """Do the cells hold one of the first ``k`` pairs?"""
    for j in range(k):
        if rest & pairs[j] == pairs[j]:
            return True
    return False


@njit(cache=True)
def insert(choices: Any, worth: Any, pair: Any, score: Any) -> None:
    """Keep the pair among the best ones, in falling order."""
    i = TRIED
    while i > 0 and worth[i - 1] < score:
        i -= 1
        if i + 1 < TRIED:
            worth[i + 1] = worth[i]
            choices[i + 1] = choices[i]
    if i < TRIED:
        worth[i] = score
        choices[i] = pair
