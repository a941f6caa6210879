"""What a certificate says about the position that is drawn: moves, replies, parts."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from typing import TypeVar

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.strategies.map import Map
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import Position
from gameproof.pictures.picture import Detail
from gameproof.replies.replies import plays, reply

Move = TypeVar("Move", bound=Hashable)

MOST_REPLIES = 40
"""Moves of the opponent whose answers are drawn."""
LONGEST = 300
"""Letters of an answer or a claim below a picture."""
TOLD = 12
"""And those that are told in a line."""


def proved_move(position: Position[Move], certificate: Certificate | None) -> Move | None:
    """The move that the certificate's strategy makes in the position, if it makes one there."""
    try:
        return reply(position, certificate)
    except (Rejected, BadInput):
        return None  # a certificate for another position, as after a move


def shown_moves(
    position: Position[Move], certificate: Certificate | None, detail: Detail | None
) -> list[str]:
    """The moves that win, in the game's notation: all of them where they were asked for, the
    one that the answer names or the certificate makes, or none."""
    told = detail or {}
    if told.get("question") == "winning-moves":
        words = str(told.get("answer", "")).split()
    else:
        named = told.get("winning_move")
        words = [named] if isinstance(named, str) else []
    found = [word for word in words if _legal(position, word)]
    if found:
        return found
    move = proved_move(position, certificate)
    return [] if move is None else [position.move_text(move)]


def _legal(position: Position[Move], word: str) -> bool:
    try:
        position.parse_move(word)
    except BadInput:
        return False
    return True


def replies(position: Position[Move], certificate: Certificate | None) -> list[tuple[str, str]]:
    """Moves of the player to move with the proved answers, where the strategy is the other's.

    At most :data:`MOST_REPLIES` of them."""
    if certificate is None or not plays(certificate) or position.result() is not None:
        return []
    if proved_move(position, certificate) is not None:
        return []
    return list(islice(_answers(position, certificate), MOST_REPLIES))


def _answers(position: Position[Move], certificate: Certificate) -> Iterator[tuple[str, str]]:
    for move in islice(position.moves(), 2 * MOST_REPLIES):
        after = position.play(move)
        answer = None if after.result() is not None else proved_move(after, certificate)
        if answer is not None:
            yield position.move_text(move), after.move_text(answer)


def move_line(moves: list[str], sure: str) -> str:
    """A sentence that names the moves that win, ``proved`` ones or only ``winning`` ones; empty
    where there are none."""
    if not moves:
        return ""
    return f"{sure} move{'s' if len(moves) > 1 else ''}: {' '.join(moves)}"


def reply_line(answers: list[tuple[str, str]]) -> str:
    """A sentence that tells what answers what; empty where nothing does."""
    if not answers:
        return ""
    more = ", ..." if len(answers) > TOLD else ""
    return "answers: " + ", ".join(f"{reply} to {move}" for move, reply in answers[:TOLD]) + more


def strategy_lines(
    position: Position[Move], certificate: Certificate | None, detail: Detail | None = None
) -> list[str]:
    """The moves that win, or the answers to the moves that lose, in a line each."""
    moves = shown_moves(position, certificate, detail)
    sure = "proved" if certificate is not None else "winning"
    lines = [move_line(moves, sure)] if moves else []
    told = detail or {}
    if not moves and told.get("question") == "winning-moves" and "answer" in told:
        return ["no move wins"]
    if isinstance(told.get("law"), str):
        lines.append(f"by {told['law']}")
    answered = reply_line(replies(position, certificate)) if not moves else ""
    return [*lines, *([answered] if answered else [])]


def claim_lines(detail: Detail | None) -> list[str]:
    """The answer, and the sentence that the checker derived; nothing where nothing was asked."""
    told = detail or {}
    if "answer" not in told:
        return []
    blue = told.get("left") == "blue"
    lines = [_short(f"{told.get('question', 'answer')}: {told['answer']}")]
    if blue or (told.get("left") == "red" and str(told["answer"]) not in ("N", "P", "unknown")):
        lines.append("Blue is Left in this picture" if blue else "Red is Left")
    if told.get("claimed"):
        there = ", with Red as Left" if blue else ""
        return [*lines, f"this is what the file claims{there}; 'gameproof check' verifies it"]
    claim = told.get("claim")
    verified = "verified, Red being Left" if blue else "verified"
    return [*lines, _short(f"{verified}: {claim}")] if claim else lines


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 4] + " ..."


def inner(certificate: Map) -> Certificate:
    """The certificate about the other board."""
    return certificate.uses[0].certificate


def latex_lines(detail: Detail | None) -> list[str]:
    """Paragraphs of LaTeX below a picture: the value in the field's notation, and a table of
    what stands beside the answer."""
    from gameproof.pictures.sheet.latex import escaped, table_to_latex, value_to_latex

    told = detail or {}
    found = []
    if told.get("question") == "value":
        try:
            found.append(f"${value_to_latex(str(told.get('answer', '')))}$")
        except ValueError:
            found.append(escaped(str(told.get("answer", ""))))
    rows = [
        [name.replace("_", " "), str(value)]
        for name, value in told.items()
        if isinstance(value, str | int) and len(str(value)) <= LONGEST and name != "claim"
    ]
    return [*found, table_to_latex(["", ""], rows)] if rows else found
