"""Moves after which the mover, moving second, wins by the values of what is left."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.game_sums import read_sums
from gameproof.certificates.values.game_value import GameValue, Rows, TwoSided
from gameproof.certificates.values.short_game_table import read_games


def reply(position: TwoSided, certificate: GameValue) -> Hashable | None:
    """A move after which the mover wins moving second, by the table; ``None`` without one."""
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
                return move
    except Rejected:  # the position is none of the table's
        pass
    return None
