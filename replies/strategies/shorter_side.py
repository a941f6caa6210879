"""Answers in the pairs of a window of Hex."""

from __future__ import annotations

from gameproof.certificates.strategies.shorter_side import ShorterSide
from gameproof.games.positional import Position


def reply(position: Position, certificate: ShorterSide) -> int | None:
    """The partner of the opponent's last stone; else any free cell."""
    if position.to_move != certificate.player or position.result() is not None:
        return None
    waiting = certificate.unanswered(position)
    return waiting[0] if waiting else min(position.moves())
