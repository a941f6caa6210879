"""What questions ask for, executable and as plain as in a textbook: slow on purpose.

A question says by ``defined_by`` what its answer is, or its answers say who can force what
(:mod:`gameproof.games.meaning.statement`), and :func:`forced` is what that means. Definitions count
their steps (:mod:`gameproof.games.meaning.steps`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from itertools import count
from typing import TypeVar, cast

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.mex import mex
from gameproof.games.meaning.outcomes import aim
from gameproof.games.meaning.position import AnyPosition, EitherStarts, Position
from gameproof.games.meaning.question import AnyQuestion, Arguments
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only
from gameproof.games.meaning.steps import tried

Move = TypeVar("Move", bound=Hashable)


def forced(position: AnyPosition, wanted: Forces | Prevents) -> bool:
    """Is the statement true? Whoever prevents is opposed by those who would force: of the two
    one can (Zermelo 1913), so what is prevented is what the others cannot force.

    Round k finds the positions from which the results are forced within k plies. A position in
    an impartial game does not name its players, so it comes with whose turn it is.
    """
    start = position
    if wanted.starter != position.to_move:
        if not isinstance(position, EitherStarts):
            raise BadInput(f"{wanted.starter} does not begin here")
        start = cast(AnyPosition, position.turn(wanted.starter))
    side = wanted.side if isinstance(wanted, Forces) else set(position.players) - wanted.side
    ends: dict[Hashable, bool] = {}
    after: dict[Hashable, list[Hashable]] = {}
    mine: dict[Hashable, bool] = {}
    waiting = [(start, False)]
    while waiting:
        here, swapped = waiting.pop()
        key = here.key(), swapped
        if key in mine:
            continue
        names = _names(here, swapped)
        mine[key] = names(here.to_move) in side
        result = here.result()
        ends[key] = result is not None and _ended(here, names, result, wanted)
        moves = [] if result is not None else list(tried(here.moves(), 100))
        turned = swapped != (Law.IMPARTIAL in here.laws)
        following = [(here.play(move), turned) for move in moves]
        after[key] = [(there.key(), turned) for there, turned in following]
        waiting += following
    won = {key for key, done in ends.items() if done}
    for plies in count():
        if wanted.plies is not None and plies >= wanted.plies:
            break
        more = {
            key
            for key in tried(mine)
            if after[key] and (any if mine[key] else all)(option in won for option in after[key])
        }
        if more <= won:
            break
        won |= more
    return ((start.key(), False) in won) == isinstance(wanted, Forces)


def _names(position: AnyPosition, swapped: bool) -> Callable[[str], str]:
    one, two = position.players[0], position.players[-1]
    return (lambda name: {one: two, two: one}.get(name, name)) if swapped else (lambda name: name)


def _ended(
    position: AnyPosition, names: Callable[[str], str], result: str, wanted: Statement
) -> bool:
    assert isinstance(wanted, Forces | Prevents)
    if wanted.play == "misere":
        # Whoever cannot move has lost in normal play, and wins here.
        return names(position.to_move) in wanted.results
    return names(result) in wanted.results


def wins_after(position: Position[Move], move: Move) -> bool:
    """Can the player to move force his win by this move?"""
    mover, after = position.to_move, cast(AnyPosition, position.play(move))
    if Law.IMPARTIAL in position.laws:
        mover = next(name for name in position.players if name != mover)
    if after.result() is not None:
        return after.result() == aim(after, mover)
    return forced(after, Forces(after.to_move, only(mover), only(aim(after, mover))))


def winning(position: Position[Move]) -> list[Move]:
    """The moves of the player to move that win."""
    return [move for move in position.moves() if wins_after(position, move)]


def grundy(position: AnyPosition) -> int:
    """The mex of the values of the options (Sprague 1935, Grundy 1939)."""
    if not {Law.IMPARTIAL, Law.NORMAL_PLAY, Law.FINITE} <= position.laws:
        raise BadInput("the position has no Grundy value: its game is not impartial, or not finite")
    known: dict[str, int] = {}

    def value(here: AnyPosition) -> int:
        if here.key() not in known:
            options = {value(here.play(move)) for move in tried(here.moves(), 50)}
            known[here.key()] = mex(options)
        return known[here.key()]

    return value(position)


def question_of(position: object, name: str) -> AnyQuestion | None:
    """The question of that name that may be asked of such a position: the games of the module
    that defines the position ask it."""
    module = sys.modules[type(position).__module__]
    for game in getattr(module, "GAMES", ()):
        for question in game.questions:
            if question.name == name:
                return cast(AnyQuestion, question)
    return None


def answer(position: AnyPosition, question: AnyQuestion, arguments: Arguments) -> Value:
    """The true answer: what the question's definition says, else the one of its answers whose
    meaning is true. Raises :class:`TooMuch` and :class:`BadInput`."""
    if question.defined_by is not None:
        return question.defined_by(position, arguments)
    for word in question.answers:
        value = question.form.read(word)
        try:
            statements = question.meaning(position, value, arguments)
        except BadInput:
            continue  # no answer here: another rule's word, or a player who does not play
        if statements and all(
            isinstance(s, Forces | Prevents) and forced(position, s) for s in statements
        ):
            return value
    raise BadInput(f"no answer to {question.name} is true here")
