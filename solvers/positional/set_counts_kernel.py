# mypy: disable-error-code="untyped-decorator"
"""Counts of the stones in each set, and sequences of threats by them, compiled.

A move changes the counts of the sets through its cell and nothing else, so boards may have any
number of cells: in five in a row a cell lies in at most twenty sets. Side 0 is the attacker,
side 1 the defender. Sets without a stone of the other side that lack one or two cells are kept
in lists, because threats are made of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

MOST_THREATS = 33
FOUND_NOTHING, OUT_OF_BUDGET, CUT_OFF = -1, -2, -3
COMPLETE = 100
NOBODY = -1
WIDTH = 512
"""Threats kept at a position of a sequence."""


class Counts(NamedTuple):
    """The sets of both sides, ``members`` from ``ends[i]`` on, ``owner[i]`` the side that wants
    set i; by cell the sets ``through`` it. ``missing[i]`` cells of the owner, ``blocked[i]``
    stones of the other; ``near[side, n]`` lists the sets with nothing blocked that lack n + 1
    cells, ``sizes[side, n]`` many, ``places[i]`` the place of set i there. ``stones`` by cell,
    ``before[c]`` the cell that the defender must own before cell c, if the attacker may never
    take c, else -1; ``key`` the hash of the stones, made of ``codes``. ``failed`` keeps hashes of
    positions without a sequence, ``failed_moves`` up to which length. ``path``, ``cuts`` and
    ``counted`` are the room of a search for a sequence, ``marks`` numbers its uses of ``marked``
    and ``answer``; ``stats`` counts its positions."""

    ends: NDArray[np.int64]
    members: NDArray[np.int64]
    through_ends: NDArray[np.int64]
    through: NDArray[np.int64]
    owner: NDArray[np.int64]
    missing: NDArray[np.int64]
    blocked: NDArray[np.int64]
    near: NDArray[np.int64]
    sizes: NDArray[np.int64]
    places: NDArray[np.int64]
    stones: NDArray[np.int64]
    before: NDArray[np.int64]
    key: NDArray[np.uint64]
    codes: NDArray[np.uint64]
    failed: NDArray[np.uint64]
    failed_moves: NDArray[np.int64]
    path: NDArray[np.int64]
    cuts: NDArray[np.int64]
    counted: NDArray[np.int64]
    marks: NDArray[np.int64]
    marked: NDArray[np.int64]
    answer: NDArray[np.int64]
    stats: NDArray[np.int64]


@njit(cache=True)
def recount(counts: Counts, cell: Any, side: Any, more: Any) -> None:
    """The sets through a cell get ``more`` (1 or -1) stones of the side.

    In one piece, because a call would hand on every array of the record for each set.
    """
    through, owner, missing, blocked = counts.through, counts.owner, counts.missing, counts.blocked
    near, sizes, places = counts.near, counts.sizes, counts.places
    for j in range(counts.through_ends[cell], counts.through_ends[cell + 1]):
        i = through[j]
        whose = owner[i]
        n = missing[i] - 1
        if blocked[i] == 0 and 0 <= n < 2:
            sizes[whose, n] -= 1
            last = near[whose, n, sizes[whose, n]]
            near[whose, n, places[i]] = last
            places[last] = places[i]
        if whose == side:
            missing[i] -= more
        else:
            blocked[i] += more
        n = missing[i] - 1
        if blocked[i] == 0 and 0 <= n < 2:
            places[i] = sizes[whose, n]
            near[whose, n, sizes[whose, n]] = i
            sizes[whose, n] += 1


@njit(cache=True)
def play(counts: Counts, cell: Any, side: Any) -> None:
    """The side takes the cell."""
    counts.stones[cell] = side
    counts.key[0] ^= counts.codes[side, cell]
    recount(counts, cell, side, 1)


@njit(cache=True)
def take_back(counts: Counts, cell: Any) -> None:
    """Undo :func:`play`."""
    side = counts.stones[cell]
    counts.stones[cell] = NOBODY
    counts.key[0] ^= counts.codes[side, cell]
    recount(counts, cell, side, -1)


@njit(cache=True)
def free_cell(counts: Counts, i: Any, other_than: Any) -> Any:
    """A free cell of set i, not ``other_than``; -1 if it has none."""
    for j in range(counts.ends[i], counts.ends[i + 1]):
        cell = counts.members[j]
        if counts.stones[cell] == NOBODY and cell != other_than:
            return cell
    return np.int64(-1)


@njit(cache=True)
def completing(counts: Counts, side: Any) -> Any:
    """The cell that completes a set of the side, -1 without one, -2 if there are several."""
    found = np.int64(-1)
    for j in range(counts.sizes[side, 0]):
        cell = free_cell(counts, counts.near[side, 0, j], -1)
        if found >= 0 and cell != found:
            return np.int64(-2)
        found = cell
    return found


@njit(cache=True)
def may_take(counts: Counts, cell: Any, side: Any) -> Any:
    """May the side take this cell? Free it must be; some are not for the attacker, and for the
    defender in their order."""
    if counts.stones[cell] != NOBODY:
        return False
    if counts.before[cell] < 0:
        return True
    return side == 1 and (counts.before[cell] == cell or counts.stones[counts.before[cell]] == 1)


@njit(cache=True)
def threats_of(counts: Counts, side: Any, k: Any, must: Any) -> Any:
    """The side's threats into row k of the path: its cell, and the one that the other must take.

    Returns -1 - cell for a cell that leaves two ways to complete a set, else 0. ``must``: a cell
    that the side has to take, or -1.
    """
    counts.marks[0] += 1
    mark = counts.marks[0]
    n = 0
    for j in range(counts.sizes[side, 1]):
        i = counts.near[side, 1, j]
        x = free_cell(counts, i, -1)
        y = free_cell(counts, i, x)
        for _ in range(2):
            if (must < 0 or x == must) and may_take(counts, x, side):
                if counts.marked[x] == mark:
                    if counts.answer[x] != y:
                        return -1 - x
                else:
                    counts.marked[x] = mark
                    counts.answer[x] = y
                    if n < WIDTH:
                        counts.path[k, n, 0] = x
                        counts.path[k, n, 1] = y
                        n += 1
            x, y = y, x
    counts.counted[k, 0] = n
    counts.counted[k, 1] = 0
    return np.int64(0)


@njit(cache=True)
def sequence(counts: Counts, side: Any, line: Any, most: Any, budget: Any) -> Any:
    """Depth-first search for a sequence of threats that wins, ``side`` to move, who completes
    nothing at once.

    Fills ``line`` with its moves and returns their number; the last one leaves two ways to
    complete a set. Otherwise ``FOUND_NOTHING``, ``CUT_OFF`` (none with at most ``most`` moves)
    or ``OUT_OF_BUDGET``. The stones are the same afterwards.
    """
    places = np.uint64(counts.failed.shape[0] - 1)
    turn = counts.codes[side, counts.stones.shape[0]]
    cuts, counted, path = counts.cuts, counts.counted, counts.path
    k = 0
    fresh = True
    stale = False
    seen = 0
    result = FOUND_NOTHING
    while k >= 0:
        if fresh:
            fresh = stale = False
            cuts[k] = 0
            counted[k, 0] = 0
            counted[k, 1] = 0
            seen += 1
            if seen > budget:
                result = OUT_OF_BUDGET
                break
            key = counts.key[0] ^ turn
            known = counts.failed_moves[np.int64(key & places)]
            if known >= most - k and counts.failed[np.int64(key & places)] == key:
                stale = True
                if known < COMPLETE:
                    cuts[k] = 1
            else:
                must = completing(counts, 1 - side)
                if must != -2:
                    twice = threats_of(counts, side, k, must)
                    if twice < 0:
                        line[k] = -1 - twice
                        result = k + 1
                        break
                    if k >= most - 1 and counted[k, 0] > 0:
                        cuts[k] = 1
                        counted[k, 0] = 0
        if counted[k, 1] == counted[k, 0]:
            if not stale:
                key = counts.key[0] ^ turn
                place = np.int64(key & places)
                counts.failed[place] = key
                counts.failed_moves[place] = most - k if cuts[k] else COMPLETE
            stale = False
            k -= 1
            if k >= 0:
                cuts[k] |= cuts[k + 1]
                i = counted[k, 1] - 1
                take_back(counts, path[k, i, 1])
                take_back(counts, path[k, i, 0])
            elif cuts[0]:
                result = CUT_OFF
            continue
        i = counted[k, 1]
        counted[k, 1] += 1
        line[k] = path[k, i, 0]
        play(counts, path[k, i, 0], side)
        play(counts, path[k, i, 1], 1 - side)
        k += 1
        fresh = True
    for j in range(k - 1, -1, -1):
        i = counted[j, 1] - 1
        take_back(counts, path[j, i, 1])
        take_back(counts, path[j, i, 0])
    counts.stats[0] += seen
    return result


@njit(cache=True)
def shortest(counts: Counts, side: Any, line: Any, budget: Any) -> Any:
    """:func:`sequence` with growing length, so that short ones, which leave the other side few
    useful answers, come first. A set completed at once is a sequence of one move."""
    now = completing(counts, side)
    if now != -1:
        line[0] = free_cell(counts, counts.near[side, 0, 0], -1)
        return 1
    if completing(counts, 1 - side) == -2:
        return FOUND_NOTHING
    length = 1
    while True:
        found = sequence(counts, side, line, length, budget)
        if found != CUT_OFF or length >= MOST_THREATS:
            return found
        length = min(2 * length, MOST_THREATS)


@njit(cache=True)
def replays(counts: Counts, side: Any, line: Any, length: Any) -> Any:
    """Does this sequence of threats win from here, ``side`` to move?"""
    if counts.sizes[side, 0] > 0:
        return True
    won = False
    played = 0
    answers = counts.path[MOST_THREATS + 1]
    for k in range(length):
        must = completing(counts, 1 - side)
        if must == -2 or (must >= 0 and must != line[k]) or not may_take(counts, line[k], side):
            break
        play(counts, line[k], side)
        answers[played, 0] = line[k]
        answers[played, 1] = -1
        played += 1
        found = completing(counts, side)
        if found == -2:
            won = True
        if found < 0:
            break
        play(counts, found, 1 - side)
        answers[played - 1, 1] = found
    for j in range(played - 1, -1, -1):
        if answers[j, 1] >= 0:
            take_back(counts, answers[j, 1])
        take_back(counts, answers[j, 0])
    return won


@njit(cache=True)
def arrange(counts: Counts, wanted: Any) -> None:
    """Put exactly these stones on the board."""
    for cell in range(wanted.shape[0]):
        if counts.stones[cell] != NOBODY and counts.stones[cell] != wanted[cell]:
            take_back(counts, cell)
    for cell in range(wanted.shape[0]):
        if counts.stones[cell] != wanted[cell]:
            play(counts, cell, wanted[cell])
