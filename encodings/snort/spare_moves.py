"""What is known of a start that was not decided: how many free moves decide it for certain.

The bounds of ``solvers.sums`` come first and cost nothing. A board that is open alike to both
players is its own negative, so it is a zero game or a first-player win, and whoever starts with
one free move more wins. The rest is search: with many free moves more or fewer a game is
decided sooner, and every free move nearer to the undecided game costs about a quarter more. So the
bounds are moved towards each other in shrinking steps as long as there is time, and by no more
than there seems to be time for, as the steps before tell.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from gameproof.encodings.snort.value import closures
from gameproof.encodings.snort.value_bounds import value_bounds
from gameproof.games.game import Colour
from gameproof.games.graph import neighbour_masks
from gameproof.games.snort import Position, opponent
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums.reservation_search import ReservationSearch
from gameproof.solvers.sums.star_packing import MOST_VERTICES, StarPacking

Search = ReservationSearch | StarPacking
Bounds = tuple[int, int]
"""(k, m): the starter surely wins with k free moves more and surely loses with m more (m is
below k, and mostly below zero)."""
#: A step is this part of the distance of the bounds.
STEPS = 4
#: Of the time left, what a step may take when that was foreseen, what it may take when it was
#: not, and the least seconds from which anything is foreseen.
FORESEEN, BLIND, FELT = 0.6, 0.5, 0.2
#: Between these is what one free move nearer is thought to cost.
LEAST_RISE, MOST_RISE = 1.1, 4.0


def at_once(position: Position, starter: Colour, search: Search) -> Bounds:
    """Bounds without a search. O(n d^2).

    Red wins G + k starting when G + k > 0, as it is when k = 1 - low, and loses when it is
    at most 0. The packings bound Snort better.
    """
    free = position.free(starter), position.free(opponent(starter))
    snort = position.rules.forbidden == "opponent" and position.graph.n <= MOST_VERTICES
    if snort and not isinstance(search, StarPacking):
        search = StarPacking(neighbour_masks(position.graph))
    if isinstance(search, StarPacking):
        win, loss = search.bounds(*free)
    else:
        low, high = value_bounds(*closures(position), *free)
        win, loss = 1 - low, -high
    if free[0] == free[1]:
        win = min(win, 1)
        if position.rules.forbidden == "own":  # a number or a number and a star: 0 or *
            loss = max(loss, -1)
    return win, loss


def narrowed(
    position: Position, starter: Colour, search: Search, bounds: Bounds, limits: Limits
) -> Bounds:
    """The bounds, moved towards each other until the limits run out or they are adjacent.

    Of a board that is open alike to both only the lower bound moves, for there the other is
    1 at most. Each step is one search, exponential in the worst case; one that takes much of the
    time left is given up for a step half as long, which profits from its tables.
    """
    free = position.free(starter), position.free(opponent(starter))
    win, loss = bounds
    below, steps = True, STEPS
    costs: dict[bool, list[tuple[int, float]]] = {True: [], False: []}
    while win - loss > 1 and limits.exceeded() is None:
        step, foreseen = _step(costs[below], max(1, (win - loss) // steps), limits.remaining())
        spare = loss + step if below else win - step
        part = 1.0 if step == 1 else (1 + FORESEEN) / 2 if foreseen else BLIND
        begun = time.monotonic()
        try:
            won = search.wins(*free, limits.share(part) if part < 1 else limits, spare=spare)
        except LimitReached:
            steps *= 2
            continue
        costs[below].append((spare, time.monotonic() - begun))
        win, loss = (spare, loss) if won else (win, spare)
        below = free[0] == free[1] or not below
    return win, loss


def _step(costs: Sequence[tuple[int, float]], usual: int, left: float) -> tuple[int, bool]:
    """How many free moves to go on, and is that foreseen: as many as usual, or fewer where what
    the last two searches took tells that the time left is too short for that."""
    if len(costs) < 2 or costs[-2][1] < FELT or left == math.inf:
        return usual, False
    (before, less), (last, more) = costs[-2:]
    rise = (more / less) ** (1 / abs(last - before))
    rise = min(max(rise, LEAST_RISE), MOST_RISE)
    most = math.floor(math.log(max(FORESEEN * left / more, 1.0), rise))
    return max(1, min(usual, most)), True


def told(starter: Colour, bounds: Bounds) -> str:
    """The bounds in words."""
    win, loss = bounds
    moves = "move" if win == 1 else "moves"
    return f"{starter} wins with {win} free {moves} more, loses with {-loss} fewer"
