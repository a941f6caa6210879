"""Node Kayles and arc Kayles: take a vertex (or an edge) with its neighbourhood away.

In node Kayles a move takes a vertex and all its neighbours, in arc Kayles an edge
with both ends (and so all edges there); whoever cannot move loses (Schaefer 1978). Node
Kayles on a path is Dawson's Kayles. Parallel edges are as good as one. A loop takes nothing
more away in node Kayles; arc Kayles, where it would be a pin to take alone, refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Self

from gameproof.games.bit_sets import members
from gameproof.games.game import Game
from gameproof.games.graph import Graph, SparseMasks
from gameproof.games.graph_names import name_of, shape_of, twins
from gameproof.games.impartial.impartial import (
    MISERE,
    NOTHING,
    ONE,
    QUESTIONS,
    TWO,
    Impartial,
    Move,
)
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter


def components(near: Sequence[int], mask: int) -> list[int]:
    """The connected components of the vertices in ``mask``, as masks, by their first vertices."""
    if isinstance(near, SparseMasks):
        return near.components(mask)
    found = []
    while mask:
        before, frontier = mask, mask & -mask
        while frontier:
            low = frontier & -frontier
            mask ^= low
            frontier = (frontier ^ low | near[low.bit_length() - 1]) & mask
        found.append(before ^ mask)
    return found


@dataclass(frozen=True, slots=True)
class Kayles(Impartial[Move]):
    """Either game on the vertices in the bit mask ``left``."""

    graph: Graph
    left: int

    def ends(self, _move: Move, /) -> tuple[int, ...]:
        """The vertices that a move names."""
        raise TypeError(f"{type(self).__name__} defines no ends")

    def move_text(self, move: Move, /) -> str:
        """The vertex, or ``u-v`` with u before v."""
        return "-".join(map(self.graph.label, self.ends(move)))

    def _name(self, v: int) -> str:
        return self.graph.label(v) if 0 <= v < self.graph.n else str(v)

    def key(self) -> str:
        """The mask in base 16."""
        return f"{self.left:x}"

    def name(self) -> str:
        """The name of the graph that is left, a connected one."""
        return name_of(self.graph.near, self.left)

    def heap(self) -> int | None:
        """The vertices of a path: the moves in it are those in a heap."""
        shape = shape_of(self.graph.near, self.left)
        return shape.n if shape.kind == "path" else None

    def unlike_moves(self) -> list[Move]:
        """The moves, of those that an exchange of twins, or turning a cycle, carries into one
        another the first."""
        near = self.graph.near
        if shape_of(near, self.left).kind == "cycle":
            return list(islice(self.moves(), 1))
        first = twins(near, self.left)
        found: dict[tuple[int, ...], Move] = {}
        for move in self.moves():
            found.setdefault(tuple(sorted(first[v] for v in self.ends(move))), move)
        return list(found.values())

    def __str__(self) -> str:
        return f"{self.left:x}"


@dataclass(frozen=True, slots=True)
class NodePosition(Kayles[int]):
    """Node Kayles on the vertices in the bit mask ``left``."""

    def heap_code(self) -> dict[int, int]:
        """0.137: a single vertex, an end with what is next to it, or three in a row."""
        return {1: NOTHING, 2: NOTHING | ONE, 3: NOTHING | ONE | TWO}

    def moves(self) -> Iterator[int]:
        """The vertices left."""
        return members(self.left)

    def ends(self, move: int, /) -> tuple[int, ...]:
        """The vertex itself."""
        return (move,)

    def play(self, move: int, /) -> NodePosition:
        """Take a vertex and its neighbours; raises :class:`BadInput`."""
        if move < 0 or not self.left >> move & 1:
            raise BadInput(f"the vertex {self._name(move)} is not left")
        gone = self.graph.near[move] | 1 << move
        return NodePosition(self.graph, self.left & ~gone)

    def parts(self) -> tuple[NodePosition, ...]:
        """The connected components."""
        near = self.graph.near
        return tuple(NodePosition(self.graph, part) for part in components(near, self.left))


@dataclass(frozen=True, slots=True)
class ArcPosition(Kayles[tuple[int, int]]):
    """Arc Kayles on the vertices in the bit mask ``left``."""

    def heap_code(self) -> dict[int, int]:
        """0.07: two in a row."""
        return {2: NOTHING | ONE | TWO}

    def moves(self) -> Iterator[tuple[int, int]]:
        """The edges left, as pairs of vertices, parallel ones once."""
        near = self.graph.near
        for u in members(self.left):
            later = near[u] & self.left & ~((2 << u) - 1)
            yield from ((u, v) for v in members(later))

    def ends(self, move: tuple[int, int], /) -> tuple[int, ...]:
        """Both ends of the edge."""
        return move

    def play(self, move: tuple[int, int], /) -> Self:
        """Take an edge with both ends; raises :class:`BadInput`."""
        u, v = move
        if not (0 <= u < self.graph.n and 0 <= v < self.graph.n) or not (
            self.left >> u & self.left >> v & self.graph.near[u] >> v & 1
        ):
            raise BadInput(f"the edge {self._name(u)}-{self._name(v)} is not left")
        return replace(self, left=self.left & ~(1 << u | 1 << v))

    def parts(self) -> tuple[Self, ...]:
        """The connected components with an edge."""
        near = self.graph.near
        return tuple(
            replace(self, left=part) for part in components(near, self.left) if part & (part - 1)
        )


def node_kayles(graph: Graph) -> NodePosition:
    """Node Kayles on all of a graph; raises :class:`BadInput`."""
    graph = graph.suited("node Kayles", directed=False, loops=True, parallel=False)
    return NodePosition(graph, (1 << graph.n) - 1)


def arc_kayles(graph: Graph) -> ArcPosition:
    """Arc Kayles on all of a graph; raises :class:`BadInput`."""
    graph = graph.suited("arc Kayles", directed=False, loops=False, parallel=False)
    return ArcPosition(graph, (1 << graph.n) - 1)


GAMES = (
    Game(
        name="node-kayles",
        rule="take a vertex with all its neighbours away; whoever cannot move loses",
        parameters=(Parameter("graph", "graph", "the board"),),
        questions=(*QUESTIONS, MISERE),
        make=node_kayles,
        source="Schaefer 1978",
        examples=("node-kayles path 10", "node-kayles petersen"),
    ),
    Game(
        name="arc-kayles",
        rule="take an edge with both its ends away; whoever cannot move loses",
        parameters=(Parameter("graph", "graph", "the board"),),
        questions=(*QUESTIONS, MISERE),
        make=arc_kayles,
        source="Schaefer 1978",
        examples=("arc-kayles path 10",),
    ),
)
