"""Full boards without a whole set, or those with fewer crosses than a bound: ``drawn-position``,
``fewest-crosses``.

Variable i (from 1) says that the i-th free cell, ascending, is the first player's, a cross. For
every live set of the first player one of its free cells is the second's, and the other way round.
With the argument ``even`` the free cells are shared as alternate play shares them; with a bound k
he has at most k - 1 crosses. Such boards are exactly the assignments.
"""

from __future__ import annotations

from gameproof.games.clauses.clauses import Asked, Formula
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import AtLeast, Is, quantity
from gameproof.games.positional import Position
from gameproof.games.sets.board_stones import first_share, free_cells

MOST_LITERALS = 1 << 24
"""Live sets of larger total size are not written out as clauses."""
MOST_COUNTED = 1 << 23
"""Cells times crosses beyond which no counter is either."""


def formula(goal: Asked, bound: int | None) -> Formula:
    """The clauses; raises :class:`BadInput` for another game, or where they are too large."""
    place = positional(goal.position)
    families = [place.live(player) for player in ("first", "second")]
    if place.board.cells + sum(len(live.members) for live in families) > MOST_LITERALS:
        raise BadInput("the live sets are too large for clauses about them")
    drawn, crosses = quantity("drawn-position"), quantity("fewest-crosses")
    even = Is(quantity("drawn-position", {"even": True}), False)
    made = Formula(
        "no full board is without a whole set", (Is(drawn, False), Is(crosses, None), even)
    )
    variable = {cell: made.fresh() for cell in free_cells(place)}
    for live, sign in zip(families, (-1, 1), strict=True):
        for members in live.sets():
            made.add(sign * variable[cell] for cell in members)
    cells = list(variable.values())
    if bound is not None:
        if not 0 <= bound <= place.board.cells:
            raise BadInput("the bound is no number of cells")
        most = bound - 1 - len(place.first)
        _refuse_counting(place, most + 1)
        made.meaning = f"every full board without a whole set has at least {bound} crosses"
        made.refutes = (AtLeast(crosses, bound),)
        made.at_most(most, cells)
    elif goal.question == "drawn-position" and goal.arguments.get("even"):
        share = first_share(place)
        _refuse_counting(place, share + 1)
        made.meaning = "no evenly shared full board is without a whole set"
        made.refutes = (even,)
        made.exactly(share, cells)
    return made


def _refuse_counting(position: Position, count: int) -> None:
    """Raise :class:`BadInput` when a counter up to ``count`` crosses would be too large."""
    cells = position.board.cells
    if cells * max(0, min(count, cells)) > MOST_COUNTED:
        raise BadInput("the board is too large to be counted by clauses")


def positional(position: object) -> Position:
    """The position, if it is one of a positional game."""
    if not isinstance(position, Position):
        raise BadInput("the position belongs to no positional game")
    return position
