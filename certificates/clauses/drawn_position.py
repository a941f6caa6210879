"""Question ``drawn-position``, answer ``no``: the clauses of a full board without a whole set.

Variable i (from 1) says that the i-th free cell, ascending, is the first player's.
For every live set of the first player one of its free cells is the second's, and the
other way round. With the argument ``even`` the free cells are shared as alternate
play shares them. Final boards without a whole set are exactly the assignments.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.blocking import listed
from gameproof.games.meaning.statement import Is, Statement, quantity
from gameproof.games.positional import Position

MOST_LITERALS = 1 << 24
"""Live sets of larger total size are not written out as clauses."""
MOST_COUNTED = 1 << 23
"""Cells times crosses beyond which no counter is either."""


def free_cells(position: Position) -> list[int]:
    """The cells without a stone, ascending."""
    taken = position.first | position.second
    return [cell for cell in range(position.board.cells) if cell not in taken]


def first_share(position: Position) -> int:
    """How many of the free cells the first player takes when both move in turn."""
    free = position.board.cells - len(position.first) - len(position.second)
    return (free + 1) // 2 if position.to_move == "first" else free // 2


def drawn(
    position: Position, meaning: str, refutes: tuple[Statement, ...]
) -> tuple[Formula, list[int]]:
    """The clauses of the two players' sets, and the variables of the free cells."""
    made = Formula(meaning, refutes)
    families = [listed(position).live(player) for player in ("first", "second")]
    if position.board.cells + sum(len(live.members) for live in families) > MOST_LITERALS:
        raise Rejected("the live sets are too large for clauses about them")
    variable = {cell: made.fresh() for cell in free_cells(position)}
    for live, sign in zip(families, (-1, 1), strict=True):
        for members in live.sets():
            made.add(sign * variable[cell] for cell in members)
    return made, list(variable.values())


def refuse_counting(position: Position, count: int) -> None:
    """Raise :class:`Rejected` when a counter up to ``count`` crosses would be too large."""
    cells = position.board.cells
    if cells * max(0, min(count, cells)) > MOST_COUNTED:
        raise Rejected("the board is too large to be counted by clauses")


def formula(goal: Goal[Position], bound: int | None) -> Formula:
    """The clauses; raises :class:`Rejected` where they are about no such thing."""
    place = positional(goal.position)
    if bound is not None:
        raise Rejected("the clauses of a drawn board are about no number")
    even = Is(quantity("drawn-position", {"even": True}), False)
    if not goal.arguments.get("even"):
        none = (Is(quantity("drawn-position"), False), Is(quantity("fewest-crosses"), None))
        return drawn(place, "no full board is without a whole set", (*none, even))[0]
    share = first_share(place)
    refuse_counting(place, share + 1)
    made, cells = drawn(place, "no evenly shared full board is without a whole set", (even,))
    made.exactly(share, cells)
    return made


def positional(position: object) -> Position:
    """The position, if it is one of a positional game."""
    if not isinstance(position, Position):
        raise Rejected("the position belongs to no positional game")
    return position
