"""Row relations over GF(2): which rows are sums of other rows, and unit columns.

Gauss–Jordan elimination that remembers which rows were added up: R = T A with R
reduced and T invertible. Small matrices are eliminated as Python integers, large
ones as packed 64-bit words by a compiled kernel.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits

Words = NDArray[np.uint64]

COMPILE_FROM = 300  # rows; below, Python's long integers are as fast as the kernel's start
SLICE = 1 << 24  # words touched between two looks at the clock


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

    def dependent(self) -> NDArray[np.bool_]:
        """For every row of A: is it a sum of other rows? O(rows^2 / 64)."""
        zero = self.combination[self.pivot < 0]
        mask = np.bitwise_or.reduce(zero, axis=0) if len(zero) else np.zeros(0, np.uint64)
        return _bits(mask, self.rows)

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
    rows: int,
    columns: int,
    ones: NDArray[np.int64],
    limits: Limits | None = None,
    *,
    compile_from: int = COMPILE_FROM,
) -> Elimination:
    """Eliminate the matrix whose entry (i, j) is the number of times that (i, j) occurs
    in the (k, 2) array ``ones``, modulo 2; by the kernel from so many rows on.

    O(k + rows^2 (rows + columns) / 64). Raises ``LimitReached``.
    """
    limits = limits or Limits()
    width, extra = (columns + 63) // 64, (rows + 63) // 64
    work = np.zeros((rows, width + extra), dtype=np.uint64)
    one = np.uint64(1)
    places = (ones[:, 0], ones[:, 1] >> 6)
    np.bitwise_xor.at(work, places, one << (ones[:, 1] & 63).astype(np.uint64))
    diagonal = np.arange(rows)
    work[diagonal, width + (diagonal >> 6)] = one << (diagonal & 63).astype(np.uint64)
    if rows < compile_from:
        pivot = _eliminate_integers(work, columns, limits)
    else:
        pivot = np.full(rows, -1, dtype=np.int64)
        state = np.zeros(2, dtype=np.int64)
        kernel = kernels("algebra.gf2_kernel")
        while kernel.eliminate(work, columns, pivot, state, SLICE):
            limits.check()
    return Elimination(rows, columns, work[:, :width], work[:, width:], pivot)


def _eliminate_integers(work: Words, columns: int, limits: Limits) -> NDArray[np.int64]:
    """The kernel's elimination with a Python integer for every row."""
    count, words = work.shape
    table = [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in work]
    pivot = np.full(count, -1, dtype=np.int64)
    done = 0
    for column in range(columns):
        if column % 64 == 0:
            limits.check()
        bit = 1 << column
        at = next((r for r in range(done, count) if table[r] & bit), -1)
        if at < 0:
            continue
        table[done], table[at] = table[at], table[done]
        head = table[done]
        for r in range(count):
            if table[r] & bit and r != done:
                table[r] ^= head
        pivot[done] = column
        done += 1
    for r, number in enumerate(table):
        work[r] = np.frombuffer(number.to_bytes(8 * words, "little"), dtype="<u8")
    return pivot


def _bits(words: Words, count: int) -> NDArray[np.bool_]:
    """The first ``count`` bits of packed words as truth values."""
    raw = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    if not len(raw):
        return np.zeros(count, dtype=bool)
    return np.unpackbits(raw, bitorder="little")[:count].astype(bool)


def in_span(target: int, rows: Iterable[int]) -> bool:
    """Is the bit mask ``target`` a sum of some of the bit masks ``rows``? O(rows * rank)."""
    basis: list[int] = []  # descending highest bits
    for row in rows:
        for b in basis:
            row = min(row, row ^ b)
        if row:
            basis.append(row)
            basis.sort(reverse=True)
    for b in basis:
        target = min(target, target ^ b)
    return target == 0
