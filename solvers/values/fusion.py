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

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits

SMALL = 3000
"""Up to this many edges the plain loop beats loading the kernel."""

SLICE = 1 << 21


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
    m = len(ends)
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
    state = np.array([1, 1], dtype=np.int64)  # depth of the stack, next preorder number
    preorder[0] = 0
    arrays = (ptr, other, edge, preorder, parent_edge, low, hang, odd, place, stack, state)
    if m <= SMALL:
        _walk(ptr.tolist(), other.tolist(), edge.tolist(), preorder, parent_edge)
        value = _value(n, ends, preorder, parent_edge)
    else:
        kernel = kernels("values.fusion_kernel")
        while state[0] > 0:
            limits.check()
            kernel.walk(*arrays, SLICE)
        value = int(hang[0]) ^ int(odd[0])
    if (preorder < 0).any():
        raise ValueError("a vertex is not connected to the ground")
    return FusionTree(value, preorder, parent_edge)


def _walk(
    ptr: list[int],
    other: list[int],
    edge: list[int],
    preorder: NDArray[np.int32],
    parent_edge: NDArray[np.int32],
) -> None:
    """Depth-first numbering and tree edges, in plain Python."""
    place = list(ptr[:-1])
    stack = [0]
    count = 1
    while stack:
        v = stack[-1]
        if place[v] == ptr[v + 1]:
            stack.pop()
            continue
        k = place[v]
        place[v] += 1
        if preorder[other[k]] < 0:
            preorder[other[k]] = count
            parent_edge[other[k]] = edge[k]
            count += 1
            stack.append(other[k])


def _value(
    n: int,
    ends: NDArray[np.int32],
    preorder: NDArray[np.int32],
    parent_edge: NDArray[np.int32],
) -> int:
    """The value from a depth-first tree, children before parents."""
    pre = preorder.tolist()
    up = parent_edge.tolist()
    pairs = ends.tolist()
    tree = set(up)
    low = list(pre)
    odd = [0] * n
    for number, (a, b) in enumerate(pairs):
        if number not in tree and pre[a] >= 0:
            deep, high = (a, b) if pre[a] >= pre[b] else (b, a)
            low[deep] = min(low[deep], pre[high])
            odd[deep] ^= 1
    hang = [0] * n
    for v in sorted((v for v in range(n) if pre[v] > 0), key=lambda v: -pre[v]):
        a, b = pairs[up[v]]
        parent = a if b == v else b
        if low[v] == pre[v]:
            hang[parent] ^= (hang[v] ^ odd[v]) + 1
        else:
            low[parent] = min(low[parent], low[v])
            hang[parent] ^= hang[v]
            odd[parent] ^= odd[v] ^ 1
    return hang[0] ^ odd[0]
