"""Names of connected graphs: equal names belong to isomorphic graphs.

A name spells a graph, so whoever reads it can build the graph again, up to the numbering of its
vertices. That alone makes tables by name sound. In which order a graph is spelt decides only
how often isomorphic graphs meet: trees always (Aho, Hopcroft, Ullman), others unless colour
refinement leaves vertices alike that no symmetry exchanges; then a table has more rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from gameproof.games.bit_sets import members
from gameproof.games.graph import SparseMasks

Near = Sequence[int]
"""For each vertex the bit mask of its neighbours."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of a connected graph at once: a path or cycle on n vertices, a tree, others."""

    kind: Literal["path", "cycle", "tree", "graph"]
    n: int


def shape_of(near: Near, mask: int) -> Shape:
    """The shape of the graph on a connected, non-empty set of vertices. O(n + m)."""
    if isinstance(near, SparseMasks):
        degrees = near.degrees(mask)
    else:
        degrees = [(near[v] & mask).bit_count() for v in members(mask)]
    n, twice = len(degrees), sum(degrees)
    if twice == 2 * n - 2:
        return Shape("path" if max(degrees) <= 2 else "tree", n)
    return Shape("cycle" if max(degrees) == min(degrees) == 2 else "graph", n)


def name_of(near: Near, mask: int) -> str:
    """The name of the graph on a connected, non-empty set of vertices.

    ``t`` and the brackets of the tree as bits in base 16, O(n log n); ``c`` and the length of a
    cycle; else ``g``, the number of vertices and the rows of the adjacency matrix below the
    diagonal, O(n m) as a rule.
    """
    shape = shape_of(near, mask)
    if shape.kind == "cycle":
        return f"c{shape.n}"
    return _graph(near, mask) if shape.kind == "graph" else _tree(near, mask)


def twins(near: Near, mask: int) -> dict[int, int]:
    """For each vertex of a set the first one with the same neighbours in it, one another left out.

    To exchange twins is a symmetry of the graph, whatever else stays where it is. O(n).
    """
    first: dict[tuple[bool, int], int] = {}
    found: dict[int, int] = {}
    for v in members(mask):
        around = near[v] & mask
        apart = first.setdefault((False, around), v)
        # No vertex has twins of both sorts: adjacent ones, and others.
        found[v] = apart if apart != v else first.setdefault((True, around | 1 << v), v)
    return found


def _tree(near: Near, mask: int) -> str:
    """The brackets of a tree, rooted in its middle (a vertex, or both ends of an edge)."""
    degree = {v: (near[v] & mask).bit_count() for v in members(mask)}
    below: dict[int, list[str]] = {v: [] for v in degree}
    rest, count = mask, len(degree)
    leaves = [v for v in degree if degree[v] <= 1]
    while count > 2:
        count -= len(leaves)
        inner = []
        for v in leaves:
            rest ^= 1 << v
            parent = (near[v] & rest).bit_length() - 1
            below[parent].append(f"1{''.join(sorted(below[v]))}0")
            degree[parent] -= 1
            if degree[parent] == 1:
                inner.append(parent)
        leaves = inner
    roots = sorted(f"1{''.join(sorted(below[v]))}0" for v in members(rest))
    return f"t{int(''.join(roots), 2):x}"


_WORD = (1 << 64) - 1
_SPREAD = 0xBF58476D1CE4E5B9


def _mixed(x: int) -> int:
    """A number of 64 bits in which those of ``x`` are spread; the same on every machine."""
    x = (x ^ x >> 30) * _SPREAD & _WORD
    return x ^ x >> 31


def _graph(near: Near, mask: int) -> str:
    """The adjacency matrix in an order by colour refinement, ties broken one by one."""
    vertices = list(members(mask))
    number = {v: i for i, v in enumerate(vertices)}
    around: list[list[int]] = [[] for _ in vertices]
    for i, v in enumerate(vertices):
        later = near[v] & mask & -(2 << v)
        while later:
            low = later & -later
            j = number[low.bit_length() - 1]
            around[i].append(j)
            around[j].append(i)
            later ^= low
    colour = list(map(len, around))
    while True:
        colour = _refined(around, colour)
        order = sorted(range(len(colour)), key=colour.__getitem__)
        if len(set(colour)) == len(order):
            break
        tied = next(v for u, v in pairwise(order) if colour[u] == colour[v])
        colour[tied] = _mixed(colour[tied] + 1)
    place = [0] * len(order)
    for i, v in enumerate(order):
        place[v] = i
    bits = 1
    for i, v in enumerate(order):
        row = 0
        for u in around[v]:
            if place[u] < i:
                row |= 1 << place[u]
        bits = bits << i | row
    return f"g{len(order)}.{bits:x}"


def _refined(around: list[list[int]], colour: list[int]) -> list[int]:
    """Colours by those of the neighbours, as long as that tells more vertices apart."""
    classes = len(set(colour))
    while classes < len(colour):
        # As in _mixed, twice; this is where naming takes its time.
        spread = [(x := (c ^ c >> 30) * _SPREAD & _WORD) ^ x >> 31 for c in colour]
        told = spread.__getitem__
        sums = [3 * c + sum(map(told, row)) & _WORD for c, row in zip(colour, around, strict=True)]
        finer = [(x := (c ^ c >> 30) * _SPREAD & _WORD) ^ x >> 31 for c in sums]
        more = len(set(finer))
        if more <= classes:
            break
        colour, classes = finer, more
    return colour
