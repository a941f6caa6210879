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
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.game_graph_values import Evaluation, GameGraph, evaluate

Number = TypeVar("Number", bound=np.generic)

#: Largest component (in vertices) that is enumerated without compiling.
PLAIN_VERTICES = 9
#: Largest component that the compiled enumeration can hold.
WORD = 64
_SLICE = 400


def placement_value(
    same: Sequence[int],
    other: Sequence[int],
    a: int,
    b: int,
    limits: Limits,
    *,
    compiled: bool | None = None,
) -> Evaluation:
    """The canonical form of the position (a, b); sets are Python integers as bit sets.

    ``compiled`` forces or forbids the kernels (components over 64 vertices are always
    enumerated plainly). Raises ``LimitReached``. Exponential in the largest component.
    """
    largest = max((p.bit_count() for p in components(same, other, a, b)), default=0)
    if compiled is None:
        compiled = largest > PLAIN_VERTICES
    if compiled and len(same) <= WORD:
        graph, total = _enumerate_compiled(same, other, a, b, limits, [])
    else:
        graph, total = _enumerate_plain(same, other, a, b, limits, [])
    return evaluate(graph, total, limits, compiled=compiled)


def explicit_components(
    same: Sequence[int],
    other: Sequence[int],
    a: int,
    b: int,
    limits: Limits,
    most: int | None = None,
    *,
    compiled: bool = False,
    images: Sequence[Sequence[int]] = (),
) -> tuple[GameGraph, tuple[int, list[int]], list[tuple[int, int]]] | None:
    """The game graph whose nodes are actual components, up to exchange of players only and,
    where automorphisms of the graph are given (``images[i][v]``), one for all their images.

    Returns the graph, the position as (integer, references) and the component (a, b) of
    each node; ``None`` when there are more than ``most``. Raises ``LimitReached``. The
    kernels, if ``compiled`` and there are no more than 64 vertices, give the same graph.
    """
    nodes: list[tuple[int, int]] = []
    try:
        if compiled and len(same) <= WORD:
            graph, total = _enumerate_compiled(
                same, other, a, b, limits, nodes, most, explicit=True, images=images
            )
        else:
            graph, total = _enumerate_plain(same, other, a, b, limits, nodes, most, images)
    except _TooMany:
        return None
    return graph, total, nodes


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


def _graph(
    pointer: NDArray[np.int64], stream: NDArray[np.int32], weight: NDArray[np.int64]
) -> GameGraph:
    order = np.argsort(weight, kind="stable").astype(np.int32)
    return GameGraph(pointer, stream, order)


def _enumerate_plain(
    same: Sequence[int],
    other: Sequence[int],
    a: int,
    b: int,
    limits: Limits,
    nodes: list[tuple[int, int]],
    most: int | None = None,
    images: Sequence[Sequence[int]] = (),
) -> tuple[GameGraph, tuple[int, list[int]]]:
    """The game graph by the definition; ``nodes`` receives the component of each node."""
    known: dict[tuple[int, int], int] = {}  # references of components

    def note(p: int, q: int, reference: int) -> None:
        known.setdefault((p, q), reference)
        known.setdefault((q, p), reference ^ 1)

    def terms(x: int, y: int) -> tuple[int, list[int]]:
        whole, references = 0, []
        for part in components(same, other, x, y):
            p, q = x & part, y & part
            if part & (part - 1) == 0 and not (p and q):
                whole += 1 if p else -1
                continue
            if (p, q) not in known:
                sign = int(p < q)
                reference = 2 * len(nodes) + sign
                nodes.append((q, p) if sign else (p, q))
                note(p, q, reference)
                for image in images:
                    r, s = (sum(1 << image[v] for v in bits(open_to)) for open_to in (p, q))
                    note(r, s, reference)
            references.append(known[p, q])
        return whole, references

    total = terms(a, b)
    pointer: list[int] = []
    stream: list[int] = []
    while len(pointer) < len(nodes):
        if len(pointer) % 64 == 0:
            limits.check()
            limits.progress(f"{len(pointer)} of {len(nodes)} positions, more to come")
        if most is not None and len(nodes) > most:
            raise _TooMany
        p, q = nodes[len(pointer)]
        pointer.append(len(stream))
        alone = untwinned(same, other, p, q)
        lefts, rights = list(bits(p & alone)), list(bits(q & alone))
        stream += [len(lefts), len(rights)]
        for v in lefts:
            whole, references = terms(p & ~same[v], q & ~other[v])
            stream += [whole, len(references), *references]
        for v in rights:
            whole, references = terms(p & ~other[v], q & ~same[v])
            stream += [whole, len(references), *references]
    weight = np.array([p.bit_count() + q.bit_count() for p, q in nodes], dtype=np.int64)
    arrays = np.array(pointer, dtype=np.int64), np.array(stream, dtype=np.int32)
    return _graph(*arrays, weight), total


def _enumerate_compiled(
    same: Sequence[int],
    other: Sequence[int],
    a: int,
    b: int,
    limits: Limits,
    listed: list[tuple[int, int]],
    most: int | None = None,
    *,
    explicit: bool = False,
    images: Sequence[Sequence[int]] = (),
) -> tuple[GameGraph, tuple[int, list[int]]]:
    """As :func:`_enumerate_plain`, with one node for all isomorphic components unless
    ``explicit``; only then ``listed`` receives the components, and ``images`` are used."""
    kernel = kernels("values.placement_kernel")
    masks = np.array([[s, o] for s, o in zip(same, other, strict=True)], dtype=np.uint64)
    meta = np.zeros(8, dtype=np.int64)
    meta[kernel.EXPLICIT] = explicit
    nodes = np.zeros((1 << 12, 2), dtype=np.uint64)
    pointer = np.zeros(1 << 12, dtype=np.int64)
    stream = np.zeros(1 << 16, dtype=np.int32)
    exact = np.zeros((1 << 14, 2), dtype=np.uint64)
    exact_refs = np.full(1 << 14, -1, dtype=np.int32)
    shapes = np.zeros((1 << 13, 2), dtype=np.uint64)
    shape_refs = np.full(1 << 13, -1, dtype=np.int32)
    work = np.zeros((WORD, 5), dtype=np.uint64)
    rows = np.array(images if explicit else (), dtype=np.uint8).reshape(-1, len(same))

    def longer(array: NDArray[Number], empty: int = 0) -> NDArray[Number]:
        new = np.full((2 * len(array), *array.shape[1:]), empty, dtype=array.dtype)
        new[: len(array)] = array
        return new

    total: tuple[int, list[int]] = (0, [])
    begun = False
    while True:
        limits.check()
        tables = nodes, stream, exact, exact_refs, shapes, shape_refs, work, rows
        meta[kernel.REASON] = 0
        if not begun:
            if kernel.split(np.uint64(a), np.uint64(b), masks, meta, *tables):
                row = stream[: meta[kernel.STREAM]].tolist()
                total, begun = (row[0], row[2:]), True
                continue
        else:
            kernel.expand(_SLICE, masks, meta, nodes, pointer, *tables[1:])
            limits.progress(f"{meta[kernel.NEXT]} of {meta[kernel.NODES]} positions, more to come")
            if most is not None and meta[kernel.NODES] > most:
                raise _TooMany
        reason = int(meta[kernel.REASON])
        if reason == 0:
            break
        if reason == kernel.FULL_NODES:
            nodes, pointer = longer(nodes), longer(pointer)
        elif reason == kernel.FULL_STREAM:
            stream = longer(stream)
        elif reason in (kernel.FULL_EXACT, kernel.FULL_SHAPES):
            by_pair = reason == kernel.FULL_EXACT
            old, refs = (exact, exact_refs) if by_pair else (shapes, shape_refs)
            new = np.zeros((2 * len(refs), 2), dtype=np.uint64)
            new_refs = np.full(2 * len(refs), -1, dtype=np.int32)
            kernel.rehash(old, refs, new, new_refs, by_pair)
            if by_pair:
                exact, exact_refs = new, new_refs
            else:
                shapes, shape_refs = new, new_refs
        held = sum(t.nbytes for t in tables)
        if limits.memory_limit is not None and held > limits.memory_limit:
            raise LimitReached("memory")
    count = int(meta[kernel.NODES])
    weight = _popcount(nodes[:count])
    if explicit:
        listed += map(tuple, nodes[:count].tolist())
    # ``stream`` may pass 2^31 entries only far beyond any memory; pointers are 64-bit.
    return _graph(pointer[:count], stream[: meta[kernel.STREAM]], weight), total


def _popcount(words: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Bits set in each row. (NumPy 1 has no ``bitwise_count``.)"""
    octets = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1)
    return np.asarray(octets.sum(axis=1), dtype=np.int64)
