"""Pairings of [n]^d of any size, by flows between the orbits of its lines and cells.

A flow that sends 2 |L| from every orbit L of lines into orbits of cells on them, at
most |C| into C, gives every line 2 units of its cells when spread evenly over each
orbit; bipartite flows are integral, so the lines have pairs of their own. Conversely
a pairing averaged over the group is such a flow. So a pairing exists iff no union of
orbits of lines wants more cells than the orbits of cells on them hold. For n >= 3
two lines share at most one cell, so that a pair serves one line only.

**Theorem.** [n]^d has a draw-forcing pairing whenever n >= 3 d - 1.

*Proof.* Let a line have j moving coordinates, k central constants (n odd) and a_i constants
in the i-th of the m = floor(n/2) mirror pairs of values, so that the a_i and k sum to d - j.
Put w(0) = 1, w(1) = 1/2, w(a) = 0 for a >= 2 and, if n is odd and k = 0, v = min(1, j / 2^(j-1));
else v = 0. The line gives w(a_i) / Z to each of its two cells at values of pair i and v / Z to
its cell at the central value, where Z = v / 2 + the sum of the w(a_i): 2 units in all.

Since w(a) >= 1 - a / 2, Z >= m - (d - j - k) / 2 + v / 2. In each case 2 Z >= n - d + 1 =: 2 Y:
for n even because j >= 1; for n odd because v = 1 if k = 0 and j <= 2, and because j + k >= 2
otherwise.

A cell with c coordinates in a pair of values, c >= 1, receives on their account from the
line that moves them all at most 1 / Y, and from the c lines that move all but one at most
c / (2 Y) in total (none if c = 1): at most c / Y. A cell with k central coordinates receives
on their account only from the 2^(k-1) lines that move them all, at most k / Y.
Together that is at most d / Y, which is at most 1 when n - d + 1 >= 2 d. QED

For d <= 8 this is sharp: n = 3 d - 2 has more than n^d / 2 lines. In general (n + 2)^d <= 2 n^d
is necessary (every pair takes two cells), which is n >= 2.885 d - 1 or so; between the
bounds, for about d / 9 values of n, the flow decides.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import STEALING, stops
from gameproof.games.boards.grid_rows import line_count
from gameproof.games.cube_orbits import MOST_DIMENSION, MOST_POWER, CubeOrbits, always_from
from gameproof.games.meaning.statement import Forces, Is, Prevents, Statement, nobody_wins, quantity
from gameproof.games.positional import PLAYERS, Position
from gameproof.games.sets.board_stones import untouched_cube


class OrbitFlow(Certificate, frozen=True, tag="orbit-flow"):
    """One board [side]^d for each of ``sides``. ``flows[i]`` has rows (orbit of lines, orbit
    of cells, amount as decimal digits) in the orders of ``CubeOrbits``; an empty one
    stands for the theorem on n >= 3 d - 1. ``violator`` lists orbits of lines of the
    only side; empty means all lines, ``None`` that there is no violator."""

    sides: list[int]
    flows: list[list[tuple[int, int, str]]]
    violator: list[int] | None = None


def conclude(goal: Goal[Position], certificate: OrbitFlow) -> Conclusion:
    """Whether [n]^d has a pairing, and if so that each player can stop every line of the
    other; for the question ``pairing-from``, whether all [m]^d with m >= n have one. Exact
    integers; O(orbits * parts) for every side."""
    place = goal.position
    if not untouched_cube(place):
        raise Rejected("orbits are those of an untouched board [n]^d")
    n, d = (int(x) for x in place.board.parameters)
    if d > MOST_POWER:
        raise Rejected(f"no board of more than {MOST_POWER} dimensions is counted")
    if goal.question == "pairing-from":
        return _from_here(n, d, certificate)
    if certificate.sides != [n]:
        raise Rejected("the certificate is not about a board of this side")
    answer = certificate.violator is None
    found: tuple[Statement, ...] = (
        Is(quantity("pairing"), answer),
        Is(quantity("own-pairing"), answer),
    )
    if certificate.violator is not None:
        reason = _violation(n, d, certificate.violator)
        return Conclusion(found, f"no draw-forcing pairing exists: {reason}")
    _flow(n, d, certificate, 0)
    if place.rule == "weak":
        found += stops(place, "second").statements
    else:
        found += nobody_wins(place.to_move, PLAYERS)
    lines, cells = _text(line_count(n, d)), _text(n**d)
    return Conclusion(
        found,
        f"a draw-forcing pairing exists: {lines} pairs among {cells} cells, with which either "
        "player stops every line of the other",
    )


def _from_here(n: int, d: int, certificate: OrbitFlow) -> Conclusion:
    asked, sides = quantity("pairing-from"), certificate.sides
    if certificate.violator is not None:
        if len(sides) != 1 or not n <= sides[0] < max(n + 1, always_from(d)):
            raise Rejected("expected one side, not below that of the board, without a pairing")
        reason = _violation(sides[0], d, certificate.violator)
        return Conclusion(
            (Is(asked, False),), f"a board of side {_text(sides[0])} has no pairing: {reason}"
        )
    if sides != list(range(n, max(n, always_from(d)))):
        raise Rejected(f"expected a flow for every side from that of the board to {3 * d - 2}")
    for index in range(len(sides)):
        _flow(sides[index], d, certificate, index)
    return Conclusion(
        (Is(asked, True),), f"every board [m]^{d} with m >= {_text(n)} has a draw-forcing pairing"
    )


def _text(number: int) -> str:
    """The number, or its length where it is long."""
    return str(number) if number < 10**30 else f"more than 2^{number.bit_length() - 1}"


def _violation(n: int, d: int, chosen: list[int]) -> str:
    """Why lines of [n]^d want more cells than there are; raises ``Rejected``."""
    if n < 3:
        if n < 2:
            return "a single cell is no pair"
        raise Rejected("for n < 3 a pair of cells can be a whole line: not for orbits")
    if not chosen:
        wanted, union = 2 * line_count(n, d), n**d
    else:
        orbits = _orbits(n, d)
        if len(set(chosen)) != len(chosen):
            raise Rejected("an orbit is named twice")
        if min(chosen) < 0 or max(chosen) >= len(orbits.lines):
            raise Rejected("no such orbit of lines")
        wanted = 2 * sum(orbits.line_sizes[i] for i in chosen)
        near = {cell for i in chosen for cell in orbits.incidence[i]}
        union = sum(orbits.cell_sizes[cell] for cell in near)
    if wanted <= union:
        raise Rejected("the lines have as many cells as they need: no violation")
    return f"{_text(wanted // 2)} lines need {_text(wanted)} cells and have {_text(union)}"


def _orbits(n: int, d: int) -> CubeOrbits:
    if d > MOST_DIMENSION:
        raise Rejected(f"orbits of more than {MOST_DIMENSION} dimensions are too many")
    orbits = CubeOrbits(n, d)
    if not orbits.consistent():
        # redundant: a look at our own formulas
        raise Rejected("the orbits do not add up to the board")
    return orbits


def _flow(n: int, d: int, certificate: OrbitFlow, index: int) -> None:
    """Verify the flow of one side; raises ``Rejected``."""
    if index >= len(certificate.flows):
        raise Rejected("a flow is missing")
    rows = certificate.flows[index]
    if not rows:
        if n < max(2, always_from(d)):
            raise Rejected(f"the theorem starts at n = {always_from(d)}")
        return
    if n < 2:
        # redundant: no line of [1]^d finds two cells
        raise Rejected("a board of one cell has no pair")
    orbits = _orbits(n, d)
    sent, received = [0] * len(orbits.lines), [0] * len(orbits.cells)
    for line, cell, text in rows:
        if not 0 <= line < len(sent) or cell not in orbits.incidence[line]:
            raise Rejected("an amount goes to an orbit without a cell on the lines")
        if not text.isascii() or not text.isdecimal() or len(text) > 4000:
            raise Rejected(f"{text[:20]!r} is no amount")
        sent[line] += int(text)
        received[cell] += int(text)
    for line, amount in enumerate(sent):
        if amount != 2 * orbits.line_sizes[line]:
            raise Rejected(f"lines of orbit {line} do not get two cells each")
    for cell, amount in enumerate(received):
        if amount > orbits.cell_sizes[cell]:
            raise Rejected(f"orbit {cell} gives more cells than it has")


KIND = Kind(
    record=OrbitFlow,
    scope=Scope(
        derives=(Forces, Prevents, "pairing", "own-pairing", "pairing-from"),
        positions=(Position,),
    ),
    theorem="[n]^d has a pairing iff 2 units can flow from every orbit of lines into cells on "
    "them, one at most into a cell (averaging over the group; integral flows; Hall 1935); always "
    "for n >= 3 d - 1 (proved in the module); "
    f"{STEALING}",
    evidence="amounts between orbits of lines and of cells for each side, or lines that want more "
    "cells than they have",
    conclude=conclude,
)
