"""Sets that want more cells than their union holds: no pairing exists (Hall 1935).

Sets of the family that pairwise share at most one free cell cannot share a pair, so
g of them need 2 g cells. Where they share more, only pairs of their own are excluded.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.blocking import integers, positional
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.positional import Position
from gameproof.games.set_family import SetFamily


class HallViolator(Certificate, frozen=True, tag="hall-violator"):
    """``sets``: numbers of the first player's sets, as the rules list them."""

    sets: np.ndarray


def check(position: Any, claim: Claim, certificate: HallViolator) -> str:
    """Counts the union of the live sets' free cells. O(total size, squared per cell where
    it must be seen that sets share at most one cell)."""
    place = positional(position)
    if claim.question not in ("pairing", "own-pairing") or claim.answer != "impossible":
        raise Rejected("a violator proves that a pairing is impossible and nothing else")
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
    if claim.question == "pairing" and not share_at_most_one(place, inside):
        raise Rejected("two of the sets share two free cells, so one pair may serve both")
    which = "pairing" if claim.question == "pairing" else "pairing with a pair for each set"
    return (
        f"no draw-forcing {which} exists: {len(numbers)} sets need {2 * len(numbers)} cells "
        f"and have {union}"
    )


def share_at_most_one(position: Position, family: SetFamily) -> bool:
    """Do any two sets share at most one cell? Two points of [n]^d, n >= 3, lie on at most
    one line; elsewhere all pairs of cells are counted."""
    if position.board.kind == "tictactoe" and position.board.parameters[0] >= 3:
        return True
    seen: set[tuple[int, int]] = set()
    for row in family.sets():
        for i, a in enumerate(row):
            for b in row[i + 1 :]:
                if (a, b) in seen:
                    return False
                seen.add((a, b))
    return True
