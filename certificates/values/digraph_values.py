"""Grundy numbers and a topological numbering of a digraph."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.arrays import shaped
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.impartial_answers import (
    conclude_values,
    in_words,
    winning_texts,
)
from gameproof.games.graph import Graph
from gameproof.games.impartial.digraph import LOOPY, Position, vertex_list
from gameproof.games.meaning.outcomes import OF_GRUNDY_VALUES
from gameproof.games.meaning.statement import Is, quantity


class DigraphValues(Certificate, frozen=True, tag="digraph-values"):
    """For each vertex its ``grundy`` number and topological ``number`` (arcs lead to
    larger ones); both -1 at vertices left out, which no vertex kept may lead to."""

    grundy: np.ndarray
    number: np.ndarray


def conclude(goal: Goal[Position], certificate: DigraphValues) -> Conclusion:
    """Verify the numbering and every mex. O((n + m) log m) with NumPy.

    Answers ``acyclic``, ``p-positions``, ``grundy-numbers`` (all vertices kept) and what
    Grundy values answer for tokens on vertices kept.
    """
    position, graph = goal.position, goal.position.graph
    grundy = shaped(certificate.grundy, "grundy", (graph.n,))
    number = shaped(certificate.number, "number", (graph.n,))
    _verify(graph, grundy, number)
    if goal.question in ("acyclic", "p-positions", "grundy-numbers"):
        if (grundy < 0).any():
            raise Rejected(f"vertex {int(np.flatnonzero(grundy < 0)[0])} has no value")
        found: bool | str = True
        if goal.question == "p-positions":
            found = vertex_list(graph, np.flatnonzero(grundy == 0))
        elif goal.question == "grundy-numbers":
            found = graph.by_vertex(map(str, grundy.tolist()), " ")
        said = in_words(goal.question, found, {})
        return Conclusion((Is(quantity(goal.question), found),), said)

    def value(tokens: tuple[int, ...]) -> int:
        total = 0
        for v in tokens:
            if grundy[v] < 0:
                raise Rejected(f"vertex {v} has no value")
            total ^= int(grundy[v])
        return total

    value(position.tokens)  # the theorem needs that the play from every token ends
    return conclude_values(
        goal,
        lambda: value(position.tokens),
        lambda: winning_texts(position, lambda move: value(position.play(move).tokens)),
    )


def _verify(graph: Graph, grundy: NDArray[np.int64], number: NDArray[np.int64]) -> None:
    """Every kept vertex leads to kept vertices of larger number and has its mex."""
    tail = graph.edges[:, 0].astype(np.int64)
    head = graph.edges[:, 1].astype(np.int64)
    kept = grundy >= 0
    inside = kept[tail]
    tail, head = tail[inside], head[inside]
    arcs_ascend(tail, head, number, kept[head])
    equal = grundy[tail] == grundy[head]
    if equal.any():
        k = int(np.flatnonzero(equal)[0])
        raise Rejected(f"vertex {int(tail[k])} and its option {int(head[k])} have equal values")
    if len(grundy) == 0:
        return
    below = grundy[head] < grundy[tail]
    top = int(grundy.max()) + 1
    if top > len(tail) + 1:
        raise Rejected("a Grundy number exceeds the number of arcs")
    pairs = np.unique(tail[below] * top + grundy[head][below])
    count = np.bincount(pairs // top, minlength=len(grundy))
    short = kept & (count != np.maximum(grundy, 0))
    if short.any():
        v = int(np.flatnonzero(short)[0])
        raise Rejected(f"vertex {v} has no option for every value below {int(grundy[v])}")


def arcs_ascend(
    tail: NDArray[np.int64],
    head: NDArray[np.int64],
    number: NDArray[np.int64],
    allowed: NDArray[np.bool_],
) -> None:
    """Does every arc lead to a larger number, at a place that is allowed? Else ``Rejected``."""
    wrong = ~allowed | (number[tail] >= number[head])
    if wrong.any():
        k = int(np.flatnonzero(wrong)[0])
        raise Rejected(f"arc {int(tail[k])} -> {int(head[k])} does not lead to a larger number")


KIND = Kind(
    record=DigraphValues,
    # That plays end is what the numbering shows, so that law is not asked for.
    scope=Scope(
        derives=(*OF_GRUNDY_VALUES, "acyclic", "p-positions", "grundy-numbers"),
        positions=(Position,),
        laws=LOOPY,
    ),
    theorem="a digraph is acyclic iff it has a topological numbering (Kahn 1962); Sprague 1935 and "
    "Grundy 1939",
    evidence="a topological numbering and the Grundy number of each vertex, every one checked as a "
    "mex",
    conclude=conclude,
)
