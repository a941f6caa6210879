"""Weights that forbid every pairing, shared pairs included.

Weights w on the live sets and y on the cells with: for any two free cells a, b the live
sets that contain both weigh at most y(a) + y(b). In a pairing every live set contains a
pair, so the sets weigh at most the sum over pairs of what contains them, hence at most
all cells together. If they weigh more, there is no pairing. (Linear programming
duality; with w = 1 and y = 1/2 on sets that share single cells this is Hall's count.)
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import integers, listed
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.positional import Position

HEAVIEST = 1 << 30
MOST_PAIRS = 1 << 24
"""Sets with more pairs of cells in all are not weighed."""


class PairWeights(Certificate, frozen=True, tag="pair-weights"):
    """``sets[i]`` weighs the i-th live set of the first player, in the order of the rules,
    ``cells[c]`` the cell c; whole numbers, at least 0."""

    sets: np.ndarray
    cells: np.ndarray


def conclude(goal: Goal[Position], certificate: PairWeights) -> Conclusion:
    """That there is no pairing, and so none with a pair for each set. O(sum of squared set
    sizes)."""
    place = listed(goal.position)
    live = place.live("first")
    weights = integers(certificate.sets, "sets", 1, 0, HEAVIEST).tolist()
    prices = integers(certificate.cells, "cells", 1, 0, HEAVIEST).tolist()
    if len(weights) != len(live) or len(prices) != place.board.cells:
        raise Rejected("there is not one weight for each live set and each cell")
    if int((live.sizes * (live.sizes - 1) // 2).sum()) > MOST_PAIRS:
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
        (Is(quantity("pairing"), False), Is(quantity("own-pairing"), False)),
        f"no draw-forcing pairing exists: the live sets weigh {sum(weights)}, "
        f"a pairing can carry {sum(prices)}",
    )


KIND = Kind(
    record=PairWeights,
    scope=Scope(derives=("pairing", "own-pairing"), positions=(Position,)),
    theorem="linear programming duality: the live sets around any two free cells weigh no more "
    "than the two cells, so a pairing carries at most the weight of all cells",
    evidence="whole weights of the first player's live sets and of the cells",
    conclude=conclude,
)
