"""Wins by force with claims about what they rely on: no method of ours makes them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from reference.forced import Prover, record

from gameproof.certificates.certificate import Certificate
from gameproof.games.positional import OTHER, Position
from gameproof.instances.instance import Resolved

ORACLES: dict[tuple[type, str], object] = {}

FORCED = {
    "mnk 2 3 2": "first",
    "mnk 3 4 3 --first b2 --second a1": "first",
    "mnk 1 5 2 --to-move second --first 2": "first",
    "mnk 3 4 3 --first a1;b2 --second a2;d3": "first",
    "mnk 2 3 2 --rule weak": "first",
    "mnk 3 4 3 --to-move second --first a1;d3 --second b1;b2": "second",
    "mnk 2 4 2 --second b1": "second",
    "mnk 3 3 3 --rule weak --first b2 --second a2": "first",
    "mnk 1 6 3 --second 2;3": "second",
    "polyomino el 3 3 --to-move second --second b2": "second",
    "polyomino el 2 4 --first b1 --second d2": "first",
    "mnk 3 3 3 --rule weak --first b2;a1 --second c3;b1": "first",
}
"""Positions, each with the player who wins by force."""

GOALS: list[tuple[str, tuple[str, ...]]] = [
    (words, ("outcome", "second-wins", "win-within --plies 3")) for words in FORCED
]


def forced(position: Position, attacker: str, rng: random.Random) -> Certificate | None:
    """A proof that the attacker wins, if the prover finds one."""
    own, other = (
        sum(1 << cell for cell in position.stones(player)) for player in (attacker, OTHER[attacker])
    )
    for depth in (0, 1, 2, 3):
        prover = Prover(position, attacker, rng)
        if position.to_move != attacker:
            root = prover.root(own, other, depth)
            if root is not None:
                return record(position, attacker, prover.nodes, root=root)
            continue
        prover.budget = 3_000
        for opening, root in prover.replies(own, other, depth + 1):
            return record(position, attacker, prover.nodes, opening=opening, root=root)
    return None


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) of a win by force."""
    here: object = goal.position
    attacker = FORCED.get(goal.words)
    if attacker is None or not isinstance(here, Position) or goal.question.name != "outcome":
        return
    certificate = forced(here, attacker, random.Random(5))
    assert certificate is not None, goal.words
    yield "forced", attacker if here.rule == "strong" else "maker", certificate
