"""Virtual connections of one player in a position, deduced by rules (``deduction.cpp``).

Which rules, and what the connections are for, stands in
:mod:`gameproof.solvers.connections.search`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native

WORD = (1 << 64) - 1

_deduction = native.engine("deduction")
TOUCH, BRIDGE, CHOICE, ARENA = _deduction.constants("TOUCH", "BRIDGE", "CHOICE", "ARENA")
_deduce = _deduction.function("deduce")
_flow = native.engine("flow").function("flow")

Sets = NDArray[np.uint64]
"""Sets of cells, two words each."""


@dataclass(frozen=True, eq=False)
class Connections:
    """A position: ``near`` lists the neighbours of each cell, ``terminals`` for each player the
    cells at his two terminals; ``own`` the cells of each as bits; ``mover`` moves next."""

    near: tuple[tuple[int, ...], ...]
    terminals: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    own: tuple[int, int]
    mover: int


@dataclass(frozen=True, slots=True)
class Reach:
    """What a proof rests on: the free cells that it may need, and the winner's stones."""

    carrier: int
    stones: int


def _board(problem: Connections) -> native.Arrays:
    cells = len(problem.near)
    near = np.full((2, cells, 2 + max(map(len, problem.near), default=0)), -1, dtype=np.int32)
    meets = np.zeros((2, cells + 2, cells + 2), dtype=np.bool_)
    beside = np.zeros_like(meets)
    for player, ends in enumerate(problem.terminals):
        for cell, row in enumerate(problem.near):
            found = [*row, *(cells + side for side in (0, 1) if cell in ends[side])]
            near[player, cell, : len(found)] = found
            meets[player, cell, found] = meets[player, found, cell] = True
        beside[player] = meets[player]
        for at_end in ends:
            beside[player][np.ix_(at_end, at_end)] = True
    return native.arrays(near=near, meets=meets, beside=beside)


class Deduction:
    """The engine and its tables, for one graph."""

    def __init__(self, problem: Connections) -> None:
        self.cells = len(problem.near)
        self.board = _board(problem)
        total = self.cells + 2
        chains = native.arrays(
            group=np.empty(total, dtype=np.int32), way=np.empty((total, 2), dtype=np.uint64)
        )
        self.group = chains.group
        self.arena = native.arrays(
            rows=np.empty((ARENA, 7), dtype=np.int32),
            carriers=np.empty((ARENA, 2), dtype=np.uint64),
            stones=np.empty((ARENA, 2), dtype=np.uint64),
            alive=np.empty(ARENA, dtype=np.bool_),
        )
        self.full, self.semi = (
            native.arrays(
                rows=np.empty((total, total, _deduction.constant(most)), dtype=np.int32),
                carriers=np.empty((total * total * _deduction.constant(most), 2), dtype=np.uint64),
                counts=np.zeros((total, total), dtype=np.int32),
            )
            for most in ("MOST_FULL", "MOST_SEMI")
        )
        self.own, self.gone = (np.zeros((1, 2), dtype=np.uint64) for _ in range(2))
        self.state = _deduce.numbers()
        self.deduce = _deduce.bind(
            self.board, self.own, self.gone, chains, self.arena, self.full, self.semi, self.state
        )
        self._through = np.zeros(self.cells)
        wires = native.arrays(group=self.group, counts=self.full.counts)
        self._flow = _flow.bind(wires, self.own, self._through)

    def run(self, player: int, own: int, gone: int, moves_next: bool) -> int:
        """Deduce ``player``'s connections; the row of one that joins his terminals, or -1."""
        own &= ~gone
        self.own[0] = own & WORD, own >> 64
        self.gone[0] = gone & WORD, gone >> 64
        self.state.player, self.state.moves_next = player, moves_next
        return self.deduce()

    def reach(self, row: int) -> Reach:
        """The carrier of a row and the stones of the chains that it runs through, as bits."""
        words = [self.arena.carriers[row].tolist(), self.arena.stones[row].tolist()]
        return Reach(*(low | high << 64 for low, high in words))

    def limiting(self, must: int) -> list[int]:
        """Rows of the terminals' semi-connections, small carriers first, that each leave less of
        ``must`` than those before."""
        x, y = sorted(self.group[self.cells :].tolist())
        rows = self.semi.rows[x, y, : self.semi.counts[x, y]]
        words = self.arena.carriers[rows].tolist()
        carriers = [low | high << 64 for low, high in words]
        found = []
        for carrier, row in sorted(
            zip(carriers, rows.tolist(), strict=True), key=lambda one: (one[0].bit_count(), one[1])
        ):
            if must & ~carrier:
                must &= carrier
                found.append(row)
        return found

    def flow(self) -> NDArray[np.float64]:
        """For each cell, how much of a current between the terminals runs through it
        (``flow.cpp``), by the connections deduced last. O(cells cubed)."""
        self._flow()
        return self._through.copy()
