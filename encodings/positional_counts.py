"""Counts of winning sets: on [n]^d there are ((n + 2)^d - n^d) / 2 lines for n >= 2."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.set_count import SetCount
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.positional_pairing import total_size
from gameproof.games.positional import Position
from gameproof.games.set_family import MOST_MEMBERS
from gameproof.solvers.limits import Limits


def counting(field: str) -> Callable[[Position, Limits, Options], Finding]:
    """The method that answers with one field of the count."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        family = position.sets("first")
        count = SetCount(len(family), int(family.degrees.max(initial=0)))
        return Finding(str(getattr(count, field)), count)

    return run


def _fits(position: Position) -> bool:
    return total_size(position) <= MOST_MEMBERS


METHODS: tuple[Method, ...] = (
    Method("sets", "listing", counting("sets"), "by the definition", _fits),
    Method("degree", "listing", counting("most"), "by the definition", _fits),
)
