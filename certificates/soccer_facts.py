"""Two games of paper soccer compared, and facts about the empty pitch; nothing is stored.

The checker replays both games, or looks at the pitch, and says what is so.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.game import BadInput
from gameproof.games.paper_soccer import Position, make


class SoccerFacts(Certificate, frozen=True, tag="soccer-facts"):
    """No content: the position itself decides."""


def check(position: Any, claim: Claim, certificate: SoccerFacts) -> str:
    """The claim about the pitch or the two games; raises :class:`Rejected`."""
    if not isinstance(position, Position):
        raise Rejected("this certificate is about paper soccer")
    if claim.question == "equivalent":
        try:
            found = relation(position, str(claim.arguments.get("other", "")))
        except BadInput as reason:
            raise Rejected(f"the other game: {reason}") from None
        sentence = f"the two games are {found}"
    elif claim.question == "lines":
        found = str(len(position.pitch.edges))
        sentence = f"{found} lines can be drawn"
    elif claim.question == "centred":
        found = "yes" if centred(position) else "no"
        sentence = f"the first point of the ball is the pitch's centre: {found}"
    else:
        raise Rejected(f"these facts do not answer {claim.question!r}")
    if claim.answer != found:
        raise Rejected(sentence)
    return sentence


def relation(position: Position, other: str) -> str:
    """``equal`` (one history), ``strong`` (lines and ball), ``weak`` (lines) or ``different``.

    ``other`` lists the other game's plies from the pitch's first point.
    """
    width, length, rules = position.field_
    second = make(width, length, rules, other)
    if second.history == position.history:
        return "equal"
    if second.drawn != position.drawn:
        return "different"
    return "strong" if second.ball == position.ball else "weak"


def centred(position: Position) -> bool:
    """Do both mirror images of the pitch fix the ball's first point?"""
    place = position.pitch
    x, y = place.points[place.start]
    return 2 * x == place.width and 2 * y == place.length
