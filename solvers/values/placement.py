"""Exact values of placement games on graphs: Snort, Col and their kin.

In a *placement game* the players take turns to put a piece of their own on an open
vertex; a piece on v closes the vertices ``same[v]`` to its own player and ``other[v]`` to
the opponent, both containing v, both symmetric relations. Snort: ``same[v] = {v}``,
``other[v] = N[v]``; Col: the reverse; node Kayles: both N[v]. A position is the pair
(a, b) of sets open to Left and to Right.

A position is the sum of its components under the pairs of vertices that can still
close one another, so the engine enumerates components (up to isomorphism and exchange
of players) and hands the resulting game graph to ``game_graph_values``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.game_graph_values import Evaluation, GameGraph, Total, evaluate

_engine = native.engine("placement")
_refill_shapes = _engine.function("refill_shapes")
_FULL_NODES, _FULL_STREAM, _FULL_EXACT, _FULL_SHAPES = (
    _engine.constant(f"FULL_{name}") for name in ("NODES", "STREAM", "EXACT", "SHAPES")
)
#: Words of the sets that the engine is compiled for.
WIDTHS = (1, 2, 4, 16, 64)
_SHAPE = native.record(np.uint64, "first second next")
_SLICE = 400


def placement_value(
    same: Sequence[int], other: Sequence[int], a: int, b: int, limits: Limits
) -> Evaluation:
    """The canonical form of the position (a, b); sets are Python integers as bit sets.

    Raises ``LimitReached``. Exponential in the largest component.
    """
    found = _enumerate(same, other, a, b, limits)
    return evaluate(found.graph(), found.total, limits)


def explicit_components(
    same: Sequence[int],
    other: Sequence[int],
    a: int,
    b: int,
    limits: Limits,
    most: int | None = None,
    *,
    images: Sequence[Sequence[int]] = (),
) -> tuple[GameGraph, Total, list[tuple[int, int]]] | None:
    """The game graph whose nodes are actual components, up to exchange of players only and,
    where automorphisms of the graph are given (``images[i][v]``), one for all their images.

    Returns the graph, the position as (integer, references) and the component (a, b) of
    each node; ``None`` when there are more than ``most``. Raises ``LimitReached``.
    """
    try:
        found = _enumerate(same, other, a, b, limits, most, explicitly=True, images=images)
    except _TooMany:
        return None
    return found.graph(), found.total, found.components()


class _TooMany(Exception):
    """More components than wanted."""


def binding(same: Sequence[int], other: Sequence[int], v: int, a: int, b: int) -> int:
    """The vertices that a piece on ``v`` can still close, or that can still close ``v``."""
    found = 0
    if a >> v & 1:
        found |= (other[v] & b) | (same[v] & a)
    if b >> v & 1:
        found |= (other[v] & a) | (same[v] & b)
    return found & ~(1 << v)


def untwinned(same: Sequence[int], other: Sequence[int], a: int, b: int) -> int:
    """The first vertex of each class of twins, as a bit set: open to the same players and next
    to the same open vertices, one another left out. Moves on twins leave equal games."""
    both = a | b
    seen: set[tuple[bool, int, int]] = set()
    found = 0
    for v in bits(both):
        bit = 1 << v
        open_to = (a >> v & 1) + 2 * (b >> v & 1)
        around = (same[v] | other[v]) & both & ~bit
        apart, together = (False, open_to, around), (True, open_to, around | bit)
        if apart not in seen and together not in seen:
            found |= bit
        seen |= {apart, together}
    return found


def components(same: Sequence[int], other: Sequence[int], a: int, b: int) -> Iterator[int]:
    """Vertex sets of the independent parts of a position, lowest vertex first."""
    rest = a | b
    while rest:
        part = edge = rest & -rest
        while edge:
            v = (edge & -edge).bit_length() - 1
            edge &= edge - 1
            fresh = binding(same, other, v, a, b) & ~part
            part |= fresh
            edge |= fresh
        rest &= ~part
        yield part


def form_room(n: int, edges: int) -> native.Arrays:
    """Room for components of n vertices with so many edges, both ways counted."""
    words = ("label", "colour", "fresh", "order")
    return native.arrays(
        vertex=np.zeros(n, np.int32),
        place=np.zeros(n, np.int32),
        start=np.zeros(n + 1, np.int32),
        neighbour=np.zeros(edges, np.int32),
        **{name: np.zeros(n, np.uint64) for name in words},
    )


class _Enumeration(NamedTuple):
    """What was found: how much of the tables is in use, and the position asked about."""

    state: native.Numbers
    tables: native.Arrays
    total: Total

    def graph(self) -> GameGraph:
        """The nodes in order of their size, which play makes smaller."""
        node = self.tables.node[: self.state.nodes]
        # (NumPy 1 has no ``bitwise_count``.)
        weight = np.unpackbits(node.view(np.uint8), axis=1).sum(axis=1, dtype=np.int64)
        order = np.argsort(weight, kind="stable").astype(np.int32)
        stream = self.tables.stream[: self.state.stream]
        return GameGraph(self.tables.pointer[: self.state.nodes], stream, order)

    def components(self) -> list[tuple[int, int]]:
        """The component (a, b) of each node."""
        raw = self.tables.node[: self.state.nodes].astype("<u8").tobytes()
        size = len(raw) // (2 * self.state.nodes) if self.state.nodes else 1
        sets = [int.from_bytes(raw[i : i + size], "little") for i in range(0, len(raw), size)]
        return list(zip(sets[::2], sets[1::2], strict=True))


def _enumerate(
    same: Sequence[int],
    other: Sequence[int],
    a: int,
    b: int,
    limits: Limits,
    most: int | None = None,
    *,
    explicitly: bool = False,
    images: Sequence[Sequence[int]] = (),
) -> _Enumeration:
    """All components that play can reach; up to isomorphism unless ``explicitly``."""
    n = len(same)
    width = next((w for w in WIDTHS if n <= 64 * w), None)
    if width is None:
        raise LimitReached("memory")
    begin, expand, refill_exact = (
        _engine.function(f"{name}{width}") for name in ("begin", "expand", "refill_exact")
    )
    state = begin.numbers(explicitly=explicitly)
    closing = np.concatenate([native.words_of(same, width), native.words_of(other, width)], axis=1)
    edges = sum((s | o).bit_count() for s, o in zip(same, other, strict=True))
    tables = native.arrays(
        closing=np.ascontiguousarray(closing),
        node=np.zeros((1 << 8, 2 * width), dtype=np.uint64),
        pointer=np.zeros(1 << 8, dtype=np.int64),
        stream=np.zeros(1 << 12, dtype=np.int32),
        exact=np.zeros((1 << 10, 2 * width), dtype=np.uint64),
        exact_reference=np.zeros(1 << 10, dtype=np.int32),
        shape=np.zeros(1 << 9, dtype=_SHAPE),
        images=np.array(images, dtype=np.uint16).reshape(len(images), n),
        room=form_room(n, edges),
    )
    position = native.words_of((a, b), width).reshape(1, 2 * width)
    total: Total | None = None
    while True:
        limits.check()
        if total is None:
            reason = begin(state, tables, position)
            if reason == 0:
                row = tables.stream[: state.stream].tolist()
                total = row[0], row[2:]
                continue
        else:
            reason = expand(state, tables, _SLICE)
            limits.progress(f"{state.next} of {state.nodes} positions, more to come")
            if most is not None and state.nodes > most:
                raise _TooMany
            if reason == 0:
                return _Enumeration(state, tables, total)
        held = sum(table.nbytes for table in tables if isinstance(table, np.ndarray))
        if limits.memory_limit is not None and held > limits.memory_limit:
            raise LimitReached("memory")
        try:
            tables = _grown(reason, state, tables, refill_exact)
        except MemoryError:
            raise LimitReached("memory") from None


def _grown(
    reason: int, state: native.Numbers, old: native.Arrays, refill_exact: native.Function
) -> native.Arrays:
    """The tables, that which is full twice as large."""
    if reason == _FULL_NODES:
        return old._replace(node=native.longer(old.node), pointer=native.longer(old.pointer))
    if reason == _FULL_STREAM:
        return old._replace(stream=native.longer(old.stream))
    if reason == _FULL_EXACT:
        exact, reference = old.exact, old.exact_reference
        new = old._replace(
            exact=np.zeros((2 * len(exact), exact.shape[1]), dtype=np.uint64),
            exact_reference=np.zeros(2 * len(exact), dtype=np.int32),
        )
        refill_exact(state, new, exact, reference)
        return new
    if reason == _FULL_SHAPES:
        new = old._replace(shape=np.zeros(2 * len(old.shape), dtype=_SHAPE))
        _refill_shapes(old.shape, new.shape)
        return new
    return old
