"""Certificates about one position, taken together.

Two defences make a draw, a lower and an upper bound make a number: what the parts derive
holds at once.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Composite, Key, Rejected, Use
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import AtLeast, AtMost, Forces, Is, Prevents


class Together(Composite, frozen=True, tag="together"):
    """No evidence of its own."""


def together(*certificates: Certificate) -> Together:
    """The certificate of these parts."""
    return Together(uses=tuple(map(Use, certificates)))


def parts(certificate: Together) -> list[Certificate]:
    """The certificates that are taken together."""
    return [use.certificate for use in certificate.uses]


def part(goal: Goal[AnyPosition], _key: Key) -> Goal[AnyPosition]:
    """The same goal."""
    return goal


def conclude(goal: Goal[AnyPosition], _certificate: Together) -> Conclusion:
    """Whatever the theorems say of the position."""
    if not goal.known:
        raise Rejected("the certificate has no parts")
    return Conclusion(
        tuple(dict.fromkeys(goal.of(goal.position))),
        "; ".join(theorem.sentence for theorem in goal.known),
    )


KIND = Kind(
    record=Together,
    scope=Scope(derives=(Forces, Prevents, Is, AtLeast, AtMost)),
    theorem="what is proved of one position holds together; see the kinds of the parts",
    evidence="none beside theorems about the same position",
    conclude=conclude,
    part=part,
)
