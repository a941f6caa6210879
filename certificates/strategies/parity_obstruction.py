"""No even kernel holds the token: parities forbid it."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.pairings.matching_facts import integers
from gameproof.certificates.strategies.even_kernel import require_edge_form
from gameproof.games.geography import Position
from gameproof.games.meaning.statement import Is, quantity


class ParityObstruction(Certificate, frozen=True, tag="parity-obstruction"):
    """``vertices``: a set U such that the token has an odd number of edges into U and every
    other vertex an even number, loops left out."""

    vertices: np.ndarray


def conclude(goal: Goal[Position], certificate: ParityObstruction) -> Conclusion:
    """That no even kernel holds the token. O(n + m)."""
    position = require_edge_form(goal.position)
    n, edges = position.graph.n, position.live_edges()
    inside = np.zeros(n, dtype=bool)
    inside[integers(certificate.vertices, "vertices", 0, n, (-1,))] = True
    edges = edges[edges[:, 0] != edges[:, 1]]
    into = np.bincount(edges[inside[edges[:, 1]], 0], minlength=n)
    into += np.bincount(edges[inside[edges[:, 0]], 1], minlength=n)
    if np.flatnonzero(into % 2).tolist() != [position.token]:  # never so for a free token
        raise Rejected("the token is not the one vertex with an odd number of edges into the set")
    return Conclusion(
        (Is(quantity("even-kernel"), False),),
        f"no even kernel holds the token: {int(inside.sum())} vertices force odd parity",
    )


KIND = Kind(
    record=ParityObstruction,
    scope=Scope(derives=("even-kernel",), positions=(Position,)),
    theorem="edges between U and an even kernel S are even in number counted from U, odd "
    "counted from S when the token is in S",
    evidence="a set of vertices, found by elimination over GF(2)",
    conclude=conclude,
)
