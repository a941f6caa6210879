"""A finite graph or digraph as plain arrays; vertices are 0, 1, ..., n - 1."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

from gameproof.games.bit_sets import LONG, mask_of, members
from gameproof.games.meaning.bad_input import BadInput, quoted


@dataclass(frozen=True, eq=False)
class Graph:
    """``edges`` is an (m, 2) int32 array; what a game takes of parallel edges, loops and
    direction it says by :meth:`suited`. ``names`` gives vertex names where a file had some;
    ``counted`` says that its format counts the vertices from 1. ``unsure`` says why the numbers
    of parallel edges may be mistaken. ``words`` is how the graph was asked for, for messages
    only.
    """

    n: int
    edges: NDArray[np.int32]
    directed: bool = False
    names: tuple[str, ...] | None = field(default=None, repr=False)
    words: str = ""
    counted: bool = False
    unsure: str = field(default="", repr=False)

    @classmethod
    def of(
        cls,
        n: int,
        edges: Iterable[Sequence[int]],
        *,
        directed: bool = False,
        names: tuple[str, ...] | None = None,
        words: str = "",
        counted: bool = False,
        unsure: str = "",
    ) -> Graph:
        """A graph from an iterable or (m, 2) array of pairs; raises ``BadInput``
        on a vertex outside 0..n-1 and on two vertices of one name. O(n + m)."""
        if names is not None:
            _check_names(n, names)
        rows = edges if isinstance(edges, np.ndarray) else list(edges)
        array = np.asarray(rows, dtype=np.int64).reshape(-1, 2) if len(rows) else np.empty((0, 2))
        if array.size and (array.min() < 0 or array.max() >= n):
            bad = int(np.flatnonzero((array < 0).any(axis=1) | (array >= n).any(axis=1))[0])
            ends = tuple(int(x) + counted for x in array[bad])
            raise BadInput(
                f"edge {ends} leaves the vertices {int(counted)}..{n - 1 + counted}",
                f"edges[{bad}]",
            )
        packed = np.ascontiguousarray(array, dtype=np.int32)
        packed.setflags(write=False)
        return cls(n, packed, directed, names, words, counted, unsure)

    def suited(self, game: str, *, directed: bool | None, loops: bool, parallel: bool) -> Graph:
        """The graph itself, where the game can be played on it; raises ``BadInput``. Each game
        says here what it takes: ``directed``, undirected or (``None``) both; ``loops``; and
        whether ``parallel`` edges count, else they are as good as one."""
        if directed is not None and directed != self.directed:
            kind = "a directed" if directed else "an undirected"
            raise BadInput(f"{game} is played on {kind} graph", "graph")
        if not loops:
            at = np.flatnonzero(self.edges[:, 0] == self.edges[:, 1])
            if len(at):
                v = self.label(int(self.edges[at[0], 0]))
                raise BadInput(f"{game} allows no loops: {v!r} has one", f"graph.edges[{at[0]}]")
        if parallel and self.unsure:
            raise BadInput(f"{game} needs the number of parallel edges, but {self.unsure}", "graph")
        return self

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

    @cached_property
    def near(self) -> Sequence[int]:
        """:func:`neighbour_masks`, for large graphs with few edges as :class:`SparseMasks`."""
        large = self.n > LONG and self.m <= SPARSE * self.n
        return SparseMasks(self) if large else neighbour_masks(self)

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
        """The vertex's name in its file, else its number there."""
        return self.names[v] if self.names is not None else str(v + self.counted)

    @property
    def plain(self) -> bool:
        """Are the vertices called 0, 1, 2, ...?"""
        return self.names is None and not self.counted

    def called(self, v: int) -> int | str:
        """The vertex as data: its number where it is called by it, else its name."""
        return v if self.plain else self.label(v)

    def by_vertex(self, marks: Iterable[str], between: str) -> str:
        """A mark for each vertex, in order; after its name where that is no matter of course."""
        if self.plain:
            return between.join(marks)
        names = (quoted(self.label(v)) for v in range(self.n))
        return ", ".join(f"{name} {mark}" for name, mark in zip(names, marks, strict=True))

    def vertex(self, text: str) -> int:
        """The vertex with this name, or number where vertices have none, blanks around it
        disregarded; raises ``BadInput``."""
        for name in (text, text.strip()):
            if name in self._places:
                return self._places[name]
        text = text.strip()
        digits = text.lstrip("0") or "0"
        if self.names is None and text.isascii() and text.isdecimal():
            # Where the file counts from 1, whoever says 0 can mean the first vertex only.
            number = int(digits) if len(digits) <= len(str(self.n)) else self.n + 1
            number = max(number - self.counted, 0)
            if number < self.n:
                return number
        shown = text if len(text) <= 60 else text[:57] + "..."
        raise BadInput(f"no vertex {shown!r}; vertices are {self._listed}")

    def vertices(self, text: str) -> tuple[int, ...]:
        """The vertices that a text like ``0,4`` or ``(0, 0),(0, 1)`` names, in order, commas or
        blanks between them; raises ``BadInput``, also where it can be read in two ways."""
        found = list(re.finditer(r"[^\s,]+", text))
        pieces = [match[0] for match in found]
        if self.names is None:
            return tuple(self.vertex(piece) for piece in pieces)
        if len(pieces) > MOST_PIECES:
            raise BadInput(f"more than {MOST_PIECES} words where vertices are expected")
        longest = max((len(name) for name in self.names), default=0)
        # ways[i]: in how many ways the pieces from i on are names, and the first name of one.
        ways: list[tuple[int, int, int]] = [(0, 0, 0)] * len(pieces) + [(1, 0, 0)]
        for i in reversed(range(len(pieces))):
            for j in range(i, len(pieces)):
                name = text[found[i].start() : found[j].end()]
                if len(name) > longest:
                    break
                place = self._places.get(name)
                if place is not None and ways[j + 1][0]:
                    ways[i] = (min(2, ways[i][0] + ways[j + 1][0]), place, j + 1)
        if ways[0][0] == 2:
            raise BadInput(f"{text[:60]!r} can be read as vertices in two ways")
        if not ways[0][0]:
            stray = next((piece for piece in pieces if piece not in self._places), text)
            raise BadInput(f"no vertex {stray[:60]!r}; vertices are {self._listed}")
        read, at = [], 0
        while at < len(pieces):
            _, place, at = ways[at]
            read.append(place)
        return tuple(read)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: v for v, name in enumerate(self.names or ())}

    @property
    def _listed(self) -> str:
        if not self.n:
            return "none"
        if self.names is None:
            return f"{int(self.counted)}..{self.n - 1 + self.counted}"
        return ", ".join(self.names[:8]) + (", ..." if self.n > 8 else "")


MOST_PIECES = 1 << 12
"""Words in which names of vertices, which may hold blanks, are looked for."""


def _check_names(n: int, names: tuple[str, ...]) -> None:
    if len(names) != n:
        raise BadInput(f"expected {n} names", "names")
    if len(set(names)) < n:
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise BadInput(f"two vertices are named {twice[:60]!r}", "names")
    if "" in names:
        raise BadInput("a vertex has no name", "names")


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
