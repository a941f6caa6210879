"""A draw-forcing pairing: disjoint pairs of free cells, one inside every live set.

Whoever answers each stone of the opponent in a pair with the pair's other cell owns
a cell of every set in the end (Hales, Jewett, Trans. AMS 106 (1963)).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import STEALING, blocker, listed, stops
from gameproof.games.boards.hypergraph import Hypergraph
from gameproof.games.meaning.statement import Forces, Is, Prevents, Statement, quantity
from gameproof.games.positional import OTHER, Position


class Pairing(Certificate, frozen=True, tag="pairing"):
    """``pairs`` (P, 2) are cells; ``owner[i]`` is the pair inside the i-th live set of the
    opponent, in the order of the rules; ``None`` when it is pair i. ``player`` pairs."""

    pairs: np.ndarray
    owner: np.ndarray | None = None
    player: str = "second"


CHUNK = 1 << 20


def conclude(goal: Goal[Position], certificate: Pairing) -> Conclusion:
    """That ``player`` stops every set of the other; of the second player also the questions
    ``pairing`` and, if no pair serves two sets, ``own-pairing``. O(total size of the sets)."""
    place, player = listed(goal.position), blocker(certificate.player)
    pairs = _pairs(place, certificate)
    family = place.live(OTHER[player])
    owner = _owner(certificate, len(pairs), len(family))
    lacks = without_pair(family, pairs[owner])
    if lacks is not None:
        which = ", ".join(place.board.label(int(cell)) for cell in family[lacks])
        raise Rejected(f"the live set {{{which}}} does not contain its pair")
    stopped = stops(place, player)
    found: list[Statement] = list(stopped.statements)
    if player == "second":
        # By the definition of the question, ``pairing`` in games/counts/positional_counts.py.
        found.append(Is(quantity("pairing"), True))
        if len(np.unique(owner)) == len(owner):
            found.append(Is(quantity("own-pairing"), True))
    return Conclusion(
        tuple(found),
        f"{len(np.unique(owner))} disjoint pairs, one in each of {len(family)} live sets of the "
        f"{OTHER[player]} player: {stopped.sentence}",
    )


def _pairs(place: Position, certificate: Pairing) -> NDArray[np.int64]:
    """The pairs: disjoint, of two free cells each."""
    pairs = integers(certificate.pairs, "pairs", 2, 0, place.board.cells)
    if pairs.size and pairs.shape[1] != 2:
        raise Rejected("pairs must have two columns")
    pairs = pairs.reshape(-1, 2)
    uses = np.bincount(pairs.ravel(), minlength=1)
    if uses.max(initial=0) > 1:
        raise Rejected(f"cell {place.board.label(int(uses.argmax()))} is in two pairs")
    taken = place.first | place.second
    for cell in taken:
        if cell < len(uses) and uses[cell]:
            raise Rejected(f"cell {place.board.label(cell)} of a pair is not free")
    return pairs


def _owner(certificate: Pairing, pairs: int, sets: int) -> NDArray[np.int64]:
    """For each live set the number of its pair."""
    if certificate.owner is None:
        if pairs != sets:
            raise Rejected(f"{pairs} pairs for {sets} live sets")
        return np.arange(sets)
    owner = integers(certificate.owner, "owner", 1, 0, pairs)
    if len(owner) != sets:
        raise Rejected(f"{len(owner)} owners for {sets} live sets")
    return owner


def without_pair(family: Hypergraph, pairs: NDArray[np.int64]) -> int | None:
    """The first set that lacks a cell of its row of ``pairs``, or ``None``. Whole arrays."""
    if family.rows is not None:
        for start in range(0, len(family), CHUNK):
            rows, part = family.rows[start : start + CHUNK], pairs[start : start + CHUNK]
            one = (rows == part[:, :1].astype(np.int32)).any(axis=1)
            two = (rows == part[:, 1:].astype(np.int32)).any(axis=1)
            bad = np.flatnonzero(~(one & two))
            if len(bad):
                return start + int(bad[0])
        return None
    found = np.zeros((2, len(family)), dtype=np.bool_)
    for column in (0, 1):
        hit = family.members == pairs[family.owners, column]
        found[column, family.owners[hit]] = True
    good = found.all(axis=0)
    return None if good.all() else int((~good).argmax())


KIND = Kind(
    record=Pairing,
    scope=Scope(derives=(Forces, Prevents, "pairing", "own-pairing"), positions=(Position,)),
    theorem="pairing strategy (Hales, Jewett, Regularity and positional games, Trans. AMS 106 "
    f"(1963)): who answers in the pair gets a cell of every set that contains a pair; {STEALING}",
    evidence="the pairs, and for each live set of the opponent the pair inside it",
    conclude=conclude,
)
