"""A finite graph or digraph as plain arrays; vertices are 0, 1, ..., n - 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

from gameproof.games.bit_sets import LONG, mask_of, members
from gameproof.games.meaning.bad_input import BadInput


@dataclass(frozen=True, eq=False)
class Graph:
    """``edges`` is an (m, 2) int32 array; parallel edges and loops are allowed
    unless a game forbids them. ``names`` gives vertex names where a file had
    some. ``words`` is how the graph was asked for, for messages only.
    """

    n: int
    edges: NDArray[np.int32]
    directed: bool = False
    names: tuple[str, ...] | None = field(default=None, repr=False)
    words: str = ""

    @classmethod
    def of(
        cls,
        n: int,
        edges: Iterable[Sequence[int]],
        *,
        directed: bool = False,
        names: tuple[str, ...] | None = None,
        words: str = "",
    ) -> Graph:
        """A graph from an iterable or (m, 2) array of pairs; raises ``BadInput``
        on a vertex outside 0..n-1. O(m)."""
        rows = edges if isinstance(edges, np.ndarray) else list(edges)
        array = np.asarray(rows, dtype=np.int64).reshape(-1, 2) if len(rows) else np.empty((0, 2))
        if array.size and (array.min() < 0 or array.max() >= n):
            bad = int(np.flatnonzero((array < 0).any(axis=1) | (array >= n).any(axis=1))[0])
            raise BadInput(
                f"edge {tuple(int(x) for x in array[bad])} leaves the vertices 0..{n - 1}",
                f"edges[{bad}]",
            )
        packed = np.ascontiguousarray(array, dtype=np.int32)
        packed.setflags(write=False)
        return cls(n, packed, directed, names, words)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            self.n == other.n
            and self.directed == other.directed
            and self.edges.shape == other.edges.shape
            and bool((self.edges == other.edges).all())
        )

    def __hash__(self) -> int:
        return self._digest

    @cached_property
    def _digest(self) -> int:
        return hash((self.n, self.directed, self.edges.tobytes()))

    @property
    def m(self) -> int:
        """Number of edges."""
        return len(self.edges)

    @cached_property
    def csr(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """``(indptr, neighbour, edge)``: out-neighbours of v are
        ``neighbour[indptr[v]:indptr[v + 1]]`` (all neighbours when undirected; a
        loop appears twice), ``edge`` the edges' numbers. O(n + m)."""
        tail, head = self.edges[:, 0], self.edges[:, 1]
        number = np.arange(self.m, dtype=np.int32)
        if not self.directed:
            tail, head = np.concatenate([tail, head]), np.concatenate([head, tail])
            number = np.concatenate([number, number])
        order = np.argsort(tail, kind="stable")
        indptr = np.zeros(self.n + 1, dtype=np.int64)
        np.cumsum(np.bincount(tail, minlength=self.n), out=indptr[1:])
        return indptr, np.ascontiguousarray(head[order]), np.ascontiguousarray(number[order])

    def neighbours(self, v: int) -> list[int]:
        """Out-neighbours (neighbours when undirected) of ``v``, as Python ints."""
        indptr, neighbour, _ = self.csr
        return [int(x) for x in neighbour[indptr[v] : indptr[v + 1]]]

    def label(self, v: int) -> str:
        """The vertex's name in its file, else its number."""
        return self.names[v] if self.names is not None else str(v)

    def vertex(self, text: str) -> int:
        """The vertex with this name, or number where no name is one, blanks around it
        disregarded; raises ``BadInput``."""
        for name in (text, text.strip()):
            if self.names is not None and name in self.names:
                return self.names.index(name)
        text = text.strip()
        digits = len(str(self.n))
        # Names that are numbers are not the vertices' own numbers, which nobody sees then.
        named = self.names is not None and any(name.isdecimal() for name in self.names)
        if not named and text.isascii() and text.isdecimal() and len(text.lstrip("0")) <= digits:
            number = int(text.lstrip("0") or "0")
            if number < self.n:
                return number
        shown = text if len(text) <= 60 else text[:57] + "..."
        if named and self.names is not None:
            listed = ", ".join(self.names[:8]) + (", ..." if self.n > 8 else "")
            raise BadInput(f"no vertex {shown!r}; vertices are {listed}")
        raise BadInput(f"no vertex {shown!r}; vertices are 0..{self.n - 1}")


@lru_cache(maxsize=256)
def neighbour_masks(graph: Graph) -> tuple[int, ...]:
    """For each vertex the bit mask of its neighbours, loops left out. O(n + m)."""
    masks = [0] * graph.n
    for a, b in graph.edges.tolist():
        if a != b:
            masks[a] |= 1 << b
            masks[b] |= 1 << a
    return tuple(masks)


SPARSE = 8
"""Edges a vertex up to which a large graph keeps lists of neighbours in place of masks."""


class SparseMasks(Sequence[int]):
    """As :func:`neighbour_masks`, each mask made when it is asked for: all of them together take
    n * n bits. ``around`` lists the neighbours of each vertex, ascending, loops left out."""

    def __init__(self, graph: Graph) -> None:
        rows: list[set[int]] = [set() for _ in range(graph.n)]
        for a, b in graph.edges.tolist():
            if a != b:
                rows[a].add(b)
                rows[b].add(a)
        self.around = [sorted(row) for row in rows]

    def __len__(self) -> int:
        return len(self.around)

    @overload
    def __getitem__(self, at: int, /) -> int: ...

    @overload
    def __getitem__(self, at: slice, /) -> tuple[int, ...]: ...

    def __getitem__(self, at: int | slice, /) -> int | tuple[int, ...]:
        if isinstance(at, slice):
            return tuple(mask_of(row) for row in self.around[at])
        return mask_of(self.around[at])

    def components(self, mask: int) -> list[int]:
        """The connected components of the vertices in ``mask``, as masks, by their first
        vertices. O(n + m) and the length of the masks."""
        vertices = list(members(mask))
        waiting = bytearray(len(self))
        for v in vertices:
            waiting[v] = 1
        found = []
        for start in vertices:
            if not waiting[start]:
                continue
            waiting[start] = 0
            component = [start]
            for v in component:
                for u in self.around[v]:
                    if waiting[u]:
                        waiting[u] = 0
                        component.append(u)
            found.append(mask_of(component))
        return found

    def degrees(self, mask: int) -> list[int]:
        """For each vertex in ``mask`` how many neighbours it has there. O(n + m)."""
        vertices = list(members(mask))
        inside = bytearray(len(self))
        for v in vertices:
            inside[v] = 1
        return [sum([inside[u] for u in self.around[v]]) for v in vertices]


@lru_cache(maxsize=16)
def neighbourhoods(graph: Graph) -> Sequence[int]:
    """:func:`neighbour_masks`, for large graphs with few edges as :class:`SparseMasks`."""
    large = graph.n > LONG and graph.m <= SPARSE * graph.n
    return SparseMasks(graph) if large else neighbour_masks(graph)
