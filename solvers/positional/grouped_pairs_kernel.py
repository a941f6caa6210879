# mypy: disable-error-code="untyped-decorator"
"""Disjoint pairs of cells such that every set holds one, by matching groups of sets to cells.

Sets that share a pair are a group, and the pair lies in the cells that they have in common. Once it
is known who is in which group, the pairs are two cells for each group, no cell for two: a
bipartite matching, which is found or refuted at once (Hall 1935). So the search is for the groups
only: it begins with sets no two of which share two cells, so that each needs a pair of its own,
and takes the others one by one into a group or as a group. A bit of cell c is bit c % 64 of word
c // 64.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional import shared_pairs_kernel
from gameproof.solvers.positional.row_pairs import rows_room
from gameproof.solvers.positional.row_pairs_kernel import Lines, find_row_pairs
from gameproof.solvers.positional.shared_pairs_kernel import (
    MOST_PAIRS,
    greedy_pairs,
    least_sets,
)
from gameproof.solvers.positional.threat_kernel import NONE, ONE
from gameproof.solvers.word_sets_kernel import count_bits, lowest

DEPTH = 128
FREE = -1
MOST_GROUPED = 64
"""With more sets than that a step for groups costs too much, and finds too little."""
SHARE = 4
"""The search for groups takes a step for so many of the search pair by pair."""


class Room(NamedTuple):
    """Room for the search. ``live``: the least sets. Then a row a depth: the number of groups, the
    set that is asked and the options tried (``step``); the cells of each group, those that it
    has, the group that owns each cell, and the group of each set."""

    live: NDArray[np.uint64]
    step: NDArray[np.int64]
    cells: NDArray[np.uint64]
    have: NDArray[np.uint64]
    owner: NDArray[np.int16]
    group: NDArray[np.int16]
    pairs: NDArray[np.uint64]
    greedy: shared_pairs_kernel.Room
    rows: Lines


def room(sets: int, masks: Sequence[int] = ()) -> Room:
    """Room for so many sets; where these, all of them, are rows on lines, pairs are sought line
    by line."""
    return Room(
        np.zeros((sets + 1, 2), np.uint64),
        np.zeros((DEPTH, 3), np.int64),
        np.zeros((DEPTH, MOST_PAIRS, 2), np.uint64),
        np.zeros((DEPTH, MOST_PAIRS, 2), np.uint64),
        np.zeros((DEPTH, 128), np.int16),
        np.zeros((DEPTH, sets + 1), np.int16),
        np.zeros((MOST_PAIRS, 2), np.uint64),
        shared_pairs_kernel.room(sets),
        rows_room(masks),
    )


@njit(cache=True)
def share_two(x: Any, y: Any) -> Any:
    """Do the words hold two cells or more?"""
    return x & (x - ONE) != NONE or y & (y - ONE) != NONE or (x != NONE and y != NONE)


@njit(cache=True)
def give(have: Any, owner: Any, g: Any, cell: Any) -> None:
    """The cell becomes the group's."""
    before = owner[cell]
    bit = ONE << np.uint64(cell & 63)
    if before >= 0:
        have[before, cell >> 6] ^= bit
    have[g, cell >> 6] |= bit
    owner[cell] = g


@njit(cache=True)
def augment(cells: Any, have: Any, owner: Any, used: Any, g: Any, came: Any, queue: Any) -> Any:
    """One more cell for group g, by a shortest chain of groups that give one away (``used``: the
    cells that are owned); whether there is one."""
    seen0 = have[g, 0]
    seen1 = have[g, 1]
    queue[0] = g
    head, tail = 0, 1
    while head < tail:
        now = queue[head]
        head += 1
        x = cells[now, 0] & ~seen0
        y = cells[now, 1] & ~seen1
        f0, f1 = x & ~used[0], y & ~used[1]
        if f0 != NONE or f1 != NONE:
            if f0 != NONE:
                cell = lowest(f0)
                used[0] |= ONE << np.uint64(cell)
            else:
                cell = 64 + lowest(f1)
                used[1] |= ONE << np.uint64(cell - 64)
            while True:
                if now == g:
                    give(have, owner, g, cell)
                    return True
                lost = came[now]
                give(have, owner, now, cell)
                # ``lost`` is the cell that the group gives to the one before it.
                cell = lost
                now = came[64 + now]
        seen0 |= x
        seen1 |= y
        while x != NONE or y != NONE:
            if x != NONE:
                cell = lowest(x)
                x &= x - ONE
            else:
                cell = 64 + lowest(y)
                y &= y - ONE
            h = owner[cell]
            known = False
            for i in range(tail):
                if queue[i] == h:
                    known = True
                    break
            if not known:
                queue[tail] = h
                tail += 1
                came[h] = cell
                came[64 + h] = now
    return False


@njit(cache=True)
def find_pairs(masks: Any, a0: Any, a1: Any, d0: Any, d1: Any, room: Any, budget: Any) -> Any:
    """Pairs in the free cells of every set without a cell of (d0, d1), into ``room.pairs``;
    their number, -1 if none were found within ``budget`` steps."""
    if room.rows.start.shape[0]:
        return find_row_pairs(room.rows, a0, a1, d0, d1, room.pairs, budget)
    live = room.live
    n = least_sets(masks, a0, a1, d0, d1, live)
    if n < 0:
        return -1
    came = np.empty(128, np.int64)
    queue = np.empty(64, np.int64)
    used = np.zeros(2, np.uint64)
    cells, have, owner, group = room.cells[0], room.have[0], room.owner[0], room.group[0]
    owner[:] = FREE
    chosen = 0
    x = y = NONE
    for i in range(n):
        fits = True
        group[i] = FREE
        for j in range(chosen):
            if share_two(live[i, 0] & cells[j, 0], live[i, 1] & cells[j, 1]):
                fits = False
                break
        if fits:
            if chosen == MOST_PAIRS:
                return -1
            group[i] = chosen
            cells[chosen, 0] = live[i, 0]
            cells[chosen, 1] = live[i, 1]
            have[chosen, 0] = NONE
            have[chosen, 1] = NONE
            chosen += 1
            x |= live[i, 0]
            y |= live[i, 1]
    for g in range(chosen):
        for _ in range(2):
            if not augment(cells, have, owner, used, g, came, queue):
                return -1
    found = greedy_pairs(live, n, room.greedy, budget)
    if found >= 0:
        room.pairs[:found] = room.greedy.pairs[:found]
        return found
    if n > MOST_GROUPED:
        return -1
    budget = 1 + budget // SHARE
    step = room.step
    step[0, 0] = chosen
    step[0, 1] = FREE
    k = 0
    while k >= 0:
        cells, have, owner, group = room.cells[k], room.have[k], room.owner[k], room.group[k]
        groups = step[k, 0]
        if step[k, 1] == FREE:
            budget -= 1
            if budget < 0:
                return -1
            asked, fewest = -1, 1000
            for i in range(n):
                if group[i] != FREE:
                    continue
                x, y = live[i, 0], live[i, 1]
                served = False
                ways = 0
                for g in range(groups):
                    if have[g, 0] & ~x == NONE and have[g, 1] & ~y == NONE:
                        served = True
                        break
                    if share_two(cells[g, 0] & x, cells[g, 1] & y):
                        ways += 1
                if not served and ways < fewest:
                    asked, fewest = i, ways
            if asked < 0:
                for g in range(groups):
                    room.pairs[g, 0] = have[g, 0]
                    room.pairs[g, 1] = have[g, 1]
                return groups
            if k + 1 >= DEPTH:
                return -1
            step[k, 1] = asked
            step[k, 2] = 0
        asked = step[k, 1]
        x, y = live[asked, 0], live[asked, 1]
        g = groups - step[k, 2]
        while g >= 0 and g < groups and not share_two(cells[g, 0] & x, cells[g, 1] & y):
            g -= 1
        step[k, 2] = groups - g + 1
        if g < 0:
            k -= 1
            continue
        if g == MOST_PAIRS:
            continue
        to = k + 1
        room.cells[to, :groups] = cells[:groups]
        room.have[to, :groups] = have[:groups]
        room.owner[to] = owner
        room.group[to, :n] = group[:n]
        cells, have, owner, group = room.cells[to], room.have[to], room.owner[to], room.group[to]
        group[asked] = g
        if g == groups:
            groups += 1
            cells[g, 0] = x
            cells[g, 1] = y
            have[g, 0] = NONE
            have[g, 1] = NONE
        else:
            cells[g, 0] &= x
            cells[g, 1] &= y
        used[0] = NONE
        used[1] = NONE
        u, v = have[g, 0] & ~cells[g, 0], have[g, 1] & ~cells[g, 1]
        have[g, 0] ^= u
        have[g, 1] ^= v
        while u != NONE:
            owner[lowest(u)] = FREE
            u &= u - ONE
        while v != NONE:
            owner[64 + lowest(v)] = FREE
            v &= v - ONE
        for h in range(groups):
            used[0] |= have[h, 0]
            used[1] |= have[h, 1]
        fits = True
        while fits and count_bits(have[g, 0]) + count_bits(have[g, 1]) < 2:
            fits = augment(cells, have, owner, used, g, came, queue)
        if fits:
            step[to, 0] = groups
            step[to, 1] = FREE
            k = to
    return -1
