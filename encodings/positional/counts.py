"""Counts of winning sets: on [n]^d there are ((n + 2)^d - n^d) / 2 lines for n >= 2."""

from __future__ import annotations

from gameproof.certificates.recounts import positional as counted
from gameproof.certificates.recounts.recount import Recount
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.positional.pairing import total_size
from gameproof.games.hypergraph import MOST_MEMBERS
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits


def sets(position: Position, _limits: Limits, _options: Options) -> Finding:
    """The number of the first player's sets."""
    return Finding(counted.sets(position, {}), Recount())


def degree(position: Position, _limits: Limits, _options: Options) -> Finding:
    """The greatest number of them through one cell."""
    return Finding(counted.degree(position, {}), Recount())


def _fits(position: Position) -> bool:
    return total_size(position) <= MOST_MEMBERS


METHODS: tuple[Method[Position], ...] = (
    Method("sets", "listing", sets, "by the definition", _fits),
    Method("degree", "listing", degree, "by the definition", _fits),
)
