"""Erdős and Selfridge's potential: who blocks takes the cell of greatest danger.

Let every live set A of the opponent count 2^-|A| (its free cells). Whoever always takes
a cell of greatest total stops every set, if the sum is less than 1/2 with the opponent
to move, or less than 1 with himself to move (Erdős, Selfridge, On a combinatorial
game, J. Combin. Theory A 14 (1973)).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import blocker, stops, untouched_cube
from gameproof.games.hypergraph import line_count
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.games.positional import OTHER, Position


class Potential(Certificate, frozen=True, tag="potential"):
    """``counts``: rows (free cells, how many live sets of the opponent have so many, as
    decimal digits), ascending; the checker counts again."""

    counts: list[tuple[int, str]]
    player: str = "second"


MOST_BITS = 10_000
"""An untouched board whose number of lines has more bits is not counted."""
MOST_SIZE = 4 * MOST_BITS


def live_sizes(position: Position, opponent: str) -> Counter[int]:
    """How many live sets of ``opponent`` have each number of free cells. An untouched
    [n]^d is counted without being listed."""
    board = position.board
    if untouched_cube(position):
        n, d = (int(x) for x in board.parameters)
        if opponent == "second" and position.rule == "weak":
            return Counter()
        if d * (n + 2).bit_length() > MOST_BITS:
            raise Rejected(f"a board of more than 2^{MOST_BITS} lines is not counted")
        return Counter({n: line_count(n, d)})
    return Counter(position.live(opponent).sizes.tolist())


def small_enough(position: Position, player: str, sizes: Counter[int]) -> bool:
    """Is the sum of count / 2^size low enough for ``player`` to stop the other? Sets of more
    than ``MOST_SIZE`` cells count as that large, which errs on the safe side."""
    total = sum(
        (Fraction(count, 1 << min(size, MOST_SIZE)) for size, count in sizes.items()), Fraction(0)
    )
    return total < (Fraction(1) if position.to_move == player else Fraction(1, 2))


def conclude(goal: Goal[Position], certificate: Potential) -> Conclusion:
    """That ``player`` stops every set of the other. Exact rationals; O(total size of the
    sets)."""
    position = goal.position
    player = blocker(certificate.player)
    sizes = live_sizes(position, OTHER[player])
    if [(size, str(count)) for size, count in sorted(sizes.items())] != certificate.counts:
        raise Rejected("the sizes of the live sets are not those of the position")
    if not small_enough(position, player, sizes):
        bound = "1" if position.to_move == player else "1/2"
        raise Rejected(f"the sum of 2^-|A| over the live sets is not below {bound}")
    return stops(position, player)


KIND = Kind(
    record=Potential,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="Erdős, Selfridge, On a combinatorial game, J. Combin. Theory A 14 (1973): the sum of "
    "2^-|A| over the live sets is below 1/2, or below 1 with the blocking player to move",
    evidence="how many live sets have each number of free cells, counted again",
    conclude=conclude,
)
