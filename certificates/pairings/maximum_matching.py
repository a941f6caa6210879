"""One start of undirected vertex geography, decided by a maximum matching.

(G, v) is an N-position iff every maximum matching of G covers v: the mover follows the
matching, and an alternating path that ends in an exposed vertex would make it larger. A
partition of the vertices bounds every matching (Tutte, Berge).

* N: no matching of G - v has as many edges as this one of G.
* P: the matching is maximum, and flipping the alternating path from v to an exposed
  vertex gives one of the same size that misses v.
* Start free: the first player wins (N) iff no matching is perfect.
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.pairings.matching_facts import (
    Edges,
    Flags,
    Numbers,
    check_matching,
    has_edges,
    integers,
    largest_matching,
    present_vertices,
    require_vertex_form,
)
from gameproof.games.geography import Position
from gameproof.games.meaning.names import quoted
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.statement import AtLeast, AtMost, Forces, Statement, quantity, wins


class MaximumMatching(Certificate, frozen=True, tag="maximum-matching"):
    """``mate``: int (n), partner or -1. ``parts``: int (n), the part of each vertex, -1 for
    the set A. ``path``: from the start v to an exposed vertex, edges of the matching first,
    third, ...; empty for N."""

    mate: np.ndarray
    parts: np.ndarray
    path: np.ndarray


def conclude(goal: Goal[Position], certificate: MaximumMatching) -> Conclusion:
    """Bounds of the matching number, and who wins as far as they tell. O(n + m)."""
    position = require_vertex_form(goal.position)
    n, edges = position.graph.n, position.live_edges()
    present = present_vertices(position)
    mate = integers(certificate.mate, "mate", -1, n, (n,))
    parts = integers(certificate.parts, "parts", -1, n, (n,))
    path = integers(certificate.path, "path", 0, n, (-1,))
    size = check_matching(edges, mate)
    most = largest_matching(edges, parts, present)
    number = quantity("matching")
    statements: list[Statement] = [AtLeast(number, size), AtMost(number, most)]
    said = f"a matching of {size} edges, none of more than {most}"
    loses = _mover_loses(position, edges, present, mate, parts, path, size, most)
    if loses is not None:
        me = position.to_move
        statements.append(wins(me, opponent(position, me) if loses else me))
        said += "; " + _reason(position, loses)
    return Conclusion(tuple(statements), said)


def _mover_loses(
    position: Position,
    edges: Edges,
    present: Flags,
    mate: Numbers,
    parts: Numbers,
    path: Numbers,
    size: int,
    most: int,
) -> bool | None:
    """Does the player to move lose? ``None`` where the certificate does not tell."""
    start = position.token
    if start is None:
        if 2 * size == int(present.sum()):
            return True
        return False if size == most else None
    if len(path):
        if size != most:
            raise Rejected(f"the matching has {size} edges, the parts allow {most}")
        _check_path(position.graph.n, edges, mate, path, start)
        return True
    rest = present.copy()
    rest[start] = False
    kept = edges[(edges[:, 0] != start) & (edges[:, 1] != start)]
    return False if largest_matching(kept, parts, rest) < size else None


def _reason(position: Position, loses: bool) -> str:
    if position.token is None:
        return "it answers every start" if loses else "it misses a vertex, a winning start"
    label = quoted(position.graph.label(position.token))
    return f"one misses {label}" if loses else f"all as large cover {label}"


def _check_path(n: int, edges: Edges, mate: Numbers, path: Numbers, start: int) -> None:
    if path[0] != start or len(path) % 2 == 0:
        raise Rejected("the alternating path does not lead from the start over an even length")
    if len(np.unique(path)) != len(path):
        raise Rejected("the alternating path repeats a vertex")
    if mate[path[-1]] >= 0:
        raise Rejected("the alternating path does not end in an exposed vertex")
    if (mate[path[:-1:2]] != path[1::2]).any():
        raise Rejected("the alternating path leaves the matching at a wrong place")
    if not has_edges(edges, n, np.stack([path[1::2], path[2::2]], axis=1)):
        raise Rejected("the alternating path uses an edge that is not there")


KIND = Kind(
    record=MaximumMatching,
    scope=Scope(derives=(Forces, "matching"), positions=(Position,)),
    theorem="(G, v) is N iff every maximum matching of G covers v (Fraenkel, Scheinerman, "
    "Ullman 1993); the bound of a partition (Tutte 1947; Berge 1958)",
    evidence="a matching, parts of the graph that no edge joins, and for P an alternating path",
    conclude=conclude,
)
