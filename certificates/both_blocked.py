"""Each player can stop the other: a draw under the strong rule.

Needed in mid-play, where strategy stealing says nothing. Both strategies are
certificates of their own kinds (pairing, potential, degrees, regions).
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.blocking import positional
from gameproof.certificates.certificate import Certificate, Claim, Rejected, kinds
from gameproof.certificates.files import convert, to_json
from gameproof.games.game import BadInput
from gameproof.games.positional import OTHER


class BothBlocked(Certificate, frozen=True, tag="both-blocked"):
    """The JSON forms of two certificates: the second player stops the first, and back."""

    against_first: dict[str, Any]
    against_second: dict[str, Any]


def both(against_first: Certificate, against_second: Certificate) -> BothBlocked:
    """The certificate from its two halves."""
    return BothBlocked(to_json(against_first), to_json(against_second))


def check(position: Any, claim: Claim, certificate: BothBlocked) -> str:
    """Proves ``outcome`` = ``draw``; the cost is that of both halves."""
    place = positional(position)
    if (claim.question, claim.answer, place.rule) != ("outcome", "draw", "strong"):
        raise Rejected("two defences prove a draw under the strong rule and nothing else")
    for data, player in _halves(certificate):
        half, module = _half(data)
        if module.blocks(place, half) != player:
            raise Rejected(f"the defence of the {player} player is missing")
    return "a draw: each player can stop every set of the other"


def _halves(certificate: BothBlocked) -> tuple[tuple[dict[str, Any], str], ...]:
    return (certificate.against_first, "second"), (certificate.against_second, "first")


def _half(data: dict[str, Any]) -> tuple[Certificate, Any]:
    try:
        half = convert(data)
    except BadInput as error:
        raise Rejected(f"not a certificate: {error.message}") from None
    _, module = kinds()[str(half.__struct_config__.tag)]
    if not hasattr(module, "blocks"):
        raise Rejected("a certificate of this kind stops nobody")
    return half, module


def reply(position: Any, certificate: BothBlocked) -> Any:
    """The defending move of whoever is to move."""
    place = positional(position)
    for data, player in _halves(certificate):
        if player == place.to_move:
            half, module = _half(data)
            return module.reply(place, half) if hasattr(module, "reply") else None
    raise Rejected(f"no player {OTHER.get(place.to_move)}")
