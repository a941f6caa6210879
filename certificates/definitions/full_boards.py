"""Full boards without a whole set and pairings of a torus, counted faster than by definition.

Of Hex none is drawn: a full board joins two sides (Gale, Amer. Math. Monthly 86 (1979)). Others
are counted over the states of the sets begun (:mod:`gameproof.games.counts.colour_states`). A
torus with too few cells for a pair in every k in a row has no pairing.
"""

from __future__ import annotations

from collections.abc import Mapping

from gameproof.games.counts.positional_counts import count_by_states, too_few_cells
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import Position


def faster(position: object, question: str, arguments: Mapping[str, Value]) -> tuple[Value] | None:
    """The number of full boards without a whole set, in all or evenly shared; what is asked of
    such boards where the law says that there are none: every full board is the end of a play,
    which somebody wins; 0 pairings of a small torus. The costs are those of the parts."""
    if not isinstance(position, Position):
        return None
    if question == "count-pairings":
        return (0,) if too_few_cells(position) else None
    if Law.NO_DRAWS in position.laws:
        none: dict[str, Value] = {"count-drawn": 0, "drawn-position": False, "fewest-crosses": None}
        return (none[question],)
    if question == "count-drawn":
        return (count_by_states(position, even=bool(arguments.get("even"))),)
    return None
