"""Every move of a position decided by a certificate of its own.

One step of backward induction: of the position after each legal move the part shows who
wins. Which moves win answers ``winning-moves`` and ``winning-plies``; the letters of all
starts of geography are the moves of a player who puts the token down (``all``); and who
wins at the position follows.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import as_part, convert
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.kernel import conclude as conclude_part
from gameproof.games import geography, paper_soccer, words
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.position import AnyPosition, Position
from gameproof.games.meaning.statement import (
    Forces,
    Is,
    Prevents,
    Statement,
    entails,
    nobody_wins,
    only,
    quantity,
    wins,
)

Move = TypeVar("Move", bound=Hashable)


class EachMove(Certificate, frozen=True, tag="each-move"):
    """``parts``: rows (move in the game's notation, certificate as JSON) about the outcome
    of the position after the move, one for every legal move."""

    parts: list[tuple[str, dict[str, object]]]


@dataclass(frozen=True, slots=True)
class After:
    """What is known of the position after a move. ``wins``: whoever moved wins. ``loses``:
    the other does. ``holds``, ``fails``: he keeps the other from winning, or is kept."""

    wins: bool
    loses: bool
    holds: bool
    fails: bool


def gather(decided: Sequence[tuple[str, Certificate]]) -> EachMove:
    """The record from (move text, certificate) of every move."""
    return EachMove([(text, as_part(part)) for text, part in decided])


def after_each(position: Position[Move], certificate: EachMove) -> dict[Move, After]:
    """What the parts show of every legal move, in the order of the rules.

    Raises :class:`Rejected` unless there is one part for each. The cost is that of the parts.
    """
    given: dict[str, dict[str, object]] = {}
    for text, part in certificate.parts:
        if text in given:
            raise Rejected(f"the move {text[:60]!r} occurs twice")
        given[text] = part
    moves: dict[str, Move] = {}
    for move in position.moves():
        text = position.move_text(move)
        if text in moves:
            raise Rejected(f"two moves are written {text[:60]!r}")
        if text not in given:
            raise Rejected(f"the move {text[:60]!r} is not decided")
        moves[text] = move
    for text in given:
        if text not in moves:
            raise Rejected(f"{text[:60]!r} is not a legal move")
    found: dict[Move, After] = {}
    for text, move in moves.items():
        try:
            found[move] = _after(position, move, convert(given[text]))
        except (BadInput, Rejected) as reason:
            raise Rejected(f"move {text[:60]}: {reason}") from None
    return found


def _after(position: Position[Move], move: Move, part: Certificate) -> After:
    me, other = position.to_move, opponent(position, position.to_move)
    after = position.play(move)
    if Law.IMPARTIAL in position.laws:  # there the names say who moves next
        me, other = other, me
    known = conclude_part(Goal(after, "outcome"), part).statements
    starter = after.to_move
    return After(
        wins=entails(known, wins(starter, me)),
        loses=entails(known, wins(starter, other)),
        holds=entails(known, Prevents(starter, only(me), only(other))),
        fails=entails(known, Prevents(starter, only(other), only(me))),
    )


def _by_induction(position: AnyPosition, after: Sequence[After]) -> tuple[Statement, ...]:
    """What follows for the position itself; nothing follows from no move."""
    me, other = position.to_move, opponent(position, position.to_move)
    known: list[Statement] = []
    if any(a.wins for a in after):
        known.append(wins(me, me))
    if any(a.holds for a in after):
        known.append(Prevents(me, only(me), only(other)))
    if after and all(a.loses for a in after):
        known.append(wins(me, other))
    if after and all(a.fails for a in after):
        known.append(Prevents(me, only(other), only(me)))
    return tuple(known)


def _by_result(position: AnyPosition, result: str) -> tuple[Statement, ...]:
    """The rules' own word on a finished position."""
    me, other = position.to_move, opponent(position, position.to_move)
    if Law.NORMAL_PLAY in position.laws:  # whoever cannot move has lost
        return (wins(me, other),)
    if result in (me, other):
        return (wins(me, result),)
    return nobody_wins(me, (me, other))


def _written(
    position: object, question: str, moves: Sequence[Hashable], texts: Sequence[str]
) -> str | None:
    """The list of all winning moves as the game writes it, where the question asks for it."""
    if question == "winning-moves" and isinstance(position, geography.Position):
        return geography.moves_text(position, (m for m in moves if isinstance(m, int)))
    if question == "winning-moves" and isinstance(position, words.Position):
        return words.moves_text(texts)
    if question == "winning-plies" and isinstance(position, paper_soccer.Position):
        return " ".join(sorted(f"({text})" for text in texts)) or "none"
    return None


def conclude(goal: Goal[AnyPosition], certificate: EachMove) -> Conclusion:
    """The winning moves among all legal ones, and who wins. The cost is that of the parts."""
    position, of_some_game = goal.position, cast(object, goal.position)
    if goal.question == "all" and isinstance(of_some_game, geography.Position):
        return _all_starts(of_some_game, certificate)
    after = after_each(position, certificate)
    result = position.result()
    statements: list[Statement] = []
    if result is not None:
        if after:
            raise Rejected("the game is over, and there are moves")
        statements.extend(_by_result(position, result))
    statements.extend(_by_induction(position, tuple(after.values())))
    winning = [move for move, known in after.items() if known.wins]
    said = f"{len(winning)} of {len(after)} moves win"
    texts = [position.move_text(move) for move in winning]
    text = _written(of_some_game, goal.question, winning, texts)
    decided = all(known.wins or known.fails for known in after.values())
    if text is not None and decided and (after or result is not None):
        statements.append(Is(quantity(goal.question), text))
        said += f": {text}"
    return Conclusion(tuple(statements), said)


def _all_starts(position: geography.Position, certificate: EachMove) -> Conclusion:
    """The letters of all starts: P where whoever puts the token there wins."""
    start = position.free()
    known = after_each(start, certificate)
    losing = [False] * start.graph.n
    for v in start.vertices():
        if known[v].wins == known[v].fails:
            raise Rejected(f"start {v}: the part does not say who wins")
        losing[v] = known[v].wins
    text = geography.all_starts_text(start, losing)
    return Conclusion(
        (Is(quantity("all"), text),), f"{sum(losing)} of {len(known)} starts are P-positions"
    )


def reply(position: AnyPosition, certificate: EachMove) -> Hashable | None:
    """A winning move of the position the certificate is about, where there is one."""
    try:
        after = after_each(position, certificate)
    except (BadInput, Rejected):
        return None
    return next((move for move, known in after.items() if known.wins), None)


KIND = Kind(
    record=EachMove,
    scope=Scope(derives=(Forces, Prevents, "winning-moves", "winning-plies", "all")),
    theorem="backward induction: a player wins iff a move of his leads to where he wins; he "
    "loses iff all do not, there being one (Zermelo 1913)",
    evidence="for every legal move a certificate of the outcome after it",
    conclude=conclude,
    reply=reply,
)
