"""The cell of greatest danger, or of greatest worth to Maker."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.strategies.potential import BECK, Potential
from gameproof.games.boards.positional_sizes import most_members
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.live_sets import MOST_MEMBERS


def owner(certificate: Potential) -> str:
    """Whose sets the sum is over: those of the other player, or Maker's own."""
    return certificate.player if certificate.theorem == BECK else OTHER[certificate.player]


def dangers(position: Position, owner: str) -> list[int]:
    """For each cell the potential of the live sets of ``owner`` through it, as a multiple
    of 2^-(size of the largest one)."""
    family = position.live(owner)
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


def reply(position: Position, certificate: Potential) -> int | None:
    """The free cell of greatest total, the first one of several; Maker's where the sets can be
    listed."""
    if position.to_move != certificate.player or position.result() is not None:
        return None
    if certificate.theorem == BECK and most_members(position.board) > MOST_MEMBERS:
        return None
    danger = dangers(position, owner(certificate))
    return max(position.moves(), key=danger.__getitem__, default=None)
