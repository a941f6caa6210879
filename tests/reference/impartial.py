"""Claims about impartial games and Hackenbush, put to the kernel."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.kernel import Theorem, verify
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.position import AnyPosition
from reference.proved import question_of


def confirm(
    game: str,
    position: object,
    question: str,
    answer: str,
    certificate: Certificate,
    **arguments: Value,
) -> Theorem:
    """What the certificate derives, if that is the answer; raises ``Rejected``."""
    start: AnyPosition = position  # type: ignore[assignment]  # of the game named
    return verify(start, question_of(game, question), arguments, answer, certificate)
