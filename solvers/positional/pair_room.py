"""Room for the search for disjoint pairs, ``native/pairs.h``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native

Words = NDArray[np.uint64]
PAIRED = native.engine("proof_number").constant("PAIRED")
"""Words of a set on the largest boards on which pairs are sought."""


def pair_room(sets: int, words: int) -> native.Arrays:
    """Room for so many sets of cells in so many words."""
    engine = native.engine("proof_number")
    depth = engine.constant("GROUPS_DEEP") if words <= PAIRED else 1
    return native.arrays(
        live=np.zeros((sets + 1, words), np.uint64),
        needy=np.zeros((sets + 1, words), np.uint64),
        pairs=np.zeros((32 * words, words), np.uint64),
        groups=np.zeros((depth, engine.constant(f"groups_{words}")), np.uint64),
        group_of=np.zeros((depth, sets + 1), np.int16),
    )
