"""Answers in pairs."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.pairings.pairing import Pairing
from gameproof.certificates.strategies.blocking import blocker
from gameproof.games.positional import OTHER, Position


def reply(position: Position, certificate: Pairing) -> int | None:
    """The partner of an unanswered stone of the opponent; any free cell when there is none."""
    player = blocker(certificate.player)
    if position.to_move != player or position.result() is not None:
        return None
    theirs = position.stones(OTHER[player])
    taken = position.first | position.second
    spare: int | None = None
    for a, b in np.asarray(certificate.pairs).tolist():
        if (a in theirs) != (b in theirs):
            partner = b if a in theirs else a
            if partner not in taken:
                return int(partner)
        elif spare is None and a not in taken:
            spare = int(a)
    return spare if spare is not None else min(position.moves(), default=None)
