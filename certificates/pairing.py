"""A draw-forcing pairing: disjoint pairs of free cells, one inside every live set.

Whoever answers each stone of the opponent in a pair with the pair's other cell owns
a cell of every set in the end (Hales, Jewett, Trans. AMS 106 (1963)).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.blocking import blocker, conclude, integers, positional
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.positional import OTHER
from gameproof.games.set_family import SetFamily


class Pairing(Certificate, frozen=True, tag="pairing"):
    """``pairs`` (P, 2) are cells; ``owner[i]`` is the pair inside the i-th live set of the
    opponent, in the order of the rules; ``None`` when it is pair i. ``player`` pairs."""

    pairs: np.ndarray
    owner: np.ndarray | None = None
    player: str = "second"


CHUNK = 1 << 20


def check(position: Any, claim: Claim, certificate: Pairing) -> str:
    """The pairing proves the questions ``pairing`` and ``own-pairing`` (``exists``), Breaker's
    win, and a draw where the pairing player cannot win. O(total size of the sets)."""
    player = blocks(position, certificate)
    if claim.question in ("pairing", "own-pairing"):
        if claim.answer != "exists":
            raise Rejected(f"a pairing does not prove {claim.answer!r}")
        if player != "second":
            raise Rejected("the question asks for a pairing of the second player")
        if claim.question == "own-pairing" and certificate.owner is not None:
            counts = np.bincount(np.asarray(certificate.owner, dtype=np.int64), minlength=1)
            if counts.max() > 1:
                raise Rejected(f"pair {int(counts.argmax())} serves {int(counts.max())} sets")
        sets = len(positional(position).live_numbers("first"))
        pairs = len(certificate.pairs)
        return f"a draw-forcing pairing exists: {pairs} disjoint pairs, one in each of {sets} sets"
    return conclude(positional(position), claim, player)


def blocks(position: Any, certificate: Pairing) -> str:
    """The pairing player, the pairing verified: the other one can complete no set."""
    place = positional(position)
    player = blocker(certificate.player)
    pairs = integers(certificate.pairs, "pairs", 2, 0, place.board.cells)
    if pairs.size and pairs.shape[1] != 2:
        raise Rejected("pairs must have two columns")
    pairs = pairs.reshape(-1, 2)
    uses = np.bincount(pairs.ravel(), minlength=1)
    if uses.max(initial=0) > 1:
        raise Rejected(f"cell {place.board.label(int(uses.argmax()))} is in two pairs")
    family = place.live(OTHER[player])
    if certificate.owner is None:
        if len(pairs) != len(family):
            raise Rejected(f"{len(pairs)} pairs for {len(family)} live sets")
        owner = np.arange(len(family))
    else:
        owner = integers(certificate.owner, "owner", 1, 0, len(pairs))
        if len(owner) != len(family):
            raise Rejected(f"{len(owner)} owners for {len(family)} live sets")
    lacks = without_pair(family, pairs[owner])
    if lacks is not None:
        which = ", ".join(place.board.label(int(cell)) for cell in family[lacks])
        raise Rejected(f"the live set {{{which}}} does not contain its pair")
    return player


def without_pair(family: SetFamily, pairs: NDArray[np.int64]) -> int | None:
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


def reply(position: Any, certificate: Pairing) -> int | None:
    """The partner of an unanswered stone of the opponent; any free cell when there is none."""
    place = positional(position)
    player = blocker(certificate.player)
    if place.to_move != player or place.result() is not None:
        return None
    theirs = place.stones(OTHER[player])
    taken = place.first | place.second
    spare: int | None = None
    for a, b in np.asarray(certificate.pairs).tolist():
        if (a in theirs) != (b in theirs):
            partner = b if a in theirs else a
            if partner not in taken:
                return int(partner)
        elif spare is None and a not in taken:
            spare = int(a)
    return spare if spare is not None else min(place.moves(), default=None)
