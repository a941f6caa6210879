"""A final board without a whole set: every cell's owner, checked on all sets."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.blocking import integers, positional
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.clauses_drawn_position import first_share
from gameproof.certificates.clauses_fewest_crosses import formula
from gameproof.certificates.refutation import Refutation, follow
from gameproof.games.positional import Position


class Colouring(Certificate, frozen=True, tag="colouring"):
    """``owner[c]`` is 1 where cell c is the first player's and 0 where it is the second's.

    ``refutation`` belongs to the question ``fewest-crosses``: that fewer are impossible.
    """

    owner: np.ndarray
    refutation: Refutation | None = None


def check(position: Any, claim: Claim, certificate: Colouring) -> str:
    """Proves ``drawn-position`` (``yes``) and ``fewest-crosses`` (a number).
    O(total size of the sets)."""
    place = positional(position)
    owner = drawn_board(place, certificate.owner)
    crosses = int(owner.sum())
    noughts = len(owner) - crosses
    if claim.question == "drawn-position":
        return _drawn(place, claim, crosses, noughts)
    if claim.question != "fewest-crosses":
        raise Rejected(f"a colouring does not answer {claim.question!r}")
    if claim.answer != str(crosses):
        raise Rejected(f"the board has {crosses} crosses, the claim says {claim.answer}")
    if certificate.refutation is None:
        raise Rejected("nothing shows that fewer crosses are impossible")
    made = formula(place, claim)
    follow(made.clauses, certificate.refutation)
    return f"{made.meaning}, and one has just {crosses}"


def _drawn(place: Position, claim: Claim, crosses: int, noughts: int) -> str:
    if claim.answer != "yes":
        raise Rejected(f"a drawn board does not prove {claim.answer!r}")
    if set(claim.arguments) - {"even"}:
        raise Rejected("the question has one argument, even")
    wanted = len(place.first) + first_share(place)
    if claim.arguments.get("even") and crosses != wanted:
        raise Rejected(f"the first player has {crosses} cells, play in turn gives {wanted}")
    return f"a full board without a whole set: {crosses} cells against {noughts}"


def drawn_board(place: Position, owner: Any) -> NDArray[np.bool_]:
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
