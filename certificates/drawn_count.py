"""The number of full boards without a whole set, counted again from the rules.

There is no short proof of a count; the certificate is the number of such boards for
each number of crosses, and the checker counts all colourings of the free cells itself,
by whole arrays and in a way of its own. So it is meant for small boards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.blocking import integers, positional
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.clauses_drawn_position import first_share, free_cells
from gameproof.games.positional import Position

MOST_CELLS = 27
"""Free cells up to which the checker counts (2^27 boards, some seconds)."""

CHUNK = 18


class DrawnCount(Certificate, frozen=True, tag="drawn-count"):
    """``boards[k]``: boards on which the first player has k of the free cells."""

    boards: np.ndarray


def check(position: Any, claim: Claim, certificate: DrawnCount) -> str:
    """Proves ``count-drawn``. O(2^free cells * sets)."""
    place = positional(position)
    if claim.question != "count-drawn" or set(claim.arguments) - {"even"}:
        raise Rejected("a count of drawn boards answers count-drawn and nothing else")
    free = len(free_cells(place))
    if free > MOST_CELLS:
        raise Rejected(f"the checker counts up to {MOST_CELLS} free cells, here are {free}")
    boards = integers(certificate.boards, "boards", 1, 0, 1 << 62).tolist()
    if len(boards) != free + 1:
        raise Rejected(f"{len(boards)} counts for {free} free cells")
    for k, (said, found) in enumerate(zip(boards, recount(place), strict=True)):
        if said != found:
            raise Rejected(f"{found} boards have {k} crosses, the certificate says {said}")
    even = bool(claim.arguments.get("even"))
    total = boards[first_share(place)] if even else sum(boards)
    if claim.answer != str(total):
        raise Rejected(f"there are {total} such boards, the claim says {claim.answer}")
    return f"{total} full boards{' evenly shared' if even else ''} are without a whole set"


def recount(place: Position) -> list[int]:
    """Entry k: boards with k of the free cells the first player's. Boards are the numbers
    below 2^free, bit i standing for the i-th free cell."""
    cells = free_cells(place)
    bit = {cell: i for i, cell in enumerate(cells)}
    masks = {
        player: [sum(1 << bit[cell] for cell in members) for members in place.live(player).sets()]
        for player in ("first", "second")
    }
    low = np.arange(1 << min(CHUNK, len(cells)), dtype=np.int64)
    ones = np.zeros(len(low), dtype=np.int64)
    for i in range(CHUNK):
        ones += low >> i & 1
    counts = np.zeros(len(cells) + 1, dtype=np.int64)
    for high in range(1 << max(0, len(cells) - CHUNK)):
        board = low | high << CHUNK
        good = np.ones(len(low), dtype=np.bool_)
        for mask in masks["first"]:
            good &= board & mask != mask
        for mask in masks["second"]:
            good &= board & mask != 0
        counts += np.bincount(ones[good] + high.bit_count(), minlength=len(counts))
    return [int(x) for x in counts]
