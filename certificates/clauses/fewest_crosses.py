"""Question ``fewest-crosses``: clauses of a drawn full board with fewer crosses than a bound.

Crosses are the first player's stones. With the bound k the clauses ask for a full board
without a whole set on which he has at most k - 1; their contradiction is the lower bound.
Without one they ask for any drawn full board.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.clauses.drawn_position import drawn, positional, refuse_counting
from gameproof.certificates.kernel import Goal
from gameproof.games.meaning.statement import AtLeast, Is, quantity
from gameproof.games.positional import Position

FEWEST = quantity("fewest-crosses")


def formula(goal: Goal[Position], bound: int | None) -> Formula:
    """The clauses; raises :class:`Rejected` for another game."""
    place = positional(goal.position)
    if bound is None:
        none = (Is(FEWEST, None), Is(quantity("drawn-position"), False))
        return drawn(place, "no full board is without a whole set", none)[0]
    if not 0 <= bound <= place.board.cells:
        raise Rejected("the bound is no number of cells")
    most = bound - 1 - len(place.first)
    refuse_counting(place, most + 1)
    made, cells = drawn(
        place,
        f"every full board without a whole set has at least {bound} crosses",
        (AtLeast(FEWEST, bound),),
    )
    made.at_most(most, cells)
    return made
