# mypy: disable-error-code="untyped-decorator"
"""The games and sums that prove the values of a game graph, compiled.

Rows (g, h, g + h) are kept once, found by a table of their places; what is called again after
an array was enlarged goes on where it stopped. Places of ``done``: the next node, the next row
whose options are looked at, the number of rows, and 1 when rows or their table are full.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.solvers.values.canonical_form_kernel import add, negative
from gameproof.solvers.values.short_game_reduction_kernel import sort
from gameproof.solvers.values.short_game_store_kernel import (
    COUNT,
    FLAGS,
    FULL_STACK,
    GAMES,
    INTERN,
    META,
    NEGATIVE,
    POOL,
    SCRATCH,
    SHIFT,
    STOPPED,
    STOPS,
    WHERE,
    called,
    mix,
    number_game,
    place_of,
    stop,
    uncounted,
)

NODE, ROW, ROWS, FULL = range(4)


@uncounted
def _want(S: Any, g: Any, h: Any, rows: Any, places: Any, done: Any) -> Any:
    """g + h gets a row, unless both are numbers or one is 0; -1 when the arrays are full."""
    flags, stops = S[FLAGS], S[STOPS]
    if flags[g] == 1 and (flags[h] == 1 or stops[g, 0] == 0):
        return np.int64(0)
    if flags[h] == 1 and stops[h, 0] == 0:
        return np.int64(0)
    if g > h:
        g, h = h, g
    mask = np.uint64(len(places) - 1)
    slot = mix((np.uint64(g) << np.uint64(32)) | np.uint64(h)) & mask
    while places[slot] >= 0:
        row = places[slot]
        if rows[row, 0] == g and rows[row, 1] == h:
            return np.int64(0)
        slot = (slot + np.uint64(1)) & mask
    n = done[ROWS]
    if n >= len(rows) or 2 * n >= len(places):
        done[FULL] = 1
        return np.int64(STOPPED)
    rows[n, 0] = g
    rows[n, 1] = h
    places[slot] = n
    done[ROWS] = n + 1
    return np.int64(0)


@uncounted
def _fold(
    S: Any,
    whole: Any,
    references: Any,
    value: Any,
    negated: Any,
    rows: Any,
    places: Any,
    done: Any,
) -> Any:
    """Rows for the terms of one option, added in the order in which the checker adds them."""
    result = np.int64(0)
    for reference in references:
        g = np.int64(value[reference >> 1])
        if reference & 1:
            negated[g] = 1
            g = negative(S, g)
            if g < 0:
                return g
        if _want(S, result, g, rows, places, done) < 0:
            return np.int64(STOPPED)
        result = np.int64(add(S, result, g))
        if result < 0:
            return result
    if whole != 0:
        g = np.int64(number_game(S, np.int64(whole) << SHIFT))
        if g < 0:
            return g
        if _want(S, result, g, rows, places, done) < 0:
            return np.int64(STOPPED)
    return result


@called
def gather(
    S: Any,
    pointer: Any,
    stream: Any,
    whole: Any,
    references: Any,
    value: Any,
    negated: Any,
    rows: Any,
    places: Any,
    done: Any,
    quota: Any,
) -> Any:
    """Collect the sums that the options of all nodes need, those that they need, and so on.

    ``value`` holds the games of the nodes; ``negated[g]`` is set where -g is needed. True at
    the end; otherwise ``done[FULL]`` or the reason in ``meta`` says what ran out, or ``quota``
    rows were looked at.
    """
    done[FULL] = 0
    while done[NODE] <= len(pointer):
        if done[NODE] == len(pointer):
            if _fold(S, whole, references, value, negated, rows, places, done) < 0:
                return False
            done[NODE] += 1
            break
        at = pointer[done[NODE]]
        options = np.int64(stream[at]) + np.int64(stream[at + 1])
        at += 2
        for _ in range(options):
            k = stream[at + 1]
            terms = stream[at + 2 : at + 2 + k]
            if _fold(S, np.int64(stream[at]), terms, value, negated, rows, places, done) < 0:
                return False
            at += 2 + k
        done[NODE] += 1
    while done[ROW] < done[ROWS]:
        if quota == 0:
            return False
        quota -= 1
        row = done[ROW]
        g, h = np.int64(rows[row, 0]), np.int64(rows[row, 1])
        r = np.int64(add(S, g, h))
        if r < 0:
            return False
        rows[row, 2] = r
        for side in range(2):
            mine, other = (g, h) if side == 0 else (h, g)
            if S[FLAGS][mine] == 1:
                continue
            for i in range(S[COUNT][mine, 0] + S[COUNT][mine, 1]):
                option = np.int64(S[POOL][S[WHERE][mine] + i])
                if _want(S, option, other, rows, places, done) < 0:
                    return False
        done[ROW] = row + 1
    return True


@called
def pair(S: Any) -> Any:
    """Tell of each game its negative where that is a game too. O(games and options)."""
    where, count, pool, known, stack = S[WHERE], S[COUNT], S[POOL], S[NEGATIVE], S[SCRATCH]
    for g in range(S[META][GAMES]):  # options come before what they are options of
        if known[g] >= 0:
            continue
        nl, nr = np.int64(count[g, 0]), np.int64(count[g, 1])
        if nl + nr > len(stack):
            stop(S, FULL_STACK)
            return False
        complete = True
        for i in range(nl + nr):
            h = known[pool[where[g] + i]]
            complete = complete and h >= 0
            stack[nr + i if i < nl else i - nl] = h
        if complete:
            sort(stack, 0, nr)
            sort(stack, nr, nr + nl)
            h = S[INTERN][place_of(S, stack[:nr], stack[nr : nr + nl])]
            if h >= 0:
                known[g] = h
                known[h] = g
    return True


@called
def mark(S: Any, negated: Any, needed: Any) -> Any:
    """Complete both marks: with -g the negatives of g's options, with a game its options and
    the number that its stops are where they are equal. O(games and options)."""
    where, count, pool, flags = S[WHERE], S[COUNT], S[POOL], S[FLAGS]
    for g in range(S[META][GAMES] - 1, -1, -1):
        if g >= len(negated) or negated[g] == 0:
            continue
        needed[g] = 1
        needed[S[NEGATIVE][g]] = 1
        if flags[g] == 0:
            for i in range(count[g, 0] + count[g, 1]):
                negated[pool[where[g] + i]] = 1
    for g in range(S[META][GAMES] - 1, -1, -1):
        if needed[g] == 0 or flags[g] == 1:
            continue
        for i in range(count[g, 0] + count[g, 1]):
            needed[pool[where[g] + i]] = 1
        if S[STOPS][g, 0] == S[STOPS][g, 1]:
            x = number_game(S, np.int64(S[STOPS][g, 0]))
            if x < 0:
                return False
            needed[x] = 1
    return True


@called
def rehash_rows(rows: Any, n: Any, places: Any) -> None:
    """Fill a fresh table of rows."""
    mask = np.uint64(len(places) - 1)
    for row in range(n):
        key = (np.uint64(rows[row, 0]) << np.uint64(32)) | np.uint64(rows[row, 1])
        slot = mix(key) & mask
        while places[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        places[slot] = row
