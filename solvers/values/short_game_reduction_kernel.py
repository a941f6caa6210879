# mypy: disable-error-code="untyped-decorator"
"""Canonical forms, compiled: dominated options go, reversible ones are bypassed."""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.solvers.values.short_game_store_kernel import (
    BUDGET,
    COUNT,
    FLAGS,
    FULL_STACK,
    META,
    NONE,
    ONE,
    OUT_OF_STEPS,
    POOL,
    SCRATCH,
    STACK,
    STAMP,
    STAMPS,
    STEPS,
    STOPPED,
    STOPS,
    UNREPRESENTABLE,
    WHERE,
    intern,
    less_equal,
    number_game,
    stop,
    uncounted,
)


@uncounted
def _against(
    S: Any, x: Any, side: Any, l0: Any, l1: Any, r0: Any, r1: Any, ls: Any, rs: Any
) -> Any:
    """x <= G (side 1) or x >= G (side 0) for the unfinished, non-number G whose options are
    ``stack[l0:l1]``, ``stack[r0:r1]`` and whose stops are ls, rs. Memoised by stamps."""
    stops, stamps, stack = S[STOPS], S[STAMPS], S[SCRATCH]
    high, low = stops[x, 0], stops[x, 1]
    if side == 1:
        if high < rs:
            return 1
        if high > ls or low > rs:
            return 0
    else:
        if low > ls:
            return 1
        if low < rs or high < ls:
            return 0
    stamp = S[META][STAMP]
    if stamps[x, side] >> 1 == stamp:
        return stamps[x, side] & 1
    meta = S[META]
    meta[STEPS] += 1
    if meta[STEPS] > meta[BUDGET]:
        return np.int64(stop(S, OUT_OF_STEPS))
    found = 1
    if S[FLAGS][x] == 0:
        base = S[WHERE][x]
        n = S[COUNT][x, 0]
        if side == 0:
            base += n
            n = S[COUNT][x, 1]
        for i in range(n):
            r = _against(S, np.int64(S[POOL][base + i]), np.int64(1 - side), l0, l1, r0, r1, ls, rs)
            if r != 0:
                if r < 0:
                    return r
                found = 0
                break
    if found == 1:
        if side == 1:
            for i in range(r0, r1):
                r = less_equal(S, np.int64(stack[i]), x)
                if r != 0:
                    if r < 0:
                        return r
                    found = 0
                    break
        else:
            for i in range(l0, l1):
                r = less_equal(S, x, np.int64(stack[i]))
                if r != 0:
                    if r < 0:
                        return r
                    found = 0
                    break
    stamps[x, side] = stamp * 2 + found
    return np.int64(found)


@uncounted
def sort(stack: Any, start: Any, end: Any) -> Any:
    """Sort ``stack[start:end]`` and drop repetitions; the new end."""
    gap = 1
    while 3 * gap < end - start:
        gap = 3 * gap + 1
    while gap > 0:  # D. Shell 1959, the gaps of D. Knuth; NumPy's sort takes longer to compile
        for i in range(start + gap, end):
            x = stack[i]
            j = i - gap
            while j >= start and stack[j] > x:
                stack[j + gap] = stack[j]
                j -= gap
            stack[j + gap] = x
        gap //= 3
    kept = start
    for i in range(start, end):
        if i == start or stack[i] != stack[kept - 1]:
            stack[kept] = stack[i]
            kept += 1
    return kept


@uncounted
def _undominated(S: Any, start: Any, end: Any, side: Any) -> Any:
    """Keep the best options of ``stack[start:end]`` for Left (side 1) or Right (0)."""
    stack = S[SCRATCH]
    kept = start
    for i in range(start, end):
        g = np.int64(stack[i])
        out = False
        fresh = start
        for j in range(start, kept):
            h = np.int64(stack[j])
            r = less_equal(S, g, h) if side == 1 else less_equal(S, h, g)
            if r < 0:
                return np.int64(STOPPED)
            if r == 1:
                out = True
                break
        if out:
            continue
        for j in range(start, kept):
            h = np.int64(stack[j])
            r = less_equal(S, h, g) if side == 1 else less_equal(S, g, h)
            if r < 0:
                return np.int64(STOPPED)
            if r == 0:
                stack[fresh] = h
                fresh += 1
        stack[fresh] = g
        kept = fresh + 1
    return np.int64(kept)


@uncounted
def simplest_between(low: Any, low_in: Any, high: Any, high_in: Any) -> Any:
    """The simplest number of the interval in units of 2^-32; NONE when there is none,
    -NONE when it needs a larger denominator. A bound of -NONE / NONE is no bound."""
    none = np.int64(NONE)
    if low > high or (low == high and not (low_in and high_in)):
        return none
    if low == high:
        return low
    if (low < 0 or (low == 0 and low_in)) and (high > 0 or (high == 0 and high_in)):
        return np.int64(0)
    flip = high <= 0
    if flip:
        low, high = -high, -low
        low_in, high_in = high_in, low_in
    step = np.int64(ONE)
    while step > 0:
        tick = low & ~(step - 1)
        if not (tick == low and low_in):
            tick += step
        if tick < high or (tick == high and high_in):
            return -tick if flip else tick
        step >>= 1
    return -none


@uncounted
def _as_number(S: Any, l0: Any, l1: Any, r0: Any, r1: Any) -> Any:
    """The number that {stack[l0:l1] | stack[r0:r1]} is, NONE, or -NONE after a stop."""
    stack, stops = S[SCRATCH], S[STOPS]
    none = np.int64(NONE)
    low, high = -none, none
    for i in range(l0, l1):
        low = max(low, stops[stack[i], 1])
    for i in range(r0, r1):
        high = min(high, stops[stack[i], 0])
    if low > high:
        return none
    low_in, high_in = l1 > l0, r1 > r0
    if low_in:
        x = number_game(S, low)
        if x < 0:
            return -none
        for i in range(l0, l1):
            if stops[stack[i], 1] == low:
                r = less_equal(S, x, np.int64(stack[i]))
                if r < 0:
                    return -none
                if r == 1:
                    low_in = False
                    break
    if high_in:
        x = number_game(S, high)
        if x < 0:
            return -none
        for i in range(r0, r1):
            if stops[stack[i], 0] == high:
                r = less_equal(S, np.int64(stack[i]), x)
                if r < 0:
                    return -none
                if r == 1:
                    high_in = False
                    break
    result = simplest_between(low, low_in, high, high_in)
    if result == -none:
        stop(S, UNREPRESENTABLE)
    return result


@uncounted
def _bypass(S: Any, l0: Any, l1: Any, r0: Any, r1: Any, ls: Any, rs: Any, side: Any) -> Any:
    """Replace reversible options of one side; the result is written at ``meta[STACK]``
    and its end returned. The value of G, and so every comparison, stays the same."""
    meta, where, count, arena, stack = S[META], S[WHERE], S[COUNT], S[POOL], S[SCRATCH]
    start = meta[STACK]
    first, last = (l0, l1) if side == 1 else (r0, r1)
    top = start
    if top + (last - first) > len(stack):
        return np.int64(stop(S, FULL_STACK))
    for i in range(first, last):
        stack[top] = stack[i]
        top += 1
    done = start
    while done < top:
        g = np.int64(stack[done])
        base = where[g]
        n = np.int64(count[g, 0])
        if side == 1:
            base += n
            n = np.int64(count[g, 1])
        back = np.int64(-1)
        for i in range(n):
            h = np.int64(arena[base + i])
            r = _against(S, h, side, l0, l1, r0, r1, ls, rs)
            if r < 0:
                return np.int64(STOPPED)
            if r == 1:
                back = h
                break
        if back < 0:
            done += 1
            continue
        top -= 1
        stack[done] = stack[top]
        base = where[back]
        n = np.int64(count[back, 0])
        if side == 0:
            base += n
            n = np.int64(count[back, 1])
        if top + n > len(stack):
            return np.int64(stop(S, FULL_STACK))
        for i in range(n):
            stack[top] = arena[base + i]
            top += 1
        # Fresh options may repeat others; only those not yet examined matter.
        top = sort(stack, done, top)
    return np.int64(sort(stack, start, top))


@uncounted
def canonical(S: Any, l0: Any, l1: Any, r1: Any) -> Any:
    """The game {stack[l0:l1] | stack[l1:r1]}; the lists are consumed, ``meta[STACK]`` is
    left at ``r1`` or above by the caller's choice. ``STOPPED`` leaves nothing behind."""
    meta, stack, stops = S[META], S[SCRATCH], S[STOPS]
    r0 = l1
    le = sort(stack, l0, l1)
    re = sort(stack, r0, r1)
    x = _as_number(S, l0, le, r0, re)
    if x == -NONE:
        return np.int64(STOPPED)
    if x != NONE:
        return number_game(S, x)
    le = _undominated(S, l0, le, np.int64(1))
    if le < 0:
        return le
    re = _undominated(S, r0, re, np.int64(0))
    if re < 0:
        return re
    ls = np.int64(-NONE)
    for i in range(l0, le):
        ls = max(ls, stops[stack[i], 1])
    rs = np.int64(NONE)
    for i in range(r0, re):
        rs = min(rs, stops[stack[i], 0])
    meta[STAMP] += 1
    a0 = meta[STACK]
    a1 = _bypass(S, l0, le, r0, re, ls, rs, np.int64(1))
    if a1 < 0:
        return a1
    meta[STACK] = a1
    b1 = _bypass(S, l0, le, r0, re, ls, rs, np.int64(0))
    if b1 < 0:
        meta[STACK] = a0
        return b1
    meta[STACK] = b1
    le = _undominated(S, a0, a1, np.int64(1))
    re = np.int64(STOPPED)
    if le >= 0:
        re = _undominated(S, a1, b1, np.int64(0))
    meta[STACK] = a0
    if le < 0 or re < 0:
        return np.int64(STOPPED)
    le = sort(stack, a0, le)
    re = sort(stack, a1, re)
    return np.int64(intern(S, stack[a0:le], stack[a1:re]))
