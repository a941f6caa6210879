"""Where symmetries take the sets of a board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.games.boards.hypergraph import Rows

Ints = NDArray[np.int64]

AT_ONCE = 1 << 16
"""Rows that are looked at together, so that memory stays bounded."""
HASH = 0x9E3779B97F4A7C15


def sets_turned(permutations: Ints, sets: Rows) -> Ints:
    """Where each permutation takes each of the sets, by their numbers; -1 where that is none. Sets
    are looked up by a hash and compared; two of one hash may both count as none. O(total size of
    all images)."""
    found = np.full((len(permutations), len(sets)), -1)
    by_size: dict[int, list[int]] = {}
    for number, one in enumerate(sets):
        by_size.setdefault(len(one), []).append(number)
    for size, numbers in by_size.items():
        members = np.array([sorted(sets[number]) for number in numbers], np.int64)
        members = members.reshape(len(numbers), size)
        factors = np.cumprod(np.full(size, HASH, np.uint64), dtype=np.uint64)
        keys = (members.astype(np.uint64) * factors).sum(axis=1, dtype=np.uint64)
        order = np.argsort(keys)
        step = AT_ONCE // (members.size + 1) + 1
        for low in range(0, len(permutations), step):
            images = np.sort(permutations[low : low + step, members], axis=2)
            asked = (images.astype(np.uint64) * factors).sum(axis=2, dtype=np.uint64)
            at = np.minimum(np.searchsorted(keys[order], asked), len(order) - 1)
            same = (members[order[at]] == images).all(axis=2)
            found[low : low + step, numbers] = np.where(same, np.array(numbers)[order[at]], -1)
    return found
