# mypy: disable-error-code="untyped-decorator"
"""Compiled walk through the log of a search, written as ``star_packing_kernel`` says."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

#: Evidence at most this is a partition, less its number.
BY_PIECES = -2


@njit(cache=True)
def needed(step: Any, proof: Any, root: Any, part_count: Any) -> Any:
    """Which proofs and partitions of the log the proof ``root`` rests on, itself included."""
    proofs, parts = np.zeros(root + 1, np.bool_), np.zeros(part_count, np.bool_)
    proofs[root] = True
    for number in range(root, -1, -1):
        if not proofs[number]:
            continue
        for i in range(proof[number - 1, 2] if number else 0, proof[number, 2]):
            evidence = step[i] >> 8
            if evidence >= 0:
                proofs[evidence] = True
            elif evidence <= BY_PIECES:
                parts[BY_PIECES - evidence] = True
    return proofs, parts
