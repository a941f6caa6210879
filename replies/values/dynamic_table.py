"""Moves that make the XOR of the piles' values zero."""

from __future__ import annotations

from gameproof.certificates.values.dynamic_table import DynamicTable
from gameproof.games.impartial.heaps import Take
from gameproof.games.impartial.laws.take_away_steps import nim_value, step_table
from gameproof.games.impartial.take_away import Position


def reply(position: Position, certificate: DynamicTable) -> Take | None:
    """A move that makes the XOR zero by the table, ``None`` where there is none."""
    steps = step_table(certificate.first)
    for move in position.moves():
        after = position.play(move)
        if all(n < steps.shape[1] for n, _ in after.piles) and nim_value(after, steps) == 0:
            return move
    return None
