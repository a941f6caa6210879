"""Moves that a certificate of each move shows to win."""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.each_move import EachMove, after_each
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition


def reply(position: AnyPosition, certificate: EachMove) -> Hashable | None:
    """A winning move of the position the certificate is about, where there is one."""
    try:
        after = after_each(position, certificate)
    except (BadInput, Rejected):
        return None
    return next((move for move, known in after.items() if known.wins), None)
