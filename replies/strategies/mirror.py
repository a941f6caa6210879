"""Moves that leave a symmetric position of Kayles."""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.mirror import Mirror, in_play, verify
from gameproof.games.impartial.impartial import Move
from gameproof.games.impartial.kayles import Kayles


def reply(position: Kayles[Move], certificate: Mirror) -> Move | None:
    """A move that leaves a symmetric position, ``None`` without one."""
    for move in position.moves():
        after = position.play(move)
        whole = in_play(after)
        left = [(v, u) for v, u in certificate.pairs if whole >> v & 1 or whole >> u & 1]
        try:
            verify(after, left)
        except Rejected:
            continue
        return move
    return None
