# mypy: disable-error-code="untyped-decorator"
"""Short games over flat integer arrays, compiled: their store, numbers, comparison.

Games are numbers 0, 1, 2, ... whose option lists lie in one arena. Comparisons, sums and games
are kept in open-addressing tables. Every function returns ``STOPPED`` when its step budget or
an array runs out; nothing half-done is kept, what was finished stays in the
tables, and the caller enlarges the array and calls again.

Only the functions called from Python are cached on disk; they contain the others.
Recursive functions must be called with one set of argument types (hence the explicit
``np.int64``): Numba's cached code of a recursion over two specialisations crashes.

Numbers are int64 multiples of 2^-32. A value that needs more sets ``meta[REASON]``
to ``UNREPRESENTABLE`` and the caller falls back to the plain twin.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from gameproof.solvers.word_sets_kernel import LEAN

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

# Every call passes all arrays, which are the caller's throughout and of which none is made here:
# to count references to them would take four fifths of the time.
_UNCOUNTED: dict[str, Any] = {"_nrt": False}
uncounted: Any = njit(**LEAN, **_UNCOUNTED)
called: Any = njit(cache=True, **_UNCOUNTED)


@njit(inline="always")
def mix(x: Any) -> Any:
    """Spread the bits of a 64-bit key (the finaliser of splitmix64)."""
    x = np.uint64(x)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(inline="always")
def stop(S: Any, reason: Any) -> Any:
    """Note why the caller must look after the arrays; ``STOPPED``."""
    S[META][REASON] = reason
    return STOPPED


@uncounted
def place_of(S: Any, left: Any, right: Any) -> Any:
    """Where in ``INTERN`` the game with these sorted option lists stands or would stand.
    O(options)."""
    where, count, arena, table = S[WHERE], S[COUNT], S[POOL], S[INTERN]
    nl, nr = len(left), len(right)
    key = np.uint64(nl * 1000003 + nr)
    for i in range(nl):
        key = mix(key ^ np.uint64(left[i])) + np.uint64(i)
    for i in range(nr):
        key = mix(key ^ np.uint64(right[i])) + np.uint64(7)
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
                break
        slot = (slot + np.uint64(1)) & mask
    return slot


@uncounted
def intern(S: Any, left: Any, right: Any) -> Any:
    """The game with these sorted option lists, made if new. O(options)."""
    meta, where, count, arena, stops = S[META], S[WHERE], S[COUNT], S[POOL], S[STOPS]
    table = S[INTERN]
    nl, nr = len(left), len(right)
    slot = place_of(S, left, right)
    if table[slot] >= 0:
        return table[slot]
    g = meta[GAMES]
    if g >= len(where) or 2 * g >= len(table):
        return stop(S, FULL_GAMES)
    base = meta[ARENA]
    if base + nl + nr > len(arena):
        return stop(S, FULL_ARENA)
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


@called
def number_game(S: Any, x: Any) -> Any:
    """The game of the number ``x`` (in units of 2^-32); makes the simpler numbers it needs."""
    meta, keys, values = S[META], S[NUMBER_KEYS], S[NUMBER_VALUES]
    mask = np.uint64(len(keys) - 1)
    slot = mix(np.uint64(x) + np.uint64(0x9E3779B97F4A7C15)) & mask
    while values[slot] >= 0:
        if keys[slot] == x:
            return np.int64(values[slot])
        slot = (slot + np.uint64(1)) & mask
    if x > LARGEST or x < -LARGEST:
        return np.int64(stop(S, UNREPRESENTABLE))
    stack, top = S[SCRATCH], meta[STACK]
    if top + 2 > len(stack):
        return np.int64(stop(S, FULL_STACK))
    less, more = np.int64(STOPPED), np.int64(STOPPED)
    whole = x & (ONE - 1) == 0
    step = np.int64(ONE) if whole else x & -x
    if x > 0 or not whole:
        less = number_game(S, x - step)
        if less < 0:
            return less
    if x < 0 or not whole:
        more = number_game(S, x + step)
        if more < 0:
            return more
    middle = end = top
    if less >= 0:
        stack[top] = less
        middle = end = top + 1
    if more >= 0:
        stack[middle] = more
        end = middle + 1
    if 2 * (meta[NUMBERS] + 1) >= len(keys):
        return np.int64(stop(S, FULL_GAMES))
    g = np.int64(intern(S, stack[top:middle], stack[middle:end]))
    if g < 0:
        return g
    S[STOPS][g, 0] = x
    S[STOPS][g, 1] = x
    S[FLAGS][g] = 1
    # The recursion may have filled the slot found above.
    slot = mix(np.uint64(x) + np.uint64(0x9E3779B97F4A7C15)) & mask
    while values[slot] >= 0:
        slot = (slot + np.uint64(1)) & mask
    keys[slot] = x
    values[slot] = g
    meta[NUMBERS] += 1
    return g


@uncounted
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
    home = mix(key) & mask
    slot = home
    while table[slot] != 0:
        if (table[slot] & low) == key:
            return np.int64(table[slot] >> np.uint64(63))
        slot = (slot + np.uint64(1)) & mask
    meta[STEPS] += 1
    if meta[STEPS] > meta[BUDGET]:
        return stop(S, OUT_OF_STEPS)
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
        return stop(S, FULL_LESS)
    slot = home
    while table[slot] != 0:
        slot = (slot + np.uint64(1)) & mask
    table[slot] = key | (np.uint64(found) << np.uint64(63))
    meta[LESS] += 1
    return found
