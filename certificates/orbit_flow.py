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

from typing import Any

from gameproof.certificates.blocking import conclude, positional
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.cube_orbits import CubeOrbits
from gameproof.games.set_family import line_count

MOST_DIMENSION = 32
"""Orbits grow like partitions of d; no flow is checked beyond this dimension."""
MOST_POWER = 10_000
"""No board with d larger than this is counted."""


class OrbitFlow(Certificate, frozen=True, tag="orbit-flow"):
    """One board [side]^d for each of ``sides``. ``flows[i]`` has rows (orbit of lines, orbit
    of cells, amount as decimal digits) in the orders of ``CubeOrbits``; an empty one
    stands for the theorem on n >= 3 d - 1. ``violator`` lists orbits of lines of the
    only side; empty means all lines, ``None`` that there is no violator."""

    sides: list[int]
    flows: list[list[tuple[int, int, str]]]
    violator: list[int] | None = None


def always_from(d: int) -> int:
    """A side from which every [n]^d has a pairing, by the theorem above."""
    return 3 * d - 1


def check(position: Any, claim: Claim, certificate: OrbitFlow) -> str:
    """Proves ``pairing`` (both answers), ``pairing-from`` (both) and an ``outcome`` by pairing.
    Exact integers; O(orbits * parts) for every side."""
    place = positional(position, listed=False)
    if place.board.kind != "tictactoe" or place.first or place.second:
        raise Rejected("orbits are those of an untouched board [n]^d")
    n, d = (int(x) for x in place.board.parameters)
    if d > MOST_POWER:
        raise Rejected(f"no board of more than {MOST_POWER} dimensions is counted")
    if claim.question == "pairing-from":
        return _from_here(n, d, claim, certificate)
    if certificate.sides != [n]:
        raise Rejected(f"the certificate is not about the side {n}")
    if claim.question == "pairing" and claim.answer == "impossible":
        return f"no draw-forcing pairing exists: {_violation(n, d, certificate)}"
    _flow(n, d, certificate, 0)
    if claim.question == "pairing":
        if claim.answer != "exists":
            raise Rejected(f"a flow does not prove {claim.answer!r}")
        return f"a draw-forcing pairing exists: {line_count(n, d)} pairs among {n**d} cells"
    return conclude(place, claim, "second")


def _from_here(n: int, d: int, claim: Claim, certificate: OrbitFlow) -> str:
    sides = certificate.sides
    if claim.answer == "no":
        if len(sides) != 1 or sides[0] < n:
            raise Rejected(f"expected one side, at least {n}, without a pairing")
        return (
            f"[{sides[0]}]^{d} has no draw-forcing pairing: {_violation(sides[0], d, certificate)}"
        )
    if claim.answer != "yes":
        raise Rejected(f"{claim.answer!r} is no answer to this question")
    if sides != list(range(n, max(n, always_from(d)))):
        raise Rejected(f"expected a flow for every side from {n} to {always_from(d) - 1}")
    for index in range(len(sides)):
        _flow(sides[index], d, certificate, index)
    return f"every board [m]^{d} with m >= {n} has a draw-forcing pairing"


def _violation(n: int, d: int, certificate: OrbitFlow) -> str:
    """Why lines of [n]^d want more cells than there are; raises ``Rejected``."""
    chosen = certificate.violator
    if chosen is None:
        raise Rejected("the certificate names no violating lines")
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
        raise Rejected(f"{wanted // 2} lines have {union} cells: no violation")
    return f"{wanted // 2} lines need {wanted} cells and have {union}"


def _orbits(n: int, d: int) -> CubeOrbits:
    if d > MOST_DIMENSION:
        raise Rejected(f"orbits of more than {MOST_DIMENSION} dimensions are too many")
    orbits = CubeOrbits(n, d)
    if not orbits.consistent():
        raise Rejected("the orbits do not add up to the board")
    return orbits


def _flow(n: int, d: int, certificate: OrbitFlow, index: int) -> None:
    """Verify the flow of one side; raises ``Rejected``."""
    if index >= len(certificate.flows):
        raise Rejected(f"no flow for the side {n}")
    rows = certificate.flows[index]
    if not rows:
        if n < max(2, always_from(d)):
            raise Rejected(f"the theorem starts at n = {always_from(d)}, not at {n}")
        return
    if n < 2:
        raise Rejected("a board of one cell has no pair")
    orbits = _orbits(n, d)
    sent, received = [0] * len(orbits.lines), [0] * len(orbits.cells)
    seen: set[tuple[int, int]] = set()
    for line, cell, text in rows:
        if not 0 <= line < len(sent) or cell not in orbits.incidence[line]:
            raise Rejected(f"no cell of orbit {cell} lies on a line of orbit {line}")
        if (line, cell) in seen:
            raise Rejected(f"orbit {line} sends to orbit {cell} twice")
        seen.add((line, cell))
        if not text.isascii() or not text.isdecimal() or len(text) > 4000:
            raise Rejected(f"{text[:20]!r} is no amount")
        sent[line] += int(text)
        received[cell] += int(text)
    for line, amount in enumerate(sent):
        if amount != 2 * orbits.line_sizes[line]:
            raise Rejected(
                f"lines of orbit {line} get {amount} cells, not {2 * orbits.line_sizes[line]}"
            )
    for cell, amount in enumerate(received):
        if amount > orbits.cell_sizes[cell]:
            raise Rejected(f"orbit {cell} of {orbits.cell_sizes[cell]} cells gives {amount}")
