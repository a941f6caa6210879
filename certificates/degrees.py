"""Few sets through each point: a pairing exists without being shown.

If every live set has at least s free cells and no cell lies in more than s / 2 live sets,
then any g sets, with g s incidences at least, have 2 g cells at least, and Hall's theorem
gives disjoint pairs (source document 004, slide 65, Corollary 2).
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.blocking import blocker, conclude, positional, untouched_cube
from gameproof.certificates.certificate import Certificate, Claim, Rejected
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


def check(position: Any, claim: Claim, certificate: Degrees) -> str:
    """Proves ``pairing`` = ``exists``, Breaker's win, or a draw where the blocking player
    cannot win. O(total size of the sets)."""
    player = blocks(position, certificate)
    if claim.question in ("pairing", "own-pairing") and claim.answer == "exists":
        if player != "second":
            raise Rejected("the question asks for a pairing of the second player")
        return (
            f"a draw-forcing pairing exists: sets of at least {certificate.size} cells, "
            f"no cell in more than {certificate.degree} of them"
        )
    return conclude(positional(position, listed=False), claim, player)


def blocks(position: Any, certificate: Degrees) -> str:
    """The blocking player, both numbers verified."""
    place = positional(position, listed=False)
    if not untouched_cube(place):
        positional(place)
    player = blocker(certificate.player)
    found = size_and_degree(place, OTHER[player])
    if found != (certificate.size, certificate.degree):
        raise Rejected(
            f"live sets have at least {found[0]} cells and cells at most {found[1]} sets, "
            f"not {certificate.size} and {certificate.degree}"
        )
    if found[0] < 1:
        raise Rejected("a set is complete")
    if 2 * found[1] > found[0]:
        raise Rejected(f"a cell is in {found[1]} sets, more than half of {found[0]}")
    return player
