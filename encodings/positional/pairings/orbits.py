"""Pairings of [n]^d for any n and d: a transportation problem between orbits.

See :mod:`gameproof.certificates.pairings.orbit_flow` for why orbits suffice, and for the theorem
that settles every n >= 3 d - 1. Below n^d = 2 * lines the whole board violates Hall's
condition; between the two bounds (about d / 9 values of n) an exact flow decides.
"""

from __future__ import annotations

from gameproof.certificates.pairings.orbit_flow import OrbitFlow
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional.pairings.hall import explicit_size
from gameproof.games.boards.grid_rows import line_count
from gameproof.games.cube_orbits import MOST_DIMENSION, MOST_POWER, CubeOrbits, always_from
from gameproof.games.meaning.answers import digits
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching.transport import TransportWitness, transport

EXPLICIT_DIMENSION = 16
"""Up to here flows are written out even where the theorem would do."""

Flow = list[tuple[int, int, str]]


def _plain_cube(position: Position) -> bool:
    board = position.board
    return (
        board.kind == "tictactoe"
        and not position.first
        and not position.second
        and board.parameters[1] <= MOST_POWER
    )


def least_by_counting(d: int) -> int:
    """The least n with n^d >= 2 * lines, that is (n + 2)^d <= 2 n^d. O(d log d) bits each."""
    n = 2
    while n**d < 2 * line_count(n, d):
        n += 1
    return n


def orbit_flow(orbits: CubeOrbits, limits: Limits) -> TransportWitness:
    """Two units from every line into cells on it, at most one into a cell, by orbits.

    Arcs to the point at an unused pair of values come first: those cells are in
    fewest lines."""
    arcs = []
    for (_, _, parts), row in zip(orbits.lines, orbits.incidence, strict=True):
        unused = [c for c in row if len(orbits.cells[c][1]) == len(parts) + 1]
        arcs.append(unused + [c for c in row if c not in unused])
    supply = [2 * size for size in orbits.line_sizes]
    return transport(supply, orbits.cell_sizes, arcs, limits)


def pairing_by_orbits(n: int, d: int, limits: Limits) -> OrbitFlow | None:
    """That [n]^d has a pairing, or (with a violator) none; ``None`` where it stays open."""
    if n >= 3 and n**d < 2 * line_count(n, d):
        return OrbitFlow([n], [], [])
    if n >= always_from(d) and d > EXPLICIT_DIMENSION:
        return OrbitFlow([n], [[]])
    if n < 3 or d > MOST_DIMENSION:
        return None
    witness = orbit_flow(CubeOrbits(n, d), limits)
    if witness.violator is not None:
        return OrbitFlow([n], [], witness.violator)
    return OrbitFlow([n], [rows_of(witness)])


def rows_of(witness: TransportWitness) -> Flow:
    """The flow as rows (orbit of lines, orbit of cells, amount)."""
    return [(s, t, str(x)) for s, row in enumerate(witness.flow) for t, x in sorted(row.items())]


def pairing(position: Position, limits: Limits, options: Options) -> Finding:
    """Does [n]^d have a pairing? Left to the explicit matching where pairs are wanted."""
    if options.explicit and explicit_size(position, options):
        return Finding(UNKNOWN)
    n, d = (int(x) for x in position.board.parameters)
    certificate = pairing_by_orbits(n, d, limits)
    detail = {"cells": digits(n**d), "lines": digits(line_count(n, d))}
    if certificate is None:
        return Finding(UNKNOWN, None, {}, detail)
    if certificate.violator == []:
        detail["violator"] = "all lines"
    return Finding(certificate.violator is None, certificate, {}, detail)


def pairing_from(position: Position, limits: Limits, _options: Options) -> Finding:
    """Does every [m]^d with m >= n have a pairing? ``detail`` gives the least such n.

    Only n below 3 d - 1 need flows, and by counting none exists before the least n with
    n^d >= 2 * lines: about d / 9 flows decide a dimension for all n."""
    n, d = (int(x) for x in position.board.parameters)
    if d > MOST_DIMENSION:
        return Finding(UNKNOWN)
    if d == 1:
        detail = {"least n": 2}
        if n == 1:
            return Finding(False, OrbitFlow([1], [], []), {}, detail)
        return Finding(True, _together([], d, n), {}, detail)
    flows: dict[int, Flow] = {}
    worst: OrbitFlow | None = None
    for side in range(always_from(d) - 1, least_by_counting(d) - 1, -1):
        limits.check()
        certificate = pairing_by_orbits(side, d, limits)
        if certificate is None or certificate.violator is not None:
            worst = certificate
            break
        flows[side] = certificate.flows[0]
    least = min(flows, default=always_from(d))
    if worst is None:
        worst = pairing_by_orbits(least - 1, d, limits)
    detail = {"least n": least}
    if n < least:
        return Finding(False, worst, {"flows": len(flows)}, detail)
    wanted = [flows[side] for side in range(n, always_from(d))]
    return Finding(True, _together(wanted, d, n), {"flows": len(flows)}, detail)


def _together(flows: list[Flow], d: int, n: int) -> OrbitFlow:
    return OrbitFlow(list(range(n, max(n, always_from(d)))), flows)


THEOREM = "a pairing exists iff the orbits of lines and cells admit a flow (averaging, integrality)"

METHODS: tuple[Method[Position], ...] = (
    Method("pairing", "orbits", pairing, THEOREM, _plain_cube),
    Method(
        "pairing-from",
        "orbits",
        pairing_from,
        THEOREM + "; for n >= 3 d - 1 always",
        _plain_cube,
    ),
)
