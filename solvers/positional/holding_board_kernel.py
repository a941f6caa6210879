# mypy: disable-error-code="untyped-decorator"
"""Positions of ``holding_kernel``, on boards to 128 cells, compiled.

A position is (a, d), two 64-bit words each: Maker's cells in live sets, and the cells that count
no more, Breaker's and those in no live set. A bit of cell c is bit c % 64 of word c // 64.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional.threat_kernel import NONE, ONE
from gameproof.solvers.word_sets_kernel import count_bits, lowest

SCALE = 30  # a set of no free cells has potential 2 ** SCALE


class Rules(NamedTuple):
    """Maker's sets, the cells of the board, and ``images[g, c]``, where automorphism g takes
    cell c (``inverse``: which cell it takes there); ``options`` is Breaker's width, the steps
    of a search for pairs, and whether moves outside of zones are left out; ``stats`` counts
    expansions and searches for pairs."""

    masks: NDArray[np.uint64]
    board: NDArray[np.uint64]
    images: NDArray[np.uint64]
    inverse: NDArray[np.uint64]
    options: NDArray[np.int64]
    stats: NDArray[np.int64]


@njit(cache=True)
def image(x: Any, y: Any, to: Any, out: Any, at: Any) -> None:
    """The words (x, y) when cell c goes to ``to[c]``, into two places of ``out``."""
    p = q = NONE
    for base in range(2):
        word = y if base else x
        while word != NONE:
            cell = to[64 * base + lowest(word)]
            word &= word - ONE
            if cell < np.uint64(64):
                p |= ONE << cell
            else:
                q |= ONE << (cell - np.uint64(64))
    out[at] = p
    out[at + 1] = q


@njit(cache=True)
def canonical(rules: Any, p: Any) -> Any:
    """Reduce the position ``p`` to its live sets and take its least image, by the automorphism
    that is returned."""
    x = y = NONE
    masks = rules.masks
    for i in range(masks.shape[0]):
        if masks[i, 0] & p[2] == NONE and masks[i, 1] & p[3] == NONE:
            x |= masks[i, 0]
            y |= masks[i, 1]
    p[0] &= x
    p[1] &= y
    p[2] = rules.board[0] & ~x
    p[3] = rules.board[1] & ~y
    number = 0
    best = p.copy()
    turned = np.empty(4, np.uint64)
    for g in range(1, rules.images.shape[0]):
        image(p[0], p[1], rules.images[g], turned, 0)
        if turned[0] > best[0] or (turned[0] == best[0] and turned[1] > best[1]):
            continue
        image(p[2], p[3], rules.images[g], turned, 2)
        for i in range(4):
            if turned[i] != best[i]:
                if turned[i] < best[i]:
                    best[:] = turned
                    number = g
                break
    p[:] = best
    return number


@njit(cache=True)
def distance(rules: Any, p: Any) -> Any:
    """A first guess how far Breaker is from having held: by Maker's potential squared."""
    total = 0.0
    for i in range(rules.masks.shape[0]):
        m0, m1 = rules.masks[i, 0], rules.masks[i, 1]
        if m0 & p[2] == NONE and m1 & p[3] == NONE:
            total += 2.0 ** -(count_bits(m0 & ~p[0]) + count_bits(m1 & ~p[1]))
    return 1 + np.int64(8.0 * total * total)


@njit(cache=True)
def completing(rules: Any, p: Any, out: Any) -> Any:
    """The cells by which Maker completes a set, into ``out``; how many."""
    out[0] = NONE
    out[1] = NONE
    for i in range(rules.masks.shape[0]):
        m0, m1 = rules.masks[i, 0], rules.masks[i, 1]
        if m0 & p[2] == NONE and m1 & p[3] == NONE:
            x, y = m0 & ~p[0], m1 & ~p[1]
            if count_bits(x) + count_bits(y) <= 1:
                out[0] |= x
                out[1] |= y
    return count_bits(out[0]) + count_bits(out[1])


@njit(cache=True)
def add(p: Any, at: Any, cell: Any) -> None:
    """Put a cell into the words of ``p`` from ``at`` on."""
    if cell < 64:
        p[at] |= ONE << np.uint64(cell)
    else:
        p[at + 1] |= ONE << np.uint64(cell - 64)


@njit(cache=True)
def answers(rules: Any, p: Any, order: Any) -> Any:
    """Breaker's moves into ``order``, those that take most potential squared first, or the one
    that he must make; how many, -1 if Maker completes a set in two ways."""
    must = np.empty(2, np.uint64)
    ways = completing(rules, p, must)
    if ways > 1:
        return -1
    if ways == 1:
        order[0] = lowest(must[0]) if must[0] != NONE else 64 + lowest(must[1])
        return 1
    worth = np.zeros(128, np.int64)
    for i in range(rules.masks.shape[0]):
        m0, m1 = rules.masks[i, 0], rules.masks[i, 1]
        if m0 & p[2] == NONE and m1 & p[3] == NONE:
            x, y = m0 & ~p[0], m1 & ~p[1]
            free = 2 * (count_bits(x) + count_bits(y))
            value = np.int64(1) << (SCALE - free if free < SCALE else 0)
            while x != NONE:
                worth[lowest(x)] += value
                x &= x - ONE
            while y != NONE:
                worth[64 + lowest(y)] += value
                y &= y - ONE
    n = 0
    width = rules.options[0]
    for cell in range(128):
        if worth[cell] == 0:
            continue
        i = min(n, width)
        while i > 0 and worth[order[i - 1]] < worth[cell]:
            if i < width:
                order[i] = order[i - 1]
            i -= 1
        if i < width:
            order[i] = cell
            n = min(n + 1, width)
    return n


@njit(cache=True)
def is_free(rules: Any, p: Any, cell: Any) -> Any:
    """Is the cell on the board, and in nobody's words?"""
    at = cell // 64
    return (rules.board[at] & ~(p[at] | p[2 + at])) >> np.uint64(cell % 64) & ONE != NONE


@njit(cache=True)
def has(words: Any, cell: Any) -> Any:
    """Is the cell in the two words?"""
    return (words[cell // 64] >> np.uint64(cell % 64)) & ONE != NONE
