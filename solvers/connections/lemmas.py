"""Lemmas: what the proof of one position says of others.

A player who joins his terminals in a position, although the opponent moves next, does so wherever
he owns the stones that the proof rests on and the opponent owns no cell of its carrier. Where he
lacks one of the stones, he has a semi-connection of his terminals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gameproof.solvers import native
from gameproof.solvers.connections.deduction import WORD, Reach
from gameproof.solvers.connections.fill import Key

_find = native.engine("lemmas").function("find")

MOST_FOUND = 1 << 12
"""How many lemmas are found for one position; more hardly say more."""


@dataclass(frozen=True, slots=True)
class Use:
    """A lemma in a position: the position of its proof, the stone that the player places first
    or -1, and what the proof rests on then."""

    proof: Key
    cell: int
    reach: Reach


class Lemmas:
    """The lemmas about one player."""

    def __init__(self) -> None:
        self.known: list[tuple[Key, Reach]] = []
        self.words = np.zeros((1 << 8, 4), dtype=np.uint64)
        self.found = native.arrays(
            rows=np.empty(MOST_FOUND, dtype=np.int32), lacks=np.empty(MOST_FOUND, dtype=np.int32)
        )
        self.own, self.gone = (np.zeros((1, 2), dtype=np.uint64) for _ in range(2))
        self.state = _find.numbers()
        self._bind()

    def _bind(self) -> None:
        self._find = _find.bind(self.words, self.state, self.own, self.gone, self.found)

    def add(self, proof: Key, reach: Reach) -> None:
        """The player wins the position, and the opponent moves next. May raise ``MemoryError``."""
        if len(self.known) == len(self.words):
            self.words = native.longer(self.words)
            self._bind()
        both = reach.stones | reach.carrier << 128
        self.words[len(self.known)] = native.words_of([both], 4)[0]
        self.known.append((proof, reach))
        self.state.size = len(self.known)

    def find(self, own: int, gone: int) -> list[Use]:
        """The lemmas that hold but for one stone of the player at most. One that lacks none is
        the last of those that are told. O(lemmas)."""
        if not self.known:
            return []
        own &= ~gone
        self.own[0] = own & WORD, own >> 64
        self.gone[0] = gone & WORD, gone >> 64
        count = self._find()
        found = zip(
            self.found.rows[:count].tolist(), self.found.lacks[:count].tolist(), strict=True
        )
        return [self._use(row, cell) for row, cell in found]

    def _use(self, row: int, cell: int) -> Use:
        proof, reach = self.known[row]
        if cell < 0:
            return Use(proof, cell, reach)
        bit = 1 << cell
        return Use(proof, cell, Reach(reach.carrier | bit, reach.stones & ~bit))
