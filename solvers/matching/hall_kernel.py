# mypy: disable-error-code="untyped-decorator"
"""Compiled Hopcroft-Karp for sets that each want several cells.

Only the rows set -> cells are needed: an alternating path goes from a set to one of
its cells and on to that cell's owner. State lives in arrays, so that every function
can stop after ``budget`` steps and go on in the next call.
"""

from __future__ import annotations

from typing import Any

from numba import njit

FREE = -1


@njit(cache=True)
def greedy(
    indptr: Any, members: Any, start: int, stop: int, weight: Any, owner: Any, need: Any
) -> int:
    """Give the sets start..stop-1 their free cells of least ``weight``; how many cells
    they still want."""
    wanted = 0
    for s in range(start, stop):
        while need[s] > 0:
            best = FREE
            for at in range(indptr[s], indptr[s + 1]):
                cell = members[at]
                if owner[cell] == FREE and (best == FREE or weight[cell] < weight[best]):
                    best = cell
            if best == FREE:
                break
            owner[best] = s
            need[s] -= 1
        wanted += need[s]
    return wanted


@njit(cache=True)
def layers(
    indptr: Any, members: Any, owner: Any, level: Any, queue: Any, state: Any, budget: int
) -> bool:
    """Breadth-first levels of sets from those still in need, one slice of work.

    ``state`` holds: queue head, queue tail, level that met a free cell (or -1). True
    when finished."""
    head, tail, found = state[0], state[1], state[2]
    steps = 0
    while head < tail:
        s = queue[head]
        if found >= 0 and level[s] >= found:
            break
        if steps > budget:
            state[0], state[1], state[2] = head, tail, found
            return False
        head += 1
        below = level[s] + 1
        for at in range(indptr[s], indptr[s + 1]):
            o = owner[members[at]]
            if o == FREE:
                found = below
                break
            if level[o] < 0:
                level[o] = below
                queue[tail] = o
                tail += 1
        steps += indptr[s + 1] - indptr[s]
    state[0], state[1], state[2] = head, tail, found
    return True


@njit(cache=True)
def start_layers(need: Any, level: Any, queue: Any, pointer: Any, indptr: Any, state: Any) -> None:
    """Put the sets in need into the queue and reset levels and pointers."""
    tail = 0
    for s in range(need.size):
        pointer[s] = indptr[s]
        if need[s] > 0:
            level[s] = 0
            queue[tail] = s
            tail += 1
        else:
            level[s] = -1
    state[0], state[1], state[2] = 0, tail, -1
    state[3], state[4] = 0, 0


@njit(cache=True)
def augment(
    indptr: Any, members: Any, owner: Any, need: Any, level: Any, pointer: Any, stack: Any,
    state: Any, budget: int,
) -> bool:  # fmt: skip
    """Depth-first augmentation along the levels, one slice. ``state[3]`` is the next
    root, ``state[4]`` the depth of the stack (0: none), ``state[5]`` counts the cells
    given. True when no root is left."""
    root, depth = state[3], state[4]
    steps = 0
    while root < need.size or depth > 0:
        if depth == 0:
            if need[root] == 0 or level[root] != 0:
                root += 1
                continue
            stack[0] = root
            depth = 1
        if steps > budget:
            state[3], state[4] = root, depth
            return False
        s = stack[depth - 1]
        at = pointer[s]
        stop = indptr[s + 1]
        below = level[s] + 1
        moved = False
        while at < stop:
            steps += 1
            o = owner[members[at]]
            if o == FREE:
                pointer[s] = at
                for place in range(depth):
                    t = stack[place]
                    owner[members[pointer[t]]] = t
                need[root] -= 1
                state[5] += 1
                depth = 0
                moved = True
                break
            if level[o] == below:
                pointer[s] = at
                stack[depth] = o
                depth += 1
                moved = True
                break
            at += 1
        if not moved:
            level[s] = -2  # dead end: no path of this length goes through it
            pointer[s] = stop
            depth -= 1
            if depth > 0:
                pointer[stack[depth - 1]] += 1
            else:
                root += 1
    state[3], state[4] = root, depth
    return True


@njit(cache=True)
def shrink(indptr: Any, members: Any, demand: Any, inside: Any, uses: Any, spare: int) -> int:
    """Leave sets out of a violator while demand still exceeds the union by at least 1.

    ``uses`` counts the sets inside through each cell; ``spare`` is demand minus union.
    Sets that cost nothing go first. The new ``spare``."""
    for free_only in (True, False):
        changed = True
        while changed:
            changed = False
            for s in range(demand.size):
                if not inside[s]:
                    continue
                own = 0
                for at in range(indptr[s], indptr[s + 1]):
                    own += uses[members[at]] == 1
                cost = demand[s] - own
                if cost <= 0 or (not free_only and spare - cost >= 1):
                    inside[s] = False
                    spare -= cost
                    changed = True
                    for at in range(indptr[s], indptr[s + 1]):
                        uses[members[at]] -= 1
    return spare
