"""What is asked of the sets and the cells alone does not depend on whose each ply is.

A board whose players do not alternate has the same sets, pairs and full boards as the one on
which they do; a certificate about that one serves.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Composite, Key, Use
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, Statement
from gameproof.games.positional import Position, in_turn
from gameproof.games.positional_turns import TurnsPosition

QUESTIONS = (
    "pairing",
    "own-pairing",
    "sets",
    "degree",
    "drawn-position",
    "count-drawn",
    "fewest-crosses",
)
"""Quantities of stones, cells and sets. Evenly shared boards are those of play in turn."""


class WithoutTurns(Composite, frozen=True, tag="without-turns"):
    """Used is the same question about the same stones with players who alternate."""


def of(part: Certificate) -> WithoutTurns:
    """The certificate with this part."""
    return WithoutTurns(uses=(Use(part),))


def part(goal: Goal[TurnsPosition], _key: Key) -> Goal[Position]:
    """The same question where the players alternate."""
    return Goal(in_turn(goal.position), goal.question, goal.arguments)


def conclude(goal: Goal[TurnsPosition], _certificate: WithoutTurns) -> Conclusion:
    """The quantities that the part derives; nothing about play, and nothing of evenly shared
    boards, which have an argument."""
    kept: list[Statement] = [
        s
        for s in goal.of(in_turn(goal.position))
        if isinstance(s, Is | AtLeast | AtMost)
        and s.quantity.name in QUESTIONS
        and not s.quantity.arguments
    ]
    values = [s.value for s in kept if isinstance(s, Is) and s.quantity.name == goal.question]
    said = " and ".join(map(str, values)) or "bounded"
    return Conclusion(tuple(kept), f"whoever is to move, {goal.question}: {said}")


KIND = Kind(
    record=WithoutTurns,
    scope=Scope(derives=QUESTIONS, positions=(TurnsPosition,)),
    theorem="the sets, their pairs and the full boards are the same whoever is to move",
    evidence="none beside a theorem about the board with players who move in turn",
    conclude=conclude,
    part=part,
)
