"""The cell of greatest worth to Maker."""

from __future__ import annotations

from fractions import Fraction

from gameproof.certificates.strategies.blocking import listed
from gameproof.certificates.strategies.maker_potential import MOST_MEMBERS, MakerPotential
from gameproof.games.positional import Position
from gameproof.games.positional_shapes import most_members


def dangers(position: Position) -> dict[int, Fraction]:
    """For each free cell the sum of 2^-|A| over the live sets of Maker's through it."""
    found: dict[int, Fraction] = {}
    for row in listed(position).live("first").sets():
        for cell in row:
            found[cell] = found.get(cell, Fraction(0)) + Fraction(1, 1 << len(row))
    return found


def reply(position: Position, _certificate: MakerPotential) -> int | None:
    """Maker's free cell of greatest total, where the sets can be listed."""
    if position.to_move != "first" or position.result() is not None:
        return None
    if most_members(position.board) > MOST_MEMBERS:
        return None
    worth = dangers(position)
    return max(worth, key=lambda cell: worth[cell], default=min(position.moves(), default=None))
