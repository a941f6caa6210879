"""Question ``survive``, answer ``no``: the clauses of the plays that place every piece."""

from __future__ import annotations

from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.clauses.tetris_plays import all_pieces, board_of
from gameproof.certificates.kernel import Goal
from gameproof.games.meaning.statement import Is, quantity


def formula(goal: Goal[object], _bound: int | None = None) -> Formula:
    """The clauses; raises :class:`Rejected` for another game."""
    position = board_of(goal, "survive")
    made = all_pieces(position, "no play places every piece", True).made
    made.refutes = (Is(quantity("survive"), False),)
    return made
