"""Moves after which the mover, moving second, wins by the values of what is left."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.games import Games, TwoSided, stated
from gameproof.games.snort import Position as Board


def reply(position: TwoSided | Board, certificate: Games) -> Hashable | None:
    """A move after which the mover wins moving second, by the table; ``None`` without one."""
    try:
        table, value_of = stated(position, certificate, verify=False)
        zero = table.add_number(Fraction(0))
        for move in position.moves():
            value = value_of(position.play(move))
            low, high = (zero, value) if position.to_move == position.players[0] else (value, zero)
            if table.below(low, high):
                found: Hashable = move
                return found
    except Rejected:  # the position is none of the table's
        pass
    return None
