"""Zones: certificates that only boards too large for other methods get from ours."""

from __future__ import annotations

from collections.abc import Iterator

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.positional.forced import attempt
from gameproof.games.positional import Position
from gameproof.instances.instance import Resolved
from soundness.unhurried import Unhurried

ORACLES: dict[tuple[type, str], object] = {}

ZONES = {
    "mnk 2 3 2": ((0, 0), (2, 2)),
    "mnk 1 5 2 --first 2": ((0, 1), (1, 4)),
    "mnk 1 5 2 --to-move second --first 2": ((0, 1), (1, 3)),
    "mnk 3 4 3 --first a1;b2 --second a2;d3": ((0, 0), (3, 3)),
    "mnk 3 4 3 --first a1 --second d3;d2": ((0, 0), (3, 3)),
    "mnk 1 6 3 --to-move second --second 2;3": ((0, 1), (1, 4)),
    "polyomino el 2 3 --first a1": ((0, 0), (2, 2)),
    "tictactoe 2 3": ((0, 0, 0), (2, 2, 1)),
    "mnk 2 3 2 --rule weak": ((0, 0), (2, 2)),
    "mnk 2 6 3 --first a1;b2 --second c1;d1": ((0, 1), (2, 4)),
    "mnk 2 6 3 --to-move second --first a1;b2 --second c1;d1": ((0, 1), (1, 5)),
    "mnk 3 4 3 --to-move second --first a1;d3 --second b1;b2": ((0, 1), (3, 2)),
    "mnk 1 7 3 --first 3;4": ((0, 1), (1, 5)),
    "mnk 2 4 2 --second b1": ((0, 0), (2, 3)),
    "mnk 1 6 2 --second 3": ((0, 1), (1, 4)),
    "polyomino el 3 3 --to-move second --second b2": ((0, 0), (3, 2)),
    "polyomino el 2 4 --first b1 --second d2": ((0, 0), (2, 3)),
    "polyhex v3 2 4 --first b1;c2": ((0, 0), (2, 3)),
    "shapes XX,X.+3e 2 4 --first b1;a2": ((0, 0), (2, 3)),
}
"""Positions, each with a part of the board in which one of the players wins."""

GOALS: list[tuple[str, tuple[str, ...]]] = [
    (words, ("outcome", "second-wins", "win-within --plies 3")) for words in ZONES
]


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) of a win in a zone."""
    here: object = goal.position
    if not isinstance(here, Position) or goal.question.name != "outcome":
        return
    for attacker in here.players:
        box = ZONES.get(goal.words)
        if box is None or not here.wants_sets(attacker):
            continue
        low, size = box
        found = attempt(here, attacker, Unhurried(), (list(low), list(size)))
        if found.certificate is not None:
            yield "zone", str(found.answer), found.certificate
