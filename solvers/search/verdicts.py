"""The table of verdicts of a search, in the memory of a process or in a file that several share."""

from __future__ import annotations

from collections.abc import Callable
from mmap import mmap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
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


def with_room(
    at: native.Arrays,
    wanted: int,
    most: int,
    take_over: native.Function,
    made: Callable[[int], Verdicts] = verdicts,
) -> native.Arrays:
    """The arrays of a search with a larger ``table``, where it has fewer rows than are wanted and
    may have; ``take_over`` is the engine's. Raises ``LimitReached`` as ``made(rows)`` does."""
    (table,) = at.table
    rows = len(table)
    while rows < min(wanted, most):
        rows *= 2
    if rows == len(table):
        return at
    larger = (made(rows),)
    take_over(at, larger)
    return at._replace(table=larger)


class TabledSearch:
    """A depth-first search (``depth_first.h``) in slices, which keeps its table between questions.

    ``at`` holds its arrays, the table among them, ``state`` its numbers, ``engine`` is asked for
    ``take_over``, and the table has at most so many rows.
    """

    rows_for_one = 2
    """A table with fewer rows than that for each position is made larger, as far as it may be."""

    def __init__(
        self,
        engine: native.Engine,
        at: native.Arrays,
        state: native.Numbers,
        most: int,
        limits: Limits,
    ) -> None:
        self.limits = limits
        self._at, self._state, self._most = at, state, most
        self._take_over = engine.function("take_over")

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        found: int = self._state.nodes
        return found

    def _until(self, done: Callable[[], int]) -> None:
        """Slices until one says that it is done; raises ``LimitReached``."""
        while not done():
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
            wanted = self.rows_for_one * self.nodes
            self._at = with_room(self._at, wanted, self._most, self._take_over)

    def _replies(
        self, positions: int, answers: Callable[[NDArray[np.int64]], int]
    ) -> NDArray[np.int64]:
        """A reply to each of so many positions, which slices of ``answers`` write; -1 for none."""
        found = np.zeros(positions, np.int64)
        state = self._state
        state.asked = state.replies = state.tried = state.trying = 0
        self._until(lambda: answers(found))
        return found
