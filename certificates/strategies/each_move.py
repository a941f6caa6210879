"""Every move of a position decided by a certificate of its own.

One step of backward induction: of the position after each legal move the part shows who
wins. Which moves win answers ``winning-moves`` and ``winning-plies``; the letters of all
starts of geography are the moves of a player who puts the token down (``all``); and who
wins at the position follows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import as_part, convert
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.kernel import conclude as conclude_part
from gameproof.games import geography, paper_soccer, positional, snort, words
from gameproof.games.impartial import hackenbush
from gameproof.games.impartial.impartial import moves_text, unmistakable
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
from gameproof.games.positional_questions import completes
from gameproof.games.positional_turns import TurnsPosition

Move = TypeVar("Move", bound=Hashable)


class EachMove(Certificate, frozen=True, tag="each-move"):
    """``parts``: rows (move in the game's notation, certificate as JSON) about the outcome
    of the position after the move, one for every legal move. Or no rows, and ``whole``, a
    certificate of the outcome of the position itself, which shows that no move wins."""

    parts: list[tuple[str, dict[str, object]]]
    whole: dict[str, object] | None = None


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


def none_of_them(whole: Certificate) -> EachMove:
    """The record that no move wins, from a certificate that the player to move does not."""
    return EachMove([], as_part(whole))


def aim(position: object, player: str) -> str:
    """The result that is the player's win: his name, but under the weak rule."""
    if isinstance(position, positional.Position | TurnsPosition):
        return completes(position.rule, player)
    return player


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
    starter, mine, theirs = after.to_move, only(aim(after, me)), only(aim(after, other))
    return After(
        wins=entails(known, Forces(starter, only(me), mine)),
        loses=entails(known, Forces(starter, only(other), theirs)),
        holds=entails(known, Prevents(starter, only(me), theirs)),
        fails=entails(known, Prevents(starter, only(other), mine)),
    )


def _by_induction(position: AnyPosition, after: Sequence[After]) -> tuple[Statement, ...]:
    """What follows for the position itself; nothing follows from no move."""
    me, other = position.to_move, opponent(position, position.to_move)
    mine, theirs = only(aim(position, me)), only(aim(position, other))
    known: list[Statement] = []
    if any(a.wins for a in after):
        known.append(Forces(me, only(me), mine))
    if any(a.holds for a in after):
        known.append(Prevents(me, only(me), theirs))
    if after and all(a.loses for a in after):
        known.append(Forces(me, only(other), theirs))
    if after and all(a.fails for a in after):
        known.append(Prevents(me, only(other), mine))
    return tuple(known)


def _by_result(position: AnyPosition, result: str) -> tuple[Statement, ...]:
    """The rules' own word on a finished position."""
    me, other = position.to_move, opponent(position, position.to_move)
    if Law.NORMAL_PLAY in position.laws:  # whoever cannot move has lost
        return (wins(me, other),)
    for player in (me, other):
        if result == aim(position, player):
            return (Forces(me, only(player), only(result)),)
    return nobody_wins(me, (me, other))


Cells = positional.Position | TurnsPosition | snort.Position | hackenbush.Coloured
"""Boards of cells or lines, whose moves are their numbers."""


def winning_text(position: Cells, moves: Iterable[int]) -> str:
    """The answer to ``winning-moves`` on these boards: names in ascending order of the cells, as
    usual in Hackenbush; or ``none``."""
    if isinstance(position, hackenbush.Coloured):
        return moves_text(position.move_text(move) for move in moves)
    names = (position.move_text(move) for move in sorted(moves))
    return " ".join(unmistakable(name, " ") for name in names) or "none"


def _written(
    position: object, question: str, moves: Sequence[Hashable], texts: Sequence[str]
) -> str | None:
    """The list of all winning moves as the game writes it, where the question asks for it."""
    if question == "winning-moves" and isinstance(position, geography.Position):
        return geography.moves_text(position, (m for m in moves if isinstance(m, int)))
    if question == "winning-moves" and isinstance(position, Cells):
        return winning_text(position, (m for m in moves if isinstance(m, int)))
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
    if certificate.whole is not None:
        return _none_wins(goal, certificate)
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


def _none_wins(goal: Goal[AnyPosition], certificate: EachMove) -> Conclusion:
    """That no move wins, because the player to move does not: a move that did would."""
    position = goal.position
    if certificate.parts:
        raise Rejected("parts beside a proof of the whole position")
    me, other = position.to_move, opponent(position, position.to_move)
    found = conclude_part(Goal(position, "outcome"), convert(certificate.whole))
    if not entails(found.statements, Prevents(me, only(other), only(aim(position, me)))):
        raise Rejected("the proof of the whole position leaves the player to move a win")
    statements: list[Statement] = [s for s in found.statements if isinstance(s, Forces | Prevents)]
    text = _written(position, goal.question, (), ())
    if text is not None:
        statements.append(Is(quantity(goal.question), text))
    return Conclusion(tuple(statements), f"no move wins: {found.sentence}")


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


KIND = Kind(
    record=EachMove,
    scope=Scope(derives=(Forces, Prevents, "winning-moves", "winning-plies", "all")),
    theorem="backward induction: a player wins iff a move of his leads to where he wins; he "
    "loses iff all do not, there being one (Zermelo 1913)",
    evidence="for every legal move a certificate of the outcome after it",
    conclude=conclude,
)
