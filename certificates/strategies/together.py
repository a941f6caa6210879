"""Certificates about one position, taken together.

Two defences make a draw, a lower and an upper bound make a number: what the parts derive
holds at once. Each part goes through the kernel with the same goal.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import as_part, convert
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.kernel import conclude as conclude_part
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import AtLeast, AtMost, Forces, Is, Prevents


class Together(Certificate, frozen=True, tag="together"):
    """``parts``: the JSON forms of certificates of any kinds."""

    parts: list[dict[str, object]]


def together(*certificates: Certificate) -> Together:
    """The certificate of these parts."""
    return Together([as_part(certificate) for certificate in certificates])


def parts(certificate: Together) -> list[Certificate]:
    """The parts as records; raises :class:`BadInput`."""
    return [convert(part) for part in certificate.parts]


def conclude(goal: Goal[AnyPosition], certificate: Together) -> Conclusion:
    """Whatever the parts derive for the same goal; the cost is that of all parts."""
    found = [conclude_part(goal, part) for part in parts(certificate)]
    if not found:
        raise Rejected("the certificate has no parts")
    return Conclusion(
        tuple(dict.fromkeys(statement for one in found for statement in one.statements)),
        "; ".join(one.sentence for one in found),
    )


KIND = Kind(
    record=Together,
    scope=Scope(derives=(Forces, Prevents, Is, AtLeast, AtMost)),
    theorem="what is proved of one position holds together; see the kinds of the parts",
    evidence="certificates of other kinds, each concluded for the same goal",
    conclude=conclude,
)
