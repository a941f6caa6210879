"""Strategies that end in pairs: our methods make them for larger boards only."""

from __future__ import annotations

from collections.abc import Iterator

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.positional.search import as_achievement, as_certificate
from gameproof.games.positional import Position
from gameproof.instances.instance import Resolved
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.positional_search import strategy
from gameproof.solvers.search.proof_number import KernelSearch

ORACLES: dict[tuple[type, str], object] = {}

ANSWERS = {
    "mnk 2 4 3": "draw",
    "mnk 1 6 3 --rule weak": "breaker",
    "mnk 2 4 3 --rule weak --first a1": "breaker",
    "mnk 3 3 3": "draw",
    "mnk 2 5 3 --rule weak --to-move second": "breaker",
}
"""Positions where the first player is stopped, with the outcome."""

GOALS: list[tuple[str, tuple[str, ...]]] = [
    (words, ("outcome", "second-wins", "win-within --plies 3")) for words in ANSWERS
]


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) by the search for larger boards."""
    here: object = goal.position
    answer = ANSWERS.get(goal.words)
    if answer is None or not isinstance(here, Position) or goal.question.name != "outcome":
        return
    limits = Limits(time_limit=60)
    search = KernelSearch(as_achievement(here, "first"), limits, bits=12)
    found = strategy(search, search.turned, limits)
    yield "pairs", answer, as_certificate(here, {"first": found})
