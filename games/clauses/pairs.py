"""Question ``pairing``, answer ``impossible``: clauses of disjoint pairs, one in each live set.

A variable for every two free cells that some live set of the first player contains:
they are a pair. Every live set contains a pair; no two pairs share a cell. A pair that
lies in no live set serves nothing, so the assignments are exactly the pairings.
"""

from __future__ import annotations

from itertools import combinations

from gameproof.games.clauses.clauses import Asked, Formula
from gameproof.games.clauses.drawn_boards import positional
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.positional import Position

MOST_PAIRS = 1 << 22
"""Sets with more pairs in all are not written out as clauses."""
MOST_CLAUSES = 1 << 25
"""Nor are pairs of which so many meet in a cell, two by two."""


def pairs_of(position: Position) -> list[tuple[int, int]]:
    """The pairs of free cells inside a live set of the first player, ascending."""
    live = position.live("first")
    if int((live.sizes * (live.sizes - 1) // 2).sum()) > MOST_PAIRS:
        raise BadInput("the live sets are too large for clauses about their pairs")
    return sorted({pair for members in live.sets() for pair in combinations(members, 2)})


def formula(goal: Asked, _bound: int | None = None) -> Formula:
    """The clauses; raises :class:`BadInput` for another game."""
    place = positional(goal.position)
    made = Formula(
        "no draw-forcing pairing exists, not even with a pair serving several sets",
        (Is(quantity("pairing"), False),),
    )
    variable = {pair: made.fresh() for pair in pairs_of(place)}
    for members in place.live("first").sets():
        made.add(variable[pair] for pair in combinations(members, 2))
    at_cell: dict[int, list[int]] = {}
    for (a, b), literal in variable.items():
        at_cell.setdefault(a, []).append(literal)
        at_cell.setdefault(b, []).append(literal)
    if sum(len(literals) ** 2 for literals in at_cell.values()) > 2 * MOST_CLAUSES:
        raise BadInput("too many pairs meet in a cell for clauses about them")
    for _, literals in sorted(at_cell.items()):
        made.at_most_one(literals)
    return made
