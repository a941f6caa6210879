"""Question ``fewest-crosses``: clauses of a drawn full board with fewer crosses than claimed.

Crosses are the first player's stones. With the answer k the clauses ask for a full
board without a whole set on which he has at most k - 1; their contradiction is the
lower bound. With the answer ``none`` they ask for any drawn full board.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.blocking import positional
from gameproof.certificates.certificate import Claim, Rejected
from gameproof.certificates.clauses import Formula
from gameproof.certificates.clauses_drawn_position import drawn


def formula(position: Any, claim: Claim) -> Formula:
    """The clauses; raises :class:`Rejected` for an answer that is no count."""
    place = positional(position)
    if claim.arguments:
        raise Rejected("the question takes no arguments")
    if claim.answer == "none":
        return drawn(place, "no full board is without a whole set")[0]
    if not str(claim.answer).isdecimal() or len(str(claim.answer)) > 9:
        raise Rejected(f"expected a number of crosses, got {claim.answer!r}")
    count = int(claim.answer)
    made, cells = drawn(place, f"every full board without a whole set has at least {count} crosses")
    made.at_most(count - 1 - len(place.first), cells)
    return made
