"""Moves that a certificate of each move shows to win."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from gameproof.certificates.certificate import Rejected, steps_of
from gameproof.certificates.kernel import Goal, prove
from gameproof.certificates.strategies.each_move import After, EachMove, after_each
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition


def reply(position: AnyPosition, certificate: EachMove) -> Hashable | None:
    """A winning move of the position the certificate is about, where there is one."""
    try:
        goal, steps = Goal(position, "outcome"), steps_of(certificate)
        theorems = prove(goal, steps)
        known = tuple(theorems[number] for number in steps[-1].uses)
        after: dict[Hashable, After] = after_each(replace(goal, known=known))
    except (BadInput, Rejected):
        return None
    return next((move for move, known in after.items() if known.wins), None)
