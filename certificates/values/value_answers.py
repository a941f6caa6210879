"""What a proved value says: the answers to questions about a position as a short game."""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Conclusion, Goal
from gameproof.games.meaning.outcomes import VALUES
from gameproof.games.meaning.rationals import rational_text
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.short.game_notation import written
from gameproof.games.short.game_tables import ShortGame
from gameproof.games.short.value_questions import WALLS


def conclude_value(goal: Goal[object], value: ShortGame) -> Conclusion:
    """What follows for the goal when the position is equal to a game.

    Raises :class:`Rejected` for other questions than these. Means and temperatures need one
    thermograph for each follower.
    """
    found, said = _answer(goal, value)
    return Conclusion((Is(quantity(goal.question, goal.arguments), found),), said)


def _answer(goal: Goal[object], value: ShortGame) -> tuple[Hashable, str]:
    number = value.table.number[value.game]
    if goal.question == "value":
        told = "what the options make of it" if number is None else rational_text(number)
        return value, f"the value is {told}"
    if goal.question == "equals":
        words = goal.arguments.get("game")
        if not isinstance(words, str):
            raise Rejected("the question names no game")
        same = value == written(words)
        return same, f"the value is {'' if same else 'not '}{words!r}"
    if goal.question not in VALUES:
        raise Rejected(f"a value does not answer the question {goal.question!r}")
    from gameproof.certificates.values.cooling import thermograph
    from gameproof.games.short.thermographs import mean, temperature

    walls = thermograph(value.table, value.game)
    if goal.question == "thermograph":
        return walls, f"the thermograph is {WALLS.write(walls)}"
    found = mean(walls) if goal.question == "mean" else temperature(walls, number)
    return found, f"the {goal.question} is {rational_text(found)}"
