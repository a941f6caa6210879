"""All starts of undirected vertex geography at once: the Gallai–Edmonds sets.

The certificate is a matching and the alternating forest that grows from all its
exposed vertices. The checker hangs the forest together, shrinks the odd cycles that
the bridges close, and looks at every edge of the graph once. Then

* D, the vertices at even distance (with those inside shrunk odd cycles), are missed
  by some maximum matching: flip the alternating path to the root. They are P.
* A, the remaining vertices of the forest, and C, those outside, are covered by every
  maximum matching: N. For every edge from D leads into its own odd cycle or to A, so
  the cycles are odd components of G - A, as many as |A| plus the exposed vertices
  (Tutte, Berge): the matching is maximum, and G without a vertex of A or C leaves one
  vertex more exposed.

Edmonds 1965; Gallai 1964; Lovász, Plummer, *Matching Theory*, section 3.2.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates import matching_steps
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.matching_facts import (
    Numbers,
    check_matching,
    has_edges,
    integers,
    pointed_edges,
    require_vertex_form,
)
from gameproof.certificates.matching_steps import COMPILE_FROM, steps
from gameproof.games.geography import Position, all_starts_text, moves_text

REASONS = {
    matching_steps.NOT_OUTER: "a bridge leads from a vertex at odd distance",
    matching_steps.TWO_TREES: "a bridge joins two trees",
}


class AlternatingForest(Certificate, frozen=True, tag="alternating-forest"):
    """``mate``: int (n), partner or -1. ``parent``: int (n), for a vertex reached over an
    edge outside the matching the vertex it was reached from, else -1. ``bridges``: int
    (k, 2), edges that close odd cycles, in the order of shrinking."""

    mate: np.ndarray
    parent: np.ndarray
    bridges: np.ndarray


def missed(position: Position, certificate: AlternatingForest) -> NDArray[np.bool_]:
    """The checked set D: the P-starts among the vertices that are left.

    Raises :class:`Rejected` with the first reason why the certificate does not show
    it. O(n + m a(n)).
    """
    n, edges = position.graph.n, position.live_edges()
    mate = integers(certificate.mate, "mate", -1, n, (n,))
    parent = integers(certificate.parent, "parent", -1, n, (n,))
    bridges = integers(certificate.bridges, "bridges", 0, n, (-1, 2))
    check_matching(edges, mate)
    reached = np.flatnonzero(parent >= 0)
    if (mate[reached] < 0).any() or (parent[mate[reached]] >= 0).any():
        raise Rejected("a vertex at odd distance has no partner at even distance")
    if not pointed_edges(edges, parent)[reached].all():
        raise Rejected("the forest uses an edge that is not there")
    if not has_edges(edges, n, bridges):
        raise Rejected("a bridge is not an edge")
    outer, base = _shrink(n, len(edges), mate, parent, bridges)
    inner = (parent >= 0) & ~outer
    if not (outer | inner)[parent[reached]].all():
        raise Rejected("the forest hangs on a vertex outside it")
    _check_edges(edges, outer, inner, base)
    # Every class of D is one odd component of G - A, and every vertex of A has its own.
    components = int((outer & (base == np.arange(n))).sum())
    exposed = int((mate < 0).sum())
    if components - int(inner.sum()) != exposed:
        raise Rejected(f"{components} odd components do not force {exposed} exposed vertices")
    gone = np.fromiter(position.gone, dtype=np.int64, count=len(position.gone))
    outer[gone] = False
    return outer


def _shrink(
    n: int, m: int, mate: Numbers, parent: Numbers, bridges: Numbers
) -> tuple[NDArray[np.bool_], Numbers]:
    """The vertices at even distance and the classes of the shrunk odd cycles."""
    outer = mate < 0
    outer[mate[parent >= 0]] = True
    large = n + m >= COMPILE_FROM
    given: tuple[Any, ...] = (mate, parent, np.zeros(n, dtype=np.int8))
    near, far = np.ascontiguousarray(bridges[:, 0]), np.ascontiguousarray(bridges[:, 1])
    work: tuple[Any, ...] = (near, far, outer.astype(np.int8), np.arange(n), np.zeros(n, np.int64))
    if not large:
        given = tuple(a.tolist() for a in given)
        work = tuple(a.tolist() for a in work)
    code = steps(large)
    if code.forest_has_cycle(*given) != matching_steps.GOOD:
        raise Rejected("the forest has a cycle")
    verdict = code.replay_blossoms(given[0], given[1], *work)
    if verdict != matching_steps.GOOD:
        raise Rejected(REASONS[verdict])
    base = np.asarray(work[3], dtype=np.int64)
    while ((deeper := base[base]) != base).any():
        base = deeper
    return np.asarray(work[2]).astype(bool), base


def _check_edges(edges: Any, outer: Any, inner: Any, base: Any) -> None:
    """No edge leads from D to another class of D or out of the forest."""
    tail, head = edges[:, 0], edges[:, 1]
    for here, there in ((tail, head), (head, tail)):
        leaving = outer[here] & ~inner[there] & (base[here] != base[there])
        if leaving.any():
            at = int(np.flatnonzero(leaving)[0])
            raise Rejected(f"the edge {int(here[at])}-{int(there[at])} leaves its odd component")


def check(position: Any, claim: Claim, certificate: AlternatingForest) -> str:
    """The proved table of starts, or the list of winning moves, as a sentence."""
    require_vertex_form(position)
    n = position.graph.n
    if claim.question == "all":
        losing = missed(position, certificate)
        text = all_starts_text(position, losing)
        kind = "start"
    elif claim.question == "winning-moves":
        after = position.without_token()
        losing = missed(after, certificate)
        text = moves_text(position, [v for v in position.moves() if losing[v]])
        kind = "move"
    else:
        raise Rejected(f"an alternating forest does not answer the question {claim.question!r}")
    if claim.answer != text:
        raise Rejected(f"the forest shows {text}, not {claim.answer}")
    size = int((np.asarray(certificate.mate) >= 0).sum()) // 2
    return f"every {kind} decided by a maximum matching ({size} edges, {n} vertices): {text}"
