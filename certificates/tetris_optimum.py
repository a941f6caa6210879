"""A play of Tetris with the most rows or tetrises: its moves, and a refutation of one more.

The checker replays the moves, writes the clauses of the plays that reach one more itself,
and follows the lemmas to the empty clause.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim
from gameproof.certificates.clauses import Formula
from gameproof.certificates.refutation import Refutation, follow
from gameproof.certificates.tetris_clauses import scoring
from gameproof.certificates.tetris_play import replay, scored, tetris
from gameproof.certificates.tetris_play import reply as reply
from gameproof.games.tetris import Position


class TetrisOptimum(Certificate, frozen=True, tag="tetris-optimum"):
    """``moves`` reach the claimed number; ``more`` refutes the clauses of a greater one."""

    moves: list[str]
    more: Refutation


def check(position: Any, claim: Claim, certificate: TetrisOptimum) -> str:
    """O(size of the clauses and of the hinted clauses)."""
    start = tetris(position)
    got, _ = scored(start, replay(start, certificate.moves), claim)
    made = more_than(start, claim.question, got)
    follow(made.clauses, certificate.more)
    return f"the moves reach {got}; a play with more is refuted"


def more_than(position: Position, question: str, number: int) -> Formula:
    """The plays with more than ``number`` rows or tetrises."""
    plays, literals = scoring(position, question)
    plays.made.at_least(number + 1, literals)
    return plays.made
