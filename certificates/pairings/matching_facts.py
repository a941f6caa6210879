"""What is checked first of a matching: that it is one, that an edge exists, that no edge joins two
parts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.games.geography import Position

Numbers = NDArray[np.int64]
Edges = NDArray[np.int32]
Flags = NDArray[np.bool_]


def require_vertex_form(position: object) -> Position:
    """These certificates are about undirected vertex geography; else ``Rejected``."""
    if not isinstance(position, Position) or position.edge or position.graph.directed:
        raise Rejected("a matching decides undirected vertex geography only")
    return position


def present_vertices(position: Position) -> Flags:
    """Which vertices are left. O(n)."""
    present = np.ones(position.graph.n, dtype=bool)
    present[np.fromiter(position.gone, dtype=np.int64, count=len(position.gone))] = False
    return present


def has_edges(edges: Edges, n: int, pairs: Numbers) -> bool:
    """Is every row of ``pairs`` an edge? O(m + p log p) where most edges are none of them."""
    if not len(pairs):
        return True
    wanted = np.sort(pairs.min(axis=1) * n + pairs.max(axis=1))
    sieve = np.zeros(1 << 24 if len(edges) > 1 << 20 else 1 << 16, dtype=bool)
    sieve[wanted % len(sieve)] = True
    found = np.zeros(len(wanted), dtype=bool)
    for block in range(0, len(edges), 1 << 20):
        tail, head = (edges[block : block + (1 << 20), end].astype(np.int64) for end in (0, 1))
        keys = np.minimum(tail, head) * n + np.maximum(tail, head)
        keys = keys[sieve[keys % len(sieve)]]
        at = np.minimum(np.searchsorted(wanted, keys), len(wanted) - 1)
        found[at[wanted[at] == keys]] = True
    # Of equal rows the first is found.
    return bool((found | np.append(False, wanted[1:] == wanted[:-1])).all())


def pointed_edges(edges: Edges, target: Numbers) -> Flags:
    """For each vertex v: is (v, target[v]) an edge? O(n + m)."""
    found = np.zeros(len(target), dtype=bool)
    tail, head = edges[:, 0], edges[:, 1]
    found[tail[target[tail] == head]] = True
    found[head[target[head] == tail]] = True
    return found


def check_matching(edges: Edges, mate: Numbers) -> int:
    """The number of edges of the matching ``mate``; :class:`Rejected` when it is none."""
    covered = np.flatnonzero(mate >= 0)
    if (mate[mate[covered]] != covered).any() or (mate[covered] == covered).any():
        raise Rejected("the matching does not pair its vertices")
    if not pointed_edges(edges, mate)[covered].all():
        raise Rejected("the matching uses an edge that is not there")
    return len(covered) // 2


def check_parts(edges: Edges, parts: NDArray[np.signedinteger]) -> None:
    """No edge joins two parts (0, 1, ...; -1 is none); else :class:`Rejected`. O(m)."""
    tail, head = parts[edges[:, 0]], parts[edges[:, 1]]
    wrong = (tail != head) & (tail >= 0) & (head >= 0)
    if wrong.any():
        u, v = edges[int(np.argmax(wrong))].tolist()
        raise Rejected(f"the edge {u}-{v} joins two parts")
