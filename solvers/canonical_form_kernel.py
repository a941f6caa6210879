"""Canonical forms of short games over flat integer arrays, compiled.

One module, although long, because Numba's disk cache does not see changes of kernels in
other modules. The same algorithms as ``short_games.Store``; games are numbers 0, 1, 2, ... whose
option lists lie in one arena. Comparisons, sums and games are kept in
open-addressing tables. Every function returns ``STOPPED`` when its step budget or
an array runs out; nothing half-done is kept, what was finished stays in the
tables, and the caller enlarges the array and calls again.

Only the functions called from Python are cached on disk; they contain the others.
Recursive functions must be called with one set of argument types (hence the explicit
``np.int64``): Numba's cached code of a recursion over two specialisations crashes.

Numbers are int64 multiples of 2^-32. A value that needs more sets ``meta[REASON]``
to ``UNREPRESENTABLE`` and the caller falls back to the plain twin.
"""
# mypy: disable-error-code="untyped-decorator"

from typing import Any

import numpy as np
from numba import njit

STOPPED = -1

# Places in ``meta``.
GAMES, ARENA, LESS, SUMS, STEPS, BUDGET, STACK, REASON, STAMP, NUMBERS = range(10)
# Values of meta[REASON].
OUT_OF_STEPS, FULL_GAMES, FULL_ARENA, FULL_LESS, FULL_SUMS, FULL_STACK, UNREPRESENTABLE = range(
    1, 8
)
SHIFT = 32
ONE = 1 << SHIFT
LARGEST = 1 << 60  # numbers beyond are not represented
NONE = 1 << 62  # stands for a missing bound

# A state is the tuple (meta, where, count, arena, stops, flags, negative, less, sum_keys,
# sum_values, intern, number_keys, number_values, stack, stamps):
# where[g] is the arena offset of Left's options, Right's follow; count[g] = (left, right);
# stops[g] = (left stop, right stop); flags[g] = 1 for numbers; negative[g] = -g or -1.
(
    META,
    WHERE,
    COUNT,
    POOL,
    STOPS,
    FLAGS,
    NEGATIVE,
    LESS_TABLE,
    SUM_KEYS,
    SUM_VALUES,
    INTERN,
    NUMBER_KEYS,
    NUMBER_VALUES,
    SCRATCH,
    STAMPS,
) = range(15)


@njit(inline="always")
def _mix(x: Any) -> Any:
    """Spread the bits of a 64-bit key (the finaliser of splitmix64)."""
    x = np.uint64(x)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(inline="always")
def _stop(S: Any, reason: Any) -> Any:
    S[META][REASON] = reason
    return STOPPED


@njit
def _intern(S: Any, left: Any, right: Any) -> Any:
    """The game with these sorted option lists, made if new. O(options)."""
    meta, where, count, arena, stops = S[META], S[WHERE], S[COUNT], S[POOL], S[STOPS]
    table = S[INTERN]
    nl, nr = len(left), len(right)
    key = np.uint64(nl * 1000003 + nr)
    for i in range(nl):
        key = _mix(key ^ np.uint64(left[i])) + np.uint64(i)
    for i in range(nr):
        key = _mix(key ^ np.uint64(right[i])) + np.uint64(7)
    mask = np.uint64(len(table) - 1)
    slot = key & mask
    while table[slot] >= 0:
        g = table[slot]
        if count[g, 0] == nl and count[g, 1] == nr:
            base = where[g]
            same = True
            for i in range(nl):
                if arena[base + i] != left[i]:
                    same = False
                    break
            if same:
                for i in range(nr):
                    if arena[base + nl + i] != right[i]:
                        same = False
                        break
            if same:
                return g
        slot = (slot + np.uint64(1)) & mask
    g = meta[GAMES]
    if g >= len(where) or 2 * g >= len(table):
        return _stop(S, FULL_GAMES)
    base = meta[ARENA]
    if base + nl + nr > len(arena):
        return _stop(S, FULL_ARENA)
    for i in range(nl):
        arena[base + i] = left[i]
    for i in range(nr):
        arena[base + nl + i] = right[i]
    where[g] = base
    count[g, 0] = nl
    count[g, 1] = nr
    # Stops from the options; exact for games that are not numbers, overwritten for those.
    best = np.int64(-NONE)
    for i in range(nl):
        best = max(best, stops[left[i], 1])
    least = np.int64(NONE)
    for i in range(nr):
        least = min(least, stops[right[i], 0])
    stops[g, 0] = best
    stops[g, 1] = least
    S[FLAGS][g] = 0
    S[NEGATIVE][g] = -1
    meta[ARENA] = base + nl + nr
    meta[GAMES] = g + 1
    table[slot] = g
    return g


@njit
def number_game(S: Any, x: Any) -> Any:
    """The game of the number ``x`` (in units of 2^-32); makes the simpler numbers it needs."""
    meta, keys, values = S[META], S[NUMBER_KEYS], S[NUMBER_VALUES]
    mask = np.uint64(len(keys) - 1)
    slot = _mix(np.uint64(x) + np.uint64(0x9E3779B97F4A7C15)) & mask
    while values[slot] >= 0:
        if keys[slot] == x:
            return np.int64(values[slot])
        slot = (slot + np.uint64(1)) & mask
    if x > LARGEST or x < -LARGEST:
        return np.int64(_stop(S, UNREPRESENTABLE))
    left = np.empty(1, dtype=np.int32)
    right = np.empty(1, dtype=np.int32)
    nl, nr = 0, 0
    if x & (ONE - 1) == 0:
        if x > 0:
            g = number_game(S, x - ONE)
            if g < 0:
                return g
            left[0] = g
            nl = 1
        elif x < 0:
            g = number_game(S, x + ONE)
            if g < 0:
                return g
            right[0] = g
            nr = 1
    else:
        step = x & -x
        g = number_game(S, x - step)
        if g < 0:
            return g
        left[0] = g
        g = number_game(S, x + step)
        if g < 0:
            return g
        right[0] = g
        nl, nr = 1, 1
    if 2 * (meta[NUMBERS] + 1) >= len(keys):
        return np.int64(_stop(S, FULL_GAMES))
    g = np.int64(_intern(S, left[:nl], right[:nr]))
    if g < 0:
        return g
    S[STOPS][g, 0] = x
    S[STOPS][g, 1] = x
    S[FLAGS][g] = 1
    # The recursion may have filled the slot found above.
    slot = _mix(np.uint64(x) + np.uint64(0x9E3779B97F4A7C15)) & mask
    while values[slot] >= 0:
        slot = (slot + np.uint64(1)) & mask
    keys[slot] = x
    values[slot] = g
    meta[NUMBERS] += 1
    return g


@njit
def less_equal(S: Any, g: Any, h: Any) -> Any:
    """1 when g <= h, 0 when not, ``STOPPED``. Memoised."""
    if g == h:
        return 1
    stops = S[STOPS]
    if stops[g, 0] < stops[h, 1]:
        return 1
    if stops[g, 0] > stops[h, 0] or stops[g, 1] > stops[h, 1]:
        return 0
    meta, table = S[META], S[LESS_TABLE]
    key = (np.uint64(g) << np.uint64(32)) | np.uint64(h)
    low = np.uint64(0x7FFFFFFFFFFFFFFF)
    mask = np.uint64(len(table) - 1)
    home = _mix(key) & mask
    slot = home
    while table[slot] != 0:
        if (table[slot] & low) == key:
            return np.int64(table[slot] >> np.uint64(63))
        slot = (slot + np.uint64(1)) & mask
    meta[STEPS] += 1
    if meta[STEPS] > meta[BUDGET]:
        return _stop(S, OUT_OF_STEPS)
    where, count, arena, flags = S[WHERE], S[COUNT], S[POOL], S[FLAGS]
    found = 1
    if flags[g] == 0:
        base = where[g]
        for i in range(count[g, 0]):
            r = less_equal(S, h, np.int64(arena[base + i]))
            if r != 0:
                if r < 0:
                    return r
                found = 0
                break
    if found == 1 and flags[h] == 0:
        base = where[h] + count[h, 0]
        for i in range(count[h, 1]):
            r = less_equal(S, np.int64(arena[base + i]), g)
            if r != 0:
                if r < 0:
                    return r
                found = 0
                break
    if 10 * (meta[LESS] + 1) > 7 * len(table):
        return _stop(S, FULL_LESS)
    slot = home
    while table[slot] != 0:
        slot = (slot + np.uint64(1)) & mask
    table[slot] = key | (np.uint64(found) << np.uint64(63))
    meta[LESS] += 1
    return found


@njit
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
        return np.int64(_stop(S, OUT_OF_STEPS))
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


@njit
def _sort(stack: Any, start: Any, end: Any) -> Any:
    """Sort ``stack[start:end]`` and drop repetitions; the new end."""
    n = end - start
    if n > 48:
        stack[start:end] = np.sort(stack[start:end])
    else:
        for i in range(start + 1, end):
            x = stack[i]
            j = i - 1
            while j >= start and stack[j] > x:
                stack[j + 1] = stack[j]
                j -= 1
            stack[j + 1] = x
    kept = start
    for i in range(start, end):
        if i == start or stack[i] != stack[kept - 1]:
            stack[kept] = stack[i]
            kept += 1
    return kept


@njit
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


@njit
def _simplest(low: Any, low_in: Any, high: Any, high_in: Any) -> Any:
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


@njit
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
    result = _simplest(low, low_in, high, high_in)
    if result == -none:
        _stop(S, UNREPRESENTABLE)
    return result


@njit
def _bypass(S: Any, l0: Any, l1: Any, r0: Any, r1: Any, ls: Any, rs: Any, side: Any) -> Any:
    """Replace reversible options of one side; the result is written at ``meta[STACK]``
    and its end returned. The value of G, and so every comparison, stays the same."""
    meta, where, count, arena, stack = S[META], S[WHERE], S[COUNT], S[POOL], S[SCRATCH]
    start = meta[STACK]
    first, last = (l0, l1) if side == 1 else (r0, r1)
    top = start
    if top + (last - first) > len(stack):
        return np.int64(_stop(S, FULL_STACK))
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
            return np.int64(_stop(S, FULL_STACK))
        for i in range(n):
            stack[top] = arena[base + i]
            top += 1
        # Fresh options may repeat others; only those not yet examined matter.
        top = _sort(stack, done, top)
    return np.int64(_sort(stack, start, top))


@njit
def canonical(S: Any, l0: Any, l1: Any, r1: Any) -> Any:
    """The game {stack[l0:l1] | stack[l1:r1]}; the lists are consumed, ``meta[STACK]`` is
    left at ``r1`` or above by the caller's choice. ``STOPPED`` leaves nothing behind."""
    meta, stack, stops = S[META], S[SCRATCH], S[STOPS]
    r0 = l1
    le = _sort(stack, l0, l1)
    re = _sort(stack, r0, r1)
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
    le = _sort(stack, a0, le)
    re = _sort(stack, a1, re)
    return np.int64(_intern(S, stack[a0:le], stack[a1:re]))


@njit
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
        left = np.empty(nr, dtype=np.int32)
        right = np.empty(nl, dtype=np.int32)
        for i in range(nl + nr):
            h = negative(S, np.int64(S[POOL][S[WHERE][g] + i]))
            if h < 0:
                return h
            if i < nl:
                right[i] = h
            else:
                left[i - nl] = h
        left.sort()
        right.sort()
        h = np.int64(_intern(S, left, right))
        if h < 0:
            return h
    known[g] = h
    known[h] = g
    return h


@njit
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
    home = _mix(key) & mask
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
        return np.int64(_stop(S, OUT_OF_STEPS))
    start = meta[STACK]
    gl, gr = np.int64(count[g, 0]), np.int64(count[g, 1])
    hl, hr = np.int64(count[h, 0]), np.int64(count[h, 1])
    if start + 2 * (gl + gr + hl + hr) > len(stack):
        return np.int64(_stop(S, FULL_STACK))
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
        left = stack[start:l1]
        right = stack[l1:top]
        left.sort()
        right.sort()
        r = np.int64(_intern(S, left, right))
    else:
        r = canonical(S, start, l1, top)
    meta[STACK] = start
    if r < 0:
        return r
    if 10 * (meta[SUMS] + 1) > 7 * len(keys):
        return np.int64(_stop(S, FULL_SUMS))
    slot = home
    while keys[slot] != 0:
        slot = (slot + np.uint64(1)) & mask
    keys[slot] = key
    values[slot] = r
    meta[SUMS] += 1
    return r


@njit
def _total(S: Any, whole: Any, references: Any, value: Any) -> Any:
    """An integer plus the sum of the values of references 2 * node + (1 for the negative)."""
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


@njit(cache=True)
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
            _stop(S, FULL_STACK)
            return place
        meta[STACK] = left + right
        for i in range(left + right):
            whole = np.int64(stream[at])
            k = stream[at + 1]
            at += 2
            g = _total(S, whole, stream[at : at + k], value)
            if g < 0:
                return place
            at += k
            stack[i] = g
        g = canonical(S, np.int64(0), left, left + right)
        if g < 0:
            return place
        value[v] = g
    return len(order)


@njit(cache=True)
def total(S: Any, whole: Any, references: Any, value: Any) -> Any:
    """The game ``whole`` + sum of references, or ``STOPPED``."""
    return _total(S, whole, references, value)


@njit(cache=True)
def begin(S: Any) -> Any:
    """Make the zero game, number 0."""
    return number_game(S, np.int64(0))


@njit(cache=True)
def rehash_less(old: Any, new: Any) -> None:
    """Move the comparison table into a larger one."""
    mask = np.uint64(len(new) - 1)
    low = np.uint64(0x7FFFFFFFFFFFFFFF)
    for entry in old:
        if entry != 0:
            slot = _mix(entry & low) & mask
            while new[slot] != 0:
                slot = (slot + np.uint64(1)) & mask
            new[slot] = entry


@njit(cache=True)
def rehash_sums(old: Any, old_values: Any, new: Any, new_values: Any) -> None:
    """Move the table of sums into a larger one."""
    mask = np.uint64(len(new) - 1)
    for i in range(len(old)):
        if old[i] != 0:
            slot = _mix(old[i]) & mask
            while new[slot] != 0:
                slot = (slot + np.uint64(1)) & mask
            new[slot] = old[i]
            new_values[slot] = old_values[i]


@njit(cache=True)
def rehash_games(count: Any, where: Any, arena: Any, games: Any, new: Any) -> None:
    """Fill a fresh table of games."""
    mask = np.uint64(len(new) - 1)
    for g in range(games):
        nl, nr = count[g, 0], count[g, 1]
        key = np.uint64(nl * 1000003 + nr)
        base = where[g]
        for i in range(nl):
            key = _mix(key ^ np.uint64(arena[base + i])) + np.uint64(i)
        for i in range(nr):
            key = _mix(key ^ np.uint64(arena[base + nl + i])) + np.uint64(7)
        slot = key & mask
        while new[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        new[slot] = g


@njit(cache=True)
def rehash_numbers(old: Any, old_values: Any, new: Any, new_values: Any) -> None:
    """Move the table of numbers into a larger one."""
    mask = np.uint64(len(new) - 1)
    for i in range(len(old)):
        if old_values[i] >= 0:
            slot = _mix(np.uint64(old[i]) + np.uint64(0x9E3779B97F4A7C15)) & mask
            while new_values[slot] >= 0:
                slot = (slot + np.uint64(1)) & mask
            new[slot] = old[i]
            new_values[slot] = old_values[i]
