"""Geography as matchings, GF(2) systems, SAT and search.

Undirected vertex geography is decided for all starts at once by one maximum
matching and the alternating forest that proves it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gameproof.certificates.pairings.maximum_matching import MaximumMatching
from gameproof.encodings.geography import even_kernels as kernels
from gameproof.encodings.geography import qbf as quantified
from gameproof.encodings.geography import search
from gameproof.encodings.geography.divided import DIVISIONS
from gameproof.encodings.method import Encoding, Export, Finding, Method, Options
from gameproof.games.geography import Position, all_starts_text
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching.blossom import FREE, INNER, OUTER, Matching, maximum_matching
from gameproof.solvers.matching.odd_cycles import odd_cycles

STARTS = (
    "(G, v) is N iff every maximum matching of G covers v "
    "(Fraenkel, Scheinerman, Ullman 1993; Frieze, Combinatorial Games)"
)
BERGE = "Tutte–Berge formula; blossom algorithm (Edmonds 1965)"
DECOMPOSITION = STARTS + "; Gallai–Edmonds decomposition for all v at once"


def undirected_vertex(position: Position) -> bool:
    """Is it the form that matchings decide?"""
    return not position.edge and not position.graph.directed


def _stats(matching: Matching) -> dict[str, int]:
    return {
        "matching": matching.size,
        "D": int((matching.label == OUTER).sum()),
        "A": int((matching.label == INNER).sum()),
        "bridges": len(matching.bridges),
        "rounds": matching.rounds,
    }


def _matching(position: Position, limits: Limits) -> Matching:
    """A maximum matching with its forest; one that misses the token's vertex, where some does."""
    edges, n, token = position.live_edges(), position.graph.n, position.token
    found = maximum_matching(n, edges, limits)
    if token is None or found.label[token] != OUTER or found.mate[token] < 0:
        return found
    path, mate = found.path(token), found.mate.copy()
    mate[path[0]] = -1
    mate[path[1::2]], mate[path[2::2]] = path[2::2], path[1::2]
    return maximum_matching(n, edges, limits, mate)


def decide_start(position: Position, limits: Limits, _options: Options) -> Finding:
    """The outcome by a maximum matching; a winning move for N."""
    matching = _matching(position, limits)
    token = position.token
    winning: tuple[int, ...] = ()
    if token is None:
        present = np.ones(position.graph.n, dtype=bool)
        present[list(position.gone)] = False
        exposed = np.flatnonzero(present & (matching.mate < 0))
        winning = tuple(exposed[:1].tolist())
    elif matching.label[token] != OUTER:
        winning = (int(matching.mate[token]),)
    answer = "N" if winning else "P"
    return Finding(answer, _forest(position, matching), _stats(matching), winning_moves=winning)


def matching_number(position: Position, limits: Limits, _options: Options) -> Finding:
    """The size of a maximum matching of the graph that is left, with its forest."""
    matching = _matching(position, limits)
    return Finding(matching.size, _forest(position, matching), _stats(matching))


def _forest(position: Position, matching: Matching) -> MaximumMatching:
    label = matching.label.copy()
    label[list(position.gone)] = FREE  # the solver sees vertices without edges
    nest = odd_cycles(replace(matching, label=label))
    return MaximumMatching(
        matching.mate, matching.parent, matching.bridges, nest.order, nest.cuts, nest.ends
    )


def decide_all(position: Position, limits: Limits, _options: Options) -> Finding:
    """N or P for every start by one forest."""
    matching = _matching(position, limits)
    losing = matching.label == OUTER
    losing[list(position.gone)] = False
    detail = {"P": int(losing.sum()), "N": len(position.vertices()) - int(losing.sum())}
    text = all_starts_text(position, losing)
    return Finding(text, _forest(position, matching), _stats(matching), detail)


def winning_moves(position: Position, limits: Limits, _options: Options) -> Finding:
    """The neighbours that some maximum matching of the graph without the token's
    vertex misses."""
    after = position.without_token()
    matching = maximum_matching(after.graph.n, after.live_edges(), limits)
    winning = [v for v in position.moves() if matching.label[v] == OUTER]
    return Finding(
        position.of_moves("winning-moves", winning), _forest(after, matching), _stats(matching)
    )


METHODS: tuple[Method[Position], ...] = (
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

EXPORTS: tuple[Export[Position], ...] = (
    Export(
        "outcome",
        quantified.outcome_model,
        "the next player wins, as a quantified formula",
        quantified=True,
    ),
    Export("even-kernel", kernels.export_kernel, "even kernels with the token in them, as SAT"),
)

ENCODING = Encoding(METHODS, EXPORTS, divisions=DIVISIONS)
