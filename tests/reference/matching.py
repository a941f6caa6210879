"""Maximum matchings by trying everything; slow, for small graphs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache


def largest(n: int, edges: Iterable[tuple[int, int]], without: int = 0) -> int:
    """Size of a maximum matching of the vertices outside the bit mask ``without``."""
    neighbours = [0] * n
    for u, v in edges:
        if u != v:
            neighbours[u] |= 1 << v
            neighbours[v] |= 1 << u

    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        v = left.bit_length() - 1
        rest = left ^ (1 << v)
        found = best(rest)
        near = neighbours[v] & rest
        while near:
            low = near & -near
            near ^= low
            found = max(found, 1 + best(rest ^ low))
        return found

    return best(((1 << n) - 1) & ~without)


def missed_by_some(n: int, edges: Iterable[tuple[int, int]]) -> set[int]:
    """The vertices that some maximum matching misses."""
    rows = list(edges)
    size = largest(n, rows)
    return {v for v in range(n) if largest(n, rows, 1 << v) == size}
