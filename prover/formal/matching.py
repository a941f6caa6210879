"""Rules ``hall``, ``matching``, ``starts`` and ``largest``: sets that want too many cells;
geography by matchings.

The evidence of ``hall``: whose sets, and their numbers. That of ``matching``: who starts, whether
every largest matching covers the start, a matching (where it is not so, one that misses the start),
and parts of the graph that no edge joins, 0 for the vertices that are taken out. That of
``starts``, for all starts at once: a largest matching, such parts, and the lost starts, each with
a matching as large that misses it; these are found anew, for the certificate holds one matching.
That of ``largest``, how many edges a matching has: it, and such parts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.pairings.hall import NONE
from gameproof.certificates.pairings.matching_facts import require_vertex_form
from gameproof.certificates.pairings.maximum_matching import decomposition, missed
from gameproof.games import geography, positional
from gameproof.prover.formal.numbers import PLAYERS, NotCovered, Numbers, Steps, row
from gameproof.prover.formal.own_pairs import OWN
from gameproof.prover.formal.positions import sets_of
from gameproof.solvers.matching.blossom import maximum_matching

HALL, MATCHING, STARTS, LARGEST = 5, 6, 8, 22


def of_hall(goal: Goal[positional.Position], certificate: Any) -> list[Numbers]:
    """The step; raises :class:`NotCovered` for pairs that exist, for weights, and for pairs of
    their own."""
    if goal.question == OWN:
        raise NotCovered("pairs of their own, which are another rule's")
    if certificate.direction != NONE:
        raise NotCovered("pairs that exist by Hall's theorem, and weights")
    if certificate.player != "second" or certificate.sets is None or certificate.cells is not None:
        raise Rejected("that no pairs exist is shown by sets of the first player alone")
    count = len(sets_of(goal.position, "first"))
    return [[HALL, PLAYERS["first"], *row(integers(certificate.sets, "sets", 1, 0, count))]]


def of_matching(goal: Goal[geography.Position], certificate: Any) -> list[Numbers]:
    """The step; raises :class:`NotCovered` for several moves at once, and a token in the hand."""
    if goal.question not in ("outcome", "matching", "all"):
        raise NotCovered("several moves at once")
    position = require_vertex_form(goal.position)
    labels = decomposition(position, certificate)[:-1].tolist()
    mate, token = np.asarray(certificate.mate).tolist(), position.token
    edges = [x for u, v in enumerate(mate) if u < v for x in (u, v)]
    names = {label: i + 1 for i, label in enumerate(sorted({*labels} - {-1}))}
    parts = [names.get(label, 0) for label in labels]
    for vertex in position.gone:  # its edges are edges of the graph still
        parts[vertex] = 0
    if goal.question == "all":
        losing = np.flatnonzero(missed(position, certificate)).tolist()
        missing = [x for v in losing for x in (v, *without(position, mate, v))]
        return [[
            STARTS, len(edges) // 2, *edges, len(names), *row(parts), len(losing), *missing,
        ]]  # fmt: skip
    if goal.question == "matching":
        return [[LARGEST, len(edges) // 2, *edges, len(names), *row(parts)]]
    if token is None:
        raise NotCovered("the token in the hand")
    start = PLAYERS[goal.position.to_move]
    covered = int(mate[token] >= 0)
    return [[
        MATCHING, start, covered, len(edges) // 2, *edges, len(names), *row(parts),
    ]]  # fmt: skip


def without(position: geography.Position, mate: list[int], start: int) -> Numbers:
    """A largest matching of what is left without one vertex, made of one of the whole."""
    edges, kept = position.live_edges(), np.array(mate, dtype=np.int32)
    if mate[start] >= 0:
        kept[[start, mate[start]]] = -1
    edges = edges[(edges != start).all(axis=1)]
    found = maximum_matching(position.graph.n, edges, mate=kept).mate.tolist()
    pairs = [(u, v) for u, v in enumerate(found) if u < v]
    return [len(pairs), *(x for pair in pairs for x in pair)]


STEPS: Steps = {"hall": of_hall, "maximum-matching": of_matching}
