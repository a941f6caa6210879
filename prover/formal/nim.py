"""Rule ``nim``: Bouton's theorem, which needs no evidence but who starts."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.kernel import Goal
from gameproof.games.impartial import nim
from gameproof.prover.formal.numbers import PLAYERS, NotCovered, Numbers, Steps

RULE = 7


def of_closed_form(goal: Goal[Any], _certificate: Any) -> list[Numbers]:
    """The step for Nim in normal play; raises :class:`NotCovered` for the other games."""
    if not isinstance(goal.position, nim.Position) or goal.question == "misere-outcome":
        raise NotCovered("closed forms of other games than Nim in normal play")
    return [[RULE, PLAYERS[goal.position.to_move]]]


STEPS: Steps = {"closed-form": of_closed_form}
