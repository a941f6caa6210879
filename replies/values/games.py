"""Moves after which the mover, moving second, wins by the values of what is left."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.game_sums import read_games, read_sums
from gameproof.certificates.values.games import Games, Rows
from gameproof.games.snort import Position as Board

if TYPE_CHECKING:
    from gameproof.certificates.values.games import TwoSided


def reply(position: TwoSided | Board, certificate: Games) -> Hashable | None:
    """A move after which the mover wins moving second, by the table; ``None`` without one, and
    in Snort and Col, where the rows leave out what symmetries carry over."""
    if isinstance(position, Board):
        return None
    try:
        table = read_games(
            certificate.numerators, certificate.exponents, certificate.counts, certificate.options
        )
        sums = read_sums(table, certificate.sums, len(table.number))
        rows = Rows(table, sums, certificate.values)
        zero = table.add_number(Fraction(0))
        for move in position.moves():
            value = rows.stated_total(position.play(move))
            low, high = (zero, value) if position.to_move == position.players[0] else (value, zero)
            if table.below(low, high):
                found: Hashable = move
                return found
    except Rejected:  # the position is none of the table's
        pass
    return None
