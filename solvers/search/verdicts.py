"""The table of verdicts of a search, in the memory of a process or in a file that several share."""

from __future__ import annotations

from mmap import mmap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.limits import LimitReached, Limits

ROW_BYTES = 8
FIRST = 1 << 14
"""Rows of a table in the beginning, and at least."""
MOST_ROWS = 1 << 26
"""Where no limit of memory is given, a quarter of which a table may take."""
Verdicts = NDArray[np.uint64]


def most_rows(limits: Limits) -> int:
    """Rows of the largest table that a search by itself may have, a power of two."""
    if limits.memory_limit is None:
        return MOST_ROWS
    rows = limits.memory_limit // 4 // ROW_BYTES
    return max(FIRST, 1 << rows.bit_length() - 1 if rows else 0)


def rows_wanted(rows: int, nodes: int, for_one: int, most: int) -> int:
    """Rows of a table that has so many, doubled until it has ``for_one`` for each of so many
    positions, as far as it may be."""
    while rows < most and rows < for_one * nodes:
        rows *= 2
    return rows


def verdicts(rows: int, shared: Path | None = None) -> Verdicts:
    """The rows of a ``TranspositionTable<VerdictRow, 1>``; ``rows`` is a power of two, at least
    ``FIRST``. In a file they are as others left them, at first empty: all who share it ask for
    as many. Raises ``LimitReached`` where there is no room."""
    if rows < FIRST or rows & (rows - 1):
        raise ValueError(f"a table has a power of two of rows, {FIRST} at least, not {rows}")
    if shared is None:
        try:
            return np.zeros((rows, 1), dtype=np.uint64)
        except MemoryError:
            raise LimitReached("memory") from None
    with shared.open("r+b") as file:
        file.truncate(ROW_BYTES * rows)
        room = mmap(file.fileno(), ROW_BYTES * rows)
    return np.frombuffer(room, dtype=np.uint64).reshape(rows, 1)
