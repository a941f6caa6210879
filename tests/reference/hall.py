"""Slow twin of the Hall engine: one augmenting path after another, by recursion."""

from __future__ import annotations

from collections.abc import Sequence


def most_given(sets: Sequence[Sequence[int]], demand: int) -> int:
    """The largest number of cells that can be given to sets, ``demand`` to each at most."""
    owner: dict[int, int] = {}

    def give(s: int, seen: set[int]) -> bool:
        for cell in sets[s]:
            if cell not in seen:
                seen.add(cell)
                if cell not in owner or give(owner[cell], seen):
                    owner[cell] = s
                    return True
        return False

    return sum(give(s, set()) for s in range(len(sets)) for _ in range(demand))
