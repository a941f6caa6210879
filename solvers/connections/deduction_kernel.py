"""Compiled deduction of virtual connections on a graph with two terminals.

See :mod:`gameproof.solvers.connections.search` for what is deduced and by which rules.
Carriers are sets of at most 128 cells in two 64-bit words. Connections of one position stand in
an arena, a row each, with the rule and the premises they were made by.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.connections.chains_kernel import groups
from gameproof.solvers.word_sets_kernel import holds, single, size_of

TOUCH, CHAIN, BRIDGE, CHOICE = 0, 1, 2, 3
"""Rules: adjacent; two connections through a stone; through an empty cell (the only one that makes
a semi-connection); semi-connections without a common cell."""

MOST_FULL = 12
MOST_SEMI = 32
ARENA = 60_000


class Arena(NamedTuple):
    """The connections: rows (end, end, rule, premises or -1), carriers, stones that they run
    through, whether they still stand in a list; ``size`` holds their number."""

    rows: NDArray[np.int32]
    carriers: NDArray[np.uint64]
    stones: NDArray[np.uint64]
    alive: NDArray[np.int8]
    size: NDArray[np.int64]


class Lists(NamedTuple):
    """The rows of the connections of each two ends, either way round, and their number."""

    rows: NDArray[np.int32]
    counts: NDArray[np.int32]


@njit(cache=True)
def _push(
    arena: Arena,
    x: Any,
    y: Any,
    lo: np.uint64,
    hi: np.uint64,
    rule: int,
    one: int,
    two: int,
    three: int,
    four: int,
) -> int:
    at = int(arena.size[0])
    rows, stones = arena.rows, arena.stones
    if at >= rows.shape[0]:
        return -1
    rows[at, 0] = x
    rows[at, 1] = y
    rows[at, 2] = rule
    rows[at, 3] = one
    rows[at, 4] = two
    rows[at, 5] = three
    rows[at, 6] = four
    arena.carriers[at, 0] = lo
    arena.carriers[at, 1] = hi
    stones[at, 0] = stones[at, 1] = np.uint64(0)
    for place in range(3, 7):
        premise = rows[at, place]
        if premise >= 0:
            stones[at, 0] |= stones[premise, 0]
            stones[at, 1] |= stones[premise, 1]
    arena.size[0] = at + 1
    return at


@njit(cache=True)
def _covers(carriers: NDArray[np.uint64], row: int, lo: np.uint64, hi: np.uint64) -> bool:
    """Does a set of cells hold the carrier of a row?"""
    return bool(carriers[row, 0] & ~lo == np.uint64(0) and carriers[row, 1] & ~hi == np.uint64(0))


@njit(cache=True)
def _add(
    arena: Arena,
    lists: Lists,
    x: Any,
    y: Any,
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
    carriers, rows = arena.carriers, lists.rows
    have = lists.counts[x, y]
    for at in range(have):
        if _covers(carriers, rows[x, y, at], lo, hi):
            return -1
    kept = 0
    for at in range(have):
        old = rows[x, y, at]
        if lo & ~carriers[old, 0] == zero and hi & ~carriers[old, 1] == zero:
            arena.alive[old] = 0
        else:
            rows[x, y, kept] = old
            kept += 1
    if kept == rows.shape[2]:
        worst, large = -1, size_of(lo, hi)
        for at in range(kept):
            old = rows[x, y, at]
            s = size_of(carriers[old, 0], carriers[old, 1])
            if s > large:
                worst, large = at, s
        if worst < 0:
            lists.counts[x, y] = lists.counts[y, x] = kept
            return -1
        arena.alive[rows[x, y, worst]] = 0
        kept -= 1
        rows[x, y, worst] = rows[x, y, kept]
    made = _push(arena, x, y, lo, hi, rule, one, two, three, four)
    if made >= 0:
        arena.alive[made] = 1
        rows[x, y, kept] = made
        kept += 1
    for at in range(kept):
        rows[y, x, at] = rows[x, y, at]
    lists.counts[x, y] = lists.counts[y, x] = kept
    return made


@njit(cache=True)
def _choose(arena: Arena, full: Lists, semi: Lists, new: int) -> None:
    """Full connections from the new semi-connection and up to three others without a cell
    common to all."""
    zero = np.uint64(0)
    carriers = arena.carriers
    x, y = arena.rows[new, 0], arena.rows[new, 1]
    have = semi.counts[x, y]
    lo, hi = carriers[new, 0], carriers[new, 1]
    for at in range(have):
        old = semi.rows[x, y, at]
        lo &= carriers[old, 0]
        hi &= carriers[old, 1]
    if lo != zero or hi != zero:
        return
    for i in range(have):
        a = semi.rows[x, y, i]
        if a == new:
            continue
        lo1 = carriers[new, 0] & carriers[a, 0]
        hi1 = carriers[new, 1] & carriers[a, 1]
        ulo = carriers[new, 0] | carriers[a, 0]
        uhi = carriers[new, 1] | carriers[a, 1]
        if lo1 == zero and hi1 == zero:
            _add(arena, full, x, y, ulo, uhi, CHOICE, new, a, -1, -1)
            continue
        for j in range(i + 1, have):
            b = semi.rows[x, y, j]
            if b == new:
                continue
            lo2, hi2 = lo1 & carriers[b, 0], hi1 & carriers[b, 1]
            if lo2 == lo1 and hi2 == hi1:
                continue
            ulo2, uhi2 = ulo | carriers[b, 0], uhi | carriers[b, 1]
            if lo2 == zero and hi2 == zero:
                _add(arena, full, x, y, ulo2, uhi2, CHOICE, new, a, b, -1)
                continue
            for k in range(j + 1, have):
                c = semi.rows[x, y, k]
                if c == new:
                    continue
                c0, c1 = carriers[c, 0], carriers[c, 1]
                if lo2 & c0 == zero and hi2 & c1 == zero:
                    _add(arena, full, x, y, ulo2 | c0, uhi2 | c1, CHOICE, new, a, b, c)


@njit(cache=True)
def _are(x: Any, y: Any, source: Any, target: Any) -> bool:
    """Are these the terminals, in either order?"""
    return bool((x == source or y == source) and (x == target or y == target))


@njit(cache=True)
def deduce(
    near: NDArray[np.int32],
    meets: NDArray[np.bool_],
    own: NDArray[np.uint64],
    gone: NDArray[np.uint64],
    group: NDArray[np.int32],
    way: NDArray[np.uint64],
    arena: Arena,
    full: Lists,
    semi: Lists,
    moves_next: bool,
) -> int:
    """All connections the rules find, within the sizes of the lists; stops at the first
    connection of the terminals that wins and returns its row, -1 where none is found. A full one
    does, and a semi-connection if its owner moves next."""
    zero = np.uint64(0)
    cells = near.shape[0]
    rows, carriers, stones = arena.rows, arena.carriers, arena.stones
    arena.size[0] = 0
    full.counts[:, :] = 0
    semi.counts[:, :] = 0
    groups(near, meets, own, gone, group, way)
    source, target = group[cells], group[cells + 1]
    if source == target:
        row = _push(arena, source, target, zero, zero, TOUCH, -1, -1, -1, -1)
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
        for place in range(near.shape[1]):
            other = near[cell, place]
            if other > cell and group[other] >= 0 and group[other] != g:
                made = _add(arena, full, g, group[other], zero, zero, TOUCH, -1, -1, -1, -1)
                if made >= 0:
                    stones[made, 0] = way[cell, 0] | way[other, 0]
                    stones[made, 1] = way[cell, 1] | way[other, 1]
    at = 0
    while at < arena.size[0]:
        row = at
        at += 1
        if arena.alive[row] == 0 or rows[row, 2] == BRIDGE:
            continue
        for turn in range(2):
            if arena.alive[row] == 0:
                break
            g, x = rows[row, turn], rows[row, 1 - turn]
            if g == source or g == target:
                continue
            stone = holds(own[0], own[1], g)
            through0, through1 = single(g)
            alo, ahi = carriers[row, 0], carriers[row, 1]
            x_free = x < cells and not holds(own[0], own[1], x)
            for which in range(actives):
                y = active[which]
                if y == g or y == x or full.counts[g, y] == 0:
                    continue
                y_free = y < cells and not holds(own[0], own[1], y)
                if y_free and holds(alo, ahi, y):
                    continue
                nth = 0
                while nth < full.counts[g, y]:
                    other = full.rows[g, y, nth]
                    nth += 1
                    blo, bhi = carriers[other, 0], carriers[other, 1]
                    if alo & blo != zero or ahi & bhi != zero:
                        continue
                    if x_free and holds(blo, bhi, x):
                        continue
                    ulo, uhi = alo | blo, ahi | bhi
                    if stone:
                        made = _add(arena, full, x, y, ulo, uhi, CHAIN, row, other, -1, -1)
                        if made >= 0 and _are(x, y, source, target):
                            return made
                        continue
                    ulo |= through0
                    uhi |= through1
                    covered = False
                    for f in range(full.counts[x, y]):
                        if _covers(carriers, full.rows[x, y, f], ulo, uhi):
                            covered = True
                            break
                    if covered:
                        continue
                    made = _add(arena, semi, x, y, ulo, uhi, BRIDGE, row, other, -1, -1)
                    if made >= 0:
                        joins = _are(x, y, source, target)
                        if joins and moves_next:
                            return made
                        _choose(arena, full, semi, made)
                        if joins and full.counts[source, target]:
                            return int(full.rows[source, target, 0])
    return -1
