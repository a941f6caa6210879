"""Moves of certificates that are taken together."""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.strategies.together import Together, parts
from gameproof.games.meaning.position import AnyPosition
from gameproof.replies import replies


def reply(position: AnyPosition, certificate: Together) -> Hashable | None:
    """The move of the first part that has one here."""
    for part in parts(certificate):
        move = replies.reply(position, part)
        if move is not None:
            return move
    return None
