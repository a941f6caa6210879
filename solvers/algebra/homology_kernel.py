"""Compiled union-find with offsets in the fundamental group of a surface.

Offsets are pairs (p, q) standing for a^p b^q; ``kind`` is the group: 0 for Z^2
(torus), 1 for <a, b | b a = a^-1 b> (Klein bottle), 2 for Z/2 in q (projective plane).
"""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

from numba import njit


@njit(cache=True)
def product(kind: int, p: int, q: int, r: int, s: int) -> Any:
    """(a^p b^q)(a^r b^s)."""
    if kind == 0:
        return p + r, q + s
    if kind == 1:
        return (p - r if q & 1 else p + r), q + s
    return 0, (q + s) & 1


@njit(cache=True)
def inverse(kind: int, p: int, q: int) -> Any:
    """(a^p b^q)^-1."""
    if kind == 0:
        return -p, -q
    if kind == 1:
        return (p if q & 1 else -p), -q
    return 0, q & 1


@njit(cache=True)
def find(kind: int, parent: Any, p: Any, q: Any, v: int) -> int:
    """The root of ``v``; afterwards ``v`` hangs on it directly, its offset up to date.

    ``(p[v], q[v])`` is the path from the root to ``v``.
    """
    root = v
    while parent[root] != root:
        root = parent[root]
    # Two passes: the second needs the offset of each parent from the root first,
    # so the chain is walked from the top by reversing it in place.
    below = -1
    at = v
    while at != root:
        above = parent[at]
        parent[at] = below if below >= 0 else at
        below = at
        at = above
    at = below
    base_p, base_q = 0, 0
    while at >= 0:
        after = parent[at]
        last = after == at
        base_p, base_q = product(kind, base_p, base_q, p[at], q[at])
        p[at], q[at] = base_p, base_q
        parent[at] = root
        at = -1 if last else after
    return root


@njit(cache=True)
def place(
    kind: int,
    neighbour: Any,
    step_p: Any,
    step_q: Any,
    colour: Any,
    parent: Any,
    p: Any,
    q: Any,
    size: Any,
    cell: int,
    stone: int,
    loop_p: Any,
    loop_q: Any,
) -> int:
    """Put a stone and join it to its colour; returns how many non-trivial loops it closed.

    Each loop, read from the component's root, stands in ``loop_p, loop_q``; pairs of
    neighbours that were connected before give one loop each, as do steps from the
    cell to itself.
    """
    colour[cell] = stone
    parent[cell] = cell
    p[cell] = 0
    q[cell] = 0
    size[cell] = 1
    closed = 0
    for k in range(neighbour.shape[1]):
        other = neighbour[cell, k]
        if other < 0 or colour[other] != stone:
            continue
        mine = find(kind, parent, p, q, cell)
        theirs = find(kind, parent, p, q, other)
        # The walk root -> cell -> other, in offsets from the cell's root.
        gp, gq = product(kind, p[cell], q[cell], step_p[cell, k], step_q[cell, k])
        ip, iq = inverse(kind, p[other], q[other])
        gp, gq = product(kind, gp, gq, ip, iq)
        if mine == theirs:
            if gp != 0 or gq != 0:
                loop_p[closed] = gp
                loop_q[closed] = gq
                closed += 1
            continue
        if size[mine] < size[theirs]:
            parent[mine] = theirs
            size[theirs] += size[mine]
            p[mine], q[mine] = inverse(kind, gp, gq)
        else:
            parent[theirs] = mine
            size[mine] += size[theirs]
            p[theirs], q[theirs] = gp, gq
    return closed


@njit(cache=True)
def place_all(
    kind: int,
    neighbour: Any,
    step_p: Any,
    step_q: Any,
    colour: Any,
    parent: Any,
    p: Any,
    q: Any,
    size: Any,
    cells: Any,
    stones: Any,
    start: int,
    stop: int,
    found: Any,
    count: int,
    scratch_p: Any,
    scratch_q: Any,
) -> int:
    """Put stones ``start..stop``; loops go to ``found`` as (turn, p, q), up to its length.

    Returns the number of loops found so far.
    """
    for turn in range(start, stop):
        closed = place(
            kind, neighbour, step_p, step_q, colour, parent, p, q, size,
            cells[turn], stones[turn], scratch_p, scratch_q,
        )  # fmt: skip
        for k in range(closed):
            if count < found.shape[0]:
                found[count, 0] = turn
                found[count, 1] = scratch_p[k]
                found[count, 2] = scratch_q[k]
                count += 1
    return count


@njit(cache=True)
def settle(kind: int, parent: Any, p: Any, q: Any, colour: Any, root: Any) -> None:
    """Bring every stone's offset up to date and note its root (-1 on empty cells)."""
    for v in range(len(parent)):
        root[v] = find(kind, parent, p, q, v) if colour[v] >= 0 else -1


@njit(cache=True)
def search(
    kind: int,
    neighbour: Any,
    step_p: Any,
    step_q: Any,
    colour: Any,
    parent: Any,
    p: Any,
    q: Any,
    queue: Any,
    state: Any,
    found: Any,
    budget: int,
) -> bool:
    """Breadth-first trees with offsets over all stones; true when done.

    ``state`` is (next start, head, tail, number found), kept between calls; ``parent`` is
    -1 where no tree has been. Stops as soon as ``found`` is full of rows (from, to, p, q):
    steps outside the tree that close loops of elements different up to inversion.
    """
    while budget > 0:
        if state[1] == state[2]:
            while state[0] < len(colour) and (colour[state[0]] < 0 or parent[state[0]] >= 0):
                state[0] += 1
            if state[0] == len(colour):
                return True
            state[1] = 0
            state[2] = 1
            queue[0] = state[0]
            parent[state[0]] = state[0]
            p[state[0]] = 0
            q[state[0]] = 0
        at = queue[state[1]]
        state[1] += 1
        budget -= 1
        for k in range(neighbour.shape[1]):
            to = neighbour[at, k]
            if to < 0 or colour[to] != colour[at]:
                continue
            gp, gq = product(kind, p[at], q[at], step_p[at, k], step_q[at, k])
            if parent[to] < 0:
                parent[to] = at
                p[to] = gp
                q[to] = gq
                queue[state[2]] = to
                state[2] += 1
                continue
            ip, iq = inverse(kind, p[to], q[to])
            gp, gq = product(kind, gp, gq, ip, iq)
            if gp == 0 and gq == 0:
                continue
            rp, rq = inverse(kind, gp, gq)
            new = True
            for j in range(state[3]):
                same = found[j, 2] == gp and found[j, 3] == gq
                back = found[j, 2] == rp and found[j, 3] == rq
                if same or back:
                    new = False
            if new:
                found[state[3], 0] = at
                found[state[3], 1] = to
                found[state[3], 2] = gp
                found[state[3], 3] = gq
                state[3] += 1
                if state[3] == found.shape[0]:
                    return True
    return False
