"""Green Hackenbush values in linear time: colon and fusion principles on a DFS tree.

Fusion: the points of a cycle may be made one point without changing the value, so
every 2-edge-connected block becomes a point with as many loops as it has edges,
each worth 1. Colon: a tree has at each point the XOR of (branch + 1) over its
branches (Berlekamp, Conway, Guy, *Winning Ways*, chapter 7). Blocks are separated by
the bridges, found by low points (Tarjan 1974).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

SLICE = 1 << 21  # steps between two looks at the clock
_walk = native.engine("fusion").function("walk")


@dataclass(frozen=True)
class FusionTree:
    """``value`` of the graph, and the depth-first tree that shows its blocks.

    ``preorder`` numbers the vertices from the root (0); ``parent_edge`` is the number
    of the tree edge to the parent, -1 at the root.
    """

    value: int
    preorder: NDArray[np.int32]
    parent_edge: NDArray[np.int32]


def fusion(n: int, ends: NDArray[np.int32], limits: Limits) -> FusionTree:
    """The value of a connected multigraph with ground 0. O(n + m).

    ``ends`` is the (m, 2) array of edges; loops and parallel edges are allowed.
    Raises :class:`ValueError` when a vertex is not connected to the ground, and
    ``LimitReached``.
    """
    loops = ends[:, 0] == ends[:, 1]
    number = np.flatnonzero(~loops).astype(np.int32)
    tail, head = ends[number, 0], ends[number, 1]
    both = np.concatenate([tail, head])
    order = np.argsort(both, kind="stable")
    other = np.ascontiguousarray(np.concatenate([head, tail])[order])
    edge = np.concatenate([number, number])[order]
    ptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(both, minlength=n), out=ptr[1:])
    preorder = np.full(n, -1, dtype=np.int32)
    parent_edge = np.full(n, -1, dtype=np.int32)
    low = np.zeros(n, dtype=np.int32)
    hang = np.zeros(n, dtype=np.int64)  # XOR of what hangs on the block so far
    # Parity of the block's edges so far; loops are counted from the start.
    odd = (np.bincount(ends[loops, 0], minlength=n) & 1).astype(np.int8)
    place = ptr[:-1].copy()
    stack = np.zeros(n + 1, dtype=np.int32)
    preorder[0] = 0
    walk = _walk.bind(
        native.arrays(start=ptr, other=other, edge=edge),
        native.arrays(
            preorder=preorder,
            parent_edge=parent_edge,
            low=low,
            hang=hang,
            odd=odd,
            place=place,
            stack=stack,
        ),
        _walk.numbers(depth=1, count=1),
        SLICE,
    )
    while walk():
        limits.check()
    value = int(hang[0]) ^ int(odd[0])
    if (preorder < 0).any():
        raise ValueError("a vertex is not connected to the ground")
    return FusionTree(value, preorder, parent_edge)
