"""Every move of a position decided by a certificate of its own.

Answers the questions ``winning-moves`` (which moves leave a P-position?), ``all`` (a
letter for every start of geography: the moves of a position whose token is not yet
down), the outcome P where every move is shown to lose, and ``winning-plies`` of games
whose outcomes are players' names. The parts are certificates of the kinds that prove an
``outcome`` of the position after the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.certificate import check as check_any
from gameproof.certificates.files import convert, to_json
from gameproof.games.game import BadInput
from gameproof.games.geography import Position, all_starts_text

TAG = "each-move"


class EachMove(Certificate, frozen=True, tag=TAG):
    """``parts``: rows (move in the game's notation, outcome after it, certificate as JSON)."""

    parts: list[tuple[str, str, dict[str, Any]]]


def gather(decided: Sequence[tuple[str, str, Certificate]]) -> EachMove:
    """The record from (move text, outcome, certificate) of every move."""
    return EachMove([(text, answer, to_json(part)) for text, answer, part in decided])


def verified_moves(position: Any, certificate: EachMove) -> dict[Any, str]:
    """The outcome after each legal move, every part checked; raises :class:`Rejected`."""
    given = {}
    for text, answer, part in certificate.parts:
        if text in given:
            raise Rejected(f"the move {text} occurs twice")
        given[text] = (answer, part)
    found: dict[Any, str] = {}
    for move in position.moves():
        text = position.move_text(move)
        if text not in given:
            raise Rejected(f"the move {text} is not decided")
        answer, part = given.pop(text)
        if part.get("kind") == TAG:
            raise Rejected("certificates of this kind are not nested")
        try:
            check_any(position.play(move), Claim("outcome", answer), convert(part))
        except (BadInput, Rejected) as reason:
            raise Rejected(f"move {text}: {reason}") from None
        found[move] = answer
    if given:
        raise Rejected(f"{next(iter(given))} is not a legal move")
    return found


def check(position: Any, claim: Claim, certificate: EachMove) -> str:
    """The proved claim as a sentence; raises :class:`Rejected`."""
    after = verified_moves(position, certificate)
    if claim.question == "winning-plies":
        good = [move for move, winner in after.items() if winner == position.to_move]
        text = " ".join(sorted(f"({position.move_text(move)})" for move in good)) or "none"
        if claim.answer != text:
            raise Rejected(f"the parts show {text}, not {claim.answer}")
        return f"{len(good)} of {len(after)} plies win: {text}"
    winning = [move for move, answer in after.items() if answer == "P"]
    if claim.question == "outcome":
        if claim.answer != ("N" if winning else "P"):
            raise Rejected(f"{len(winning)} of {len(after)} moves win")
        return f"{len(winning)} of {len(after)} moves win"
    if claim.question == "winning-moves":
        text = " ".join(position.move_text(move) for move in winning) or "none"
    elif claim.question == "all" and isinstance(position, Position) and position.token is None:
        losing = [after.get(v) == "P" for v in range(position.graph.n)]
        text = all_starts_text(position, losing)
    else:
        raise Rejected(f"certificates of moves do not answer the question {claim.question!r}")
    if claim.answer != text:
        raise Rejected(f"the parts show {text}, not {claim.answer}")
    return f"{len(winning)} of {len(after)} moves win: {text}"


def reply(position: Any, certificate: EachMove) -> Any | None:
    """A winning move of the position the certificate is about, where there is one."""
    for text, answer, _ in certificate.parts:
        if answer in ("P", position.to_move):
            try:
                return position.parse_move(text)
            except BadInput:
                return None
    return None
