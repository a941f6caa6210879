"""What a certificate file proves: its question made concrete, its certificate concluded."""

from __future__ import annotations

from gameproof.certificates.files import CertificateFile
from gameproof.certificates.kernel import Conclusion, verify
from gameproof.games.meaning.portable import Asked


def verdict(asked: Asked, record: CertificateFile) -> Conclusion:
    """The conclusion of the certificate in a file that asks this, if it entails the file's answer.

    Raises :class:`~gameproof.certificates.certificate.Rejected`.
    """
    return verify(
        asked.position, asked.question, asked.arguments, record.answer, record.certificate
    )
