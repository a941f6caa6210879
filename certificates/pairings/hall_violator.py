"""Sets that want more cells than their union holds: no pairing exists (Hall 1935).

Sets of the family that pairwise share at most one free cell cannot share a pair, so
g of them need 2 g cells. Where they share more, only pairs of their own are excluded.
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import integers, listed
from gameproof.games.hypergraph import Hypergraph
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.positional import Position

MOST_PAIRS = 1 << 24
"""Sets with more pairs of cells in all are not compared."""


class HallViolator(Certificate, frozen=True, tag="hall-violator"):
    """``sets``: numbers of the first player's sets, as the rules list them."""

    sets: np.ndarray


def conclude(goal: Goal[Position], certificate: HallViolator) -> Conclusion:
    """That the live sets of the first player cannot have pairs of their own, and, where two of
    the named ones share one free cell at most, that there is no pairing. O(total size,
    squared for each set where it must be seen that sets share at most one cell)."""
    place = listed(goal.position)
    family = place.sets("first")
    numbers = integers(certificate.sets, "sets", 1, 0, len(family))
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


def share_at_most_one(position: Position, family: Hypergraph) -> bool:
    """Do any two sets share at most one cell? Two points of [n]^d, n >= 3, lie on at most
    one line; elsewhere all pairs of cells are counted, unless they are too many to tell."""
    if position.board.kind == "tictactoe" and position.board.parameters[0] >= 3:
        return True
    if int((family.sizes * (family.sizes - 1) // 2).sum()) > MOST_PAIRS:
        return False
    seen: set[tuple[int, int]] = set()
    for row in family.sets():
        for i, a in enumerate(row):
            for b in row[i + 1 :]:
                if (a, b) in seen:
                    return False
                seen.add((a, b))
    return True


KIND = Kind(
    record=HallViolator,
    scope=Scope(derives=("pairing", "own-pairing"), positions=(Position,)),
    theorem="Hall 1935: g sets that share no pair need 2 g cells; sets that pairwise share one "
    "free cell at most cannot share a pair",
    evidence="the numbers of live sets that want more cells than their union holds",
    conclude=conclude,
)
