"""The steps of Edmonds' matching algorithm, on lists or on NumPy arrays alike.

One source, run two ways: :mod:`gameproof.solvers.matching.blossom` calls these functions
as they are on the lists of a small graph, and through ``blossom_kernel``, which
compiles them, on the arrays of a large one.

All exposed vertices grow one alternating forest at the same time. An edge
between two trees is an augmenting path: it is flipped at once, and both trees
stay where they are, dead, until the forest can grow no further; then they
dissolve and the living trees may graft their vertices. A tree that can no
longer grow (a Hungarian tree) is never searched again, so vertices that stay
exposed for good cost nothing in later rounds. Blossoms are classes of a
union-find structure; each vertex that a blossom turns from inner to outer
remembers the edge (the bridge) that closed the blossom.

Edmonds 1965, "Paths, trees, and flowers"; union-find and bridges as in Gabow and
Tarjan 1985; the start as in Karp and Sipser 1981; grafting after Azad, Buluç,
Pothen 2017 (there for bipartite graphs).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]

FREE, OUTER, INNER = 0, 1, 2
HEAD, TAIL, FLIPPED, CLOCK, NEXT, TOP = 0, 1, 2, 3, 4, 5


class Forest(NamedTuple):
    """The whole state of a search; every field has one entry per vertex but ``state``.

    ``mate``: partner or -1. ``label``: FREE, OUTER (at even distance from its root)
    or INNER. ``parent``: the outer vertex that reached an inner one. ``root``: its
    tree. ``base``: union-find of blossoms, pointing to the blossom's base.
    ``bridge_near``, ``bridge_far``, ``when``: the edge whose blossom turned an inner
    vertex outer, near end first, and the moment; -1 elsewhere. ``chain``, ``first``:
    the vertices of each tree as a linked list. ``dead``: trees already flipped.
    ``mark``: time stamps. ``queue``: outer vertices to scan. The rest is scratch.
    ``state``: the counters HEAD, TAIL, FLIPPED, CLOCK, NEXT, TOP.
    """

    mate: Ints
    label: Ints
    parent: Ints
    root: Ints
    base: Ints
    bridge_near: Ints
    bridge_far: Ints
    when: Ints
    chain: Ints
    first: Ints
    dead: Ints
    mark: Ints
    queue: Ints
    dying: Ints
    left: Ints
    right: Ints
    below: Ints
    above: Ints
    state: Ints


def adjacency(n: int, tail: Ints, head: Ints, indptr: Ints, neighbour: Ints, fill: Ints) -> None:
    """Neighbour lists by counting sort, loops left out.

    ``indptr`` (n + 1) and ``fill`` (n) start as zeros; ``neighbour`` has room for
    2 m entries. O(n + m).
    """
    for i in range(len(tail)):
        if tail[i] != head[i]:
            indptr[tail[i] + 1] += 1
            indptr[head[i] + 1] += 1
    for v in range(n):
        indptr[v + 1] += indptr[v]
        fill[v] = indptr[v]
    for i in range(len(tail)):
        u = tail[i]
        v = head[i]
        if u != v:
            neighbour[fill[u]] = v
            fill[u] += 1
            neighbour[fill[v]] = u
            fill[v] += 1


def take_away(f: Forest, indptr: Ints, neighbour: Ints, degree: Ints, v: int) -> None:
    """Lower the degrees round ``v``, which has just been matched; note new leaves."""
    for i in range(indptr[v], indptr[v + 1]):
        x = neighbour[i]
        if f.mate[x] < 0:
            degree[x] -= 1
            if degree[x] == 1:
                f.queue[f.state[TOP]] = x
                f.state[TOP] += 1


def start_matching(f: Forest, indptr: Ints, neighbour: Ints, degree: Ints, budget: int) -> bool:
    """A good first matching: leaves first, else a vertex with its rarest neighbour.

    Matching a vertex of degree one with its neighbour is never wrong (Karp and
    Sipser 1981). Works in slices of about ``budget`` steps and returns whether
    work is left. ``degree`` holds the degrees and is used up; ``queue[:TOP]``
    holds the leaves. O(n + m) over all slices.
    """
    n = len(f.mate)
    mate, state = f.mate, f.state
    while budget > 0:
        if state[TOP] > 0:
            state[TOP] -= 1
            v = f.queue[state[TOP]]
        else:
            while state[NEXT] < n and (mate[state[NEXT]] >= 0 or degree[state[NEXT]] <= 0):
                state[NEXT] += 1
            if state[NEXT] == n:
                return False
            v = state[NEXT]
        if mate[v] >= 0 or degree[v] <= 0:
            continue
        best = -1
        for i in range(indptr[v], indptr[v + 1]):
            x = neighbour[i]
            if mate[x] < 0 and (best < 0 or degree[x] < degree[best]):
                best = x
        if best < 0:
            degree[v] = 0
            continue
        mate[v] = best
        mate[best] = v
        take_away(f, indptr, neighbour, degree, v)
        take_away(f, indptr, neighbour, degree, best)
        budget -= indptr[v + 1] - indptr[v] + indptr[best + 1] - indptr[best]
    return True


def plant(f: Forest) -> None:
    """Every exposed vertex becomes the root of a tree of the forest. O(n)."""
    f.state[HEAD] = 0
    f.state[TAIL] = 0
    for v in range(len(f.mate)):
        if f.mate[v] < 0:
            f.label[v] = OUTER
            f.root[v] = v
            f.first[v] = v
            f.queue[f.state[TAIL]] = v
            f.state[TAIL] += 1


def find(base: Ints, v: int) -> int:
    """The base of the blossom that holds ``v``."""
    while base[v] != v:
        base[v] = base[base[v]]
        v = base[v]
    return v


def attach(f: Forest, x: int, y: int) -> None:
    """Hang the free matched pair of ``y`` under the outer vertex ``x``."""
    z = f.mate[y]
    r = f.root[x]
    f.label[y] = INNER
    f.label[z] = OUTER
    f.parent[y] = x
    f.root[y] = r
    f.root[z] = r
    f.chain[y] = z
    f.chain[z] = f.first[r]
    f.first[r] = y
    f.queue[f.state[TAIL]] = z
    f.state[TAIL] += 1


def absorb(f: Forest, near: int, far: int, top: int) -> None:
    """Put the path from ``near`` up to the base ``top`` into its blossom."""
    b = find(f.base, near)
    while b != top:
        w = f.mate[b]
        f.bridge_near[w] = near
        f.bridge_far[w] = far
        f.when[w] = f.state[CLOCK]
        f.label[w] = OUTER
        f.queue[f.state[TAIL]] = w
        f.state[TAIL] += 1
        f.base[b] = top
        f.base[w] = top
        b = find(f.base, f.parent[w])


def shrink(f: Forest, u: int, v: int) -> None:
    """The edge uv joins two outer vertices of one tree: make the blossom.

    Both sides climb in turn, so the climb costs no more than twice what the
    blossom swallows.
    """
    f.state[CLOCK] += 1
    clock = f.state[CLOCK]
    a = find(f.base, u)
    b = find(f.base, v)
    while True:
        if a >= 0:
            if f.mark[a] == clock:
                break
            f.mark[a] = clock
            w = f.mate[a]
            a = find(f.base, f.parent[w]) if w >= 0 else -1
        a, b = b, a
    absorb(f, u, v, a)
    absorb(f, v, u, a)


def flip(f: Forest, x: int, y: int) -> None:
    """Augment along root(x) ... x y ... root(y); O(length of the path).

    Only the path's free edges are needed, in any order: they are the new
    matching edges. An outer vertex that a blossom turned so reaches its root
    backwards through its partner to the near end of its bridge, then over it.
    """
    left, right, below, above = f.left, f.right, f.below, f.above
    left[0] = x
    right[0] = y
    edges = 1
    below[0] = x
    above[0] = f.root[x]
    below[1] = y
    above[1] = f.root[y]
    tasks = 2
    while tasks > 0:
        tasks -= 1
        v = below[tasks]
        end = above[tasks]
        while v != end:
            if f.bridge_near[v] < 0:
                left[edges] = f.mate[v]
                v = f.parent[f.mate[v]]
                right[edges] = v
            else:
                left[edges] = f.bridge_near[v]
                right[edges] = f.bridge_far[v]
                below[tasks] = f.bridge_near[v]
                above[tasks] = f.mate[v]
                tasks += 1
                v = f.bridge_far[v]
            edges += 1
    for i in range(edges):
        f.mate[left[i]] = right[i]
        f.mate[right[i]] = left[i]


def grow(f: Forest, indptr: Ints, neighbour: Ints, budget: int) -> bool:
    """Scan queued outer vertices for about ``budget`` edges; is any left?"""
    label, root, state = f.label, f.root, f.state
    while state[HEAD] < state[TAIL] and budget > 0:
        x = f.queue[state[HEAD]]
        state[HEAD] += 1
        if f.dead[root[x]]:
            continue
        budget -= indptr[x + 1] - indptr[x] + 1
        for i in range(indptr[x], indptr[x + 1]):
            y = neighbour[i]
            if label[y] == INNER:
                continue
            if label[y] == FREE:
                attach(f, x, y)
            elif root[x] == root[y]:
                if find(f.base, x) != find(f.base, y):
                    shrink(f, x, y)
            elif not f.dead[root[y]]:
                flip(f, x, y)
                f.dead[root[x]] = 1
                f.dead[root[y]] = 1
                f.dying[state[FLIPPED]] = root[x]
                f.dying[state[FLIPPED] + 1] = root[y]
                state[FLIPPED] += 2
                break
    return bool(state[HEAD] < state[TAIL])


def dissolve(f: Forest, indptr: Ints, neighbour: Ints) -> None:
    """Free the vertices of the dead trees and graft those that living trees touch."""
    loose = 0
    for i in range(f.state[FLIPPED]):
        v = f.first[f.dying[i]]
        while v >= 0:
            f.label[v] = FREE
            f.bridge_near[v] = -1
            f.base[v] = v
            f.left[loose] = v
            loose += 1
            after = f.chain[v]
            f.chain[v] = -1
            v = after
        f.first[f.dying[i]] = -1
        f.dead[f.dying[i]] = 0
    f.state[FLIPPED] = 0
    f.state[HEAD] = 0
    f.state[TAIL] = 0
    for i in range(loose):
        v = f.left[i]
        if f.label[v] == FREE:
            for j in range(indptr[v], indptr[v + 1]):
                if f.label[neighbour[j]] == OUTER:
                    attach(f, neighbour[j], v)
                    break
