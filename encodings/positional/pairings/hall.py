"""Draw-forcing pairings by Hall's theorem.

A pairing gives every live set two cells of its own: a matching of the sets, each
doubled, into the cells (Frieze, slide 65). It exists unless some
sets together have fewer than twice as many cells as they are many (Hall 1935).
Where sets share at most one cell, as lines of [n]^d do for n >= 3, no pair can
serve two sets, so this decides the question; where they share more, a failure only
excludes pairs of their own, and other methods go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.pairings.hall import Hall
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.games.boards.grid_rows import line_count
from gameproof.games.boards.hypergraph import MOST_MEMBERS, Hypergraph
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.live_sets import share_at_most_one
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching import hall
from gameproof.solvers.sat.model import Model

EXPLICIT_MEMBERS = 1 << 23
"""Boards up to this total size of lines are matched explicitly without being asked."""

MOST_NESTED = 200_000
"""Families of larger total size are not searched for equal and nested live sets."""

THEOREM = "Hall 1935: sets have pairs of their own iff any g of them have 2g cells"


@dataclass(frozen=True)
class LiveSets:
    """The minimal live sets, and for every live set the number of a minimal one inside it."""

    minimal: Hypergraph
    inside: NDArray[np.int64]
    numbers: NDArray[np.int64]  # of the minimal ones, among the live sets


def total_size(position: Position) -> int:
    """Cells times sets of the board, known without listing a board [n]^d."""
    if position.board.kind == "tictactoe":
        n, d = (int(x) for x in position.board.parameters)
        return n * line_count(n, d)
    return len(position.board.first_sets.members)


def minimal_live_sets(position: Position, player: str = "first") -> LiveSets:
    """The live sets of ``player`` that contain no other one: a pair inside a set serves
    every set around it. O(sum over sets of the sets through their rarest cell).

    Untouched generated boards have no nested sets, and in large families only a
    pairing of all sets is sought; both are returned as they are.
    """
    live = position.live(player)
    everything = np.arange(len(live))
    untouched = not position.first and not position.second and position.board.kind != "sets"
    if untouched or len(live.members) > MOST_NESTED:
        return LiveSets(live, everything, everything)
    sets = live.sets()
    through: dict[int, list[int]] = {}
    kept: list[int] = []
    inside = np.zeros(len(sets), dtype=np.int64)
    masks = [sum(1 << cell for cell in row) for row in sets]
    empty = -1
    for number in sorted(range(len(sets)), key=lambda i: len(sets[i])):
        mask = masks[number]
        smaller = (
            k for cell in sets[number] for k in through.get(cell, ()) if masks[kept[k]] & ~mask == 0
        )
        found = empty if empty >= 0 else next(smaller, -1)
        if found < 0:
            found = len(kept)
            kept.append(number)
            if sets[number]:
                through.setdefault(sets[number][0], []).append(found)
            else:
                empty = found
        inside[number] = found
    family = Hypergraph.of(live.cells, [sets[number] for number in kept])
    return LiveSets(family, inside, np.array(kept, dtype=np.int64))


def find_pairing(
    position: Position, limits: Limits, blocking: str = "second"
) -> tuple[Pairing | None, LiveSets, hall.HallWitness]:
    """A pairing with which ``blocking`` stops the other player, if Hall allows one."""
    live = minimal_live_sets(position, OTHER[blocking])
    family = live.minimal
    witness = hall.assign(family.indptr, family.members, family.cells, 2, limits)
    if witness.violator is not None:
        return None, live, witness
    cells = np.flatnonzero(witness.owner >= 0).astype(np.int32)
    pairs = cells[np.argsort(witness.owner[cells], kind="stable")].reshape(-1, 2)
    own = len(live.inside) == len(family) and bool((live.inside == np.arange(len(family))).all())
    return Pairing(pairs, None if own else live.inside, blocking), live, witness


def pairing(position: Position, limits: Limits, options: Options) -> Finding:
    """A pairing, or a violator; ``unknown`` where one pair may serve several sets, and for
    large untouched boards [n]^d, which orbits decide, unless pairs are asked for."""
    if not explicit_size(position, options):
        return Finding(UNKNOWN)
    found, live, witness = find_pairing(position, limits)
    if found is not None:
        return Finding(True, found, witness.stats, _detail(position, live, witness))
    numbers = position.live_numbers("first")[live.numbers[witness.violator]]
    chosen = np.zeros(len(live.minimal), dtype=np.bool_)
    chosen[witness.violator] = True
    violator = live.minimal.choose(chosen, np.ones(live.minimal.cells, dtype=np.bool_))
    detail = _detail(position, live, witness) | {
        "violator": {"sets": len(numbers), "cells": len(np.unique(violator.members))}
    }
    if not share_at_most_one(position, violator):
        detail["own pairs"] = "impossible"
        return Finding(UNKNOWN, None, witness.stats, detail)
    return Finding(False, Hall("none", numbers), witness.stats, detail)


def own_pairing(position: Position, limits: Limits, _options: Options) -> Finding:
    """A pair of its own for every live set, equal and nested ones included, or a violator."""
    family = position.live("first")
    witness = hall.assign(family.indptr, family.members, family.cells, 2, limits)
    if witness.violator is not None:
        numbers = position.live_numbers("first")[witness.violator]
        return Finding(False, Hall("none", numbers), witness.stats)
    cells = np.flatnonzero(witness.owner >= 0).astype(np.int32)
    pairs = cells[np.argsort(witness.owner[cells], kind="stable")].reshape(-1, 2)
    return Finding(True, Pairing(pairs), witness.stats)


def _detail(position: Position, live: LiveSets, witness: hall.HallWitness) -> dict[str, object]:
    stones = len(position.first) + len(position.second)
    return {
        "sets": len(live.minimal),
        "free cells": live.minimal.cells - stones,
        "free cells without a pair": int((witness.owner < 0).sum()) - stones,
    }


def explicit_size(position: Position, options: Options) -> bool:
    """Is the board to be matched cell by cell? Large untouched cubes only on demand."""
    if options.explicit or position.first or position.second:
        return _fits(position)
    if position.board.kind != "tictactoe":
        return _fits(position)
    return total_size(position) <= EXPLICIT_MEMBERS


def own_pairing_model(position: Position, _options: Options) -> Model:
    """Two cells for every live set, no cell twice: satisfiable iff the sets have pairs of
    their own. Variables ``gets(s, c)``: the s-th live set gets the cell c."""
    family = position.live("first")
    model = Model("a pair of its own for every live set", str(position))
    places = [(s, cell) for s, row in enumerate(family.sets()) for cell in row]
    gets = model.group("gets", places)
    for s, row in enumerate(family.sets()):
        model.at_least(2, [gets[s, cell] for cell in row])
    by_cell: dict[int, list[int]] = {}
    for s, cell in places:
        by_cell.setdefault(cell, []).append(gets[s, cell])
    for literals in by_cell.values():
        model.at_most(1, literals)
    return model


def own_pairs(
    _position: Position, model: Model, values: Sequence[bool], _options: Options
) -> Finding:
    """The pairs of an assignment of :func:`own_pairing_model`, in the order of the sets."""
    got: dict[int, list[int]] = {}
    for s, cell in model.groups["gets"].true(values):
        got.setdefault(s, []).append(cell)
    pairs = [got[s][:2] for s in sorted(got)]
    return Finding(True, Pairing(np.array(pairs, dtype=np.int32).reshape(-1, 2)))


def _fits(position: Position) -> bool:
    return total_size(position) <= MOST_MEMBERS


METHODS: tuple[Method[Position], ...] = (
    Method("pairing", "hall", pairing, THEOREM, _fits),
    Method("own-pairing", "hall", own_pairing, THEOREM, _fits),
)

EXPORTS: tuple[Export[Position], ...] = (
    Export(
        "own-pairing",
        own_pairing_model,
        "two cells for every live set, no cell twice",
        finding=own_pairs,
    ),
)
