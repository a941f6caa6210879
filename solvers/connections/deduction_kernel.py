"""Compiled deduction of virtual connections on a graph with two terminals.

See :mod:`gameproof.solvers.connections.search` for what is deduced and by which rules.
Carriers are sets of at most 128 cells in two 64-bit words. Connections of one position stand in
an arena, a row each, with the rule and the premises they were made by.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.connections.chains_kernel import bit, groups

TOUCH, CHAIN, BRIDGE, CHOICE = 0, 1, 2, 3
"""Rules: adjacent; two connections through a stone; through an empty cell (a semi-connection);
semi-connections without a common cell."""

MOST_FULL = 12
MOST_SEMI = 32
MOST_CHOICES = 4
ARENA = 60_000


@njit(cache=True, inline="always")
def _size(x: np.uint64) -> int:
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True)
def _push(
    arena: NDArray[np.int32],
    carrier: NDArray[np.uint64],
    stones: NDArray[np.uint64],
    size: NDArray[np.int64],
    x: int,
    y: int,
    full: bool,
    lo: np.uint64,
    hi: np.uint64,
    rule: int,
    one: int,
    two: int,
    three: int,
    four: int,
) -> int:
    at = int(size[0])
    if at >= arena.shape[0]:
        return -1
    arena[at, 0] = x
    arena[at, 1] = y
    arena[at, 2] = 1 if full else 0
    arena[at, 3] = rule
    arena[at, 4] = one
    arena[at, 5] = two
    arena[at, 6] = three
    arena[at, 7] = four
    carrier[at, 0] = lo
    carrier[at, 1] = hi
    stones[at, 0] = stones[at, 1] = np.uint64(0)
    for place in range(4, 8):
        premise = arena[at, place]
        if premise >= 0:
            stones[at, 0] |= stones[premise, 0]
            stones[at, 1] |= stones[premise, 1]
    size[0] = at + 1
    return at


@njit(cache=True)
def _add(
    arena: NDArray[np.int32],
    carrier: NDArray[np.uint64],
    stones: NDArray[np.uint64],
    size: NDArray[np.int64],
    lists: NDArray[np.int32],
    count: NDArray[np.int32],
    alive: NDArray[np.int8],
    x: int,
    y: int,
    full: bool,
    lo: np.uint64,
    hi: np.uint64,
    rule: int,
    one: int,
    two: int,
    three: int,
    four: int,
) -> int:
    """Enter a connection unless its carrier holds another's; drops those that hold its own.
    Returns its row, or -1."""
    zero = np.uint64(0)
    have = count[x, y]
    for at in range(have):
        old = lists[x, y, at]
        if carrier[old, 0] & ~lo == zero and carrier[old, 1] & ~hi == zero:
            return -1
    kept = 0
    for at in range(have):
        old = lists[x, y, at]
        if lo & ~carrier[old, 0] == zero and hi & ~carrier[old, 1] == zero:
            alive[old] = 0
        else:
            lists[x, y, kept] = old
            kept += 1
    most = lists.shape[2]
    if kept == most:
        worst, large = -1, _size(lo) + _size(hi)
        for at in range(kept):
            old = lists[x, y, at]
            s = _size(carrier[old, 0]) + _size(carrier[old, 1])
            if s > large:
                worst, large = at, s
        if worst < 0:
            count[x, y] = kept
            count[y, x] = kept
            return -1
        alive[lists[x, y, worst]] = 0
        kept -= 1
        lists[x, y, worst] = lists[x, y, kept]
    made = _push(arena, carrier, stones, size, x, y, full, lo, hi, rule, one, two, three, four)
    if made >= 0:
        alive[made] = 1
        lists[x, y, kept] = made
        kept += 1
    for at in range(kept):
        lists[y, x, at] = lists[x, y, at]
    count[x, y] = kept
    count[y, x] = kept
    return made


@njit(cache=True)
def _choose(
    arena: NDArray[np.int32],
    carrier: NDArray[np.uint64],
    stones: NDArray[np.uint64],
    size: NDArray[np.int64],
    full: NDArray[np.int32],
    full_count: NDArray[np.int32],
    semi: NDArray[np.int32],
    semi_count: NDArray[np.int32],
    alive: NDArray[np.int8],
    new: int,
) -> None:
    """Full connections from the new semi-connection and up to three others without a cell
    common to all."""
    zero = np.uint64(0)
    x, y = arena[new, 0], arena[new, 1]
    have = semi_count[x, y]
    lo, hi = carrier[new, 0], carrier[new, 1]
    for at in range(have):
        old = semi[x, y, at]
        lo &= carrier[old, 0]
        hi &= carrier[old, 1]
    if lo != zero or hi != zero:
        return
    for i in range(have):
        a = semi[x, y, i]
        if a == new:
            continue
        lo1 = carrier[new, 0] & carrier[a, 0]
        hi1 = carrier[new, 1] & carrier[a, 1]
        ulo = carrier[new, 0] | carrier[a, 0]
        uhi = carrier[new, 1] | carrier[a, 1]
        if lo1 == zero and hi1 == zero:
            _add(arena, carrier, stones, size, full, full_count, alive,
                 x, y, True, ulo, uhi, CHOICE, new, a, -1, -1)  # fmt: skip
            continue
        for j in range(i + 1, have):
            b = semi[x, y, j]
            if b == new:
                continue
            lo2, hi2 = lo1 & carrier[b, 0], hi1 & carrier[b, 1]
            if lo2 == lo1 and hi2 == hi1:
                continue
            ulo2, uhi2 = ulo | carrier[b, 0], uhi | carrier[b, 1]
            if lo2 == zero and hi2 == zero:
                _add(arena, carrier, stones, size, full, full_count, alive,
                     x, y, True, ulo2, uhi2, CHOICE, new, a, b, -1)  # fmt: skip
                continue
            for k in range(j + 1, have):
                c = semi[x, y, k]
                if c == new:
                    continue
                if lo2 & carrier[c, 0] == zero and hi2 & carrier[c, 1] == zero:
                    _add(arena, carrier, stones, size, full, full_count, alive,
                         x, y, True, ulo2 | carrier[c, 0], uhi2 | carrier[c, 1],
                         CHOICE, new, a, b, c)  # fmt: skip


@njit(cache=True)
def deduce(
    cells: int,
    near: NDArray[np.int32],
    touch: NDArray[np.int8],
    own: NDArray[np.uint64],
    gone: NDArray[np.uint64],
    group: NDArray[np.int32],
    way: NDArray[np.uint64],
    arena: NDArray[np.int32],
    carrier: NDArray[np.uint64],
    stones: NDArray[np.uint64],
    size: NDArray[np.int64],
    full: NDArray[np.int32],
    full_count: NDArray[np.int32],
    semi: NDArray[np.int32],
    semi_count: NDArray[np.int32],
    alive: NDArray[np.int8],
    moves_next: bool,
) -> int:
    """All connections the rules find, within the sizes of the lists; stops at the first
    connection of the terminals that wins and returns its row, -1 where none is found. A full one
    does, and a semi-connection if its owner moves next."""
    zero = np.uint64(0)
    size[0] = 0
    full_count[:, :] = 0
    semi_count[:, :] = 0
    groups(cells, near, touch, own, gone, group, way)
    source, target = group[cells], group[cells + 1]
    if source == target:
        row = _push(arena, carrier, stones, size, source, target, True, zero, zero,
                    TOUCH, -1, -1, -1, -1)  # fmt: skip
        stones[row, 0], stones[row, 1] = way[cells, 0], way[cells, 1]
        return row
    total = cells + 2
    active = np.empty(total, np.int32)
    actives = 0
    for cell in range(total):
        if group[cell] == cell:
            active[actives] = cell
            actives += 1
    for cell in range(cells):
        g = group[cell]
        if g < 0:
            continue
        for at in range(near.shape[1]):
            other = near[cell, at]
            if other > cell and group[other] >= 0 and group[other] != g:
                made = _add(arena, carrier, stones, size, full, full_count, alive, g, group[other],
                            True, zero, zero, TOUCH, -1, -1, -1, -1)  # fmt: skip
                if made >= 0:
                    stones[made, 0] = way[cell, 0] | way[other, 0]
                    stones[made, 1] = way[cell, 1] | way[other, 1]
        for end in range(2):
            if touch[cell] & (1 << end) and group[cells + end] != g:
                made = _add(arena, carrier, stones, size, full, full_count, alive,
                            g, group[cells + end], True,
                            zero, zero, TOUCH, -1, -1, -1, -1)  # fmt: skip
                if made >= 0:
                    stones[made, 0] = way[cell, 0] | way[cells + end, 0]
                    stones[made, 1] = way[cell, 1] | way[cells + end, 1]
    at = 0
    while at < size[0]:
        row = at
        at += 1
        if alive[row] == 0 or arena[row, 2] == 0:
            continue
        for turn in range(2):
            if alive[row] == 0:
                break
            g, x = arena[row, turn], arena[row, 1 - turn]
            if g == source or g == target:
                continue
            stone = bit(own[0], own[1], g)
            alo, ahi = carrier[row, 0], carrier[row, 1]
            x_free = x < cells and not bit(own[0], own[1], x)
            for which in range(actives):
                y = active[which]
                if y == g or y == x or full_count[g, y] == 0:
                    continue
                y_free = y < cells and not bit(own[0], own[1], y)
                if y_free and bit(alo, ahi, y):
                    continue
                nth = 0
                while nth < full_count[g, y]:
                    other = full[g, y, nth]
                    nth += 1
                    blo, bhi = carrier[other, 0], carrier[other, 1]
                    if alo & blo != zero or ahi & bhi != zero:
                        continue
                    if x_free and bit(blo, bhi, x):
                        continue
                    ulo, uhi = alo | blo, ahi | bhi
                    if stone:
                        made = _add(arena, carrier, stones, size, full, full_count, alive,
                                    x, y, True, ulo, uhi, CHAIN, row, other, -1, -1)  # fmt: skip
                        if (
                            made >= 0
                            and (x == source or y == source)
                            and (x == target or y == target)
                        ):
                            return made
                        continue
                    if g < 64:
                        ulo |= np.uint64(1) << np.uint64(g)
                    else:
                        uhi |= np.uint64(1) << np.uint64(g - 64)
                    covered = False
                    for f in range(full_count[x, y]):
                        old = full[x, y, f]
                        if carrier[old, 0] & ~ulo == zero and carrier[old, 1] & ~uhi == zero:
                            covered = True
                            break
                    if covered:
                        continue
                    made = _add(arena, carrier, stones, size, semi, semi_count, alive,
                                x, y, False, ulo, uhi, BRIDGE, row, other, -1, -1)  # fmt: skip
                    if made >= 0:
                        joins = (x == source or y == source) and (x == target or y == target)
                        if joins and moves_next:
                            return made
                        _choose(arena, carrier, stones, size, full, full_count, semi, semi_count,
                                alive, made)  # fmt: skip
                        if joins and full_count[source, target]:
                            return int(full[source, target, 0])
    return -1
