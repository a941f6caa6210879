"""A table of verdicts, compiled: a position's hash of 64 bits, the last two its verdict.

A row is one aligned word, written at once, so that processes may share a table without locks:
what is read was written for that hash. A newer row replaces an older one.
"""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

VERDICT = np.uint64(3)
"""The bits of a row that hold the verdict, 0 in an empty one. The bits of the hash in whose place
they are kept tell where the row stands, so that nothing of it is lost."""


@njit(cache=True)
def recall(table: Any, key: Any) -> int:
    """The verdict kept for the hash, 0 where none is. O(1)."""
    row = table[np.int64(key & np.uint64(table.shape[0] - 1))]
    if (row ^ key) & ~VERDICT:
        return 0
    return int(row & VERDICT)


@njit(cache=True)
def remember(table: Any, key: Any, verdict: int) -> None:
    """Keep a verdict from 1 to 3; the table's length is a power of two. O(1)."""
    table[np.int64(key & np.uint64(table.shape[0] - 1))] = (key & ~VERDICT) | np.uint64(verdict)
