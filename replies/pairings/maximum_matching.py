"""Moves along a matching."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.pairings.matching_facts import Numbers
from gameproof.certificates.pairings.maximum_matching import MaximumMatching
from gameproof.games.geography import Position


def flipped(mate: Numbers, path: Numbers) -> Numbers:
    """The matching after flipping the path: it misses the path's first vertex."""
    result = mate.copy()
    if len(path):
        result[path[0]] = -1
        result[path[1::2]] = path[2::2]
        result[path[2::2]] = path[1::2]
    return result


def reply(position: Position, certificate: MaximumMatching) -> int | None:
    """The winning side's move: along the matching (flipped for a P-position)."""
    mate = flipped(np.asarray(certificate.mate), np.asarray(certificate.path))
    if position.token is None:
        exposed = [v for v in np.flatnonzero(mate < 0).tolist() if v not in position.gone]
        return exposed[0] if exposed else None
    move = int(mate[position.token])
    return move if move in position.moves() else None
