"""Slow twins: Maker-Breaker by full search, pairings by trying all, closing by definition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

Lines = tuple[frozenset[int], ...]


def breaker_holds(cells: int, lines: Lines, first: frozenset[int], second: frozenset[int]) -> bool:
    """First (Maker) to move: can Second keep him from owning a whole line?"""

    @cache
    def holds(maker: frozenset[int], breaker: frozenset[int]) -> bool:
        if any(line <= maker for line in lines):
            return False
        free = [c for c in range(cells) if c not in maker and c not in breaker]
        for move in free:
            after = maker | {move}
            if any(line <= after for line in lines):
                return False
            rest = [c for c in free if c != move]
            if rest and not any(holds(after, breaker | {reply}) for reply in rest):
                return False
        return True

    return holds(first, second)


def has_pairing(lines: Sequence[frozenset[int]], free: frozenset[int]) -> bool:
    """Two free cells of its own for every line, by trying all pairs."""
    if not lines:
        return True
    for pair in combinations(sorted(lines[0] & free), 2):
        if has_pairing(lines[1:], free - set(pair)):
            return True
    return False


def closable(
    cells: int, lines: Lines, first: frozenset[int], second: frozenset[int], answers: int
) -> bool:
    """Can Second have a pairing after at most so many answers, whatever First plays?"""
    free = frozenset(range(cells)) - first - second
    if has_pairing([line for line in lines if not line & second], free):
        return True
    return answers > 0 and all(
        any(
            closable(cells, lines, first | {move}, second | {answer}, answers - 1)
            for answer in free - {move}
        )
        for move in free
    )
