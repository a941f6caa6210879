"""Erdős and Selfridge's potential: who blocks takes the cell of greatest danger.

Let every live set A of the opponent count 2^-|A| (its free cells). Whoever always takes
a cell of greatest total stops every set, if the sum is less than 1/2 with the opponent
to move, or less than 1 with himself to move (Erdős, Selfridge, On a combinatorial
game, J. Combin. Theory A 14 (1973)).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

from gameproof.certificates.blocking import blocker, conclude, positional, untouched_cube
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.positional import OTHER, Position
from gameproof.games.set_family import line_count


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


def certificate_of(position: Position, player: str) -> Potential | None:
    """The certificate that ``player`` stops the other, if the potential is low enough."""
    sizes = live_sizes(position, OTHER[player])
    if not small_enough(position, player, sizes):
        return None
    return Potential([(size, str(count)) for size, count in sorted(sizes.items())], player)


def small_enough(position: Position, player: str, sizes: Counter[int]) -> bool:
    """Is the sum of count / 2^size low enough for ``player`` to stop the other? Sets of more
    than ``MOST_SIZE`` cells count as that large, which errs on the safe side."""
    total = sum(
        (Fraction(count, 1 << min(size, MOST_SIZE)) for size, count in sizes.items()), Fraction(0)
    )
    return total < (Fraction(1) if position.to_move == player else Fraction(1, 2))


def check(position: Any, claim: Claim, certificate: Potential) -> str:
    """Proves Breaker's win, or a draw where the blocking player cannot win. Exact
    rationals; O(total size of the sets)."""
    player = blocks(position, certificate)
    return conclude(positional(position, listed=False), claim, player)


def blocks(position: Any, certificate: Potential) -> str:
    """The blocking player, the potential verified."""
    place = positional(position, listed=False)
    if not untouched_cube(place):
        positional(place)
    player = blocker(certificate.player)
    sizes = live_sizes(place, OTHER[player])
    if [(size, str(count)) for size, count in sorted(sizes.items())] != certificate.counts:
        raise Rejected("the sizes of the live sets are not those of the position")
    if not small_enough(place, player, sizes):
        bound = "1" if place.to_move == player else "1/2"
        raise Rejected(f"the sum of 2^-|A| over the live sets is not below {bound}")
    return player


def dangers(position: Position, opponent: str) -> list[int]:
    """For each cell the potential of the live sets of ``opponent`` through it, as a multiple
    of 2^-(size of the largest one)."""
    family = position.live(opponent)
    largest = int(family.sizes.max(initial=0))
    if largest <= 40:
        weight = np.left_shift(np.int64(1), largest - family.sizes)[family.owners]
        total = np.zeros(family.cells, dtype=np.int64)
        np.add.at(total, family.members, weight)
        exact: list[int] = total.tolist()
        return exact
    danger = [0] * family.cells
    for row in family.sets():
        for cell in row:
            danger[cell] += 1 << (largest - len(row))
    return danger


def reply(position: Any, certificate: Potential) -> int | None:
    """The free cell of greatest danger, the first one of several."""
    place = positional(position)
    player = blocker(certificate.player)
    if place.to_move != player or place.result() is not None:
        return None
    danger = dangers(place, OTHER[player])
    taken = place.first | place.second
    free = [cell for cell in range(place.board.cells) if cell not in taken]
    return max(free, key=danger.__getitem__, default=None)
