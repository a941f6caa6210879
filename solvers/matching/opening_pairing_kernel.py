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

MOST_OUT = 6
"""A region that meets this many chosen ones is not worth trying."""


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
                if not augment(line, ends, members, free, owner, seen, mark, wanted, asker, queue):
                    return line
                held[line] += 1
    return -1


@njit(cache=True)
def serve(ends: Ints, members: Ints, alive: Flags, free: Flags, owner: Ints, served: Flags) -> None:
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


@njit(cache=True)
def fill(
    ends: Ints,
    members: Ints,
    wants: Flags,
    free: Flags,
    owner: Ints,
    held: Ints,
    seen: Ints,
    wanted: Ints,
    asker: Ints,
    queue: Ints,
    mark: int,
) -> int:
    """Give every wanting line as many of its two cells as a largest matching can.

    ``held`` must count ``owner``. A line that fails once fails for good, because later
    augmentations never free a cell for it. Returns the last mark used.
    """
    for line in range(len(ends) - 1):
        if wants[line]:
            while held[line] < 2:
                mark += 1
                if not augment(line, ends, members, free, owner, seen, mark, wanted, asker, queue):
                    break
                held[line] += 1
    return mark


@njit(cache=True)
def cover(
    ends: Ints,
    members: Ints,
    alive: Flags,
    free: Flags,
    cell_ends: Ints,
    cells_of: Ints,
    line_ends: Ints,
    lines_of: Ints,
    usable: Ints,
    region: Ints,
    owner: Ints,
    state: NDArray[np.uint64],
    hot: float,
    cold: float,
    steps: int,
) -> int:
    """Anneal a choice of disjoint regions so that pairs suffice for all other lines.

    Region r has the cells ``cells_of[cell_ends[r]:cell_ends[r + 1]]`` and serves the lines
    ``lines_of[line_ends[r]:line_ends[r + 1]]``; ``usable`` lists the regions to choose
    from. ``region[c]`` is the region that holds cell c, or -1: the choice on entry and
    on exit; ``owner`` is a largest matching of the other alive lines. A proposal puts one
    region in and those that meet it, in cells or lines, out. The energy is the number of cells
    that lines lack; returns it, 0 as soon as a cover is found. ``state`` is a xorshift
    generator of one word, not 0. O(steps * total size) at worst.
    """
    lines, cells = len(ends) - 1, len(owner)
    seen = np.zeros(lines, dtype=np.int32)
    wanted = np.zeros(lines, dtype=np.int32)
    asker = np.zeros(lines, dtype=np.int32)
    queue = np.zeros(lines + 1, dtype=np.int32)
    served = np.full(lines, -1, dtype=np.int32)
    loose = np.zeros(cells, dtype=np.uint8)
    wants = np.zeros(lines, dtype=np.uint8)
    held = np.zeros(lines, dtype=np.int32)
    new_owner = np.empty_like(owner)
    new_region = np.empty_like(region)
    new_served = np.empty_like(served)
    for cell in range(cells):
        if region[cell] >= 0:
            for place in range(line_ends[region[cell]], line_ends[region[cell] + 1]):
                served[lines_of[place]] = region[cell]
    open_count, room = 0, 0  # alive lines in no region, free cells in no region
    for line in range(lines):
        if alive[line] and served[line] < 0:
            open_count += 1
    for cell in range(cells):
        if free[cell] and region[cell] < 0:
            room += 1
    out = np.zeros(MOST_OUT, dtype=np.int32)
    energy = -1
    mark = 0
    temperature = hot
    factor = (cold / hot) ** (1.0 / max(1, steps))
    word = state[0]
    for step in range(steps + 1):
        new_count, new_room, allowance = open_count, room, 0.0
        outs = 0
        add = -1
        if step > 0:
            if len(usable) == 0:
                break
            temperature *= factor
            word ^= word << np.uint64(13)
            word ^= word >> np.uint64(7)
            word ^= word << np.uint64(17)
            add = usable[int((word >> np.uint64(11)) % np.uint64(len(usable)))]
            if region[cells_of[cell_ends[add]]] == add:
                continue
            word ^= word << np.uint64(13)
            word ^= word >> np.uint64(7)
            word ^= word << np.uint64(17)
            allowance = -temperature * np.log((float(word >> np.uint64(11)) + 1.0) * 2.0**-53)
            for place in range(cell_ends[add], cell_ends[add + 1]):
                outs = note(out, outs, region[cells_of[place]])
            for place in range(line_ends[add], line_ends[add + 1]):
                outs = note(out, outs, served[lines_of[place]])
            if outs == MOST_OUT:
                continue
            new_count -= line_ends[add + 1] - line_ends[add]
            new_room -= cell_ends[add + 1] - cell_ends[add]
            for k in range(outs):
                new_count += line_ends[out[k] + 1] - line_ends[out[k]]
                new_room += cell_ends[out[k] + 1] - cell_ends[out[k]]
            # Counting alone often shows that the proposal is too bad for this draw.
            if 2 * new_count - new_room - energy > allowance:
                continue
        new_owner[:] = owner
        new_region[:] = region
        new_served[:] = served
        if step > 0:
            for k in range(outs):
                drop(out[k], cell_ends, cells_of, line_ends, lines_of, new_region, new_served)
            for place in range(cell_ends[add], cell_ends[add + 1]):
                new_region[cells_of[place]] = add
            for place in range(line_ends[add], line_ends[add + 1]):
                new_served[lines_of[place]] = add
        for cell in range(cells):
            loose[cell] = 1 if free[cell] and new_region[cell] < 0 else 0
        for line in range(lines):
            wants[line] = 1 if alive[line] and new_served[line] < 0 else 0
            held[line] = 0
        for cell in range(cells):
            holder = new_owner[cell]
            if holder >= 0:
                if loose[cell] and wants[holder] and held[holder] < 2:
                    held[holder] += 1
                else:
                    new_owner[cell] = -1
        mark = fill(ends, members, wants, loose, new_owner, held, seen, wanted, asker, queue, mark)
        lacking = 0
        for line in range(lines):
            if wants[line]:
                lacking += 2 - held[line]
        if energy < 0 or lacking - energy <= allowance:
            owner[:] = new_owner
            region[:] = new_region
            served[:] = new_served
            open_count, room = new_count, new_room
            energy = lacking
            if energy == 0:
                break
    state[0] = word
    return energy


@njit(cache=True)
def note(out: Ints, outs: int, region: int) -> int:
    """Put a region, if it is one, into the list ``out`` once; returns the list's length."""
    if region < 0:
        return outs
    for k in range(outs):
        if out[k] == region:
            return outs
    out[min(outs, len(out) - 1)] = region
    return min(outs + 1, len(out))


@njit(cache=True)
def drop(
    out: int,
    cell_ends: Ints,
    cells_of: Ints,
    line_ends: Ints,
    lines_of: Ints,
    region: Ints,
    served: Ints,
) -> None:
    """Take a region out of a choice."""
    for place in range(cell_ends[out], cell_ends[out + 1]):
        if region[cells_of[place]] == out:
            region[cells_of[place]] = -1
    for place in range(line_ends[out], line_ends[out + 1]):
        if served[lines_of[place]] == out:
            served[lines_of[place]] = -1
