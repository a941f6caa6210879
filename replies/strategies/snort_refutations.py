"""First moves of proofs of Snort."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.snort_refutations import (
    MOST_PLAYED,
    SnortRefutations,
    conclude,
)
from gameproof.games.snort import Position


def reply(position: Position, certificate: SnortRefutations) -> int | None:
    """The move with which the proof of this very position begins, checked; ``None`` where it
    is about another one or ends at once by a bound."""
    if len(certificate.vertex) > MOST_PLAYED:
        return None
    try:
        conclude(Goal(position, "outcome"), certificate)
    except Rejected:
        return None
    side = position.to_move
    for row, root in zip(certificate.rows, certificate.roots, strict=True):
        if tuple(row) == (side, side) and root >= 0:
            return int(certificate.vertex[certificate.count[:root].sum(dtype=np.int64)])
    return None
