"""Draws and Breaker's wins by static proofs, cheapest first.

Each proof says that one player stops every set of the other. Under the weak rule that
is Breaker's win. Under the strong rule the game is drawn when the blocking player
cannot win either: by strategy stealing from the start, else by a proof for the other
player too.
"""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.pairings.hall import Hall
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.certificates.strategies.potential import Potential
from gameproof.certificates.strategies.strategy_stealing import StrategyStealing
from gameproof.encodings.each_move import together
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional.pairings import shared as sat_pairing
from gameproof.encodings.positional.pairings.hall import (
    EXPLICIT_MEMBERS,
    explicit_size,
    find_pairing,
    total_size,
)
from gameproof.encodings.positional.pairings.orbits import pairing_by_orbits
from gameproof.encodings.positional.pairings.regions import find_regions
from gameproof.games.boards.hypergraph import MOST_MEMBERS
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.live_sets import (
    MOST_BITS,
    live_sizes,
    size_and_degree,
    small_enough,
)
from gameproof.games.sets.stealing import hopeless
from gameproof.solvers.limits import LimitReached, Limits

StaticProof = Callable[[Position, str, Limits, Options], Certificate | None]

SAT_SECONDS = 4.0
"""How long the search for shared pairs may take before the next proof is tried."""


def by_potential(
    position: Position, player: str, _limits: Limits, _options: Options
) -> Certificate | None:
    """Erdős and Selfridge: the sum of 2^-|A| is small."""
    sizes = live_sizes(position, OTHER[player])
    if not small_enough(position, player, sizes):
        return None
    counts = [(size, str(count)) for size, count in sorted(sizes.items())]
    return Potential("erdos-selfridge", counts, player)


def by_degrees(
    position: Position, player: str, _limits: Limits, _options: Options
) -> Certificate | None:
    """Every cell lies in at most half as many sets as a set has cells."""
    size, degree = size_and_degree(position, OTHER[player])
    return Hall("exists", player=player) if size and 2 * degree <= size else None


def by_pairing(
    position: Position, player: str, limits: Limits, options: Options
) -> Certificate | None:
    """Pairs of their own by Hall's theorem, explicit or by orbits."""
    if explicit_size(position, options):
        return find_pairing(position, limits, player)[0]
    if player != "second":
        return None
    n, d = (int(x) for x in position.board.parameters)
    certificate = pairing_by_orbits(n, d, limits)
    return certificate if certificate is not None and certificate.violator is None else None


def by_shared_pairs(
    position: Position, player: str, limits: Limits, options: Options
) -> Certificate | None:
    """Pairs that may serve several sets, by SAT, for the second player."""
    if player != "second":
        return None
    short = limits.share(seconds=SAT_SECONDS)
    for method in sat_pairing.METHODS:
        if method.question != "pairing" or not method.applies(position):
            continue
        try:
            finding = method.run(position, short, options)
        except LimitReached:
            limits.check()
            return None
        if isinstance(finding.certificate, Pairing):
            return finding.certificate
        if finding.answer != UNKNOWN:
            return None
    return None


def by_regions(
    position: Position, player: str, limits: Limits, _options: Options
) -> Certificate | None:
    """Small disjoint regions, each held by itself (set matching)."""
    return find_regions(position, player, limits)


STATIC_PROOFS: dict[str, StaticProof] = {
    "potential": by_potential,
    "degrees": by_degrees,
    "pairing": by_pairing,
    "shared-pairs": by_shared_pairs,
    "regions": by_regions,
}


def outcome_by(proof: StaticProof) -> Callable[[Position, Limits, Options], Finding]:
    """The method that tries this proof against the first player, any against the second."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        against_first = proof(position, "second", limits, options)
        if against_first is None:
            return Finding(UNKNOWN)
        if position.rule == "weak":
            return Finding("breaker", against_first)
        if hopeless(position, "second"):
            return Finding("draw", against_first)
        for other in STATIC_PROOFS.values():
            against_second = other(position, "first", limits, options)
            if against_second is not None:
                return Finding("draw", together(against_first, against_second))
        return Finding(UNKNOWN, note="the first player cannot win")

    return run


def steal(position: Position, _limits: Limits, _options: Options) -> Finding:
    """The second player cannot win the strong game."""
    if position.rule == "strong" and hopeless(position, "second"):
        return Finding(False, StrategyStealing())
    return Finding(UNKNOWN)


def degrees_pairing(position: Position, limits: Limits, options: Options) -> Finding:
    """A pairing exists because cells lie in few sets; pairs are not shown."""
    if options.explicit:
        return Finding(UNKNOWN)
    certificate = by_degrees(position, "second", limits, options)
    return Finding(True, certificate) if certificate else Finding(UNKNOWN)


def _countable(position: Position) -> bool:
    """Can the sets be counted, from a formula or by listing them?"""
    board = position.board
    if board.kind == "tictactoe" and not position.first and not position.second:
        n, d = (int(x) for x in board.parameters)
        return d * (n + 2).bit_length() <= MOST_BITS
    return total_size(position) <= MOST_MEMBERS


def _small(position: Position) -> bool:
    return total_size(position) <= EXPLICIT_MEMBERS


def _shared(position: Position) -> bool:
    return _small(position) and sat_pairing.may_share(position)


APPLIES = {"shared-pairs": _shared, "regions": _small}
"""Where a proof asks for more than that the sets can be counted."""

STEALING = "strategy stealing (Nash 1949; Hales, Jewett 1963)"

THEOREMS = {
    "potential": "Erdős, Selfridge 1973: sum of 2^-|A| below 1/2",
    "degrees": "cells in at most half as many sets as sets have cells (Hall 1935)",
    "pairing": "draw-forcing pairing (Hales, Jewett 1963; Hall 1935)",
    "shared-pairs": "draw-forcing pairing whose pairs may serve several sets",
    "regions": "set matching (Uiterwijk 2017)",
}


def _methods(*names: str) -> tuple[Method[Position], ...]:
    return tuple(
        Method(
            "outcome",
            name,
            outcome_by(STATIC_PROOFS[name]),
            f"{THEOREMS[name]}; draw: {STEALING}",
            APPLIES.get(name, _countable),
        )
        for name in names
    )


QUICK: tuple[Method[Position], ...] = (
    Method("second-wins", "strategy-stealing", steal, STEALING, _countable),
    *_methods("potential", "degrees", "pairing"),
)
METHODS: tuple[Method[Position], ...] = (
    *QUICK,
    *_methods("shared-pairs", "regions"),
    Method("pairing", "degrees", degrees_pairing, THEOREMS["degrees"], _countable),
)
