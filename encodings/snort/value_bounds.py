"""Integers between which the value of a Snort or Col position lies.

G <= n for an integer n >= 0 as soon as after every move of Left to G' Right has an answer
G'' <= n, or G' <= n - 1 (Conway, On Numbers and Games, chapter 1: n has no right option).
What Left can still play bounds G' and G'' from above. Components are bounded one by one
and the bounds added.

In Snort these are narrowed by searches of who wins G - n, n being free moves: G <= n iff Left
loses it moving first. The best integers are next to the stops of G, between which and next to
which no number is comparable with G (Siegel, Combinatorial Game Theory, II.3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.snort import Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.placement import components

#: Larger components are bounded by counting moves, so that the bounds stay cheap.
LOOKED_INTO = 256
#: For each side the share of the time, and the seconds, that a search for bounds may take.
SHARE, SECONDS = 0.05, 4.0


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


def searched_bounds(position: Position, low: int, high: int, limits: Limits) -> tuple[int, int]:
    """The bounds of a Snort position narrowed by searches for a small share of the time, to
    the greatest and the least integer where that suffices. Raises ``LimitReached`` when all
    time is over."""
    from gameproof.solvers.sums.star_packing import MOST_VERTICES, StarPacking

    red, blue = position.red_free, position.blue_free
    if position.rules.forbidden == "own" or position.graph.n > MOST_VERTICES:
        return low, high
    search = StarPacking(neighbour_masks(position.graph))

    def above(n: int, share: Limits) -> bool:
        return not search.wins(red, blue, share, spare=-n)

    def below(n: int, share: Limits) -> bool:
        return not search.wins(blue, red, share, spare=-n)

    high = _least(above, low, high, limits)
    return (-high if red == blue else -_least(below, -high, -low, limits)), high


def _least(holds: Callable[[int, Limits], bool], low: int, high: int, limits: Limits) -> int:
    """The least integer from ``low`` on for which something holds, as it does for ``high`` and
    above each for which it does; or one above it, when the share of time is over."""
    share = limits.share(SHARE, SECONDS)
    try:
        while low < high:
            middle = (low + high) // 2
            if holds(middle, share):
                high = middle
            else:
                low = middle + 1
    except LimitReached:
        limits.check()
    return high
