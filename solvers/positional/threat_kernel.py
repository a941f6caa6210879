# mypy: disable-error-code="untyped-decorator"
"""Sequences of threats on boards to 64 cells, compiled.

A position is two 64-bit words ``a`` (the attacker's cells) and ``d`` (the defender's).
A *dead* cell, one that lies in no live set of its owner (or, when free, of anybody),
is kept in both words: it blocks every set through it and nobody plays there. ``r`` is
the number of moves the attacker still has.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.word_sets_kernel import count_bits, lowest

ONE = np.uint64(1)
NONE = np.uint64(0)
MOST_THREATS = 33
FOUND_NOTHING, OUT_OF_BUDGET, CUT_OFF = -1, -2, -3
COMPLETE = 100


class Rules(NamedTuple):
    """The attacker's sets as masks ``A`` and by cell (``ap``, ``ai``), the defender's ``B``;
    ``images[g, c]`` is the bit of the cell to which automorphism g (0 the identity) takes
    cell c; then a table of positions without a threat sequence, room for the path of the
    search for one; ``stats`` counts threat nodes, expansions of the attacker's and of the
    defender's nodes, and table misses. ``barred`` are words of cells that the attacker never
    takes, and the defender only in ascending order, word by word; ``pairs`` is room for pairs."""

    A: NDArray[np.uint64]
    ap: NDArray[np.int64]
    ai: NDArray[np.int64]
    B: NDArray[np.uint64]
    bp: NDArray[np.int64]
    bi: NDArray[np.int64]
    images: NDArray[np.uint64]
    fail_a: NDArray[np.uint64]
    fail_d: NDArray[np.uint64]
    fail_moves: NDArray[np.int64]
    path: NDArray[np.uint64]
    stats: NDArray[np.int64]
    barred: NDArray[np.uint64]
    pairs: NDArray[np.uint64]


@njit(cache=True)
def open_to_defender(free: Any, barred: Any) -> Any:
    """The cells among ``free`` that the defender may take."""
    found = own_moves(free, barred)
    for i in range(barred.shape[0]):
        word = free & barred[i]
        found |= word & (~word + ONE)
    return found


@njit(cache=True)
def own_moves(free: Any, barred: Any) -> Any:
    """The cells among ``free`` that the attacker may take."""
    for i in range(barred.shape[0]):
        free &= ~barred[i]
    return free


@njit(cache=True)
def several(word: Any) -> Any:
    """Does the word have two bits or more?"""
    return word & (word - ONE) != NONE


@njit(cache=True)
def mixed(a: Any, d: Any) -> Any:
    """A hash of a position."""
    h = a * np.uint64(0x9E3779B97F4A7C15) + (d ^ (d >> np.uint64(32))) * np.uint64(
        0xC2B2AE3D27D4EB4F
    )
    # Every bit must reach the low ones, or positions that differ on high cells collide.
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@njit(cache=True)
def completing(own: Any, other: Any, masks: Any) -> Any:
    """The cells that complete a set for the owner of ``own``."""
    cells = NONE
    for i in range(masks.shape[0]):
        if masks[i] & other == NONE:
            rest = masks[i] & ~own
            if rest & (rest - ONE) == NONE:
                cells |= rest
    return cells


@njit(cache=True)
def completing_through(own: Any, other: Any, masks: Any, ptr: Any, idx: Any, cell: Any) -> Any:
    """As :func:`completing`, for the sets through one cell."""
    cells = NONE
    for j in range(ptr[cell], ptr[cell + 1]):
        mask = masks[idx[j]]
        if mask & other == NONE:
            rest = mask & ~own
            if rest & (rest - ONE) == NONE:
                cells |= rest
    return cells


@njit(cache=True)
def scan(own: Any, other: Any, masks: Any, moves: Any, out: Any) -> Any:
    """One pass over a family: ``out[0]`` completing cells, ``out[1]`` the cells of the live
    sets (no stone of the other, at most ``moves`` cells to take); returns the potential,
    the sum of 2^(48 - free cells) over the live sets, rounded up."""
    win = NONE
    live = NONE
    potential = np.int64(0)
    for i in range(masks.shape[0]):
        mask = masks[i]
        if mask & other == NONE:
            rest = mask & ~own
            free = count_bits(rest)
            if free <= moves:
                live |= mask
                if free <= 1:
                    win |= rest
                potential += np.int64(1) << np.int64(48 - free if free < 48 else 0)
    out[0] = win
    out[1] = live
    return potential


@njit(cache=True)
def threats(rules: Any, a: Any, d: Any, must: Any, line: Any, most: Any, budget: Any) -> Any:
    """Depth-first search for a sequence of threats that wins, the attacker to move.

    He completes nothing at once and ``must`` take that cell if there is one. Fills ``line``
    with his moves and returns their number; the last one leaves him two ways to complete a
    set. Otherwise ``FOUND_NOTHING``, ``CUT_OFF`` (none with at most ``most`` moves) or
    ``OUT_OF_BUDGET``.
    """
    A, B, path = rules.A, rules.B, rules.path
    ap, ai, bp, bi = rules.ap, rules.ai, rules.bp, rules.bi
    fail_a, fail_d, fail_moves = rules.fail_a, rules.fail_d, rules.fail_moves
    places = np.uint64(fail_a.shape[0] - 1)
    k = 0
    path[0, 0] = a
    path[0, 1] = d
    fresh = True
    seen = 0
    while k >= 0:
        a = path[k, 0]
        d = path[k, 1]
        place = mixed(a, d) & places
        if fresh:
            fresh = False
            path[k, 3] = NONE
            seen += 1
            if seen > budget:
                rules.stats[0] += seen
                return OUT_OF_BUDGET
            failed = fail_moves[place]
            if failed >= most - k and fail_a[place] == a and fail_d[place] == d:
                if failed < COMPLETE:
                    path[max(k - 1, 0), 3] = ONE
                k -= 1
                continue
            cells = NONE
            twice = NONE
            for i in range(A.shape[0]):
                if A[i] & d == NONE:
                    rest = A[i] & ~a
                    more = rest & (rest - ONE)
                    if more != NONE and more & (more - ONE) == NONE:
                        twice |= cells & rest
                        cells |= rest
            if must != NONE:
                cells &= must
                twice &= must
            while twice != NONE:
                bit = twice & (~twice + ONE)
                twice ^= bit
                cell = lowest(bit)
                if several(completing_through(a | bit, d, A, ap, ai, cell)):
                    line[k] = cell
                    rules.stats[0] += seen
                    return k + 1
            if k >= most - 1:
                if cells != NONE:
                    path[k, 3] = ONE
                cells = NONE
            path[k, 2] = cells
        cells = path[k, 2]
        if cells == NONE:
            fail_a[place] = a
            fail_d[place] = d
            if path[k, 3] != NONE:
                fail_moves[place] = most - k
                path[max(k - 1, 0), 3] = ONE
            else:
                fail_moves[place] = COMPLETE
            k -= 1
            continue
        bit = cells & (~cells + ONE)
        path[k, 2] = cells ^ bit
        cell = lowest(bit)
        a |= bit
        answer = completing_through(a, d, A, ap, ai, cell)
        if answer == NONE:
            continue
        line[k] = cell
        if several(answer):
            rules.stats[0] += seen
            return k + 1
        d |= answer
        must = completing_through(d, a, B, bp, bi, lowest(answer))
        if several(must):
            continue
        k += 1
        path[k, 0] = a
        path[k, 1] = d
        fresh = True
    rules.stats[0] += seen
    return CUT_OFF if path[0, 3] != NONE else FOUND_NOTHING


@njit(cache=True)
def shortest_threats(rules: Any, a: Any, d: Any, r: Any, line: Any, budget: Any) -> Any:
    """:func:`threats` with growing length, so that short sequences (which leave the
    defender few useful answers) come first; at most ``r`` moves with the completing one."""
    now = completing(a, d, rules.A)
    if now != NONE:
        line[0] = lowest(now)
        return 1
    must = completing(d, a, rules.B)
    if several(must):
        return FOUND_NOTHING
    most = min(r - 1, MOST_THREATS)
    length = 1
    while True:
        length = max(1, min(length * 2, most))
        found = threats(rules, a, d, must, line, length, budget)
        if found != CUT_OFF or length >= most:
            return found


@njit(cache=True)
def replays(rules: Any, a: Any, d: Any, r: Any, line: Any, length: Any) -> Any:
    """Does this sequence of threats win from here, the attacker to move?"""
    if completing(a, d, rules.A) != NONE:
        return r >= 1
    if r < length + 1:
        return False
    must = completing(d, a, rules.B)
    for i in range(length):
        bit = ONE << np.uint64(line[i])
        if (a | d) & bit != NONE or several(must) or (must != NONE and must != bit):
            return False
        a |= bit
        answer = completing_through(a, d, rules.A, rules.ap, rules.ai, line[i])
        if answer == NONE:
            return False
        if several(answer):
            return True
        d |= answer
        must = completing_through(d, a, rules.B, rules.bp, rules.bi, lowest(answer))
    return False


@njit(cache=True)
def beaten(rules: Any, a: Any, d: Any, r: Any, moves: Any, line: Any, length: Any) -> Any:
    """Those of the defender's ``moves`` after which this sequence of threats wins."""
    found = NONE
    while moves != NONE:
        bit = moves & (~moves + ONE)
        moves ^= bit
        if replays(rules, a, d | bit, r, line, length):
            found |= bit
    return found
