"""Geography as matchings, GF(2) systems, SAT and search.

Undirected vertex geography is decided for all starts at once by one maximum
matching and the alternating forest that proves it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.alternating_forest import AlternatingForest
from gameproof.certificates.maximum_matching import MaximumMatching
from gameproof.encodings import geography_kernels as kernels
from gameproof.encodings import geography_qbf as quantified
from gameproof.encodings import geography_search as search
from gameproof.encodings.method import Export, Finding, Method, Options
from gameproof.games.geography import Position, all_starts_text, moves_text
from gameproof.solvers.blossom import INNER, OUTER, Matching, maximum_matching
from gameproof.solvers.limits import Limits

STARTS = (
    "(G, v) is N iff every maximum matching of G covers v "
    "(Fraenkel, Scheinerman, Ullman 1993; source document 004, slide 59)"
)
BERGE = "Tutte–Berge formula; blossom algorithm (Edmonds 1965)"
DECOMPOSITION = STARTS + "; Gallai–Edmonds decomposition for all v at once"


def undirected_vertex(position: Position) -> bool:
    """Is it the form that matchings decide?"""
    return not position.edge and not position.graph.directed


def _stats(matching: Matching) -> dict[str, Any]:
    return {
        "matching": matching.size,
        "D": int((matching.label == OUTER).sum()),
        "A": int((matching.label == INNER).sum()),
        "bridges": len(matching.bridges),
        "rounds": matching.rounds,
    }


def decide_start(position: Position, limits: Limits, options: Options) -> Finding:
    """The outcome by a maximum matching; a winning move for N."""
    matching = maximum_matching(position.graph.n, position.live_edges(), limits)
    witness = np.flatnonzero(matching.label == INNER).astype(np.int32)
    token, path, detail = position.token, [], {}
    if token is None:
        exposed = [v for v in np.flatnonzero(matching.mate < 0).tolist() if v not in position.gone]
        answer = "N" if exposed else "P"
        detail = {"winning_move": position.move_text(exposed[0])} if exposed else {}
    elif matching.label[token] == OUTER:
        answer, path = "P", matching.path(token)
    else:
        answer = "N"
        detail = {"winning_move": position.move_text(int(matching.mate[token]))}
    certificate = MaximumMatching(matching.mate, witness, np.array(path, dtype=np.int32))
    return Finding(answer, certificate, _stats(matching), detail)


def matching_number(position: Position, limits: Limits, options: Options) -> Finding:
    """The size of a maximum matching of the graph that is left, with its witness."""
    matching = maximum_matching(position.graph.n, position.live_edges(), limits)
    witness = np.flatnonzero(matching.label == INNER).astype(np.int32)
    certificate = MaximumMatching(matching.mate, witness, np.empty(0, dtype=np.int32))
    return Finding(str(matching.size), certificate, _stats(matching))


def _forest(matching: Matching) -> AlternatingForest:
    return AlternatingForest(matching.mate, matching.parent, matching.bridges)


def decide_all(position: Position, limits: Limits, options: Options) -> Finding:
    """N or P for every start by one forest."""
    matching = maximum_matching(position.graph.n, position.live_edges(), limits)
    losing = matching.label == OUTER
    losing[list(position.gone)] = False
    detail = {"P": int(losing.sum()), "N": len(position.vertices()) - int(losing.sum())}
    text = all_starts_text(position, losing)
    return Finding(text, _forest(matching), _stats(matching), detail)


def winning_moves(position: Position, limits: Limits, options: Options) -> Finding:
    """The neighbours that some maximum matching of the graph without the token's
    vertex misses."""
    after = position.without_token()
    matching = maximum_matching(after.graph.n, after.live_edges(), limits)
    winning = [v for v in position.moves() if matching.label[v] == OUTER]
    return Finding(moves_text(position, winning), _forest(matching), _stats(matching))


METHODS: tuple[Method, ...] = (
    Method("outcome", "matching", decide_start, STARTS, undirected_vertex),
    Method("all", "gallai-edmonds", decide_all, DECOMPOSITION, undirected_vertex),
    Method("winning-moves", "gallai-edmonds", winning_moves, DECOMPOSITION, undirected_vertex),
    Method("matching", "blossoms", matching_number, BERGE, undirected_vertex),
    Method("outcome", "gf2", kernels.decide_bipartite, kernels.BIPARTITE, kernels.bipartite),
    Method("all", "gf2", kernels.decide_all_bipartite, kernels.BIPARTITE, kernels.bipartite),
    Method(
        "winning-moves",
        "gf2",
        kernels.winning_moves_bipartite,
        kernels.BIPARTITE,
        kernels.bipartite,
    ),
    Method("even-kernel", "gf2", kernels.kernel_by_gf2, kernels.KERNEL, kernels.undirected_edge),
    Method("even-kernel", "sat", kernels.kernel_by_sat, kernels.KERNEL, kernels.undirected_edge),
    Method(
        "outcome", "even-kernel", kernels.decide_by_kernel, kernels.KERNEL, kernels.undirected_edge
    ),
    Method("outcome", "search", search.decide, search.SEARCH, search.small),
    Method("all", "search", search.decide_all, search.SEARCH, search.small),
    Method("winning-moves", "search", search.winning_moves, search.SEARCH, search.small),
    Method("outcome", "qbf", quantified.by_solver, quantified.QBF, quantified.small),
)

EXPORTS: tuple[Export, ...] = (
    Export(
        "outcome",
        quantified.outcome_model,
        "the next player wins, as a quantified formula",
        quantified=True,
    ),
    Export("even-kernel", kernels.export_kernel, "even kernels with the token in them, as SAT"),
)
