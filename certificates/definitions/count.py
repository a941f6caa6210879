"""Counted again: the one rule that carries no evidence.

The certificate only says that the definition decides; whoever checks it evaluates the definition
of the question (``Question.defined_by``), within a bound on its steps. For a few quantities that
people ask for on larger boards a faster program stands beside this module, with its theorem.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import cast

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.definitions import STEPS, answer, question_of, within
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Is

FASTER = {
    "count-drawn": "full_boards",
    "count-pairings": "full_boards",
    "drawn-position": "full_boards",
    "fewest-crosses": "full_boards",
    "goal-this-turn": "soccer_turns",
    "shortest-loop": "torus_walks",
    "turn-ends": "soccer_turns",
    "closed-form": "closed_forms",
    "equivalent": "closed_forms",
    "grundy": "closed_forms",
    "unique-representation": "closed_forms",
}
"""The modules whose ``faster(position, question, arguments)`` works out a quantity by a theorem,
and returns the value in a tuple, or none for positions that it is not about."""

Faster = Callable[[object, str, Mapping[str, Value]], tuple[Value] | None]


class Count(Certificate, frozen=True, tag="count"):
    """No content: the definition decides."""


def conclude(goal: Goal[AnyPosition], _certificate: Count) -> Conclusion:
    """The answer by definition. At most :data:`STEPS` steps, some seconds."""
    question = question_of(goal.position, goal.question)
    if question is None or question.defined_by is None:
        raise Rejected(f"{goal.question!r} is not defined for such a position")
    found = None
    if goal.question in FASTER:
        module = importlib.import_module(f"{__package__}.{FASTER[goal.question]}")
        faster = cast(Faster, module.faster)
        found = faster(goal.position, goal.question, goal.arguments)
    if found is None:
        with within(STEPS):
            found = (answer(goal.position, question, goal.arguments),)
    statements = question.meaning(goal.position, found[0], goal.arguments)
    return Conclusion(statements, "verified by counting again")


KIND = Kind(
    record=Count,
    scope=Scope(derives=(Is,)),
    theorem="the definition of each quantity; of full boards, closed forms, turns and walks, the "
    "theorems in whose modules they are worked out faster",
    evidence="none: everything is counted again from the rules",
    conclude=conclude,
)
