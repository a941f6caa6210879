"""Question ``clear``, answer ``no``: the clauses of the plays that empty a Tetris board."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Claim, Rejected
from gameproof.certificates.clauses import Formula
from gameproof.certificates.tetris_clauses import clearing
from gameproof.certificates.tetris_play import tetris


def formula(position: Any, claim: Claim) -> Formula:
    """The clauses; raises :class:`Rejected` for another answer or game."""
    if claim.answer != "no":
        raise Rejected(f"a refutation does not prove the answer {claim.answer!r}")
    return clearing(tetris(position)).made
