"""Moves along a matching."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.pairings.maximum_matching import MaximumMatching
from gameproof.games.geography import Position


def reply(position: Position, certificate: MaximumMatching) -> int | None:
    """The winning side's move: along the matching, which misses the start of a P-position."""
    mate = np.asarray(certificate.mate)
    if position.token is None:
        exposed = [v for v in np.flatnonzero(mate < 0).tolist() if v not in position.gone]
        return exposed[0] if exposed else None
    move = int(mate[position.token])
    return move if move in position.moves() else None
