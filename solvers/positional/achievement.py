"""Can a player complete one of his sets? The question as masks, and what sets say of a position.

One player, the attacker, wants a whole set of his family; the other, the defender, stops him, and
may win first by a set of his own. Words are Python integers, a bit a cell. A *dead* cell is kept
in both players' words.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

UNLIMITED = 127
"""The attacker's number of moves when nobody counts them."""

Numbers = NDArray[np.int32] | NDArray[np.int64]


def fewer(r: int) -> int:
    """The attacker's moves after one of them."""
    return r if r == UNLIMITED else r - 1


@dataclass(frozen=True, eq=False)
class Achievement:
    """Can the attacker complete one of his sets (before the defender completes one of his)?

    ``attack`` and ``defend`` are set families in compressed rows (``indptr``, ``members``);
    ``symmetries`` (order, cells) the automorphisms of both families, the identity first;
    ``plies`` bounds the moves of both players together. ``barred`` are words of cells that the
    attacker never takes, and the defender only in ascending order, word by word.
    """

    cells: int
    attack: tuple[Numbers, Numbers]
    defend: tuple[Numbers, Numbers]
    symmetries: Numbers
    attacker: int
    defender: int
    attacker_to_move: bool
    plies: int | None = None
    barred: tuple[int, ...] = ()

    def answers(self, free: int) -> int:
        """The cells among ``free`` that the defender may take."""
        found = self.own_moves(free)
        for word in self.barred:
            found |= free & word & -(free & word)
        return found

    def own_moves(self, free: int) -> int:
        """The cells among ``free`` that the attacker may take."""
        for word in self.barred:
            free &= ~word
        return free

    @property
    def moves(self) -> int:
        """How many moves the attacker has."""
        if self.plies is None:
            return UNLIMITED
        r = (self.plies + 1) // 2 if self.attacker_to_move else self.plies // 2
        return min(r, UNLIMITED - 1)

    @property
    def stones(self) -> int:
        """How many stones are on the board."""
        return (self.attacker | self.defender).bit_count()

    def masks(self, family: str) -> list[int]:
        """The sets of ``attack`` or ``defend`` as bit masks."""
        indptr, members = getattr(self, family)
        flat, ends = members.tolist(), indptr.tolist()
        return [sum(1 << cell for cell in flat[a:b]) for a, b in itertools.pairwise(ends)]


class Family:
    """The sets of one player as masks."""

    def __init__(self, masks: Sequence[int]) -> None:
        self.masks = list(masks)
        self.longest = max(1, 1, *(mask.bit_count() for mask in self.masks))

    def completing(self, own: int, other: int) -> int:
        """The cells that complete a set of the owner of ``own``."""
        found = 0
        for mask in self.masks:
            if not mask & other:
                rest = mask & ~own
                if not rest & (rest - 1):
                    found |= rest
        return found

    def live(self, own: int, other: int, moves: int) -> int:
        """Cells of live sets: what :meth:`scan` says of them, sooner. O(sets)."""
        live = 0
        for mask in self.masks:
            if not mask & other and (moves == UNLIMITED or (mask & ~own).bit_count() <= moves):
                live |= mask
        return live

    def scan(self, own: int, other: int, moves: int) -> tuple[int, int, int]:
        """Completing cells, cells of live sets, potential times 2^longest. O(sets)."""
        win = live = potential = 0
        for mask in self.masks:
            if not mask & other:
                rest = mask & ~own
                free = rest.bit_count()
                if free <= moves or moves == UNLIMITED:
                    live |= mask
                    potential += 1 << (self.longest - free)
                    if free <= 1:
                        win |= rest
        return win, live, potential


def identity(cells: int) -> NDArray[np.int64]:
    """The group of one element."""
    return np.arange(cells, dtype=np.int64)[None, :]
