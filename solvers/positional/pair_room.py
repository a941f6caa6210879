"""Room for the search for disjoint pairs, ``native/pairs.h``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native

Words = NDArray[np.uint64]
PAIRED = native.engine("proof_number").constant("PAIRED")
"""Words of a set on the largest boards on which pairs are sought."""


class PairRoom(NamedTuple):
    """As in ``pairs.h``: what is found stands in ``pairs``, a row of words each."""

    live: Words
    needy: Words
    pairs: Words
    groups: Words
    group_of: NDArray[np.int16]


def pair_room(sets: int, words: int) -> PairRoom:
    """Room for so many sets of cells in so many words."""
    engine = native.engine("proof_number")
    depth = engine.constant("GROUPS_DEEP") if words <= PAIRED else 1
    return PairRoom(
        np.zeros((sets + 1, words), np.uint64),
        np.zeros((sets + 1, words), np.uint64),
        np.zeros((32 * words, words), np.uint64),
        np.zeros((depth, engine.constant(f"groups_{words}")), np.uint64),
        np.zeros((depth, sets + 1), np.int16),
    )
