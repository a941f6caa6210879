"""Question ``drawn-position``, answer ``no``: the clauses of a full board without a whole set.

Variable i (from 1) says that the i-th free cell, ascending, is the first player's.
For every live set of the first player one of its free cells is the second's, and the
other way round. With the argument ``even`` the free cells are shared as alternate
play shares them. Final boards without a whole set are exactly the assignments.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.blocking import positional
from gameproof.certificates.certificate import Claim, Rejected
from gameproof.certificates.clauses import Formula
from gameproof.games.positional import Position


def free_cells(position: Position) -> list[int]:
    """The cells without a stone, ascending."""
    taken = position.first | position.second
    return [cell for cell in range(position.board.cells) if cell not in taken]


def first_share(position: Position) -> int:
    """How many of the free cells the first player takes when both move in turn."""
    free = position.board.cells - len(position.first) - len(position.second)
    return (free + 1) // 2 if position.to_move == "first" else free // 2


def drawn(position: Position, meaning: str) -> tuple[Formula, list[int]]:
    """The clauses of the two players' sets, and the variables of the free cells."""
    made = Formula(meaning)
    variable = {cell: made.fresh() for cell in free_cells(position)}
    for player, sign in (("first", -1), ("second", 1)):
        for members in position.live(player).sets():
            made.add(sign * variable[cell] for cell in members)
    return made, list(variable.values())


def formula(position: Any, claim: Claim) -> Formula:
    """The clauses; raises :class:`Rejected` for another answer or game."""
    place = positional(position)
    if claim.answer != "no":
        raise Rejected(f"a refutation does not prove the answer {claim.answer!r}")
    even = claim.arguments.get("even") or False
    if not isinstance(even, bool) or set(claim.arguments) - {"even"}:
        raise Rejected("the question has one argument, even: true or false")
    kind = "evenly shared " if even else ""
    made, cells = drawn(place, f"no {kind}full board is without a whole set")
    if even:
        made.exactly(first_share(place), cells)
    return made
