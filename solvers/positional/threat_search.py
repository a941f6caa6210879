"""Winning sequences of threats in positional games, on bit masks in plain Python.

One player, the attacker, wants a whole set of his family; the other, the defender, stops
him, and may win first by a set of his own. A *threat* leaves the attacker one cell that
completes a set, so the defender must take it. A sequence of threats wins when the last one
leaves two such cells. Searching only these finds most wins at a glance (Patashnik,
Qubic: 4x4x4 tic-tac-toe, Math. Magazine 53 (1980); Allis, thesis, 1994).

Words are Python integers, a bit a cell. A *dead* cell is kept in both players' words.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.bit_sets import bits

UNLIMITED = 127
"""The attacker's number of moves when nobody counts them."""

MOST_THREATS = 33

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
    """The sets of one player as masks, all of them and through each cell."""

    def __init__(self, masks: Sequence[int], cells: int) -> None:
        self.masks = list(masks)
        self.through: list[list[int]] = [[] for _ in range(cells)]
        for mask in self.masks:
            for cell in bits(mask):
                self.through[cell].append(mask)
        self.longest = max(1, 1, *(mask.bit_count() for mask in self.masks))

    def completing(self, own: int, other: int, cell: int | None = None) -> int:
        """The cells that complete a set of the owner of ``own`` (through ``cell``)."""
        found = 0
        for mask in self.masks if cell is None else self.through[cell]:
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


class Threats:
    """Search for sequences of threats, with a table of the positions that have none."""

    def __init__(self, attack: Family, defend: Family) -> None:
        self.attack = attack
        self.defend = defend
        self.none: dict[tuple[int, int], int] = {}

    def shortest(self, a: int, d: int, r: int, budget: int = 400) -> list[int] | None:
        """A short winning sequence, the attacker to move with ``r`` moves, if one is found.

        At most ``budget`` positions a length are looked at. The sequence is the
        attacker's moves without the one that completes the set, except that a
        set completed at once is a sequence of one move.
        """
        now = self.attack.completing(a, d)
        if now:
            return [(now & -now).bit_length() - 1] if r >= 1 else None
        must = self.defend.completing(d, a)
        if must & (must - 1):
            return None
        most = min(r - 1, MOST_THREATS)
        length = 1
        while True:
            length = min(length * 2, most)
            if length < 1:
                return None
            left = [budget]
            found, cut = self._search(a, d, must, length, left)
            if found is not None:
                return found
            if not cut or length >= most or left[0] < 0:
                return None

    def _search(
        self, a: int, d: int, must: int, most: int, left: list[int]
    ) -> tuple[list[int] | None, bool]:
        """A sequence of at most ``most`` moves, and whether that bound cut something off."""
        left[0] -= 1
        if left[0] < 0:
            return None, False
        known = self.none.get((a, d), -1)
        if known >= most:
            return None, known <= MOST_THREATS
        cells = twice = 0
        for mask in self.attack.masks:
            if not mask & d:
                rest = mask & ~a
                more = rest & (rest - 1)
                if more and not more & (more - 1):
                    twice |= cells & rest
                    cells |= rest
        if must:
            cells &= must
            twice &= must
        for cell in bits(twice):
            answer = self.attack.completing(a | 1 << cell, d, cell)
            if answer & (answer - 1):
                return [cell], False
        cut = most <= 1 and cells != 0
        for cell in bits(cells) if most > 1 else ():
            grown = a | 1 << cell
            answer = self.attack.completing(grown, d, cell)
            if not answer:
                continue
            stones = d | answer
            forced = self.defend.completing(stones, grown, answer.bit_length() - 1)
            if forced & (forced - 1):
                continue
            found, short = self._search(grown, stones, forced, most - 1, left)
            if found is not None:
                return [cell, *found], False
            cut = cut or short
        if left[0] >= 0:
            self.none[a, d] = most if cut else MOST_THREATS + 1
        return None, cut

    def replays(self, a: int, d: int, r: int, sequence: Sequence[int]) -> bool:
        """Does the sequence win from here, the attacker to move?"""
        if self.attack.completing(a, d):
            return r >= 1
        if r < len(sequence) + 1:
            return False
        must = self.defend.completing(d, a)
        for cell in sequence:
            bit = 1 << cell
            if (a | d) & bit or must & ~bit:
                return False
            a |= bit
            answer = self.attack.completing(a, d, cell)
            if answer & (answer - 1):
                return True
            if not answer:
                return False
            d |= answer
            must = self.defend.completing(d, a, answer.bit_length() - 1)
        return False


def identity(cells: int) -> NDArray[np.int64]:
    """The group of one element."""
    return np.arange(cells, dtype=np.int64)[None, :]
