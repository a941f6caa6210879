"""Integers between which the value of a Snort or Col position lies, found without search.

G <= n for an integer n >= 0 as soon as after every move of Left to G' Right has an answer
G'' <= n, or G' <= n - 1 (Conway, On Numbers and Games, chapter 1: n has no right option).
What Left can still play bounds G' and G'' from above. Components are bounded one by one
and the bounds added.
"""

from __future__ import annotations

from collections.abc import Sequence

from gameproof.games.bit_sets import members
from gameproof.solvers.values.placement import components

#: Larger components are bounded by counting moves, so that the bounds stay cheap.
LOOKED_INTO = 256


def upper_bound(same: Sequence[int], other: Sequence[int], left: int, right: int) -> int:
    """An integer >= 0 that no component open to Left on ``left`` and to Right on ``right``
    passes. O(|left| |right|)."""
    if (left | right).bit_count() > LOOKED_INTO:
        return left.bit_count()  # Right answers each move of Left by one of the n in -n
    most = 0
    for v in members(left):
        mine, yours = left & ~same[v], right & ~other[v]
        answers = [(mine & ~other[w]).bit_count() for w in members(yours)]
        most = max(most, min([*answers, mine.bit_count() + 1]))
    return most


def value_bounds(
    same: Sequence[int], other: Sequence[int], left: int, right: int
) -> tuple[int, int]:
    """Integers ``low <= G <= high`` for the position open to Left on ``left`` and to Right
    on ``right``. O(n) set operations for each vertex of a component of moderate size."""
    low = high = 0
    for part in components(same, other, left, right):
        a, b = left & part, right & part
        if part & (part - 1) == 0 and not (a and b):
            low, high = (low + 1, high + 1) if a else (low - 1, high - 1)
            continue
        high += upper_bound(same, other, a, b)
        low -= upper_bound(same, other, b, a)
    return low, high
