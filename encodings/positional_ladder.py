"""Draws and Breaker's wins by static proofs, cheapest first.

Each rung says that one player stops every set of the other. Under the weak rule that
is Breaker's win. Under the strong rule the game is drawn when the blocking player
cannot win either: by strategy stealing from the start, else by a rung for the other
player too.
"""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.blocking import hopeless
from gameproof.certificates.both_blocked import both
from gameproof.certificates.certificate import Certificate
from gameproof.certificates.degrees import Degrees, size_and_degree
from gameproof.certificates.pairing import Pairing
from gameproof.certificates.potential import MOST_BITS, certificate_of
from gameproof.certificates.strategy_stealing import StrategyStealing
from gameproof.encodings import positional_sat_pairing
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional_orbits import pairing_by_orbits
from gameproof.encodings.positional_pairing import (
    EXPLICIT_MEMBERS,
    explicit_size,
    find_pairing,
    hall_engine,
    total_size,
)
from gameproof.encodings.positional_regions import find_regions
from gameproof.games.positional import OTHER, Position
from gameproof.games.set_family import MOST_MEMBERS
from gameproof.solvers.limits import LimitReached, Limits

Rung = Callable[[Position, str, Limits, Options], Certificate | None]

SAT_SECONDS = 4.0
"""How long the rung of shared pairs may take before the ladder goes on."""


def by_potential(
    position: Position, player: str, limits: Limits, options: Options
) -> Certificate | None:
    """Erdős and Selfridge: the sum of 2^-|A| is small."""
    return certificate_of(position, player)


def by_degrees(
    position: Position, player: str, limits: Limits, options: Options
) -> Certificate | None:
    """Every cell lies in at most half as many sets as a set has cells."""
    size, degree = size_and_degree(position, OTHER[player])
    return Degrees(size, degree, player) if size and 2 * degree <= size else None


def by_pairing(
    position: Position, player: str, limits: Limits, options: Options
) -> Certificate | None:
    """Pairs of their own by Hall's theorem, explicit or by orbits."""
    if explicit_size(position, options):
        return find_pairing(position, limits, hall_engine(options), player)[0]
    if player != "second":
        return None
    n, d = (int(x) for x in position.board.parameters)
    answer, certificate = pairing_by_orbits(n, d, limits)
    return certificate if answer == "exists" else None


def by_shared_pairs(
    position: Position, player: str, limits: Limits, options: Options
) -> Certificate | None:
    """Pairs that may serve several sets, by SAT, for the second player."""
    if player != "second":
        return None
    short = Limits(min(SAT_SECONDS, limits.remaining()), limits.memory_limit, limits.seed)
    for method in positional_sat_pairing.METHODS:
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
    position: Position, player: str, limits: Limits, options: Options
) -> Certificate | None:
    """Small disjoint regions, each held by itself (set matching)."""
    return find_regions(position, player, limits)


RUNGS: dict[str, Rung] = {
    "potential": by_potential,
    "degrees": by_degrees,
    "pairing": by_pairing,
    "shared-pairs": by_shared_pairs,
    "regions": by_regions,
}


def outcome_by(rung: Rung) -> Callable[[Position, Limits, Options], Finding]:
    """The method that climbs this rung for the second player, and any for the first."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        against_first = rung(position, "second", limits, options)
        if against_first is None:
            return Finding(UNKNOWN)
        if position.rule == "weak":
            return Finding("breaker", against_first)
        if hopeless(position, "second"):
            return Finding("draw", against_first)
        for other in RUNGS.values():
            against_second = other(position, "first", limits, options)
            if against_second is not None:
                return Finding("draw", both(against_first, against_second))
        return Finding(UNKNOWN, None, {}, {"first": "cannot win"})

    return run


def steal(position: Position, limits: Limits, options: Options) -> Finding:
    """The second player cannot win the strong game."""
    if position.rule == "strong" and hopeless(position, "second"):
        return Finding("no", StrategyStealing())
    return Finding(UNKNOWN)


def degrees_pairing(position: Position, limits: Limits, options: Options) -> Finding:
    """A pairing exists because cells lie in few sets; pairs are not shown."""
    if options.explicit:
        return Finding(UNKNOWN)
    certificate = by_degrees(position, "second", limits, options)
    return Finding("exists", certificate) if certificate else Finding(UNKNOWN)


def _countable(position: Position) -> bool:
    """Can the sets be counted, from a formula or by listing them?"""
    board = position.board
    if board.kind == "tictactoe" and not position.first and not position.second:
        n, d = (int(x) for x in board.parameters)
        return d * (n + 2).bit_length() <= MOST_BITS
    return total_size(position) <= MOST_MEMBERS


def _small(position: Position) -> bool:
    return total_size(position) <= EXPLICIT_MEMBERS


STEALING = "strategy stealing (Nash 1949; Hales, Jewett 1963)"

THEOREMS = {
    "potential": "Erdős, Selfridge 1973: sum of 2^-|A| below 1/2",
    "degrees": "cells in at most half as many sets as sets have cells (Hall 1935)",
    "pairing": "draw-forcing pairing (Hales, Jewett 1963; Hall 1935)",
    "shared-pairs": "draw-forcing pairing whose pairs may serve several sets",
    "regions": "set matching (Uiterwijk 2017)",
}

METHODS: tuple[Method, ...] = (
    Method("second-wins", "strategy-stealing", steal, STEALING, _countable),
    *(
        Method(
            "outcome",
            name,
            outcome_by(rung),
            f"{THEOREMS[name]}; draw: {STEALING}",
            _small if name in ("shared-pairs", "regions") else _countable,
        )
        for name, rung in RUNGS.items()
    ),
    Method("pairing", "degrees", degrees_pairing, THEOREMS["degrees"], _countable),
)
