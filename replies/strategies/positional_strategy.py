"""Moves of positional strategies."""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.blocking import small
from gameproof.certificates.strategies.positional_checker import Checker
from gameproof.certificates.strategies.positional_strategy import (
    PositionalStrategy,
    checker_of,
    proof_rows,
    table_of,
)
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position
from gameproof.replies.strategies import positional_box, positional_play


def reply(position: Position, certificate: PositionalStrategy) -> int | None:
    """The strategy's move at ``position``, ``None`` where it has none."""
    if position.result() is not None:
        return None
    if certificate.box is not None:
        return positional_box.reply(position, certificate, *certificate.box)
    try:
        start = Position(
            position.board,
            frozenset(certificate.first),
            frozenset(certificate.second),
            certificate.to_move,
            position.rule,
        )
        table = table_of(small(start), certificate)
        rows = proof_rows(certificate)
    except (Rejected, BadInput, TypeError):
        return None

    def checker(attacker: str) -> Checker:
        return checker_of(start, attacker, table)

    return positional_play.reply(position, start, rows, checker, certificate.plies)
