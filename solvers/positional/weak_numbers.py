"""Search with weak proof numbers for positional games on boards to 64 cells.

Ueda, Hashimoto, Hashimoto, Iida, *Weak proof-number search* (Computers and Games 2008): many
positions are reached by many orders of moves, and adding up the proof numbers of moves that
lead to the same positions makes them grow beyond all measure. Here they are not added up; the
greatest counts, and one for each other move. For four in a row on four rows that takes a fraction
of the time of ``proof_number``, which serves where sets are larger, where there are many
symmetries and where plies are counted.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.proof_number import SLICE, KernelSearch, Numbers
from gameproof.solvers.positional.threat_search import UNLIMITED, Achievement

BUDGET = 200
"""Positions of a search for a sequence of threats."""
LONGEST = 20
"""Moves of such a sequence."""
DEEPEST = 66
FORCES, FAILS = 1, -1


class WeakSearch(KernelSearch):
    """As :class:`KernelSearch`, for problems without counted plies and barred cells.

    ``bits`` is the logarithm of the table's size, ``shared`` a file with it. Raises
    :class:`ValueError` for other problems.
    """

    ENGINE = "positional.weak_numbers_kernel"

    def __init__(
        self, problem: Achievement, limits: Limits, bits: int = 20, shared: Path | None = None
    ) -> None:
        if problem.plies is not None or problem.barred:
            raise ValueError("plies are counted, or cells barred")
        super().__init__(problem, limits, bits, shared=shared)
        most = max(1, len(self.rules.A))
        self.path = self.kernel.Path(
            np.zeros((DEEPEST, 3), np.uint64),
            np.zeros((DEEPEST, 6), np.int64),
            np.zeros((DEEPEST, 64, 3), np.uint64),
            np.zeros((DEEPEST, 64, 3), np.int64),
            np.zeros((most, 1), np.uint64),
            np.zeros(64, np.uint64),
            np.zeros(4, np.uint64),
            np.zeros((LONGEST, 3), np.uint64),
        )

    def settled(self, a: int, d: int, turn: int) -> bool | None:
        """Is a position decided by forced moves, threats or potential? What is left of it else
        is in ``path.settled``."""
        ends = self.kernel.settle(
            self.rules, self.mirror, self.path, np.uint64(a), np.uint64(d), turn, self.board, BUDGET
        )
        return None if ends not in (FORCES, FAILS) else ends == FORCES

    def numbers(self, a: int, d: int, r: int, turn: int) -> Numbers | None:  # noqa: ARG002
        """The proof and disproof number of a position, where it is settled or in the table."""
        answer = self.settled(a, d, turn)
        if answer is not None:
            return (0, self.infinite) if answer else (self.infinite, 0)
        x, y, _, to_move = self.path.settled
        place = self.tables.probe(self.table, x, y, self.tables.meta_of(int(to_move), UNLIMITED))
        return None if place < 0 else (int(self.table.pn[place]), int(self.table.dn[place]))

    def renew(self, a: int, d: int, r: int, turn: int) -> None:
        """Search a known position again: its children may have lost their places in the table."""
        if self.settled(a, d, turn) is None:
            self._search(a, d, r, turn, None)

    def _search(self, a: int, d: int, r: int, turn: int, effort: int | None) -> bool | None:
        answer = self.settled(a, d, turn)
        return super()._search(a, d, r, turn, effort) if answer is None else answer

    def _begin(self, a: int, d: int, r: int, turn: int, bounds: Numbers) -> NDArray[np.int64]:  # noqa: ARG002
        """The first row of the path, which is what is left of the position after forced moves:
        ``settled`` has just told that something is."""
        self.searches += 1
        path = self.path
        path.words[0] = path.settled[:3]
        path.node[0] = [int(path.settled[3]), *bounds, -1, 0, 0]
        return np.array([0, 0, 0], np.int64)

    def _bounds(self, control: NDArray[np.int64]) -> NDArray[np.int64]:
        rows: NDArray[np.int64] = self.path.node[: control[0] + 1, 1:3]
        return rows

    def _go_on(self, control: NDArray[np.int64], effort: int | None) -> bool:
        """Search on; is it finished within ``effort`` expansions?"""
        spent = 0
        while effort is None or spent < effort:
            step = SLICE if effort is None else min(SLICE, effort - spent)
            self.limits.check()
            if self.kernel.search(
                self.rules, self.mirror, self.table, self.path, control, self.board, BUDGET, step
            ):
                return True
            spent += step
            self.limits.progress(f"{self.nodes} positions expanded")
        return False
