"""Hall's condition: sets have pairs of their own, or want more than the cells carry (Hall 1935).

The certificate says which way it goes. ``exists``: if every live set has at least s free cells and
no cell lies in more than s / 2 live sets, then any g sets, with g s incidences at least, have 2 g
cells at least, and Hall's theorem gives disjoint pairs, which are not shown. ``none``: sets of the
family that pairwise share at most one free cell cannot share a pair, so g of them need 2 g cells;
where they share more, only pairs of their own are excluded. ``weights``: where for any two free
cells a, b the live sets that contain both weigh at most y(a) + y(b), the sets weigh in a pairing,
in which every live set contains a pair, at most the sum over pairs of what contains them, hence
at most all cells together; if they weigh more, there is no pairing, shared pairs included. (Linear
programming duality; with sets of weight 1 and cells of 1/2 it is the count of ``none``.)
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import STEALING, blocker, listed, stops
from gameproof.games.meaning.statement import Forces, Is, Prevents, Statement, quantity
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.board_stones import untouched_cube
from gameproof.games.sets.live_sets import (
    MOST_PAIRS,
    pairs_of_cells,
    share_at_most_one,
    size_and_degree,
)

EXISTS, NONE, WEIGHTS = "exists", "none", "weights"
HEAVIEST = 1 << 30


class Hall(Certificate, frozen=True, tag="hall"):
    """``direction``: ``exists``, pairs against the other of ``player``, counted; ``none``, with
    ``sets``, numbers of the first player's sets, as the rules list them; or ``weights``, where
    ``sets[i]`` weighs his i-th live set and ``cells[c]`` the cell c, whole numbers, at least 0."""

    direction: str
    sets: np.ndarray | None = None
    cells: np.ndarray | None = None
    player: str = "second"


def conclude(goal: Goal[Position], certificate: Hall) -> Conclusion:
    """What the direction says. O(total size of the sets), squared for each set where pairs of
    cells are weighed, or it must be seen that sets share at most one cell."""
    player, sets, cells = blocker(certificate.player), certificate.sets, certificate.cells
    if certificate.direction not in (EXISTS, NONE, WEIGHTS):
        raise Rejected(f"the direction is {EXISTS}, {NONE} or {WEIGHTS}")
    if (cells is not None) != (certificate.direction == WEIGHTS):
        raise Rejected(f"cells have weights where the direction is {WEIGHTS}, and only there")
    if certificate.direction == EXISTS:
        if sets is not None:
            raise Rejected("that pairs exist is not shown by sets")
        return _exist(goal.position, player)
    if player != "second" or sets is None:
        raise Rejected("that no pairs exist is shown by sets of the first player")
    return _violated(goal.position, sets) if cells is None else _weighed(goal.position, sets, cells)


def _exist(place: Position, player: str) -> Conclusion:
    """That ``player`` stops every set of the other; of the second player also the questions
    ``pairing`` and ``own-pairing``."""
    if not untouched_cube(place):
        listed(place)
    size, degree = size_and_degree(place, OTHER[player])
    if size < 1:
        raise Rejected("a set is complete")
    if 2 * degree > size:
        raise Rejected("a cell is in more than half as many live sets as a set has cells")
    stopped = stops(place, player)
    found: list[Statement] = list(stopped.statements)
    if player == "second":
        found += [Is(quantity("pairing"), True), Is(quantity("own-pairing"), True)]
    return Conclusion(
        tuple(found),
        f"live sets of the {OTHER[player]} player have at least {size} free cells, no cell is in "
        f"more than {degree} of them: {stopped.sentence}",
    )


def _violated(position: Position, sets: np.ndarray) -> Conclusion:
    """That the live sets of the first player cannot have pairs of their own, and, where two of
    the named ones share one free cell at most, that there is no pairing."""
    place = listed(position)
    family = place.sets("first")
    numbers = integers(sets, "sets", 1, 0, len(family))
    if len(np.unique(numbers)) != len(numbers):
        raise Rejected("a set is named twice")
    live = np.zeros(len(family), dtype=np.bool_)
    live[place.live_numbers("first")] = True
    if not live[numbers].all():
        raise Rejected(f"set {int(numbers[~live[numbers]][0])} is not alive")
    chosen = np.zeros(len(family), dtype=np.bool_)
    chosen[numbers] = True
    inside = family.choose(chosen, ~(place.mask("first") | place.mask("second")))
    union = len(np.unique(inside.members))
    if union >= 2 * len(numbers):
        raise Rejected(f"{len(numbers)} sets have {union} cells: no violation")
    count = f"{len(numbers)} sets need {2 * len(numbers)} cells and have {union}"
    own = Is(quantity("own-pairing"), False)
    if not share_at_most_one(place, inside):
        return Conclusion((own,), f"no pairing with a pair for each set exists: {count}")
    return Conclusion(
        (own, Is(quantity("pairing"), False)), f"no draw-forcing pairing exists: {count}"
    )


def _weighed(position: Position, sets: np.ndarray, cells: np.ndarray) -> Conclusion:
    """That there is no pairing, and so none with a pair for each set."""
    place = listed(position)
    live = place.live("first")
    weights = integers(sets, "sets", 1, 0, HEAVIEST).tolist()
    prices = integers(cells, "cells", 1, 0, HEAVIEST).tolist()
    if len(weights) != len(live) or len(prices) != place.board.cells:
        raise Rejected("there is not one weight for each live set and each cell")
    if pairs_of_cells(live) > MOST_PAIRS:
        raise Rejected("the live sets hold too many pairs of cells to be weighed")
    together: dict[tuple[int, int], int] = {}
    for weight, members in zip(weights, live.sets(), strict=True):
        if weight:
            for pair in combinations(members, 2):
                together[pair] = together.get(pair, 0) + weight
    for (a, b), weight in together.items():
        if weight > prices[a] + prices[b]:
            names = f"{place.board.label(a)}, {place.board.label(b)}"
            raise Rejected(
                f"the sets around {{{names}}} weigh {weight}, the cells {prices[a] + prices[b]}"
            )
    if sum(weights) <= sum(prices):
        raise Rejected(f"the sets weigh {sum(weights)}, all cells {sum(prices)}")
    return Conclusion(
        (Is(quantity("own-pairing"), False), Is(quantity("pairing"), False)),
        f"no draw-forcing pairing exists: the live sets weigh {sum(weights)}, "
        f"a pairing can carry {sum(prices)}",
    )


KIND = Kind(
    record=Hall,
    scope=Scope(derives=(Forces, Prevents, "pairing", "own-pairing"), positions=(Position,)),
    theorem="Hall 1935: where no cell is in more than s / 2 live sets of at least s free cells, "
    "any g sets have 2 g cells, so that all have disjoint pairs (Frieze, slide 65, Corollary 2); "
    "g sets that share no pair need 2 g cells; sets that pairwise share one free cell at most "
    "cannot share a pair; linear programming duality: where the live sets around any two free "
    "cells weigh no more than the two cells, a pairing carries at most the weight of all cells; "
    f"{STEALING}",
    evidence="the direction, and where no pairs exist the numbers of live sets that want more "
    "cells than their union holds, or whole weights of the live sets and of the cells; all is "
    "counted again",
    conclude=conclude,
)
