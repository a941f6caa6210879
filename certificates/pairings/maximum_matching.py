"""Undirected vertex geography by a maximum matching: the Gallai–Edmonds sets.

(G, v) is an N-position iff every maximum matching of G covers v: the mover follows the
matching, and an alternating path that ends in an exposed vertex would make it larger. Before the
token is put down the first player wins iff some vertex is missed.

The certificate is a matching, the alternating forest of all its exposed vertices, and the
nest of odd cycles (blossoms) in it. A row of vertices, D, is divided into classes; a class is
a single vertex or an odd cycle of smaller classes, neighbours joined by edges. So each class
without any one of its vertices has a perfect matching (it is factor-critical). A are the
further vertices of the forest, C those outside. No edge leads from a class to another one or
to C, and there are as many classes as vertices in A and exposed ones together. Then

* the matching is maximum, all such cover A and C, and each leaves in every class one vertex
  that is exposed or matched into A (Tutte, Berge): starts in A and C are N;
* a class of D hangs by its vertex of A on another class, up to one with an exposed vertex. If
  these vertices of A go over to the classes they hang on, any vertex of the class is missed
  by some maximum matching: starts in D are P.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.arrays import shaped
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.pairings.matching_facts import (
    Flags,
    Numbers,
    check_matching,
    check_parts,
    has_edges,
    pointed_edges,
    present_vertices,
    require_vertex_form,
)
from gameproof.games.geography import Position, all_starts_text
from gameproof.games.meaning.bad_input import quoted
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.statement import Forces, Is, Statement, quantity, wins


class MaximumMatching(Certificate, frozen=True, tag="maximum-matching"):
    """``mate``: int (n), partner or -1. ``parent``: int (n), for a vertex reached over an
    edge outside the matching the vertex it was reached from, else -1. ``order``: int (d), the
    vertices of D. The i-th odd cycle has its nodes, intervals of ``order``, in cyclic order
    between the places ``cuts[ends[i]:ends[i + 1]]``; two neighbours are joined by the edge
    ``bridges[i]``, the others by an edge from a single vertex to its partner or parent.
    """

    mate: np.ndarray
    parent: np.ndarray
    bridges: np.ndarray
    order: np.ndarray
    cuts: np.ndarray
    ends: np.ndarray


def missed(position: Position, certificate: MaximumMatching) -> Flags:
    """The checked set D: the P-starts among the vertices that are left; raises
    :class:`Rejected`."""
    parts = decomposition(position, certificate)
    losing: Flags = (parts[:-1] >= 0) & (parts[:-1] < parts[-1])
    return losing


def decomposition(position: Position, certificate: MaximumMatching) -> NDArray[np.int32]:
    """The checked part of each vertex: 0, 1, ... in the classes of D, -1 in A, their number in C;
    this number, of no vertex, comes last.

    Raises :class:`Rejected` with the first reason why the certificate does not show it.
    O((n + m) log n), vectorised.
    """
    n, edges = position.graph.n, position.live_edges()
    present = present_vertices(position)
    mate = shaped(certificate.mate, "mate", (n,), -1, n)
    parent = shaped(certificate.parent, "parent", (n,), -1, n)
    bridges = shaped(certificate.bridges, "bridges", (-1, 2), 0, n)
    order = shaped(certificate.order, "order", (-1,), 0, n)
    check_matching(edges, mate)
    if not pointed_edges(edges, parent)[parent >= 0].all():
        raise Rejected("the forest uses an edge that is not there")
    if not has_edges(edges, n, bridges):
        raise Rejected("a bridge is not an edge")
    place = np.full(n + 1, -1, dtype=np.int64)  # the last one is that of no vertex, -1
    place[order] = np.arange(len(order))
    outer = place[:n] >= 0
    if int(outer.sum()) != len(order) or (outer & ~present).any():
        raise Rejected("order repeats a vertex or holds one that is gone")
    numbers = _classes(certificate, order, place, mate, parent, bridges)
    classes = int(numbers.max(initial=-1)) + 1
    inner = (parent >= 0) & ~outer
    parts = np.full(n + 1, classes, dtype=np.int32)  # of C, and of no vertex
    parts[order] = numbers
    parts[:n][inner] = -1
    check_parts(edges, parts)
    exposed = int((present & (mate < 0)).sum())
    if classes - int(inner.sum()) != exposed:
        raise Rejected(f"{classes} odd components do not force {exposed} exposed vertices")
    _hang(np.flatnonzero(inner), mate, parent, parts, classes)
    return parts


def _classes(
    certificate: MaximumMatching,
    order: Numbers,
    place: Numbers,
    mate: Numbers,
    parent: Numbers,
    bridges: Numbers,
) -> Numbers:
    """The number of its class for each place of the row; raises :class:`Rejected` unless
    every class is factor-critical."""
    d, k = len(order), len(bridges)
    cuts = shaped(certificate.cuts, "cuts", (-1,), 0, d + 1)
    ends = shaped(certificate.ends, "ends", (k + 1,), 0, len(cuts) + 1)
    counts = np.diff(ends)
    if ends[0] != 0 or ends[-1] != len(cuts) or (counts < 4).any() or (counts % 2).any():
        raise Rejected("the odd cycles do not have three nodes, five, seven, ...")
    last = np.zeros(len(cuts), dtype=bool)
    last[ends[1:] - 1] = True
    here = np.flatnonzero(~last)
    low, high = cuts[here], cuts[here + 1]
    if (low >= high).any():
        raise Rejected("the nodes of an odd cycle are not intervals one after the other")
    known = np.sort(cuts[ends[:-1]] * (d + 1) + cuts[ends[1:] - 1])
    # Nodes are shorter than their cycle: what is said of the cycle rests on shorter ones.
    _all_known(known, d, low, high)
    number = np.repeat(np.arange(k), counts - 1)
    following = here + 1
    closing = last[following]
    following[closing] = ends[number[closing]]
    links = _Links(order, place, low, high, cuts[following], cuts[following + 1])
    joined = links.by_edge_of_a_vertex(mate) | links.by_edge_of_a_vertex(parent)
    joined |= links.back().by_edge_of_a_vertex(mate) | links.back().by_edge_of_a_vertex(parent)
    rest = np.flatnonzero(~joined)
    if not links.only(rest).by_edge(bridges[number[rest]]).all():
        raise Rejected("two neighbours in an odd cycle are not joined by an edge")
    # A new class begins wherever no cycle goes on over the boundary.
    over = np.bincount(cuts[ends[:-1]] + 1, minlength=d + 2) - np.bincount(
        cuts[ends[1:] - 1], minlength=d + 2
    )
    begins = np.cumsum(over)[:d] == 0
    starts = np.flatnonzero(begins)
    _all_known(known, d, starts, np.append(starts[1:], d)[: len(starts)])
    return np.cumsum(begins) - 1


def _all_known(known: Numbers, d: int, low: Numbers, high: Numbers) -> None:
    """Is every interval a single place or an odd cycle's? Else :class:`Rejected`."""
    long = high - low > 1
    keys = low[long] * (d + 1) + high[long]
    if not len(keys):
        return  # so without odd cycles: nothing is longer than a vertex then
    found = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    if (known[found] != keys).any():
        raise Rejected("an interval is neither a vertex nor an odd cycle")


@dataclass(frozen=True, slots=True)
class _Links:
    """Pairs of intervals of the row: low..high - 1 and next_low..next_high - 1."""

    order: Numbers
    place: Numbers
    low: Numbers
    high: Numbers
    next_low: Numbers
    next_high: Numbers

    def back(self) -> _Links:
        """The same pairs, each the other way round."""
        return _Links(self.order, self.place, self.next_low, self.next_high, self.low, self.high)

    def only(self, chosen: Numbers) -> _Links:
        """Some of the pairs."""
        return _Links(
            self.order,
            self.place,
            self.low[chosen],
            self.high[chosen],
            self.next_low[chosen],
            self.next_high[chosen],
        )

    def by_edge_of_a_vertex(self, target: Numbers) -> Flags:
        """Is the first a single vertex v, and target[v] in the second?"""
        at = self.place[target[self.order[self.low]]]
        single: Flags = self.high - self.low == 1
        return single & (self.next_low <= at) & (at < self.next_high)

    def by_edge(self, edges: Numbers) -> Flags:
        """Does the edge beside each pair join its intervals?"""
        u, v = self.place[edges[:, 0]], self.place[edges[:, 1]]
        there = (self.low <= u) & (u < self.high) & (self.next_low <= v) & (v < self.next_high)
        back = (self.low <= v) & (v < self.high) & (self.next_low <= u) & (u < self.next_high)
        joined: Flags = there | back
        return joined


def _hang(
    inner: Numbers, mate: Numbers, parent: Numbers, parts: NDArray[np.int32], classes: int
) -> None:
    """Every class that a vertex of A is matched into hangs, over that vertex's parent, on a
    class with an exposed vertex in the end. Pointers are doubled. O(n log n)."""
    own, other = parts[mate[inner]], parts[parent[inner]]
    if any((ends < 0).any() or (ends == classes).any() for ends in (own, other)):
        raise Rejected("a vertex of A is not matched into D, or does not hang on it")
    jump = np.full(classes + 1, classes, dtype=np.int64)  # the last one: at a root
    jump[own] = other
    for _ in range(classes.bit_length() + 1):
        if (jump == classes).all():
            return
        jump = jump[jump]
    raise Rejected("the forest has a cycle")


def conclude(goal: Goal[Position], certificate: MaximumMatching) -> Conclusion:
    """The winning moves by a forest of what the move leaves; else who wins, the letters of all
    starts where they are asked for, and the matching number."""
    position = require_vertex_form(goal.position)
    size = int((np.asarray(certificate.mate) >= 0).sum()) // 2
    if goal.question == "winning-moves":
        losing = missed(position.without_token(), certificate)
        text = position.of_moves("winning-moves", [v for v in position.moves() if losing[v]])
        return Conclusion(
            (Is(quantity("winning-moves"), text),),
            f"every move decided by a maximum matching ({size} edges): {text}",
        )
    losing = missed(position, certificate)
    me = position.to_move
    loses = not losing.any() if position.token is None else bool(losing[position.token])
    statements: list[Statement] = [
        Is(quantity("matching"), size),
        wins(me, opponent(position, me) if loses else me),
    ]
    said = f"a matching of {size} edges, none of more than {size}; {_reason(position, loses)}"
    if goal.question == "all":
        text = all_starts_text(position, losing)
        statements.append(Is(quantity("all"), text))
        said = f"every start decided by a maximum matching ({size} edges): {text}"
    return Conclusion(tuple(statements), said)


def _reason(position: Position, loses: bool) -> str:
    if position.token is None:
        return "it answers every start" if loses else "it misses a vertex, a winning start"
    label = quoted(position.graph.label(position.token))
    return f"one misses {label}" if loses else f"all as large cover {label}"


KIND = Kind(
    record=MaximumMatching,
    scope=Scope(derives=(Forces, "all", "winning-moves", "matching"), positions=(Position,)),
    theorem="(G, v) is N iff every maximum matching of G covers v (Fraenkel, Scheinerman, "
    "Ullman 1993), iff v is not in D of the Gallai–Edmonds decomposition (Gallai 1964; Edmonds "
    "1965; Lovász, Plummer, Matching Theory, section 3.2); an odd cycle of factor-critical graphs "
    "is one",
    evidence="a matching, its alternating forest, and the nest of the odd cycles in it",
    conclude=conclude,
)
