"""What a certificate file proves: its question made concrete, its certificate concluded."""

from __future__ import annotations

from gameproof.certificates.files import CertificateFile
from gameproof.certificates.kernel import Theorem, verify
from gameproof.games.meaning.portable import Asked
from gameproof.games.plugins import distribution


def packages(theorem: Theorem) -> tuple[str, ...]:
    """The installed packages whose rules a theorem rests on, of games or of certificates."""
    modules = [*theorem.rules, *(kind.record.__module__ for kind in theorem.behind)]
    foreign = [name for name in modules if name.partition(".")[0] != "gameproof"]
    return tuple(dict.fromkeys(map(distribution, foreign)))


def verdict(asked: Asked, record: CertificateFile) -> Theorem:
    """The theorem of the certificate in a file that asks this, if it entails the file's answer.

    Raises :class:`~gameproof.certificates.certificate.Rejected`.
    """
    return verify(
        asked.position, asked.question, asked.arguments, record.answer, record.certificate
    )
