"""Outcomes of boards with many twins by their values: few moves differ, so values are cheap.

Vertices that are open to the same players and have the same neighbours count as one move: complete
bipartite and multipartite boards, stars with anything attached, cocktail parties. Boards whose
components are too many are left to the search.
"""

from __future__ import annotations

from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.snort.value import closures, proved_value
from gameproof.games.snort import Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.placement import untwinned

#: Boards are tried when at most one open vertex of so many is no twin of an earlier one ...
TWINS = 2
#: ... and given up beyond so many components.
MOST_COMPONENTS = 1_500
#: Smaller boards are searched at once.
LEAST = 8
THEOREM = (
    "to exchange twins is a symmetry; Left wins G starting iff not G <= 0, moving second iff "
    "G >= 0 (Conway, On Numbers and Games, chapter 7)"
)


def many_twins(position: Position) -> bool:
    """Is at most every second open vertex the first of its class of twins? O(n)."""
    red, blue = position.red_free, position.blue_free
    count = (red | blue).bit_count()
    alone = untwinned(*closures(position), red, blue).bit_count()
    return count >= LEAST and TWINS * alone <= count


def _winners(
    position: Position, limits: Limits, options: Options
) -> tuple[tuple[str, str], Finding] | None:
    """Who wins when Red and when Blue starts, and the certificate; ``None`` if that is dear."""
    try:
        found = proved_value(position, limits.share(0.25), MOST_COMPONENTS)
    except LimitReached:
        limits.check()
        return None
    if found is None:
        return None
    value, certificate = found
    red = "blue" if value.outcome in ("P", "R") else "red"
    blue = "red" if value.outcome in ("P", "L") else "blue"
    return (red, blue), Finding(
        value.outcome, certificate if options.certificate else None, value.stats
    )


def _outcome(position: Position, limits: Limits, options: Options) -> Finding:
    found = _winners(position, limits, options)
    return Finding(UNKNOWN) if found is None else found[1]


def _winner(position: Position, limits: Limits, options: Options) -> Finding:
    found = _winners(position, limits, options)
    if found is None:
        return Finding(UNKNOWN)
    winners, finding = found
    answer = winners[0] if position.to_move == "red" else winners[1]
    return Finding(answer, finding.certificate, finding.stats)


METHODS: tuple[Method[Position], ...] = (
    Method("outcome", "twins", _outcome, THEOREM, many_twins),
    Method("winner", "twins", _winner, THEOREM, many_twins),
)
