"""Forgeries by the hundred: certificates that were made, changed and put before other positions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.games.meaning.statement import Statement
from gameproof.games.positional import Position

Kind = TypeVar("Kind", bound=Certificate)


def attack(
    rng: Random,
    rounds: int,
    find: Callable[[Random], tuple[Position, Kind | None] | None],
    neighbour: Callable[[Position, Random], Position],
    changed: Callable[[Kind, Random], Kind],
    holds: Callable[[Statement, Position], bool],
    kept: int,
    tries: int,
) -> tuple[int, int]:
    """Attempts and acceptances; raises :class:`AssertionError` where something false is derived.

    ``find`` gives a position, perhaps with a true certificate; the last ``kept`` of them are put,
    changed or not, before their own position, a ``neighbour`` of it and the newest position,
    ``tries`` times a round. ``holds`` tells by the rules whether a statement is true.
    """
    pool: list[tuple[Position, Kind]] = []
    tried = accepted = 0
    for _ in range(rounds):
        one = find(rng)
        if one is None:
            continue
        position, found = one
        if found is not None:
            pool = [*pool[-kept:], (position, found)]
        for _ in range(tries if pool else 0):
            place, certificate = rng.choice(pool)
            target = rng.choice([place, neighbour(place, rng), position])
            if rng.random() < 0.7:
                certificate = changed(certificate, rng)
            tried += 1
            try:
                statements = conclude(Goal(target, "outcome"), certificate).statements
            except Rejected:
                continue
            accepted += 1
            for statement in statements:
                assert holds(statement, target), (str(target), statement, certificate)
    return tried, accepted
