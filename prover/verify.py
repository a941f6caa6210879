"""What a certificate file proves: its instance made concrete, its certificate concluded.

The one way to the word VERIFIED for a certificate, in the provers and in ``gameproof check`` alike
(clauses with a refutation, and the proved checker, have programs of their own). The words for the
instance are those of :mod:`gameproof.instances`; what is verified is not read by them. Imports no
encoding and no solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import (
    CertificateFile,
    NoCertificate,
    Sealed,
    unseal,
    verdict,
)
from gameproof.certificates.kernel import Theorem
from gameproof.games.meaning import portable
from gameproof.games.meaning.bad_input import BadInput, quoted
from gameproof.instances.contained import contained
from gameproof.instances.instance import Resolved

DIGITS = 32
"""Hexadecimal digits of an instance's key that a claim ends with: with few of them somebody could
make two boards whose claims look alike."""


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
    packages: tuple[str, ...] = ()

    @property
    def claim(self) -> str:
        """The claim, with the question's arguments, and what was derived, in one line. It ends
        with installed packages whose rules were used, and the first digits of the instance's key:
        words may leave out what a board holds."""
        asked = spelt(self.asked.arguments)
        question = f"{self.asked.question.name} {asked}".rstrip()
        said = f"{self.asked.words}: {question} {self.answer}: {self.sentence}"
        rules = f"; by rules of {', '.join(self.packages)}" if self.packages else ""
        return f"{said}{rules}; instance {self.asked.key[:DIGITS]}"


def spelt(arguments: Mapping[str, object]) -> str:
    """``plies=5 even``: what a question was asked with; what is not set is left out."""
    given = {k: v for k, v in arguments.items() if v is not None and v is not False}
    return " ".join(k if v is True else f"{k}={_spelt(v)}" for k, v in given.items())


def _spelt(value: object) -> str:
    return quoted(value, word=True) if isinstance(value, str) else str(value)


def packages(theorem: Theorem) -> tuple[str, ...]:
    """The installed packages whose rules a theorem rests on, of games or of certificates."""
    modules = [*theorem.rules, *(kind.record.__module__ for kind in theorem.behind)]
    foreign = [name for name in modules if name.partition(".")[0] != "gameproof"]
    if not foreign:
        return ()
    from gameproof.games.plugins import distribution

    return tuple(dict.fromkeys(map(distribution, foreign)))


STARVED = (MemoryError, SystemError, ImportError)
"""What Python and libraries say when they find no memory; data raise neither of the last two."""


def verify_sealed(sealed: Sealed) -> Verified:
    """Read a certificate from its file form and verify what it claims.

    Raises :class:`Rejected` with the reason, whatever is wrong with the certificate and whatever
    the reading, the rules or the checker raise over it; and :class:`NoCertificate` for what is no
    certificate file.
    """
    about = ""
    try:
        record = unseal(sealed)
        about = "instance"
        plain = portable.read(record.instance)
        asked = contained(record.instance, plain)
        about = asked.words
        theorem = verdict(plain, record)
    except NoCertificate:
        raise
    except BadInput as error:
        where = ".".join(part for part in (about, error.where) if part)
        raise Rejected(f"{where}: {error.message}".removeprefix(": ")) from None
    except Rejected as reason:
        raise Rejected(f"{about}: {reason}") from None
    except Exception as error:
        if isinstance(error, STARVED) or hasattr(error, "exit_status"):
            raise  # a limit that was reached says nothing of the certificate
        what = f"cannot be checked ({type(error).__name__}: {error})"
        raise Rejected(f"{about}: {what}".removeprefix(": ")) from None
    return Verified(asked, record.answer, theorem.sentence, record, packages(theorem))
