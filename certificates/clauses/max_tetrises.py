"""Question ``max-tetrises``: the clauses of the plays with more tetrises than ``bound``."""

from __future__ import annotations

from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.clauses.tetris_plays import more_than
from gameproof.certificates.kernel import Goal


def formula(goal: Goal[object], bound: int | None = None) -> Formula:
    """The clauses; raises :class:`Rejected` for another game or without a bound."""
    return more_than(goal, "max-tetrises", bound)
