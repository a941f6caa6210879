"""Node and arc Kayles by the definition: no sums, no symmetries, no heaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class Kayles:
    """Grundy values of sets of vertices of one graph, ``near`` being the sets of neighbours."""

    def __init__(self, near: Sequence[set[int]], arcs: bool) -> None:
        self.near, self.arcs = near, arcs
        self.known: dict[frozenset[int], int] = {}

    def moves(self, left: frozenset[int]) -> Iterator[frozenset[int]]:
        """What each move leaves."""
        for v in left:
            if self.arcs:
                yield from (left - {u, v} for u in self.near[v] & left if u < v)
            else:
                yield left - self.near[v] - {v}

    def value(self, left: frozenset[int]) -> int:
        """The least number that no move leaves. Exponential in the vertices."""
        if left not in self.known:
            after = set(map(self.value, self.moves(left)))
            self.known[left] = next(k for k in range(len(after) + 1) if k not in after)
        return self.known[left]
