# mypy: disable-error-code="untyped-decorator"
"""Values of game graphs in canonical form, compiled: negatives, sums, larger tables.

The same algorithms as ``short_games.Store``, over the arrays of ``short_game_store_kernel``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.solvers.values.short_game_reduction_kernel import canonical, sort
from gameproof.solvers.values.short_game_store_kernel import (
    BUDGET,
    COUNT,
    FLAGS,
    FULL_STACK,
    FULL_SUMS,
    META,
    NEGATIVE,
    OUT_OF_STEPS,
    POOL,
    SCRATCH,
    SHIFT,
    STACK,
    STEPS,
    STOPS,
    SUM_KEYS,
    SUM_VALUES,
    SUMS,
    WHERE,
    called,
    intern,
    mix,
    number_game,
    stop,
    uncounted,
)


@uncounted
def negative(S: Any, g: Any) -> Any:
    """-g. O(new games)."""
    known = S[NEGATIVE]
    if known[g] >= 0:
        return np.int64(known[g])
    if S[FLAGS][g] == 1:
        h = number_game(S, -S[STOPS][g, 0])
        if h < 0:
            return h
    else:
        nl, nr = S[COUNT][g, 0], S[COUNT][g, 1]
        meta, stack = S[META], S[SCRATCH]
        start = meta[STACK]
        middle, end = start + nr, start + nr + nl
        if end > len(stack):
            return np.int64(stop(S, FULL_STACK))
        meta[STACK] = end
        for i in range(nl + nr):
            h = negative(S, np.int64(S[POOL][S[WHERE][g] + i]))
            if h < 0:
                meta[STACK] = start
                return h
            stack[middle + i if i < nl else start + i - nl] = h
        sort(stack, start, middle)
        sort(stack, middle, end)
        h = np.int64(intern(S, stack[start:middle], stack[middle:end]))
        meta[STACK] = start
        if h < 0:
            return h
    known[g] = h
    known[h] = g
    return h


@uncounted
def add(S: Any, g: Any, h: Any) -> Any:
    """g + h in canonical form. Memoised; a number only translates the other's options."""
    meta, flags, stops = S[META], S[FLAGS], S[STOPS]
    if flags[g] == 1:
        if flags[h] == 1:
            return number_game(S, stops[g, 0] + stops[h, 0])
        if stops[g, 0] == 0:
            return h
    elif flags[h] == 1 and stops[h, 0] == 0:
        return g
    if g > h:
        g, h = h, g
    keys, values = S[SUM_KEYS], S[SUM_VALUES]
    key = (np.uint64(g) << np.uint64(32)) | np.uint64(h)
    mask = np.uint64(len(keys) - 1)
    home = mix(key) & mask
    slot = home
    while keys[slot] != 0:
        if keys[slot] == key:
            return np.int64(values[slot])
        slot = (slot + np.uint64(1)) & mask
    if S[NEGATIVE][g] == h:
        return number_game(S, np.int64(0))
    where, count, arena, stack = S[WHERE], S[COUNT], S[POOL], S[SCRATCH]
    meta[STEPS] += 10  # a sum costs about as much as some comparisons
    if meta[STEPS] > meta[BUDGET]:
        return np.int64(stop(S, OUT_OF_STEPS))
    start = meta[STACK]
    gl, gr = np.int64(count[g, 0]), np.int64(count[g, 1])
    hl, hr = np.int64(count[h, 0]), np.int64(count[h, 1])
    if start + 2 * (gl + gr + hl + hr) > len(stack):
        return np.int64(stop(S, FULL_STACK))
    shift = flags[g] == 1 or flags[h] == 1
    top = start
    l1 = start
    # A number's own moves are never needed beside a game that is not a number.
    for part in range(4):
        if part == 2:
            l1 = top
        mine, other = (g, h) if part % 2 == 0 else (h, g)
        if flags[mine] == 1:
            continue
        base = where[mine]
        n = np.int64(count[mine, 0])
        if part >= 2:
            base += n
            n = np.int64(count[mine, 1])
        for i in range(n):
            meta[STACK] = top
            r = add(S, np.int64(arena[base + i]), other)
            if r < 0:
                meta[STACK] = start
                return r
            stack[top] = r
            top += 1
    meta[STACK] = top
    if shift:
        sort(stack, start, l1)
        sort(stack, l1, top)
        r = np.int64(intern(S, stack[start:l1], stack[l1:top]))
    else:
        r = canonical(S, start, l1, top)
    meta[STACK] = start
    if r < 0:
        return r
    if 10 * (meta[SUMS] + 1) > 7 * len(keys):
        return np.int64(stop(S, FULL_SUMS))
    slot = home
    while keys[slot] != 0:
        slot = (slot + np.uint64(1)) & mask
    keys[slot] = key
    values[slot] = r
    meta[SUMS] += 1
    return r


@called
def total(S: Any, whole: Any, references: Any, value: Any) -> Any:
    """An integer plus the sum of the values of references 2 * node + (1 for the negative), or
    ``STOPPED``."""
    result = np.int64(0)
    for i in range(len(references)):
        g = np.int64(value[references[i] >> 1])
        if references[i] & 1:
            g = negative(S, g)
            if g < 0:
                return g
        result = add(S, result, g)
        if result < 0:
            return result
    if whole != 0:
        g = number_game(S, np.int64(whole) << SHIFT)
        if g < 0:
            return g
        result = add(S, result, g)
    return result


@called
def evaluate(S: Any, order: Any, start: Any, pointer: Any, stream: Any, value: Any) -> Any:
    """Give every node of a game graph its value, in ``order`` from place ``start`` on.

    ``stream[pointer[v]:]`` = left options, right options, then for each option: an
    integer, the number k of components, k references 2 * node + (1 for its negative).
    Returns the place reached, ``len(order)`` at the end; otherwise ``meta[REASON]`` says
    what ran out.
    """
    meta, stack = S[META], S[SCRATCH]
    for place in range(start, len(order)):
        v = order[place]
        at = pointer[v]
        left, right = np.int64(stream[at]), np.int64(stream[at + 1])
        at += 2
        if left + right > len(stack):
            stop(S, FULL_STACK)
            return place
        meta[STACK] = left + right
        for i in range(left + right):
            whole = np.int64(stream[at])
            k = stream[at + 1]
            at += 2
            g = total(S, whole, stream[at : at + k], value)
            if g < 0:
                return place
            at += k
            stack[i] = g
        g = canonical(S, np.int64(0), left, left + right)
        if g < 0:
            return place
        value[v] = g
    return len(order)


@called
def rehash_less(old: Any, new: Any) -> None:
    """Move the comparison table into a larger one."""
    mask = np.uint64(len(new) - 1)
    low = np.uint64(0x7FFFFFFFFFFFFFFF)
    for entry in old:
        if entry != 0:
            slot = mix(entry & low) & mask
            while new[slot] != 0:
                slot = (slot + np.uint64(1)) & mask
            new[slot] = entry


@called
def rehash_sums(old: Any, old_values: Any, new: Any, new_values: Any) -> None:
    """Move the table of sums into a larger one."""
    mask = np.uint64(len(new) - 1)
    for i in range(len(old)):
        if old[i] != 0:
            slot = mix(old[i]) & mask
            while new[slot] != 0:
                slot = (slot + np.uint64(1)) & mask
            new[slot] = old[i]
            new_values[slot] = old_values[i]


@called
def rehash_games(count: Any, where: Any, arena: Any, games: Any, new: Any) -> None:
    """Fill a fresh table of games."""
    mask = np.uint64(len(new) - 1)
    for g in range(games):
        nl, nr = count[g, 0], count[g, 1]
        key = np.uint64(nl * 1000003 + nr)
        base = where[g]
        for i in range(nl):
            key = mix(key ^ np.uint64(arena[base + i])) + np.uint64(i)
        for i in range(nr):
            key = mix(key ^ np.uint64(arena[base + nl + i])) + np.uint64(7)
        slot = key & mask
        while new[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        new[slot] = g


@called
def rehash_numbers(old: Any, old_values: Any, new: Any, new_values: Any) -> None:
    """Move the table of numbers into a larger one."""
    mask = np.uint64(len(new) - 1)
    for i in range(len(old)):
        if old_values[i] >= 0:
            slot = mix(np.uint64(old[i]) + np.uint64(0x9E3779B97F4A7C15)) & mask
            while new_values[slot] >= 0:
                slot = (slot + np.uint64(1)) & mask
            new[slot] = old[i]
            new_values[slot] = old_values[i]
