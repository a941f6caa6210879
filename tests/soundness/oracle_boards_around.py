"""Boards around the board: certificates that only very large boards get from our methods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.strategies.map import Map
from gameproof.encodings.method import Options
from gameproof.games.boards.positional_shapes import place
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.positional import Position
from gameproof.instances.instance import Resolved
from gameproof.prover.registry import entry
from soundness.unhurried import Unhurried

ORACLES: dict[tuple[type, str], object] = {}

OUTER = {
    "mnk 1 5 2 --rule weak --to-move second": None,
    "mnk 2 4 3 --rule weak": "mnk 2 5 3 --rule weak",
    "mnk 2 3 3 --rule weak --to-move second": "mnk 2 4 3 --rule weak --to-move second",
    "mnk 1 3 3 --rule weak --first 0": "mnk 1 4 2 --rule weak",
    "mnk 2 4 3": "mnk 2 4 3 --rule weak",
    "mnk 1 4 3 --rule weak --second 3": "mnk 1 4 3 --rule weak",
    "mnk 1 3 2 --rule weak --to-move second": "mnk 1 4 2 --rule weak --to-move second",
    "mnk 1 5 3": "mnk 1 6 3 --rule weak",
    "mnk 1 5 3 --rule weak --second 4": "mnk 1 6 3 --rule weak",
    "mnk 1 6 3 --rule weak --to-move second": "mnk 1 7 3 --rule weak --to-move second",
    "mnk 2 3 3 --rule weak --second a2": "mnk 2 4 3 --rule weak",
    "mnk 2 4 4": "mnk 2 5 4 --rule weak",
    "mnk 2 4 3 --rule weak --second c2": "mnk 2 5 3 --rule weak",
    "mnk 1 6 4 --rule weak": "mnk 1 7 4 --rule weak",
    "mnk 3 3 4": "mnk 3 4 4 --rule weak",
}
"""A board, and one around it on which Breaker wins; the rows and columns stay where they are."""

GOALS: list[tuple[str, tuple[str, ...]]] = [
    (words, ("outcome", "second-wins", "win-within --plies 3")) for words in OUTER
]


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) where Breaker wins on the board around this one."""
    words = OUTER.get(goal.words)
    here: object = goal.position
    if words is None or not isinstance(here, Position) or goal.question.name != "outcome":
        return
    outer = cast("AnyPosition", Position.parse(words))
    free = [c for c in range(here.board.cells) if c not in here.first | here.second]
    for method in entry("mnk").portfolio("outcome"):
        if not method.applies(outer):
            continue
        finding = method.run(outer, Unhurried(), Options())
        if finding.answer == "breaker" and finding.certificate is not None:
            places = [list(place(here.board, cell)) for cell in free]
            answer = "breaker" if here.rule == "weak" else "draw"
            yield "around", answer, Map.around(words, places, finding.certificate)
            return
