"""Whether a search for the winner has a prospect of ending in time, and what to do else.

With free moves more for whoever starts, the same question is easier, and by how much hardly
depends on how many they are: from 16 down to none, each two fewer take 1.9 to 2.6 times as many
positions on random graphs and three times as many on cubic ones. So what the question itself will
take is told by a few easier ones. Where that is far beyond the time left, the time is better spent
on bounds (``spare_moves``).

Only for boards that are open alike to both players, for there the starter, who would lose with a
move of no use, mostly wins; and only where the bound by pieces is not used, for with pieces the
work does not grow so regularly.
"""

from __future__ import annotations

import math
import time

from gameproof.games.game import Colour
from gameproof.games.graph import neighbour_masks
from gameproof.games.snort import Position, opponent
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums.reservation_search import ReservationSearch
from gameproof.solvers.sums.star_packing import StarPacking

#: Of the time, what the search may take before it is asked whether it will end; what that may
#: take of the rest; and what the search may take then.
FIRST, ASKING, THEN = 0.15, 0.1, 0.85
#: What the search may take in all where nothing is asked.
SEARCHED = 0.75
#: A search has no prospect when it would take more than this many times the time left.
BEYOND = 2.0
#: Free moves between two easier questions, and the fewest positions of one that counts.
APART, COUNTED = 2, 10_000


def spare_engine(position: Position, limits: Limits) -> StarPacking:
    """A search for this board that keeps no proof; it is kept as long as the run."""
    neighbours = neighbour_masks(position.graph)
    name = ("snort", "no proof", neighbours)
    return limits.keep(name, lambda: StarPacking(neighbours, logged=False))


def for_bounds(
    search: ReservationSearch | StarPacking, position: Position, limits: Limits
) -> ReservationSearch | StarPacking:
    """The search that is to narrow bounds where this one came to no end: one that keeps no proof,
    but for pieces, which are slow to be worked out again."""
    if isinstance(search, StarPacking) and not search.by_pieces:
        return spare_engine(position, limits)
    return search


def foreseen(search: ReservationSearch | StarPacking, position: Position, limits: Limits) -> bool:
    """Can it be told how long the search will take?"""
    alike = position.red_free == position.blue_free
    timed = limits.remaining() < float("inf")
    return alike and timed and isinstance(search, StarPacking) and not search.by_pieces


def seconds_wanted(
    position: Position, starter: Colour, search: StarPacking, limits: Limits
) -> float:
    """About how long a search takes for who wins when ``starter`` starts, told by easier ones as
    far as the limits go; 0 when they tell nothing."""
    sets = position.free(starter), position.free(opponent(starter))
    spare = search.bounds(*sets)[0]
    told: list[tuple[int, float]] = []
    while spare > APART:
        spare -= APART
        nodes, begun = search.stats["nodes"], time.monotonic()
        try:
            search.wins(*sets, limits, spare=spare)
        except LimitReached:
            break
        nodes, seconds = search.stats["nodes"] - nodes, time.monotonic() - begun
        if nodes >= COUNTED:
            told.append((nodes, seconds))
            last = spare
    if len(told) < 2:
        return 0.0
    rise = max(told[-1][0] / told[-2][0], 1.0)
    return told[-1][1] * math.pow(rise, last / APART)


def decided(
    position: Position,
    starter: Colour,
    search: ReservationSearch | StarPacking,
    limits: Limits,
) -> bool:
    """Does ``starter`` win, starting? Raises ``LimitReached`` when the part of the time for that
    is over or, before, when it will not be enough."""
    sets = position.free(starter), position.free(opponent(starter))
    if not foreseen(search, position, limits):
        return search.wins(*sets, limits.share(SEARCHED))
    try:
        return search.wins(*sets, limits.share(FIRST))
    except LimitReached as reached:
        if reached.reason != "time" or limits.exceeded():
            raise
    easier = spare_engine(position, limits)
    wanted = seconds_wanted(position, starter, easier, limits.share(ASKING))
    if wanted > BEYOND * THEN * limits.remaining():
        raise LimitReached("time")
    return search.wins(*sets, limits.share(THEN))
