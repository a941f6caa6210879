"""Row relations over GF(2): which rows are sums of other rows, and unit columns.

Gauss–Jordan elimination that remembers which rows were added up: R = T A with R
reduced and T invertible.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

Words = NDArray[np.uint64]

SLICE = 1 << 24  # words touched between two looks at the clock
_sweep = native.engine("gf2").function("eliminate")


@dataclass(frozen=True, slots=True)
class Elimination:
    """R = T A, reduced. ``reduced`` is R (rows, words of columns), ``combination`` is T
    (rows, words of rows), bit j of a row in word j // 64 at place j % 64. ``pivot[r]``
    is the column whose only 1 in R stands in row r, or -1 where row r of R is zero.
    """

    rows: int
    columns: int
    reduced: Words
    combination: Words
    pivot: NDArray[np.int64]

    @property
    def rank(self) -> int:
        """The rank of A."""
        return int((self.pivot >= 0).sum())

    def relation(self, row: int) -> NDArray[np.bool_] | None:
        """A set of rows, ``row`` among them, that sum to zero; ``None`` without one."""
        for r in np.flatnonzero(self.pivot < 0):
            if self.combination[r, row >> 6] >> np.uint64(row & 63) & np.uint64(1):
                return _bits(self.combination[r], self.rows)
        return None

    def unit(self, row: int) -> NDArray[np.bool_] | None:
        """A set of columns that sum to the unit vector of ``row``; ``None`` without one
        (exactly when :meth:`relation` has one)."""
        marked = self.combination[:, row >> 6] >> np.uint64(row & 63) & np.uint64(1) != 0
        if marked[self.pivot < 0].any():
            return None
        columns = np.zeros(self.columns, dtype=bool)
        columns[self.pivot[marked]] = True
        return columns

    def row_combination(self, column: int) -> NDArray[np.bool_]:
        """The rows of A whose sum is the reduced row that starts in ``column``; raises
        ``ValueError`` where none does."""
        at = np.flatnonzero(self.pivot == column)
        if not len(at):
            raise ValueError(f"column {column} has no pivot")
        return _bits(self.combination[int(at[0])], self.rows)

    def null_with(self, column: int) -> NDArray[np.bool_] | None:
        """A set of columns, ``column`` among them, that sum to zero; ``None`` without one."""
        at = np.flatnonzero(self.pivot == column)
        if len(at):
            others = _bits(self.reduced[int(at[0])], self.columns)
            others[self.pivot[self.pivot >= 0]] = False
            if not others.any():
                return None
            column = int(np.argmax(others))
        chosen = self.reduced[:, column >> 6] >> np.uint64(column & 63) & np.uint64(1) != 0
        columns = np.zeros(self.columns, dtype=bool)
        columns[self.pivot[chosen & (self.pivot >= 0)]] = True
        columns[column] = True
        return columns


def eliminate(
    rows: int, columns: int, ones: NDArray[np.int64], limits: Limits | None = None
) -> Elimination:
    """Eliminate the matrix whose entry (i, j) is the number of times that (i, j) occurs
    in the (k, 2) array ``ones``, modulo 2.

    O(k + rows^2 (rows + columns) / 64). Raises ``LimitReached``.
    """
    limits = limits or Limits()
    limits.check()
    width, extra = (columns + 63) // 64, (rows + 63) // 64
    work = np.zeros((rows, width + extra), dtype=np.uint64)
    one = np.uint64(1)
    places = (ones[:, 0], ones[:, 1] >> 6)
    np.bitwise_xor.at(work, places, one << (ones[:, 1] & 63).astype(np.uint64))
    diagonal = np.arange(rows)
    work[diagonal, width + (diagonal >> 6)] = one << (diagonal & 63).astype(np.uint64)
    pivot = np.full(rows, -1, dtype=np.int64)
    sweep = _sweep.bind(work, columns, pivot, _sweep.numbers(), SLICE)
    while sweep():
        limits.check()
    return Elimination(rows, columns, work[:, :width], work[:, width:], pivot)


def _bits(words: Words, count: int) -> NDArray[np.bool_]:
    """The first ``count`` bits of packed words as truth values."""
    raw = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    if not len(raw):
        return np.zeros(count, dtype=bool)
    return np.unpackbits(raw, bitorder="little")[:count].astype(bool)
