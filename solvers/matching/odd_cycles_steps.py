"""The odd cycles of an alternating forest as a nest of intervals, on lists or on arrays.

The same source runs interpreted (:mod:`gameproof.solvers.matching.odd_cycles`) and compiled.
"""

from __future__ import annotations

from collections.abc import MutableSequence

Ints = MutableSequence[int]


def find(base: Ints, v: int) -> int:
    """The representative of the class of ``v``."""
    while base[v] != v:
        base[v] = base[base[v]]
        v = base[v]
    return v


def meeting(mate: Ints, parent: Ints, base: Ints, mark: Ints, stamp: int, u: int, v: int) -> int:
    """The class where the ways from two vertices of one tree to the root meet."""
    a, b = find(base, u), find(base, v)
    while True:
        if a >= 0:
            if mark[a] == stamp:
                return a
            mark[a] = stamp
            a = find(base, parent[mate[a]]) if mate[a] >= 0 else -1
        a, b = b, a


def climb(
    mate: Ints, parent: Ints, base: Ints, top: Ints, child: Ints, at: int, x: int, a: int
) -> int:
    """Note the nodes on the way from class ``x`` up to class ``a``, and join them to it;
    returns the place after the last one."""
    while x != a:
        w = mate[x]
        child[at] = top[x]
        child[at + 1] = w
        at += 2
        base[x] = a
        base[w] = a
        x = find(base, parent[w])
    return at


def shrink_all(
    mate: Ints,
    parent: Ints,
    near: Ints,
    far: Ints,
    base: Ints,
    mark: Ints,
    top: Ints,
    child: Ints,
    ends: Ints,
) -> None:
    """Shrink the odd cycles that the edges (near[i], far[i]) close, in this order.

    Node v < n is a vertex, n + i the i-th cycle; ``child[ends[i]:ends[i + 1]]`` are the nodes
    of the cycle in order. ``base`` (the identity) becomes the classes, ``top`` (the identity)
    the outermost node of each class. O(n a(n)).
    """
    n = len(mate)
    for i in range(len(near)):
        a = meeting(mate, parent, base, mark, i + 1, near[i], far[i])
        start = ends[i]
        child[start] = top[a]
        middle = climb(mate, parent, base, top, child, start + 1, find(base, near[i]), a)
        left, right = start + 1, middle - 1
        while left < right:  # the near side is noted from its end
            child[left], child[right] = child[right], child[left]
            left += 1
            right -= 1
        ends[i + 1] = climb(mate, parent, base, top, child, middle, find(base, far[i]), a)
        top[a] = n + i


def lay_out(
    outer: Ints,
    base: Ints,
    top: Ints,
    child: Ints,
    ends: Ints,
    size: Ints,
    low: Ints,
    order: Ints,
    cuts: Ints,
) -> None:
    """Put the outer vertices in a row in which every cycle is an interval.

    ``size`` (ones) becomes the numbers of vertices of the nodes, ``low`` where they begin;
    ``cuts`` where the nodes of each cycle begin, and where the last one ends. O(n + children).
    """
    n = len(base)
    for i in range(len(ends) - 1):
        total = 0
        for j in range(ends[i], ends[i + 1]):
            total += size[child[j]]
        size[n + i] = total
    at = 0
    for v in outer:
        if base[v] == v:
            node = top[v]
            low[node] = at
            if node < n:
                order[at] = node
            at += size[node]
    for i in range(len(ends) - 2, -1, -1):  # the cycles inside a cycle are older
        at = low[n + i]
        for j in range(ends[i], ends[i + 1]):
            cuts[j + i] = at
            low[child[j]] = at
            if child[j] < n:
                order[at] = child[j]
            at += size[child[j]]
        cuts[ends[i + 1] + i] = at
