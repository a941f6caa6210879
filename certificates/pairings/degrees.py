"""Few sets through each point: a pairing exists without being shown.

If every live set has at least s free cells and no cell lies in more than s / 2 live sets,
then any g sets, with g s incidences at least, have 2 g cells at least, and Hall's theorem
gives disjoint pairs.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import blocker, listed, stops, untouched_cube
from gameproof.games.meaning.statement import Forces, Is, Prevents, Statement, quantity
from gameproof.games.positional import OTHER, Position


class Degrees(Certificate, frozen=True, tag="degrees"):
    """``size`` is the least number of free cells of a live set, ``degree`` the greatest
    number of live sets through a cell; the checker counts both again."""

    size: int
    degree: int
    player: str = "second"


def size_and_degree(position: Position, opponent: str) -> tuple[int, int]:
    """(least size of a live set, greatest number of live sets through a cell).

    On an untouched [n]^d, n >= 2: n, and the lines through the centre, (3^d - 1) / 2 for
    odd n, or through a diagonal cell, 2^d - 1 for even n. Without live sets (1, 0)."""
    board = position.board
    if untouched_cube(position) and board.parameters[0] >= 2:
        n, d = (int(x) for x in board.parameters)
        if opponent == "second" and position.rule == "weak":
            return 1, 0
        return n, (3**d - 1) // 2 if n % 2 else 2**d - 1
    family = position.live(opponent)
    if len(family) == 0:
        return 1, 0
    return int(family.sizes.min()), int(family.degrees.max())


def conclude(goal: Goal[Position], certificate: Degrees) -> Conclusion:
    """That ``player`` stops every set of the other; of the second player also the questions
    ``pairing`` and ``own-pairing``. O(total size of the sets)."""
    place, player = goal.position, blocker(certificate.player)
    if not untouched_cube(place):
        listed(place)
    size, degree = size_and_degree(place, OTHER[player])
    if (size, degree) != (certificate.size, certificate.degree):
        raise Rejected("the least live set and the greatest degree are not those of the position")
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


KIND = Kind(
    record=Degrees,
    scope=Scope(derives=(Forces, Prevents, "pairing", "own-pairing"), positions=(Position,)),
    theorem="Hall 1935: where no cell is in more than s / 2 live sets of at least s free cells, "
    "any g sets have 2 g cells, so that all have disjoint pairs (Frieze, slide 65, Corollary 2)",
    evidence="the least size of a live set and the greatest degree, counted again",
    conclude=conclude,
)
