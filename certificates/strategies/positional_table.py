"""The arrays of positional strategies, read and checked.

Helper of :mod:`gameproof.certificates.strategies.positional_strategy`, which explains them, of
``zone`` and of ``hold``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Protocol

import numpy as np

from gameproof.certificates.arrays import ends_of, integers
from gameproof.certificates.certificate import Rejected
from gameproof.games.boards.hypergraph import Rows


class Arrays(Protocol):
    """The arrays of a certificate, not checked yet; ``positional_strategy`` explains them."""

    @property
    def permutations(self) -> np.ndarray:
        """Symmetries, a row each."""

    @property
    def edge_ends(self) -> np.ndarray:
        """Where each node's edges end."""

    @property
    def moves(self) -> np.ndarray:
        """The other player's moves."""

    @property
    def replies(self) -> np.ndarray:
        """The proved player's replies."""

    @property
    def children(self) -> np.ndarray:
        """The nodes that follow, or -1."""

    @property
    def symmetries(self) -> np.ndarray:
        """The rows that turn into these nodes."""

    @property
    def line_ends(self) -> np.ndarray:
        """Where each node's sequences end."""

    @property
    def cell_ends(self) -> np.ndarray:
        """Where each sequence's cells end."""

    @property
    def cells(self) -> np.ndarray:
        """The attacker's moves in the sequences."""


@dataclass(frozen=True, slots=True)
class Table:
    """The certificate's arrays, known to have the right shapes and ranges."""

    permutations: list[list[int]]
    edge_ends: list[int]
    moves: list[int]
    replies: list[int]
    children: list[int]
    symmetries: list[int]
    line_ends: list[int]
    cell_ends: list[int]
    cells: list[int]
    pair_ends: list[int]
    pairs: list[tuple[int, int]]

    def edges_of(self, node: int) -> range:
        """The numbers of a node's edges."""
        return range(self.edge_ends[node], self.edge_ends[node + 1])

    def lines_of(self, node: int) -> Iterator[list[int]]:
        """The sequences of the attacker's threats at a node, as cells."""
        for line in range(self.line_ends[node], self.line_ends[node + 1]):
            yield self.cells[self.cell_ends[line] : self.cell_ends[line + 1]]

    def pairs_of(self, node: int) -> list[tuple[int, int]]:
        """The pairs of a node before its first answer."""
        return list(takewhile(lambda row: row[0] != row[1], self._rows(node)))

    def answers_of(self, node: int) -> list[tuple[int, list[tuple[int, int]]]]:
        """The answers of a node, each with its pairs."""
        found: list[tuple[int, list[tuple[int, int]]]] = []
        for one, two in self._rows(node):
            if one == two:
                found.append((one, []))
            elif found:
                found[-1][1].append((one, two))
        return found

    def _rows(self, node: int) -> list[tuple[int, int]]:
        return self.pairs[self.pair_ends[node] : self.pair_ends[node + 1]]


def pairs_from(ends: object, pairs: object, cells: int, table: Table) -> Table:
    """The table with the pairs of its nodes; raises ``Rejected``."""
    rows = [(one, two) for one, two in _pairs(integers(pairs, "pairs", 2, 0, cells))]
    found = ends_of(ends, "pair_ends", len(rows))
    if len(found) != len(table.edge_ends):
        raise Rejected("pair_ends and edge_ends have different lengths")
    return replace(table, pair_ends=found, pairs=rows)


def _pairs(rows: np.ndarray) -> list[list[int]]:
    if len(rows) and rows.shape[1] != 2:
        raise Rejected("a pair has two cells")
    found: list[list[int]] = rows.tolist()
    return found


def table_from(certificate: Arrays, cells: int, families: Iterable[Rows]) -> Table:
    """The arrays, checked: shapes, ranges, and that the permutations of the cells keep each of
    the families. O(symmetries * total size of the sets); raises ``Rejected``."""
    most = 1 << 40
    permutations = integers(certificate.permutations, "permutations", 2, 0, cells)
    moves = integers(certificate.moves, "moves", 1, 0, cells)
    replies = integers(certificate.replies, "replies", 1, 0, cells)
    children = integers(certificate.children, "children", 1, -1, most)
    symmetries = integers(certificate.symmetries, "symmetries", 1, 0, len(permutations))
    sequence = integers(certificate.cells, "cells", 1, 0, cells)
    if not len(moves) == len(replies) == len(children) == len(symmetries):
        raise Rejected("the lists of edges have different lengths")
    cell_ends = ends_of(certificate.cell_ends, "cell_ends", len(sequence))
    line_ends = ends_of(certificate.line_ends, "line_ends", len(cell_ends) - 1)
    edge_ends = ends_of(certificate.edge_ends, "edge_ends", len(moves))
    if len(edge_ends) != len(line_ends):
        raise Rejected("edge_ends and line_ends have different lengths")
    turns = keeping(permutations, cells, families)
    return Table(
        turns, edge_ends, moves.tolist(), replies.tolist(), children.tolist(),
        symmetries.tolist(), line_ends, cell_ends, sequence.tolist(),
        [0] * len(edge_ends), [],
    )  # fmt: skip


def keeping(permutations: np.ndarray, cells: int, families: Iterable[Rows]) -> list[list[int]]:
    """The rows, if each is a permutation of the cells that takes every set of each family to a set
    of it. O(symmetries * total size of the sets); raises ``Rejected``."""
    if len(permutations) and permutations.shape[1] != cells:
        raise Rejected("a permutation has the wrong length")
    found: list[list[int]] = permutations.tolist()
    for rows in families:
        family = {frozenset(row) for row in rows}
        for number, to in enumerate(found):
            if len(set(to)) != cells:
                raise Rejected(f"symmetry {number} is not a permutation")
            if any(frozenset(to[cell] for cell in row) not in family for row in rows):
                raise Rejected(f"symmetry {number} does not keep the sets")
    return found
