"""Claims about impartial games that follow from Grundy values.

The checkers of this package establish a value function; here it is turned into
the verdict on a claim. By Sprague and Grundy a position of value g is equal to
the Nim heap of size g, so it is a P-position iff g = 0, and equal to the heap of
size h iff g = h.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gameproof.certificates.certificate import Claim, Rejected

QUESTIONS = ("outcome", "grundy", "winning-moves", "equivalent")


def integer_argument(claim: Claim, name: str) -> int:
    """A non-negative integer argument of the claim; raises :class:`Rejected`."""
    value = claim.arguments.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Rejected(f"the claim's argument {name!r} is {value!r}, not a non-negative integer")
    return value


def answer(position: Any, claim: Claim, value: Callable[[Any], int]) -> str:
    """The true answer to the claim's question; ``value(position)`` gives Grundy values.

    Raises :class:`Rejected` for a question that Grundy values do not answer.
    ``winning-moves`` evaluates every option, the other questions the position alone.
    """
    if claim.question == "outcome":
        return "N" if value(position) else "P"
    if claim.question == "grundy":
        return str(value(position))
    if claim.question == "equivalent":
        return "yes" if value(position) == integer_argument(claim, "heap") else "no"
    if claim.question == "winning-moves":
        return moves_text(
            [
                position.move_text(move)
                for move in position.moves()
                if value(position.play(move)) == 0
            ]
        )
    raise Rejected(f"Grundy values do not answer the question {claim.question!r}")


def moves_text(moves: list[str]) -> str:
    """The answer to ``winning-moves``: the moves sorted by number and text, or ``none``."""

    def key(text: str) -> tuple[tuple[int, int, str], ...]:
        pieces = text.replace(":", " ").replace("-", " ").split()
        return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in pieces)

    return ", ".join(sorted(set(moves), key=key)) or "none"


def verdict(position: Any, claim: Claim, value: Callable[[Any], int]) -> str:
    """The proved sentence when the claim's answer is the true one, else :class:`Rejected`."""
    truth = answer(position, claim, value)
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    return sentence(claim)


def sentence(claim: Claim) -> str:
    """The claim in words."""
    if claim.question == "outcome":
        who = "the next player wins" if claim.answer == "N" else "the previous player wins"
        return f"{claim.answer}-position: {who}"
    if claim.question == "grundy":
        return f"the Grundy value is {claim.answer}"
    if claim.question == "equivalent":
        are = "is" if claim.answer == "yes" else "is not"
        return f"the position {are} equal to the Nim heap of size {claim.arguments['heap']}"
    if claim.question == "winning-moves":
        return f"winning moves: {claim.answer}"
    return f"{claim.question}: {claim.answer}"
