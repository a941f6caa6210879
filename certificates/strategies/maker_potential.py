"""Beck's potential: Maker wins where his sets are many and no two cells lie in many of them.

Let every live set A count 2^-|A| (its free cells), and let no two free cells lie together in
more than D live sets. Maker always takes a cell of greatest total. What Breaker's answer y
destroys is not more than what Maker's x won, but for the live sets through both: at most D,
each of at most 1/4. Before the board is full that happens at most v/2 times, v the number of
free cells; so if the sum is more than D * floor(v/2) / 4 at the start, with Maker to move, it is
positive in the end, and a set is whole (Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008),
theorem 1.2). On [n]^d, n >= 3, two cells lie on one line at most.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import listed, untouched_cube
from gameproof.certificates.strategies.potential import MOST_BITS, live_sizes
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import Position
from gameproof.games.positional_shapes import most_members

MOST_MEMBERS = 1 << 14
"""Total size of the largest family whose pairs are counted one by one."""
LARGEST_SET = 64


class MakerPotential(Certificate, frozen=True, tag="maker-potential"):
    """Nothing to say: the sums are formed anew."""


def most_together(position: Position) -> int:
    """The most live sets of the first player's that two free cells lie in together."""
    if untouched_cube(position) and int(position.board.parameters[0]) >= 3:
        return 1
    if not untouched_cube(position) and most_members(position.board) > MOST_MEMBERS:
        raise Rejected("the sets are too large for their pairs to be counted")
    if untouched_cube(position) and int(position.board.parameters[1]) > 6:
        raise Rejected("the sets are too many for their pairs to be counted")
    live = listed(position).live("first")
    if int(live.sizes.max(initial=0)) > LARGEST_SET:
        raise Rejected("a set is too large for its pairs to be counted")
    together = Counter(pair for row in live.sets() for pair in combinations(row, 2))
    return max(together.values(), default=0)


def conclude(goal: Goal[Position], _certificate: MakerPotential) -> Conclusion:
    """That Maker wins. Exact rationals; O(total size of the sets times that of a set), or
    nothing of the board's size for [n]^d."""
    position = goal.position
    if position.rule != "weak" or position.to_move != "first":
        raise Rejected("the bound is Maker's, who is to move")
    together = most_together(position)
    sizes = live_sizes(position, "first")
    if max(sizes, default=0) > MOST_BITS:
        raise Rejected(f"a set has more than {MOST_BITS} cells")
    total = sum((Fraction(count, 1 << size) for size, count in sizes.items()), Fraction(0))
    free = position.board.cells - len(position.first) - len(position.second)
    bound = Fraction(together * (free // 2), 4)
    if total <= bound:
        raise Rejected(f"the sum of 2^-|A| over the live sets is not above {bound}")
    return Conclusion(
        (Forces("first", only("first"), only("maker")),),
        f"two cells lie in at most {together} live sets together, and the sum of 2^-|A| is above "
        "that number times a quarter of half the free cells: Maker wins",
    )


KIND = Kind(
    record=MakerPotential,
    scope=Scope(derives=(Forces,), positions=(Position,)),
    theorem="Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008), theorem 1.2: the sum of 2^-|A| "
    "over the live sets is above D v / 8, D sets at most through two cells, v free cells",
    evidence="none: the sets are counted, and so are those through two cells",
    conclude=conclude,
)
