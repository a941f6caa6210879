"""Compiled matching of lines to two cells each, and the moves that one matching serves.

A family is given twice: the cells of line ``l`` are ``members[ends[l]:ends[l + 1]]``.
``owner[c]`` is the line that owns cell ``c``, or -1. ``held[l]`` counts the cells of
line ``l``. Nothing here knows a game.
"""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Flags = NDArray[np.uint8]


@njit(cache=True)
def augment(
    line: int,
    ends: Ints,
    members: Ints,
    free: Flags,
    owner: Ints,
    seen: Ints,
    mark: int,
    wanted: Ints,
    asker: Ints,
    queue: Ints,
) -> bool:
    """One more cell for ``line`` along a shortest alternating path; False when there is none.

    ``seen[l] == mark`` says that line ``l`` was reached, because line ``asker[l]`` wants its
    cell ``wanted[l]``. Without a path nothing changes. O(total size of the lines).
    """
    head, tail = 0, 1
    queue[0] = line
    seen[line] = mark
    while head < tail:
        at = queue[head]
        head += 1
        for place in range(ends[at], ends[at + 1]):
            cell = members[place]
            if not free[cell]:
                continue
            holder = owner[cell]
            if holder < 0:
                # Every line on the path hands on one cell and takes another.
                while at != line:
                    owner[cell] = at
                    cell = wanted[at]
                    at = asker[at]
                owner[cell] = line
                return True
            if seen[holder] != mark:
                seen[holder] = mark
                wanted[holder] = cell
                asker[holder] = at
                queue[tail] = holder
                tail += 1
    return False


@njit(cache=True)
def pair(ends: Ints, members: Ints, alive: Flags, free: Flags, owner: Ints) -> int:
    """Make ``owner`` a matching of every alive line to two free cells of its own.

    What ``owner`` holds on entry is kept where it still fits (a warm start). Returns -1
    on success, else a line that cannot get its second cell. O(lines * total size) at worst.
    """
    lines = len(ends) - 1
    held = np.zeros(lines, dtype=np.int32)
    for cell in range(len(owner)):
        holder = owner[cell]
        if holder >= 0:
            if free[cell] and alive[holder] and held[holder] < 2:
                held[holder] += 1
            else:
                owner[cell] = -1
    # Cheap first: cells that nobody owns.
    for line in range(lines):
        if alive[line] and held[line] < 2:
            for place in range(ends[line], ends[line + 1]):
                cell = members[place]
                if free[cell] and owner[cell] < 0:
                    owner[cell] = line
                    held[line] += 1
                    if held[line] == 2:
                        break
    seen = np.zeros(lines, dtype=np.int32)
    wanted = np.zeros(lines, dtype=np.int32)
    asker = np.zeros(lines, dtype=np.int32)
    queue = np.zeros(lines + 1, dtype=np.int32)
    mark = 0
    for line in range(lines):
        if alive[line]:
            while held[line] < 2:
                mark += 1
                if not augment(
                    line, ends, members, free, owner, seen, mark, wanted, asker, queue
                ):
                    return line
                held[line] += 1
    return -1


@njit(cache=True)
def serve(
    ends: Ints, members: Ints, alive: Flags, free: Flags, owner: Ints, served: Flags
) -> None:
    """Mark in ``served`` the free cells that some matching of the same lines leaves unowned.

    Those are the cells reached from an unowned free cell by alternating paths: an unowned
    cell of a line frees either cell the line owns. Passes until nothing changes:
    O(total size * passes).
    """
    for cell in range(len(owner)):
        served[cell] = 1 if free[cell] and owner[cell] < 0 else 0
    lines = len(ends) - 1
    done = np.zeros(lines, dtype=np.uint8)
    changed = True
    while changed:
        changed = False
        for line in range(lines):
            if not alive[line] or done[line]:
                continue
            loose = False
            for place in range(ends[line], ends[line + 1]):
                if served[members[place]]:
                    loose = True
                    break
            if loose:
                done[line] = 1
                changed = True
                for place in range(ends[line], ends[line + 1]):
                    if owner[members[place]] == line:
                        served[members[place]] = 1
