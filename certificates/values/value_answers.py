"""What a proved value says: the answers to questions about a position as a short game."""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Conclusion, Goal
from gameproof.certificates.values.cooling import mean, temperature, thermograph
from gameproof.certificates.values.game_reader import read_value
from gameproof.certificates.values.game_writer import canonical_text
from gameproof.certificates.values.short_game_table import GameTable
from gameproof.games.meaning.answers import rational_text
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.partizan import WALLS

QUESTIONS = ("value", "equals", "mean", "temperature", "thermograph")
"""What the value of a position answers."""


def conclude_value(goal: Goal[object], table: GameTable, value: int) -> Conclusion:
    """What follows for the goal when the position is equal to a game of the table.

    Raises :class:`Rejected` for other questions than these. The value is written as its
    canonical form; means and temperatures need one thermograph for each follower.
    """
    asked = quantity(goal.question, goal.arguments)
    number = table.number[value]
    if goal.question == "value":
        text = canonical_text(table, value) if number is None else rational_text(number)
        return Conclusion((Is(asked, text),), f"the value is {text}")
    if goal.question == "equals":
        words = goal.arguments.get("game")
        if not isinstance(words, str):
            raise Rejected("the question names no game")
        game = read_value(table, words)
        same = table.below(game, value) and table.below(value, game)
        return Conclusion((Is(asked, same),), f"the value is {'' if same else 'not '}{words!r}")
    if goal.question not in QUESTIONS:
        raise Rejected(f"a value does not answer the question {goal.question!r}")
    walls = thermograph(table, value)
    if goal.question == "thermograph":
        return Conclusion((Is(asked, walls),), f"the thermograph is {WALLS.write(walls)}")
    found = mean(walls) if goal.question == "mean" else temperature(walls, number)
    return Conclusion((Is(asked, found),), f"the {goal.question} is {rational_text(found)}")
