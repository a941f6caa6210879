"""The cell of greatest danger."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.strategies.potential import Potential
from gameproof.games.positional import OTHER, Position


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


def reply(position: Position, certificate: Potential) -> int | None:
    """The free cell of greatest danger, the first one of several."""
    player = certificate.player
    if position.to_move != player or position.result() is not None:
        return None
    danger = dangers(position, OTHER[player])
    return max(position.moves(), key=danger.__getitem__, default=None)
