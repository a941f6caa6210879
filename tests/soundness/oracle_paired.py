"""Strategies that end in pairs: our methods make them for larger boards only."""

from __future__ import annotations

from collections.abc import Iterator

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.positional.holding import as_zones
from gameproof.encodings.positional.search import as_achievement, as_certificate
from gameproof.games.positional import Position
from gameproof.instances.instance import Resolved
from gameproof.solvers.positional.holding_search import searched
from gameproof.solvers.positional.proof_number import ProofNumberSearch
from gameproof.solvers.positional.strategy_writer import strategy
from soundness.unhurried import Unhurried

ORACLES: dict[tuple[type, str], object] = {}

ANSWERS = {
    "mnk 2 4 3": "draw",
    "mnk 1 6 3 --rule weak": "breaker",
    "mnk 2 4 3 --rule weak --first a1": "breaker",
    "mnk 3 3 3": "draw",
    "mnk 2 5 3 --rule weak --to-move second": "breaker",
    "mnk 1 7 3": "draw",
    "mnk 1 7 3 --rule weak --first 0;5 --second 3": "breaker",
    "mnk 2 4 3 --rule weak --first 4 --second 0": "breaker",
    "mnk 2 4 3 --first 4 --second 0": None,
    "mnk 1 8 4 --rule weak --first 4 --second 0": "breaker",
    "mnk 3 3 3 --rule weak --to-move second": "breaker",
    "mnk 3 3 3 --rule weak --second 2": "breaker",
    "mnk 3 3 3 --to-move second --first 0 --second 1": None,
    "tictactoe 3 2 --rule weak --to-move second --first 4 --second 0": "breaker",
    "polyomino elly 3 3 --rule weak --first 0;5 --second 3": "breaker",
    "polyomino elly 3 3 --rule weak --first 0": "breaker",
    "polyomino elly 3 3 --first 4 --second 0": None,
    "polyomino el 2 4": "draw",
    "polyomino el 2 4 --rule weak --to-move second --first 1 --second 4": "breaker",
}
"""Positions where the first player is stopped, with the outcome; ``None`` where that does not
follow from it."""

GOALS: list[tuple[str, tuple[str, ...]]] = [
    (words, ("outcome", "second-wins", "win-within --plies 3")) for words in ANSWERS
]


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) by the search for larger boards."""
    here: object = goal.position
    if goal.words not in ANSWERS or not isinstance(here, Position):
        return
    answer = {"outcome": ANSWERS[goal.words], "win-within": "no"}.get(goal.question.name)
    if answer is None:
        return
    limits = Unhurried()
    search = ProofNumberSearch(as_achievement(here, "first"), limits, bits=12)
    found = strategy(search)
    yield "pairs", answer, as_certificate(here, {"first": found})
    if goal.question.name == "outcome":
        held = searched(as_achievement(here, "first"), limits, 10_000, bits=12)
        if held is not None:  # a draw may stand on threats of the second player's own
            yield "zones", answer, as_zones(here, held.zones())
