# mypy: disable-error-code="untyped-decorator"
"""Walls of small pieces of a board in compiled code; theory in ``thermostrat``.

A piece is a pair of sets, those of the owner of the bound and those of the other player. Walls
are in quarters, temperatures in halves of a move. Of the owner's moves only those that close
the most vertices are looked at.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.word_sets_kernel import (
    ONE,
    U64,
    ZERO,
    free_of,
    hash_of,
    inner,
    lowest_of,
    single,
    size_of,
    touched_by,
)

#: Temperatures 0, 1/2, 1, ... at which the walls of pieces are kept.
STEPS = 16
QUARTERS = 4
NOTHING = -1000
#: Places of ``Known.state``: entries in use, entries that may still be made in this run,
#: whether the tables are full, the largest piece (vertices of both players counted) now and
#: as far as memory has allowed.
USED, WORK, FULL, LARGEST, MOST = range(5)


class Known(NamedTuple):
    """The pieces met so far."""

    slot: NDArray[np.int32]  # (slots,) entry or -1
    key: NDArray[np.uint64]  # (entries, 4)
    wall: NDArray[np.int16]  # (entries, 2, STEPS) left and right
    ends: NDArray[np.int16]  # (entries, 2) integers won moving first and second
    state: NDArray[np.int64]


class Tower(NamedTuple):
    """The stack on which pieces are worked out."""

    stack: NDArray[np.uint64]  # (depth, 8) both sets, the moves left
    best: NDArray[np.int32]  # (depth, 2, STEPS)
    goal: NDArray[np.int32]  # (depth, 3) ends so far; has it several components?


@inner
def larger(one: Any, two: Any) -> Any:
    """The larger of two numbers of one kind: Numba's own widens them, eight at a time to four."""
    return one if one > two else two


@inner
def smaller(one: Any, two: Any) -> Any:
    """The smaller of two numbers of one kind."""
    return one if one < two else two


@inner
def find(slot: Any, key: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """The entry of a piece or -1."""
    mask = U64(slot.shape[0] - 1)
    place = hash_of(p0, p1, k0, k1) & mask
    while True:
        entry = slot[place]
        if entry < 0:
            return np.int64(-1)
        if (
            key[entry, 0] == p0
            and key[entry, 1] == p1
            and key[entry, 2] == k0
            and key[entry, 3] == k1
        ):
            return np.int64(entry)
        place = (place + ONE) & mask


@inner
def _seat(slot: Any, key: Any, entry: Any) -> None:
    """Put an entry into the first free slot of its key."""
    mask = U64(slot.shape[0] - 1)
    place = hash_of(key[entry, 0], key[entry, 1], key[entry, 2], key[entry, 3]) & mask
    while slot[place] >= 0:
        place = (place + ONE) & mask
    slot[place] = entry


@njit(cache=True)
def place_entries(slot: Any, key: Any, used: Any) -> None:
    """Fill the empty ``slot`` with the entries in use."""
    for entry in range(used):
        _seat(slot, key, entry)


@inner
def _component(near: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """The component of a contested position that holds the owner's lowest vertex."""
    f0, f1 = single(lowest_of(p0, p1))  # the frontier, of the owner and of the other by turns
    c0, c1, d0, d1 = f0, f1, ZERO, ZERO
    own = True
    while f0 | f1:
        t0, t1 = touched_by(near, f0, f1)
        own = not own
        if own:
            f0, f1 = t0 & p0 & ~c0, t1 & p1 & ~c1
            c0, c1 = c0 | f0, c1 | f1
        else:
            f0, f1 = t0 & k0 & ~d0, t1 & k1 & ~d1
            d0, d1 = d0 | f0, d1 | f1
    return c0, c1, d0, d1


@inner
def _closing_most(near: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """The owner's moves in a contested piece that close most."""
    most = np.int64(0)
    c0, c1 = ZERO, ZERO
    while p0 | p1:
        v = lowest_of(p0, p1)
        one0, one1 = single(v)
        p0, p1 = p0 & ~one0, p1 & ~one1
        size = size_of(near[v, 0] & k0, near[v, 1] & k1)
        if size > most:
            most, c0, c1 = size, one0, one1
        elif size == most:
            c0, c1 = c0 | one0, c1 | one1
    return c0, c1


@inner
def _push(near: Any, tower: Any, d: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> None:
    """Begin with a contested piece: its moves, or its components when there are several."""
    stack, best = tower.stack, tower.best
    stack[d, 0], stack[d, 1], stack[d, 2], stack[d, 3] = p0, p1, k0, k1
    c0, c1, _, _ = _component(near, p0, p1, k0, k1)
    if c0 != p0 or c1 != p1:
        for i in range(4, 8):
            stack[d, i] = ZERO
        tower.goal[d, 2] = 1
        return
    stack[d, 4], stack[d, 5] = _closing_most(near, p0, p1, k0, k1)
    stack[d, 6], stack[d, 7] = k0, k1
    for i in range(STEPS):
        best[d, 0, i], best[d, 1, i] = NOTHING, -NOTHING
    tower.goal[d, 0], tower.goal[d, 1], tower.goal[d, 2] = NOTHING, -NOTHING, 0


@inner
def _combine(near: Any, known: Any, tower: Any, d: Any) -> Any:
    """Add up the components of the piece on the stack in ``best`` and ``goal``; -1, or the
    depth of the first component without an entry, which is put on the stack."""
    stack, best, goal, wall, ends = tower.stack, tower.best, tower.goal, known.wall, known.ends
    for i in range(STEPS):
        best[d, 0, i], best[d, 1, i] = NOTHING, 0
    goal[d, 0], goal[d, 1] = NOTHING, 0
    p0, p1, k0, k1 = stack[d, 0], stack[d, 1], stack[d, 2], stack[d, 3]
    while p0 | p1:
        c0, c1, d0, d1 = _component(near, p0, p1, k0, k1)
        entry = find(known.slot, known.key, c0, c1, d0, d1)
        if entry < 0:
            _push(near, tower, d + 1, c0, c1, d0, d1)
            return d + 1
        for i in range(STEPS):
            right, left = np.int32(wall[entry, 1, i]), np.int32(wall[entry, 0, i])
            best[d, 0, i] = larger(np.int32(best[d, 0, i] + right), np.int32(best[d, 1, i] + left))
            best[d, 1, i] = np.int32(best[d, 1, i] + right)
        goal[d, 0] = max(goal[d, 0] + ends[entry, 1], goal[d, 1] + ends[entry, 0])
        goal[d, 1] += ends[entry, 1]
        p0, p1, k0, k1 = p0 & ~c0, p1 & ~c1, k0 & ~d0, k1 & ~d1
    return np.int64(-1)


@inner
def _enlist(known: Any, tower: Any, d: Any) -> Any:
    """Make the piece on the stack an entry, or return -1 when there is no room."""
    slot, key, wall, state, best = known.slot, known.key, known.wall, known.state, tower.best
    entry = state[USED]
    if entry >= key.shape[0]:
        state[FULL] = 1
        return np.int64(-1)
    low, high = tower.goal[d, 0], tower.goal[d, 1]
    if tower.goal[d, 2] == 0:  # from the ends after a move of either player to those before it
        second = high if high <= 0 else max(0, min(high, low + 1))
        low = low if low >= 0 else max(low, min(high - 1, -1))
        high = second
    known.ends[entry, 0], known.ends[entry, 1] = low, high
    frozen, mast = False, np.int32(0)
    for i in range(STEPS):
        left, right = best[d, 0, i], best[d, 1, i]
        if left < right and not frozen:
            frozen = True
            mast = np.int32(QUARTERS * high)
            if i:
                mast = max(np.int32(wall[entry, 1, i - 1]), np.int32(wall[entry, 0, i - 1]) - 2)
        wall[entry, 0, i] = mast if frozen else left
        wall[entry, 1, i] = mast if frozen else right
    for i in range(4):
        key[entry, i] = tower.stack[d, i]
    _seat(slot, key, entry)
    state[USED] = entry + 1
    state[WORK] -= 1
    return np.int64(entry)


@inner
def work_out(near: Any, known: Any, tower: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """Make an entry of a contested piece; -1 when room or work ran out (what was made on the
    way stays)."""
    stack, best, goal, wall, ends = tower.stack, tower.best, tower.goal, known.wall, known.ends
    d = np.int64(0)
    _push(near, tower, d, p0, p1, k0, k1)
    while True:
        if known.state[WORK] <= 0:
            return np.int64(-1)
        mine = stack[d, 4] | stack[d, 5] != ZERO
        if not mine and not (stack[d, 6] | stack[d, 7]):
            if goal[d, 2]:
                missing = _combine(near, known, tower, d)
                if missing >= 0:
                    d = missing
                    continue
            entry = _enlist(known, tower, d)
            if entry < 0 or d == 0:
                return entry
            d -= 1
            continue
        v = lowest_of(stack[d, 4], stack[d, 5]) if mine else lowest_of(stack[d, 6], stack[d, 7])
        p0, p1, k0, k1 = stack[d, 0], stack[d, 1], stack[d, 2], stack[d, 3]
        more, p0, p1, k0, k1 = moved(near, p0, p1, k0, k1, v, mine)
        entry = np.int64(0)
        if p0 | p1:
            entry = find(known.slot, known.key, p0, p1, k0, k1)
            if entry < 0:
                d += 1
                _push(near, tower, d, p0, p1, k0, k1)
                continue
        one0, one1 = single(v)
        free = QUARTERS * more
        if mine:
            for i in range(STEPS):
                best[d, 0, i] = larger(best[d, 0, i], np.int32(wall[entry, 1, i] + free - 2 * i))
            goal[d, 0] = max(goal[d, 0], ends[entry, 1] + more)
            stack[d, 4] &= ~one0
            stack[d, 5] &= ~one1
        else:
            for i in range(STEPS):
                best[d, 1, i] = smaller(best[d, 1, i], np.int32(wall[entry, 0, i] + free + 2 * i))
            goal[d, 1] = min(goal[d, 1], ends[entry, 0] + more)
            stack[d, 6] &= ~one0
            stack[d, 7] &= ~one1


@inner
def moved(near: Any, p0: Any, p1: Any, k0: Any, k1: Any, v: Any, own: Any) -> Any:
    """What a move on ``v``, of the owner or of the other, leaves of a contested piece: the surplus
    of the owner's free vertices, and the piece without free vertices. Only the mover's vertices
    can become free, those that close something that he closes: his opponent's vertices have lost
    only ``v``, and those that close it are closed."""
    one0, one1 = single(v)
    n0, n1 = near[v, 0], near[v, 1]
    if own:
        t0, t1 = touched_by(near, k0 & n0, k1 & n1)
        p0, p1, k0, k1 = p0 & ~one0, p1 & ~one1, k0 & ~n0, k1 & ~n1
        f0, f1 = free_of(near, p0 & t0, p1 & t1, k0, k1)
        return size_of(f0, f1), p0 & ~f0, p1 & ~f1, k0, k1
    t0, t1 = touched_by(near, p0 & n0, p1 & n1)
    p0, p1, k0, k1 = p0 & ~n0, p1 & ~n1, k0 & ~one0, k1 & ~one1
    f0, f1 = free_of(near, k0 & t0, k1 & t1, p0, p1)
    return -size_of(f0, f1), p0, p1, k0 & ~f0, k1 & ~f1


@inner
def contested(near: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """The surplus of the owner's free vertices and the piece without free vertices."""
    f0, f1 = free_of(near, p0, p1, k0, k1)
    g0, g1 = free_of(near, k0, k1, p0, p1)
    return size_of(f0, f1) - size_of(g0, g1), p0 & ~f0, p1 & ~f1, k0 & ~g0, k1 & ~g1
