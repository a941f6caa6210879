"""What both matching certificates check first: a matching is one, an edge exists,
a Tutte–Berge set bounds every matching."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.matching_steps import COMPILE_FROM, steps
from gameproof.games.geography import Position

Numbers = NDArray[np.int64]


def require_vertex_form(position: Any) -> None:
    """These certificates are about undirected vertex geography; else ``Rejected``."""
    if not isinstance(position, Position) or position.edge or position.graph.directed:
        raise Rejected("a matching decides undirected vertex geography only")


def integers(array: Any, name: str, low: int, high: int, shape: tuple[int, ...]) -> Numbers:
    """The array as int64 when it has this shape (-1: any length) and every number lies
    in low..high - 1; else :class:`Rejected`."""
    given = np.asarray(array)
    if not given.size and -1 in shape:  # JSON keeps no shape of an empty array
        return np.empty([max(size, 0) for size in shape], dtype=np.int64)
    fits = given.ndim == len(shape) and all(
        want in (-1, have) for want, have in zip(shape, given.shape, strict=True)
    )
    if not fits or (given.size and given.dtype.kind not in "iu"):
        raise Rejected(f"{name} is not an array of whole numbers of shape {shape}")
    if given.size and (int(given.min()) < low or int(given.max()) >= high):
        raise Rejected(f"{name} holds a number outside {low}..{high - 1}")
    return given.astype(np.int64, copy=False)


def has_edges(edges: NDArray[np.int32], n: int, pairs: Numbers) -> bool:
    """Is every row of ``pairs`` an edge? O((m + p) log p)."""
    if not len(pairs):
        return True
    wanted = np.unique(pairs.min(axis=1) * n + pairs.max(axis=1))
    found = np.zeros(len(wanted), dtype=bool)
    for block in range(0, len(edges), 1 << 20):
        part = edges[block : block + (1 << 20)].astype(np.int64)
        keys = part.min(axis=1) * n + part.max(axis=1)
        place = np.minimum(np.searchsorted(wanted, keys), len(wanted) - 1)
        found[place[wanted[place] == keys]] = True
    return bool(found.all())


def pointed_edges(edges: NDArray[np.int32], target: Numbers) -> NDArray[np.bool_]:
    """For each vertex v: is (v, target[v]) an edge? O(n + m)."""
    found = np.zeros(len(target), dtype=bool)
    tail, head = edges[:, 0], edges[:, 1]
    found[tail[target[tail] == head]] = True
    found[head[target[head] == tail]] = True
    return found


def check_matching(edges: NDArray[np.int32], mate: Numbers) -> int:
    """The number of edges of the matching ``mate``; :class:`Rejected` when it is none."""
    covered = np.flatnonzero(mate >= 0)
    if (mate[mate[covered]] != covered).any() or (mate[covered] == covered).any():
        raise Rejected("the matching does not pair its vertices")
    if not pointed_edges(edges, mate)[covered].all():
        raise Rejected("the matching uses an edge that is not there")
    return len(covered) // 2


def odd_components(
    n: int, edges: NDArray[np.int32], removed: NDArray[np.bool_], present: NDArray[np.bool_]
) -> int:
    """How many components of odd size are left without the ``removed`` vertices, among
    the ``present`` ones. O(n + m a(n))."""
    large = n + len(edges) >= COMPILE_FROM
    base: Any = np.arange(n, dtype=np.int64)
    tail: Any = np.ascontiguousarray(edges[:, 0])
    head: Any = np.ascontiguousarray(edges[:, 1])
    out: Any = removed
    if not large:
        base, tail, head, out = base.tolist(), tail.tolist(), head.tolist(), removed.tolist()
    steps(large).join_edges(tail, head, out, base)
    classes = np.asarray(base, dtype=np.int64)
    # Point every vertex at its root; each pass halves the remaining depth.
    while (deeper := classes[classes]).tobytes() != classes.tobytes():
        classes = deeper
    sizes = np.bincount(classes[present & ~removed], minlength=n)
    return int((sizes % 2 == 1).sum())


def exposed_at_least(
    n: int, edges: NDArray[np.int32], witness: Numbers, present: NDArray[np.bool_]
) -> int:
    """Tutte–Berge: every matching of the present vertices leaves at least this many of
    them exposed, by the set ``witness`` (odd components minus its size)."""
    removed = np.zeros(n, dtype=bool)
    removed[witness] = True
    if removed.sum() != len(witness) or not present[witness].all():
        raise Rejected("the witness set repeats a vertex or holds one that is gone")
    return odd_components(n, edges, removed, present) - len(witness)
