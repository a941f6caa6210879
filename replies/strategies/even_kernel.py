"""Moves into even kernels."""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.even_kernel import (
    KERNELS,
    EvenKernel,
    check_kernel,
    members_of,
)
from gameproof.games.geography import Position


def reply(position: Position, certificate: EvenKernel) -> int | None:
    """A move into one of the kernels that is even when it is made."""
    if not position.edge or position.graph.directed or certificate.direction != KERNELS:
        return None
    moves = position.moves()
    for row in range(len(certificate.sets)):
        inside = members_of(position, certificate, row)
        entered = next((move for move in moves if inside[move]), None)
        if entered is None:
            continue
        try:
            check_kernel(position.play(entered), inside, entered)
        except Rejected:
            continue  # the other moves into this kernel fare no better
        return entered
    return None
