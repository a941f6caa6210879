"""A final board without a whole set: every cell's owner, checked on all sets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Composite, Key, Rejected
from gameproof.certificates.clauses.drawn_position import first_share
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import integers, listed
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, Statement, quantity
from gameproof.games.positional import Position


class Colouring(Composite, frozen=True, tag="colouring"):
    """``owner[c]`` is 1 where cell c is the first player's and 0 where it is the second's.

    Asked for the ``fewest-crosses`` there may be a theorem that fewer are impossible.
    """

    owner: np.ndarray


def part(goal: Goal[Position], _key: Key) -> Goal[Position]:
    """That fewer crosses are impossible."""
    return Goal(listed(goal.position), "fewest-crosses")


def conclude(goal: Goal[Position], certificate: Colouring) -> Conclusion:
    """That a drawn board exists, with so many crosses, evenly shared if it is; and what is
    known of ``fewest-crosses``. O(total size of the sets)."""
    place = listed(goal.position)
    owner = drawn_board(place, certificate.owner)
    crosses = int(owner.sum())
    found: list[Statement] = [
        Is(quantity("drawn-position"), True),
        AtMost(quantity("fewest-crosses"), crosses),
    ]
    if crosses == len(place.first) + first_share(place):
        found.append(Is(quantity("drawn-position", {"even": True}), True))
    said = f"a full board without a whole set: {crosses} cells against {len(owner) - crosses}"
    fewest = quantity("fewest-crosses")
    fewer = [s for s in goal.of(place) if isinstance(s, AtLeast) and s.quantity == fewest]
    if fewer:
        found += fewer
        said += f"; {goal.known[0].sentence}"
    return Conclusion(tuple(found), said)


def drawn_board(place: Position, owner: object) -> NDArray[np.bool_]:
    """The owners as flags, if they extend the position and complete no set."""
    values = integers(owner, "owner", 1, 0, 2)
    if len(values) != place.board.cells:
        raise Rejected(f"{len(values)} owners for {place.board.cells} cells")
    flags = values.astype(np.bool_)
    for player, own in (("first", flags), ("second", ~flags)):
        stones = place.mask(player)
        if (stones & ~own).any():
            cell = int(np.flatnonzero(stones & ~own)[0])
            raise Rejected(f"{place.board.label(cell)} belongs to the {player} player")
        family = place.sets(player)
        whole = np.flatnonzero(family.counts(own) == family.sizes)
        if len(whole):
            members = ", ".join(place.board.label(int(c)) for c in family[int(whole[0])])
            raise Rejected(f"the {player} player owns the whole set {{{members}}}")
    return flags


KIND = Kind(
    record=Colouring,
    scope=Scope(derives=("drawn-position", "fewest-crosses"), positions=(Position,)),
    theorem="an example: the board extends the position and neither player owns a whole set; "
    "fewer crosses than the example's are refuted by clauses",
    evidence="the owner of each cell; a theorem that fewer crosses are impossible",
    conclude=conclude,
    part=part,
)
