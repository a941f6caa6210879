"""What is known of a position, and of others that tell something of it, taken together.

Two defences make a draw, a lower and an upper bound make a number: what the parts derive holds at
once. And a quantity may be told by other positions (:mod:`gameproof.games.meaning.elsewhere`): a
bound of a value by who wins the sum with a whole number, a win within some turns by who wins the
game with a countdown, what is asked of the sets alone by the board on which players alternate.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Composite, Key, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.elsewhere import Elsewhere, elsewhere
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import AtLeast, AtMost, Forces, Is, Prevents


class Together(Composite, frozen=True, tag="together"):
    """No evidence of its own. A part without a key is about the same position, one with a key about
    the other one that it names."""


def parts(certificate: Together) -> list[Certificate]:
    """The certificates about the position itself, that are taken together."""
    return [use.certificate for use in certificate.uses if use.key is None]


def part(goal: Goal[AnyPosition], key: Key) -> Goal[Any]:
    """The same goal; with a key, another position that tells what is asked."""
    if key is None:
        return goal
    relation = _relation(goal)
    if relation is None:
        raise Rejected(f"no other position tells anything of {goal.question!r}")
    there = relation.at(goal.position, goal.arguments, key)
    if relation.question is None:
        return Goal(there, goal.question, goal.arguments)
    return Goal(there, relation.question)


def conclude(goal: Goal[AnyPosition], _certificate: Together) -> Conclusion:
    """Whatever the theorems say of the position, and what they say of others tells of it."""
    here, relation = goal.position, _relation(goal)
    statements = list(goal.of(here))
    said = [theorem.sentence for theorem in goal.known if theorem.goal.position == here]
    if relation is not None:
        others = [theorem.goal.position for theorem in goal.known]
        more, sentence = relation.says(here, goal.arguments, goal.of, others)
        statements += more
        said += [sentence] if more else []
    if not statements:
        raise Rejected("no part says anything of this position")
    return Conclusion(tuple(dict.fromkeys(statements)), "; ".join(said))


def _relation(goal: Goal[AnyPosition]) -> Elsewhere[Any] | None:
    found = elsewhere(goal.position, goal.question)
    return found if found is not None and found.laws <= goal.position.laws else None


KIND = Kind(
    record=Together,
    scope=Scope(derives=(Forces, Prevents, Is, AtLeast, AtMost)),
    theorem="what is proved of one position holds together; G <= n iff Left loses G - n moving "
    "first, G >= n iff Right does (Conway, On Numbers and Games, chapter 7), and a position open "
    "alike to both is its own negative; who wins within some turns wins the game that is lost for "
    "him after them; the sets, their pairs and the full boards are the same whoever is to move",
    evidence="none beside theorems about the position, or about others that tell what is asked",
    conclude=conclude,
    part=part,
)
