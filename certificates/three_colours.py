"""Boards in three colours without an essential loop of one colour, counted from the rules."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.forced_wins import ends
from gameproof.games.torus_cycles import Position

LARGEST = 16


class ThreeColours(Certificate, frozen=True, tag="three-colours"):
    """``loop_free`` of the 3^cells colourings have no essential loop in any colour."""

    loop_free: int


def count(free: np.ndarray) -> int:
    """Ordered partitions of the cells into three sets with ``free[mask]``. O(sets squared)."""
    sets = np.flatnonzero(free)
    everything = len(free) - 1
    total = 0
    for one in sets.tolist():
        two = sets[(sets & one) == 0]
        total += int(np.count_nonzero(free[everything ^ one ^ two]))
    return total


def check(position: Position, claim: Claim, certificate: ThreeColours) -> str:
    """All sets without a loop, from the rules, then all ways to split the board into three."""
    cells = position.rows * position.columns
    if claim.question != "three-colours":
        raise Rejected(f"a count of three colours says nothing about {claim.question!r}")
    if cells > LARGEST:
        raise Rejected(f"at most {LARGEST} cells are counted again")
    found = count(ends(position)[1])
    if certificate.loop_free != found:
        raise Rejected(f"there are {found}")
    if claim.answer != told(found, cells):
        raise Rejected(f"the answer is {told(found, cells)}")
    return f"{found} of the {3**cells} boards in three colours have no essential loop"


def told(number: int, cells: int) -> str:
    """``3660 of 19683``."""
    return f"{number} of {3**cells}"
