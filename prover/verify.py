"""What a certificate file proves: its instance made concrete, its certificate concluded.

The one way to the word VERIFIED, for the provers and for ``gameproof check`` alike. Imports
the rules, the instances and the checkers, no encoding and no solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import CertificateFile, Sealed, unseal
from gameproof.certificates.kernel import verify
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Resolved, contained


class CertificateRejected(Exception):
    """A method's own certificate was rejected: a fault of gameproof, never of the input."""

    exit_status = 70


@dataclass(frozen=True, slots=True)
class Verified:
    """A claim that was verified: the instance, its answer, and the proof in a sentence."""

    asked: Resolved
    answer: str
    sentence: str
    record: CertificateFile

    @property
    def claim(self) -> str:
        """The claim, with the question's arguments, and what was derived, in one line."""
        asked = spelt(self.asked.arguments)
        question = f"{self.asked.question.name} {asked}".rstrip()
        return f"{self.asked.words}: {question} {self.answer}: {self.sentence}"


def spelt(arguments: Mapping[str, object]) -> str:
    """``plies=5 even``: what a question was asked with; what is not set is left out."""
    given = {k: v for k, v in arguments.items() if v is not None and v is not False}
    return " ".join(k if v is True else f"{k}={v}" for k, v in given.items())


def verify_sealed(sealed: Sealed) -> Verified:
    """Read a certificate from its file form and verify what it claims.

    Raises :class:`Rejected`, and :class:`BadInput` for what is no certificate file.
    """
    record = unseal(sealed)
    try:
        asked = contained(record.instance)
    except BadInput as error:
        raise BadInput(error.message, f"instance.{error.where}".rstrip(".")) from None
    try:
        conclusion = verify(
            asked.position, asked.question, asked.arguments, record.answer, record.certificate
        )
    except Rejected as reason:
        raise Rejected(f"{asked.words}: {reason}") from None
    return Verified(asked, record.answer, conclusion.sentence, record)
