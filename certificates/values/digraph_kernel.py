"""The kernel of an acyclic digraph, and a topological numbering."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.digraph_values import arcs_ascend, vertex_list
from gameproof.certificates.values.impartial_answers import conclude_values, in_words, numbers
from gameproof.games.impartial.digraph import LOOPY, Position, Push
from gameproof.games.meaning.statement import Forces, Is, quantity


class DigraphKernel(Certificate, frozen=True, tag="digraph-kernel"):
    """``member`` is 1 at the P-positions and 0 elsewhere; ``number`` is a topological
    numbering of all vertices (arcs lead to larger ones)."""

    member: np.ndarray
    number: np.ndarray


def conclude(goal: Goal[Position], certificate: DigraphKernel) -> Conclusion:
    """In an acyclic digraph the set that holds exactly the vertices without an arc into
    the set is unique, and it is the set of P-positions. O(n + m) with NumPy.

    Answers ``p-positions`` and the outcome of one token.
    """
    position, graph = goal.position, goal.position.graph
    member = numbers("member", certificate.member, (graph.n,))
    number = numbers("number", certificate.number, (graph.n,))
    tail, head = graph.edges[:, 0].astype(np.int64), graph.edges[:, 1].astype(np.int64)
    arcs_ascend(tail, head, number, np.ones(len(head), dtype=bool))
    if ((member < 0) | (member > 1)).any():
        raise Rejected("a vertex is neither in the kernel nor out of it")
    into = np.zeros(graph.n, dtype=bool)
    into[tail[member[head] == 1]] = True
    bad = np.flatnonzero((member == 1) == into)
    if len(bad):
        raise Rejected(f"vertex {int(bad[0])} is labelled wrongly")
    if goal.question == "p-positions":
        text = vertex_list(graph, np.flatnonzero(member))
        return Conclusion((Is(quantity("p-positions"), text),), in_words("p-positions", text, {}))
    if goal.question != "outcome" or len(position.tokens) != 1:
        raise Rejected(f"a kernel does not answer the question {goal.question!r} here")
    lost = bool(member[position.tokens[0]])
    # Not a Grundy value, but 0 exactly at P-positions, which is all that is asked.
    return conclude_values(goal, lambda: int(not lost), tuple)


def reply(position: Position, certificate: DigraphKernel) -> Push | None:
    """A push of the only token into the kernel, ``None`` where there is none."""
    if len(position.tokens) != 1:
        return None
    member = numbers("member", certificate.member, (position.graph.n,))
    return next((move for move in position.moves() if member[move[1]] == 1), None)


KIND = Kind(
    record=DigraphKernel,
    # That plays end is what the numbering shows, so that law is not asked for.
    scope=Scope(derives=(Forces, "p-positions"), positions=(Position,), laws=LOOPY),
    theorem="an acyclic digraph has exactly one kernel, its P-positions (von Neumann, Morgenstern "
    "1944)",
    evidence="a topological numbering, and the kernel",
    conclude=conclude,
    reply=reply,
)
