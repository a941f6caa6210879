"""Potentials: a sum over the live sets, each counting 2^-|A| (its free cells), decides.

The certificate names the theorem, and each has its own sum and its own bound.

``erdos-selfridge``: ``player`` blocks. Whoever always takes a cell of greatest total stops every
set of the other, if the sum over the other's sets is less than 1/2 with the other to move, or less
than 1 with himself to move (Erdős, Selfridge, On a combinatorial game, J. Combin. Theory A 14
(1973)).

``beck``: ``player`` is Maker, who is to move, under the weak rule. Let no two free cells lie
together in more than D of his live sets. Maker always takes a cell of greatest total. What
Breaker's answer y destroys is not more than what Maker's x won, but for the live sets through
both: at most D, each of at most 1/4. Before the board is full that happens at most v/2 times, v
the number of free cells; so if the sum is more than D * floor(v/2) / 4 at the start, it is
positive in the end, and a set is whole (Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008),
theorem 1.2). On [n]^d, n >= 3, two cells lie on one line at most.
"""

from __future__ import annotations

from collections import Counter

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import STEALING, blocker, stops
from gameproof.games.meaning.statement import Forces, Prevents, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.live_sets import (
    beck_bound,
    large_enough,
    live_sizes,
    most_together,
    small_enough,
)

ERDOS_SELFRIDGE, BECK = "erdos-selfridge", "beck"


class Potential(Certificate, frozen=True, tag="potential"):
    """``theorem``: ``erdos-selfridge`` or ``beck``. ``counts``: rows (free cells, how many live
    sets of whom the theorem is against, or Maker's, have so many, as decimal digits), ascending;
    the checker counts again."""

    theorem: str
    counts: list[tuple[int, str]]
    player: str = "second"


def conclude(goal: Goal[Position], certificate: Potential) -> Conclusion:
    """What the theorem says: that ``player`` stops every set of the other, or that Maker wins.
    Exact rationals; O(total size of the sets), for Beck's times that of a set."""
    position, player = goal.position, blocker(certificate.player)
    maker = certificate.theorem == BECK
    if not maker and certificate.theorem != ERDOS_SELFRIDGE:
        raise Rejected(f"a potential is by {ERDOS_SELFRIDGE} or {BECK}")
    if maker and (position.rule, position.to_move, player) != ("weak", "first", "first"):
        raise Rejected("the bound is Maker's, who is to move")
    together = most_together(position) if maker else 0
    sizes = live_sizes(position, player if maker else OTHER[player])
    if [(size, str(count)) for size, count in sorted(sizes.items())] != certificate.counts:
        raise Rejected("the sizes of the live sets are not those of the position")
    if maker:
        return _maker(position, together, sizes)
    if not small_enough(position, player, sizes):
        bound = "1" if position.to_move == player else "1/2"
        raise Rejected(f"the sum of 2^-|A| over the live sets is not below {bound}")
    return stops(position, player)


def _maker(position: Position, together: int, sizes: Counter[int]) -> Conclusion:
    """Beck's bound. Sets count as they are: one that counted as smaller would not be safe here."""
    if not large_enough(position, together, sizes):
        bound = beck_bound(position, together)
        raise Rejected(f"the sum of 2^-|A| over the live sets is not above {bound}")
    return Conclusion(
        (Forces("first", only("first"), only("maker")),),
        f"two cells lie in at most {together} live sets together, and the sum of 2^-|A| is above "
        "that number times a quarter of half the free cells: Maker wins",
    )


KIND = Kind(
    record=Potential,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="Erdős, Selfridge, On a combinatorial game, J. Combin. Theory A 14 (1973): the sum of "
    "2^-|A| over the live sets is below 1/2, or below 1 with the blocking player to move; Beck, "
    "Combinatorial Games: Tic-Tac-Toe Theory (2008), theorem 1.2: it is above D v / 8 with Maker "
    "to move, D sets at most through two cells, v free cells; "
    f"{STEALING}",
    evidence="the name of the theorem, and how many live sets have each number of free cells, "
    "counted again",
    conclude=conclude,
)
