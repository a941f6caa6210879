"""One start of undirected vertex geography, decided by a maximum matching.

(G, v) is an N-position iff every maximum matching of G covers v (source document
004, slide 59). A Tutte–Berge witness, a set A such that G - A has many odd
components, bounds every matching: at least odd(G - A) - |A| vertices stay exposed.

* N: the matching leaves fewer vertices exposed than any matching of G - v does, v
  itself not counted: a maximum matching that missed v would be one of G - v.
* P: the witness shows the matching to be maximum, and flipping the alternating path
  from v to an exposed vertex gives one of the same size that misses v.
* Start free: the first player wins (N) iff no matching is perfect.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.matching_facts import (
    Numbers,
    check_matching,
    exposed_at_least,
    has_edges,
    integers,
    require_vertex_form,
)
from gameproof.games.geography import Position


class MaximumMatching(Certificate, frozen=True, tag="maximum-matching"):
    """``mate``: int (n), partner or -1. ``witness``: the set A. ``path``: from the start
    v to an exposed vertex, edges of the matching first, third, ...; empty for N."""

    mate: np.ndarray
    witness: np.ndarray
    path: np.ndarray


def check(position: Any, claim: Claim, certificate: MaximumMatching) -> str:
    """The proved outcome as a sentence. O(n + m a(n)); raises :class:`Rejected`."""
    require_vertex_form(position)
    if claim.question != "matching" and claim.answer not in ("N", "P"):
        raise Rejected("a matching proves the outcome N or P")
    n, edges = position.graph.n, position.live_edges()
    present = np.ones(n, dtype=bool)
    present[list(position.gone)] = False
    mate = integers(certificate.mate, "mate", -1, n, (n,))
    witness = integers(certificate.witness, "witness", 0, n, (-1,))
    path = integers(certificate.path, "path", 0, n, (-1,))
    size = check_matching(edges, mate)
    if claim.question == "matching":
        if claim.answer != str(size):
            raise Rejected(f"the matching has {size} edges")
        _check_maximum(n, edges, size, witness, present)
        return f"a maximum matching has {size} edges"
    if claim.question != "outcome":
        raise Rejected(f"a matching does not answer the question {claim.question!r}")
    start = position.token
    if start is None:
        return _check_free(position, claim.answer, size, witness, present)
    label = position.graph.label(start)
    if claim.answer == "N":
        rest = present.copy()
        rest[start] = False
        kept = edges[(edges[:, 0] != start) & (edges[:, 1] != start)]
        bound = exposed_at_least(n, kept, witness[witness != start], rest)
        if int(rest.sum()) - bound >= 2 * size:
            raise Rejected(
                f"the witness does not exclude a matching of size {size} without {label}"
            )
        return f"every maximum matching ({size} edges) covers {label}"
    _check_maximum(n, edges, size, witness, present)
    _check_path(n, edges, mate, path, start)
    return f"a maximum matching ({size} edges) misses {label}"


def _check_free(position: Position, answer: str, size: int, witness: Numbers, present: Any) -> str:
    alive = int(present.sum())
    if answer == "P":
        if 2 * size != alive:
            raise Rejected(f"the matching misses {alive - 2 * size} vertices")
        return f"a perfect matching ({size} edges) answers every start"
    if 2 * size == alive:
        raise Rejected("the matching is perfect")
    _check_maximum(position.graph.n, position.live_edges(), size, witness, present)
    return f"a maximum matching ({size} edges) misses a vertex, a winning start"


def _check_maximum(n: int, edges: Any, size: int, witness: Numbers, present: Any) -> None:
    exposed = int(present.sum()) - 2 * size
    bound = exposed_at_least(n, edges, witness, present)
    if bound < exposed:
        raise Rejected(
            f"the witness forces {bound} exposed vertices, the matching leaves {exposed}"
        )


def _check_path(n: int, edges: Any, mate: Numbers, path: Numbers, start: int) -> None:
    if not len(path) or path[0] != start or len(path) % 2 == 0:
        raise Rejected("the alternating path does not lead from the start over an even length")
    if len(np.unique(path)) != len(path):
        raise Rejected("the alternating path repeats a vertex")
    if mate[path[-1]] >= 0:
        raise Rejected("the alternating path does not end in an exposed vertex")
    if (mate[path[:-1:2]] != path[1::2]).any():
        raise Rejected("the alternating path leaves the matching at a wrong place")
    if not has_edges(edges, n, np.stack([path[1::2], path[2::2]], axis=1)):
        raise Rejected("the alternating path uses an edge that is not there")


def flipped(mate: Numbers, path: Numbers) -> Numbers:
    """The matching after flipping the path: it misses the path's first vertex."""
    result = mate.copy()
    if len(path):
        result[path[0]] = -1
        result[path[1::2]] = path[2::2]
        result[path[2::2]] = path[1::2]
    return result


def reply(position: Any, certificate: MaximumMatching) -> int | None:
    """The winning side's move: along the matching (flipped for a P-position)."""
    mate = flipped(np.asarray(certificate.mate), np.asarray(certificate.path))
    if position.token is None:
        exposed = [v for v in np.flatnonzero(mate < 0).tolist() if v not in position.gone]
        return exposed[0] if exposed else None
    move = int(mate[position.token])
    return move if move in position.moves() else None
