"""Families of finite sets in compressed rows, a million sets at a time.

A family over the cells 0, 1, ..., cells - 1 is two arrays: the members of set
``i`` are ``members[indptr[i]:indptr[i + 1]]``, ascending. No set occurs twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gameproof.games.meaning.bad_input import BadInput

MOST_MEMBERS = 1 << 28
"""Total size of the largest family that is built: 1 GB of cell numbers."""

MOST_TORUS_MEMBERS = 1 << 24
"""The same for the rows of a torus, which are listed one by one."""

MOST_CELLS = 1 << 20
"""Cells of the largest board that is no cube."""

MOST_HEX_CELLS = 36
"""Hex boards beyond this have too many minimal paths to list."""

FEW_MEMBERS = 1 << 12
"""Total size of the largest family whose sets are compared one by one: with so few, making an
array takes longer."""

Rows = Sequence[tuple[int, ...]]
"""A family, each set as its cells."""


@dataclass(frozen=True, eq=False)
class Hypergraph:
    """``indptr`` is int64 of length ``len(family) + 1``, ``members`` int32; read-only."""

    cells: int
    indptr: NDArray[np.int64]
    members: NDArray[np.int32]

    @classmethod
    def of(cls, cells: int, sets: Iterable[Iterable[int]]) -> Hypergraph:
        """The family of the given sets in their order, repetitions dropped.

        Raises ``BadInput`` on a cell outside 0..cells-1. O(total size, sorted).
        """
        rows = dict.fromkeys(tuple(sorted({int(cell) for cell in row})) for row in sets)
        for number, row in enumerate(rows):
            if row and (row[0] < 0 or row[-1] >= cells):
                bad = row[0] if row[0] < 0 else row[-1]
                raise BadInput(f"cell {bad} is not among 0..{cells - 1}", f"sets[{number}]")
        sizes = np.fromiter((len(row) for row in rows), dtype=np.int64, count=len(rows))
        members = np.fromiter((cell for row in rows for cell in row), dtype=np.int32)
        return cls.packed(cells, sizes, members)

    @classmethod
    def packed(cls, cells: int, sizes: NDArray[np.int64], members: NDArray[np.int32]) -> Hypergraph:
        """A family from the sizes of its sets and all members in order, taken as they are."""
        indptr = np.zeros(len(sizes) + 1, dtype=np.int64)
        np.cumsum(sizes, out=indptr[1:])
        members = np.ascontiguousarray(members, dtype=np.int32)
        indptr.setflags(write=False)
        members.setflags(write=False)
        return cls(cells, indptr, members)

    @classmethod
    def of_rows(cls, cells: int, rows: NDArray[np.int32]) -> Hypergraph:
        """A family of distinct sets of one size from an (N, k) array. O(N k)."""
        sizes = np.full(len(rows), rows.shape[1], dtype=np.int64)
        return cls.packed(cells, sizes, np.sort(rows, axis=1).ravel())

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def __getitem__(self, number: int) -> NDArray[np.int32]:
        return self.members[self.indptr[number] : self.indptr[number + 1]]

    def sets(self) -> list[tuple[int, ...]]:
        """All sets as tuples of Python ints; for small families. O(total size)."""
        flat, ends = self.members.tolist(), self.indptr.tolist()
        return [tuple(flat[a:b]) for a, b in pairwise(ends)]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of members of each set."""
        return np.diff(self.indptr)

    @cached_property
    def degrees(self) -> NDArray[np.int64]:
        """For each cell the number of sets that contain it."""
        return np.bincount(self.members, minlength=self.cells)

    @cached_property
    def rows(self) -> NDArray[np.int32] | None:
        """The (N, k) array of members when all sets have one size, else ``None``."""
        if len(self) == 0:
            return None
        size = int(self.sizes[0])
        return self.members.reshape(len(self), size) if (self.sizes == size).all() else None

    @cached_property
    def owners(self) -> NDArray[np.int32]:
        """For each place of ``members`` the number of its set."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.sizes)

    @cached_property
    def through(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The transposed rows ``(indptr, sets)``: the sets through each cell, ascending.
        O(total size) by a stable counting sort."""
        order = np.argsort(self.members, kind="stable")
        indptr = np.zeros(self.cells + 1, dtype=np.int64)
        np.cumsum(self.degrees, out=indptr[1:])
        return indptr, np.ascontiguousarray(self.owners[order])

    def counts(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For each set the number of its members where ``mask`` (one flag a cell) holds. O(total
        size), a tenth of the time of a running sum where it holds at few cells."""
        places = np.flatnonzero(mask[self.members])
        owners = np.searchsorted(self.indptr, places, side="right") - 1
        return np.bincount(owners, minlength=len(self))

    def has_within(self, cells: frozenset[int]) -> bool:
        """Are all members of some set among the cells?"""
        if self._few is not None:
            return any(map(cells.issuperset, self._few))
        mask = np.zeros(self.cells, dtype=np.bool_)
        mask[list(cells)] = True
        return bool((self.counts(mask) == self.sizes).any())

    def has_outside(self, cells: frozenset[int]) -> bool:
        """Is no member of some set among the cells?"""
        if self._few is not None:
            return any(map(cells.isdisjoint, self._few))
        mask = np.zeros(self.cells, dtype=np.bool_)
        mask[list(cells)] = True
        return bool((self.counts(mask) == 0).any())

    @cached_property
    def _few(self) -> list[tuple[int, ...]] | None:
        """The sets one by one where arrays would cost more than they save."""
        return self.sets() if len(self.members) <= FEW_MEMBERS else None

    def choose(self, chosen: NDArray[np.bool_], keep: NDArray[np.bool_]) -> Hypergraph:
        """The chosen sets (one flag a set), restricted to the cells of ``keep``.

        Order is kept, and so are sets that become equal or empty."""
        place = chosen[self.owners] & keep[self.members]
        sizes = self.counts(keep)[chosen]
        return Hypergraph.packed(self.cells, sizes, self.members[place])
