"""Rules ``heap`` and ``nim``: what a position is worth in heaps of Nim.

The evidence of ``heap``: positions, each after its options, with its value and the numbers of
the entries that the moves lead to. A certificate holds one value for all copies of a part; here
every position that play can reach is listed. ``nim`` is Bouton's theorem, which needs no evidence
but who starts.
"""

from __future__ import annotations

from typing import Any

from gameproof.games.impartial import nim
from gameproof.games.meaning.mex import mex
from gameproof.prover.formal.followed import of_strategy
from gameproof.prover.formal.numbers import PLAYERS, After, Claimed, Numbers, TooMany, flat, row
from gameproof.prover.formal.positions import in_order, state

NIM, HEAP = 7, 9
MOST = 100_000
"""Positions of a table."""
MOST_MOVES = 100_000
"""And moves from them all."""


def of_values(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """The step; raises :class:`NotCovered` for other questions than the value and the winner,
    and where play can reach too many positions."""
    if theorem.goal.question != "grundy":
        return of_strategy(theorem, certificate)
    return [table(theorem.goal.position)]


def table(start: Any) -> Numbers:
    """The values of all that play can reach; raises :class:`TooMany`."""
    numbers: dict[tuple[int, ...], int] = {}
    values: list[int] = []
    found: list[Numbers] = []
    moves = 0
    # A position waits, with the keys of its options, until these have their values.
    stack: list[tuple[Any, tuple[int, ...], list[tuple[int, ...]] | None]] = [
        (start, tuple(state(start)), None)
    ]
    while stack:
        position, key, options = stack.pop()
        if key in numbers:
            continue
        if options is None:
            listed = in_order(position)
            moves += len(listed)
            if moves > MOST_MOVES:
                raise TooMany(f"more than {MOST_MOVES} moves")
            played = [position.play(move) for move in listed]
            keys = [tuple(state(option)) for option in played]
            stack.append((position, key, keys))
            stack += [(*one, None) for one in zip(played, keys, strict=True)]
            continue
        after = [numbers[option] for option in options]
        values.append(mex({values[i] for i in after}))
        numbers[key] = len(found)
        found.append([*key, values[-1], *row(after)])
        if len(found) > MOST:
            raise TooMany(f"more than {MOST} positions")
    return [HEAP, *flat(found)]


def of_closed_form(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """The step for Nim in normal play; a table elsewhere."""
    goal = theorem.goal
    if not isinstance(goal.position, nim.Position) or goal.question != "outcome":
        return of_values(theorem, certificate)
    return [[NIM, PLAYERS[goal.position.to_move]]]


AFTER: After = {"closed-form": of_closed_form, "mex": of_values, "digraph-values": of_values}
