"""Rule ``rounds``: replies ply by ply, where stones fall.

The proved checker walks the positions as the plain one does, so the evidence is the certificate's
own: who starts, for each proof the player and whether he wins or holds, the symmetries, and the
replies.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.follow_up import WINS
from gameproof.certificates.strategies.ply_by_ply import walks
from gameproof.games.variants.gravity import GravityPosition
from gameproof.prover.formal.numbers import (
    PLAYERS,
    NotCovered,
    Numbers,
    Steps,
    code,
    flat,
    row,
    rows,
)

RULE = 20


def of_replies(goal: Goal[Any], certificate: Any) -> list[Numbers]:
    """The step; raises :class:`NotCovered`, and ``Rejected`` for what the plain checker does not
    begin to walk."""
    position = goal.position
    if not isinstance(position, GravityPosition):
        raise NotCovered("replies ply by ply where stones do not fall")
    found = walks(position, certificate)
    proofs = [[PLAYERS[position.players[walk.seat]], int(walk.what == WINS)] for walk in found]
    replies = certificate.replies.tolist()
    starter = code(PLAYERS, position.to_move)
    return [[RULE, starter, *flat(proofs), *rows(certificate.permutations.tolist()), *row(replies)]]


STEPS: Steps = {"ply-by-ply": of_replies}
