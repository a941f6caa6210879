"""Walks over large graphs that the matching checkers need, on lists or on arrays.

The same source runs interpreted on small inputs and compiled on large ones
(:func:`steps`); it shares nothing with the solvers.
"""

from __future__ import annotations

import sys
from collections.abc import MutableSequence
from functools import cache
from types import ModuleType, SimpleNamespace

Ints = MutableSequence[int]

COMPILE_FROM = 50_000  # vertices + edges; below, compiled code is not worth its loading

GOOD, CYCLE, NOT_OUTER, TWO_TREES = 0, 1, 2, 3


def find(base: Ints, v: int) -> int:
    """The representative of the class of ``v``."""
    while base[v] != v:
        base[v] = base[base[v]]
        v = base[v]
    return v


def join_edges(tail: Ints, head: Ints, removed: Ints, base: Ints) -> None:
    """Join the ends of every edge that avoids the removed vertices: ``base`` becomes
    the components. O(m a(n))."""
    for i in range(len(tail)):
        if not removed[tail[i]] and not removed[head[i]]:
            a = find(base, tail[i])
            b = find(base, head[i])
            if a < b:
                base[b] = a
            elif b < a:
                base[a] = b


def forest_has_cycle(mate: Ints, parent: Ints, seen: Ints) -> int:
    """Do the pairs (w, mate[w]) with parent[w] >= 0 hang in a circle?

    The pair of w hangs under the vertex parent[w]; exposed vertices are roots.
    ``seen`` starts as zeros. Every vertex is walked once: O(n).
    """
    for v in range(len(mate)):
        if parent[v] < 0 or seen[v]:
            continue
        w = v
        while True:
            seen[w] = 1  # on the present walk
            seen[mate[w]] = 1
            x = parent[w]
            if parent[x] < 0:
                if mate[x] < 0:
                    break
                w = mate[x]
                if parent[w] < 0:
                    break
            else:
                w = x
            if seen[w] == 1:
                return CYCLE
            if seen[w] == 2:
                break
        w = v
        while seen[w] == 1:
            seen[w] = 2
            seen[mate[w]] = 2
            x = parent[w]
            if parent[x] >= 0:
                w = x
            elif mate[x] >= 0 and parent[mate[x]] >= 0:
                w = mate[x]
    return GOOD


def replay_blossoms(
    mate: Ints, parent: Ints, near: Ints, far: Ints, outer: Ints, base: Ints, mark: Ints
) -> int:
    """Shrink the odd cycles that the edges (near[i], far[i]) close, in this order.

    ``outer`` marks the forest's vertices at even distance and grows by every vertex
    that a blossom turns; ``base`` (the identity) becomes the classes. The forest has
    no cycle. Returns GOOD or why the i-th edge closes no odd cycle. O(n a(n)).
    """
    for i in range(len(near)):
        if not outer[near[i]] or not outer[far[i]]:
            return NOT_OUTER
        a = find(base, near[i])
        b = find(base, far[i])
        while a >= 0 or b >= 0:
            if a >= 0:
                if mark[a] == i + 1:
                    break
                mark[a] = i + 1
                if mate[a] < 0:
                    a = -1
                else:
                    x = parent[mate[a]]
                    if x < 0 or not outer[x]:
                        return NOT_OUTER
                    a = find(base, x)
            a, b = b, a
        if a < 0:
            return TWO_TREES
        for side in range(2):
            x = find(base, near[i] if side == 0 else far[i])
            while x != a:
                w = mate[x]
                outer[w] = 1
                base[x] = a
                base[w] = a
                x = find(base, parent[w])
    return GOOD


@cache
def _compiled() -> SimpleNamespace:
    from numba import njit
    from numba.extending import register_jitable

    register_jitable(find)
    return SimpleNamespace(
        join_edges=njit(cache=True)(join_edges),
        forest_has_cycle=njit(cache=True)(forest_has_cycle),
        replay_blossoms=njit(cache=True)(replay_blossoms),
    )


def steps(large: bool) -> ModuleType | SimpleNamespace:
    """These functions, compiled when the input is ``large``."""
    return _compiled() if large else sys.modules[__name__]
