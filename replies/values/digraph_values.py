"""Pushes that make the XOR of the tokens' values zero."""

from __future__ import annotations

from functools import reduce
from operator import xor

from gameproof.certificates.values.digraph_values import DigraphValues
from gameproof.games.impartial.digraph import Position, Push


def reply(position: Position, certificate: DigraphValues) -> Push | None:
    """A push that makes the XOR zero, ``None`` where there is none."""
    for move in position.moves():
        values = [int(certificate.grundy[v]) for v in position.play(move).tokens]
        if min(values) >= 0 and reduce(xor, values) == 0:
            return move
    return None
