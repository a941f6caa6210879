"""Every move of a position decided by an earlier step.

One step of backward induction: of the position after each legal move a theorem says who
wins. Which moves win answers ``winning-moves`` and ``winning-plies``; the letters of all
starts of geography are the moves of a player who puts the token down (``all``); and who
wins at the position follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from gameproof.certificates.certificate import Composite, Key, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import aim, opponent
from gameproof.games.meaning.position import AnyPosition, AsksOfAnother, Listed, Position
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


class EachMove(Composite, frozen=True, tag="each-move"):
    """Used is for every legal move, in the game's notation, the outcome of the position after it;
    or the outcome of the position itself, which shows that no move wins. No other evidence."""


@dataclass(frozen=True, slots=True)
class After:
    """What is known of the position after a move. ``wins``: whoever moved wins. ``loses``:
    the other does. ``holds``, ``fails``: he keeps the other from winning, or is kept."""

    wins: bool
    loses: bool
    holds: bool
    fails: bool


def part(goal: Goal[Position[Move]], key: Key) -> Goal[Position[Move]]:
    """The outcome after a move; without one, of the position itself."""
    position = before(goal)
    if key is not None:
        position = position.play(position.parse_move(str(key)))
    return Goal(position, "outcome")


def before(goal: Goal[Position[Move]]) -> Position[Move]:
    """The position whose moves are decided: asked about all starts of geography, that in which
    the token is still to be put down."""
    position: object = goal.position
    if isinstance(position, AsksOfAnother):
        return cast("Position[Move]", position.asked(goal.question))
    return goal.position


def after_each(goal: Goal[Position[Move]]) -> dict[Move, After]:
    """What the theorems say of every legal move, in the order of the rules.

    Raises :class:`Rejected` unless there is one for each. O(theorems and moves).
    """
    known: dict[object, list[Statement]] = {}
    for theorem in goal.known:
        known.setdefault(theorem.goal.position, []).extend(theorem.statements)
    position = before(goal)
    found: dict[Move, After] = {}
    moves = list(position.moves())
    for text, times in Counter(map(position.move_text, moves)).items():
        if times > 1:
            raise Rejected(f"two moves are written {text[:60]!r}")
    for move in moves:
        after = position.play(move)
        if after not in known:
            raise Rejected(f"the move {position.move_text(move)[:60]!r} is not decided")
        found[move] = _after(position, after, known[after])
    return found


def _after(position: Position[Move], after: Position[Move], known: Sequence[Statement]) -> After:
    me, other = position.to_move, opponent(position, position.to_move)
    if Law.IMPARTIAL in position.laws:  # there the names say who moves next
        me, other = other, me
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


def _about(
    goal: Goal[AnyPosition],
    position: AnyPosition,
    known: Sequence[Statement],
    winning: Sequence[Hashable] | None,
    said: str,
) -> Conclusion:
    """What is known of the position, if that is the goal's own; and the list of all winning moves
    as the game writes it, where they are known and the question asks for it."""
    statements = list(known) if position is goal.position else []
    of_game: object = position
    if winning is not None and isinstance(of_game, Listed):
        answer = of_game.of_moves(goal.question, winning)
        if answer is not None:
            statements.append(Is(quantity(goal.question), answer))
            said += f": {answer}"
    return Conclusion(tuple(statements), said)


def conclude(goal: Goal[AnyPosition], _certificate: EachMove) -> Conclusion:
    """The winning moves among all legal ones, and who wins."""
    position = before(goal)
    if goal.of(position):
        return _none_wins(goal, position)
    after = after_each(goal)
    result = position.result()
    known: list[Statement] = []
    if result is not None:
        if after:
            raise Rejected("the game is over, and there are moves")
        known.extend(_by_result(position, result))
    known.extend(_by_induction(position, tuple(after.values())))
    winning = [move for move, found in after.items() if found.wins]
    undecided = [move for move, found in after.items() if found.wins == found.fails]
    if undecided and position is not goal.position:
        raise Rejected(f"{position.move_text(undecided[0])}: the part does not say who wins")
    told = not undecided and (after or result is not None)
    said = f"{len(winning)} of {len(after)} moves win"
    return _about(goal, position, known, winning if told else None, said)


def _none_wins(goal: Goal[AnyPosition], position: AnyPosition) -> Conclusion:
    """That no move wins, because the player to move does not: a move that did would."""
    me, other = position.to_move, opponent(position, position.to_move)
    known = goal.of(position)
    if not entails(known, Prevents(me, only(other), only(aim(position, me)))):
        raise Rejected("the proof of the whole position leaves the player to move a win")
    statements: list[Statement] = [s for s in known if isinstance(s, Forces | Prevents)]
    return _about(goal, position, statements, (), f"no move wins: {goal.known[0].sentence}")


KIND = Kind(
    record=EachMove,
    scope=Scope(derives=(Forces, Prevents, "winning-moves", "winning-plies", "all")),
    theorem="backward induction: a player wins iff a move of his leads to where he wins; he "
    "loses iff all do not, there being one (Zermelo 1913)",
    evidence="none beside theorems of the outcome after every legal move, or before it",
    conclude=conclude,
    part=part,
)
