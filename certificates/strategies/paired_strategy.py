"""Strategies of positional games that end in pairs.

As ``positional-strategy``, but a node of a proof that the defender ``prevents`` may have pairs
instead of edges: disjoint pairs of free cells, of which each live set of the attacker's holds
one. There the attacker is to move, and the defender answers in the pair from then on, so that
he gets a cell of every live set (Hales, Jewett 1963). A pair may serve several sets.

Beside its edges a node may have answers, each with pairs of its own: the defender answers so any
move that is neither the answer nor in one of its pairs, and in the pairs from then on.
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.positional_strategy import concluded, replied, table_of
from gameproof.certificates.strategies.positional_table import Proofs, Table, pairs_from
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.games.positional import Position


class PairedStrategy(Certificate, frozen=True, tag="paired-strategy"):
    """The fields of ``positional-strategy``; then ``pair_ends`` (nodes + 1) delimits each node's
    rows of ``pairs``, two cells each. A row with one cell twice is an answer; the rows after it,
    up to the next such row, are the pairs that serve then."""

    first: list[int]
    second: list[int]
    to_move: str
    plies: int | None
    proofs: list[tuple[str, str, int, int, int]]
    permutations: np.ndarray
    edge_ends: np.ndarray
    moves: np.ndarray
    replies: np.ndarray
    children: np.ndarray
    symmetries: np.ndarray
    line_ends: np.ndarray
    cell_ends: np.ndarray
    cells: np.ndarray
    pair_ends: np.ndarray
    pairs: np.ndarray


def conclude(goal: Goal[Position], certificate: PairedStrategy) -> Conclusion:
    """What each proof shows, as ``positional-strategy`` does; O(sets * pairs) more a node."""

    def read(position: Position, proofs: Proofs) -> Table:
        return _with_pairs(position, proofs, certificate)

    return concluded(goal.position, certificate, read)


def reply(position: Position, certificate: PairedStrategy) -> int | None:
    """The strategy's move at ``position``, ``None`` where it has none."""

    def read(start: Position, proofs: Proofs) -> Table:
        return _with_pairs(start, proofs, certificate)

    return replied(position, certificate, read)


def _with_pairs(position: Position, proofs: Proofs, certificate: PairedStrategy) -> Table:
    table = table_of(position, proofs)
    return pairs_from(certificate.pair_ends, certificate.pairs, position.board.cells, table)


KIND = Kind(
    record=PairedStrategy,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="a strategy answers every move (Zermelo 1913) until pairs answer the rest (Hales, "
    "Jewett, Trans. AMS 106 (1963)); the rest as for positional-strategy",
    evidence="as for positional-strategy, and pairs for the nodes from which they serve, "
    "at once or after an answer",
    conclude=conclude,
    reply=reply,
)
