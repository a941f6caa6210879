"""The table of verdicts of a search, in the memory of a process or in a file that several share."""

from __future__ import annotations

from mmap import mmap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ENTRY_BYTES = 8
LEAST = 1 << 12


def verdicts(rows: int, shared: Path | None = None) -> NDArray[np.uint64]:
    """An array for :mod:`gameproof.solvers.search.verdicts_kernel`; ``rows`` is a power of two,
    at least ``LEAST``. In a file it is as others left it, at first empty: all who share it ask
    for as many rows."""
    if rows < LEAST or rows & (rows - 1):
        raise ValueError(f"a table has a power of two of rows, {LEAST} at least, not {rows}")
    if shared is None:
        return np.zeros(rows, dtype=np.uint64)
    with shared.open("r+b") as file:
        file.truncate(ENTRY_BYTES * rows)
        room = mmap(file.fileno(), ENTRY_BYTES * rows)
    return np.frombuffer(room, dtype=np.uint64)
