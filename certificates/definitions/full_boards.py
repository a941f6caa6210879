"""Full boards without a whole set and pairings of a torus, counted faster than by definition.

Of Hex none is drawn: a full board joins two sides (Gale, Amer. Math. Monthly 86 (1979)). Others
are counted over the states of the sets begun (:mod:`gameproof.games.counts.colour_states`). A
torus with too few cells for a pair in every k in a row has no pairing.

A certificate may say how the board falls into parts that are coloured one after the other, and by
which symmetries colourings of the first are alike (:mod:`gameproof.games.counts.ring_of_parts`);
whatever it says of that, the number is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.games.counts.positional_counts import count_by_states, drawn_in_parts
from gameproof.games.counts.torus_pairings import pairings_in_parts, too_few_cells
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


def in_parts(
    position: object,
    question: str,
    arguments: Mapping[str, Value],
    parts: Sequence[int],
    symmetries: NDArray[np.int64],
) -> Value:
    """The number of such boards or pairings, part by part; raises :class:`Rejected`, and
    ``BadInput`` for parts and symmetries that are none. The costs are those of
    :meth:`~gameproof.games.counts.ring_of_parts.Problem.parts_in_turn`."""
    if not isinstance(position, Position):
        raise Rejected("such a position is not counted in parts")
    if question == "count-drawn":
        return drawn_in_parts(position, parts, symmetries, even=bool(arguments.get("even")))
    classes = bool(arguments.get("up_to_symmetry"))
    return pairings_in_parts(position, parts, symmetries, classes=classes)
