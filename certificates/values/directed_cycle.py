"""A directed cycle of a digraph."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.impartial.digraph import Position
from gameproof.games.meaning.statement import Is, quantity


class DirectedCycle(Certificate, frozen=True, tag="directed-cycle"):
    """Vertices of a closed walk, each with an arc to the next and the last to the first."""

    vertices: list[int]


def conclude(goal: Goal[Position], certificate: DirectedCycle) -> Conclusion:
    """A closed walk along arcs rules out a topological numbering. O(m + length)."""
    walk, graph = certificate.vertices, goal.position.graph
    if not walk:
        raise Rejected("the cycle is empty")
    for v in walk:
        if type(v) is not int or not 0 <= v < graph.n:
            raise Rejected("the cycle holds something that is not a vertex")
    arcs = set(map(tuple, graph.edges.tolist()))
    for v, w in zip(walk, walk[1:] + walk[:1], strict=True):
        if (v, w) not in arcs:
            raise Rejected(f"there is no arc {v} -> {w}")
    return Conclusion(
        (Is(quantity("acyclic"), False),),
        f"not acyclic: a directed cycle through {len(walk)} vertices",
    )


KIND = Kind(
    record=DirectedCycle,
    scope=Scope(derives=("acyclic",), positions=(Position,)),
    theorem="a digraph is acyclic iff it has a topological numbering (Kahn 1962)",
    evidence="the vertices of a closed walk along arcs",
    conclude=conclude,
)
