"""The tree of quiet moves of a win by force: its nodes, with weak proof numbers.

Helper of :mod:`gameproof.solvers.forced.forced_search`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

INFINITE = 1 << 28
FOUR = 6
"""What is added to the proof number of a move that only makes a four."""

HINTS = 4
"""Moves that are tried first, since they won with the same stones of the attacker."""

Reply = tuple[int, int]
"""The attacker's move and what it leads to: -1 - number of the set that it completes, or a
claim."""


@dataclass(slots=True)
class Node:
    """A position, the defender or the attacker to move, with proof and disproof number; ``edges``
    (move, node, what weighs on it until it is expanded) once it is expanded: where the defender
    moves, to what is not solved. ``reply`` is the attacker's, once known; ``claim`` what is
    proved of it and ``after_pass`` his win if the defender passed, where the latter moves,
    ``answered`` the moves with replies, ``tries`` how often a win after a pass was looked for."""

    defends: bool
    pn: int = 1
    dn: int = 1
    edges: list[tuple[int, Node, int]] | None = None
    reply: Reply | None = None
    claim: int = -1
    after_pass: Reply = (-1, -1)
    answered: list[tuple[int, Reply]] = field(default_factory=list)
    tries: int = 0

    @property
    def open(self) -> bool:
        """Neither proved nor given up?"""
        return self.pn != 0 and self.dn != 0

    def won(self, reply: Reply) -> None:
        """The attacker, to move, wins by this reply."""
        self.pn, self.dn, self.reply = 0, INFINITE, reply

    def lost(self) -> None:
        """Nothing that is looked at wins."""
        self.pn, self.dn = INFINITE, 0


class Hints:
    """Moves of the attacker that won with the same stones of his, but for those ``aside``: against
    the same last move of the defender, or another one. ``last`` is that before the search."""

    def __init__(self) -> None:
        self._won: dict[tuple[bytes, int], list[int]] = {}
        self.aside: tuple[int, ...] = ()
        self.last = -1

    def _key(self, stones: NDArray[np.uint64]) -> bytes:
        if self.aside:
            stones = stones.copy()
            for cell in self.aside:
                stones[cell >> 6] &= ~np.uint64(1 << (cell & 63))
        return bytes(stones.tobytes())

    def at(self, stones: NDArray[np.uint64], last: int) -> list[int]:
        """At most so many moves with these stones of the attacker."""
        key = self._key(stones)
        found = [*self._won.get((key, last), ()), *self._won.get((key, -1), ())]
        return list(dict.fromkeys(found))[:HINTS]

    def add(self, stones: NDArray[np.uint64], last: int, cell: int) -> None:
        """The move won."""
        key = self._key(stones)
        for against in {last, -1}:
            won = self._won.setdefault((key, against), [])
            won[:] = [cell, *(other for other in won if other != cell)][:HINTS]


def weighed(edge: tuple[int, Node, int]) -> int:
    """The proof number of a move of the attacker."""
    _, child, weight = edge
    if child.edges is None and child.open:
        return child.pn + weight
    if child.open and weight >= FOUR:
        return child.pn + FOUR
    return child.pn
