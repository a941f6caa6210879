"""Rule ``own-pairs``: a pair of its own for each live set, or too few cells for that.

The evidence: whose sets; whether they have such pairs; the pairs, in the order of the live sets;
or else cells that are all free cells of more than half as many sets. The plain checker has accepted
the certificate. Where it counts what pairs there must be, or weighs the sets, pairs or cells are
found anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gameproof.certificates.arrays import integers
from gameproof.certificates.pairings.hall import NONE
from gameproof.encodings.positional.pairings.hall import total_size
from gameproof.games.positional import Position
from gameproof.prover.formal.numbers import PLAYERS, After, Claimed, NotCovered, Numbers, row
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching import hall

RULE = 21
OWN = "own-pairing"
"""The question."""
MOST_MEMBERS = 1 << 20
"""Cells of all sets together, where pairs are found anew."""


def shown(player: str, pairs: Sequence[Sequence[int]]) -> Numbers:
    """The step with these pairs for the sets of the player."""
    return [RULE, PLAYERS[player], 1, len(pairs), *(x for pair in pairs for x in pair), 0]


def excluded(position: Position, numbers: Sequence[int]) -> Numbers:
    """The step with the free cells of these sets of the first player."""
    sets, taken = position.sets("first").sets(), position.first | position.second
    cells = {int(cell) for number in numbers for cell in sets[number]} - taken
    return [RULE, PLAYERS["first"], 0, 0, *row(sorted(cells))]


def of_hall(said: Claimed, certificate: Any) -> list[Numbers]:
    """The step; raises :class:`NotCovered` for another question."""
    position = said.goal.position
    if said.goal.question != OWN:
        raise NotCovered("pairs that exist by Hall's theorem, and weights")
    if certificate.direction == NONE:
        count = len(position.sets("first"))
        return [excluded(position, integers(certificate.sets, "sets", 1, 0, count).tolist())]
    if total_size(position) > MOST_MEMBERS:
        raise NotCovered("so many sets, for each of which a pair had to be found")
    live = position.live("first")
    found = hall.assign(live.indptr, live.members, live.cells, 2, Limits())
    if found.violator is not None:
        return [excluded(position, position.live_numbers("first")[found.violator].tolist())]
    cells = np.flatnonzero(found.owner >= 0)
    pairs = cells[np.argsort(found.owner[cells], kind="stable")].reshape(-1, 2)
    return [shown("first", pairs.tolist())]


AFTER: After = {"hall": of_hall}
