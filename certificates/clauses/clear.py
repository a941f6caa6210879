"""Question ``clear``, answer ``no``: the clauses of the plays that empty a Tetris board."""

from __future__ import annotations

from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.clauses.tetris_plays import board_of, clearing
from gameproof.certificates.kernel import Goal
from gameproof.games.meaning.statement import Is, quantity


def formula(goal: Goal[object], _bound: int | None = None) -> Formula:
    """The clauses; raises :class:`Rejected` for another game."""
    position = board_of(goal, "clear")
    made = clearing(position).made
    made.refutes = (Is(quantity("clear"), False),)
    return made
