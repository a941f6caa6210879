"""The question whether a published closed form holds, for games that have one."""

from __future__ import annotations

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Means, Question
from gameproof.games.meaning.statement import Is, Statement, quantity

USUAL = 1000


def bound_of(arguments: Arguments) -> int:
    """The largest size asked about, 1000 when none was named; raises :class:`BadInput`."""
    to = arguments.get("to", USUAL)
    if isinstance(to, bool) or not isinstance(to, int) or to < 0:
        raise BadInput("expected a size 0, 1, 2, ...", "to")
    return to


def up_to_bound(name: str) -> Means[object]:
    """What an answer to the question of this name says, when it asks up to a bound."""

    def means(_position: object, answer: Value, arguments: Arguments) -> tuple[Statement, ...]:
        bound_of(arguments)
        return (Is(quantity(name, arguments), answer),)

    return means


CLOSED_FORM: Question[object] = Question(
    "closed-form",
    "Does the published closed form hold for all sizes up to a bound, by the rules alone?",
    ("yes", "no"),
    (
        Parameter(
            "to", "integer", "the largest size tested", option=True, required=False, default=USUAL
        ),
    ),
    means=up_to_bound("closed-form"),
)
