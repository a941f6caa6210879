"""Depth-first proof-number search (df-pn) for positional games on boards to 64 cells.

df-pn (Nagai, thesis, 2002; proof numbers: Allis, van der Meulen, van den Herik, 1994)
with a table of fixed size, positions taken up to the board's symmetries and without
their dead cells, forced replies, sequences of threats at every attacker's node, and null
moves: where the attacker would win by threats if the defender passed, only the answers
that spoil that sequence, and every other one found, become children. A defender who
wins by threats of his own refutes the attacker's move at once.
"""

from __future__ import annotations

from mmap import mmap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import jit
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.positional_search import Node, Rules, Written
from gameproof.solvers.positional.threat_search import Achievement

THOROUGH = 1000
"""How much longer a thorough search for threats may take than one inside df-pn."""

PAIRING = 400
"""Steps of a search for pairs; inside df-pn it takes fewer."""

DEEPEST = 140
SLICE = 64

Numbers = tuple[int, int]
"""A proof number and a disproof number."""

Family = tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]


class KernelSearch:
    """The compiled search; ``bits`` is the logarithm of the table's size.

    ``budget`` bounds the positions of one search for threats. ``shared`` is a file with the
    table, which other processes that ask about the same sets read and write as well.
    """

    ENGINE = "positional.proof_number_kernel"

    def __init__(
        self,
        problem: Achievement,
        limits: Limits,
        bits: int = 20,
        budget: int = 1000,
        shared: Path | None = None,
    ) -> None:
        self.kernel = jit.kernels(self.ENGINE)
        from gameproof.solvers.positional import pairs_kernel, proof_table_kernel, threat_kernel
        from gameproof.solvers.positional import proof_number_moves_kernel as moves

        self.threats, self.tables, self.infinite = threat_kernel, proof_table_kernel, moves.INFINITE
        self.find_pairs = pairs_kernel.find_pairs
        self.problem = problem
        self.limits = limits
        self.budget = budget
        self.plain_rules = Rules(problem)
        self.board = np.uint64(self.plain_rules.board)
        self.images = np.uint64(1) << problem.symmetries.astype(np.uint64)
        self.rules = threat_kernel.Rules(
            *_family(problem.masks("attack"), problem.cells),
            *_family(problem.masks("defend"), problem.cells),
            self.images,
            np.zeros(1 << 20, np.uint64),
            np.zeros(1 << 20, np.uint64),
            np.full(1 << 20, -1, np.int64),
            np.zeros((36, 4), np.uint64),
            np.zeros(8, np.int64),
            np.array(problem.barred, np.uint64),
            np.zeros(pairs_kernel.MOST_PAIRS, np.uint64),
        )
        self.mirror = self.rules._replace(
            A=self.rules.B,
            ap=self.rules.bp,
            ai=self.rules.bi,
            B=self.rules.A,
            bp=self.rules.ap,
            bi=self.rules.ai,
            fail_a=np.zeros(1 << 20, np.uint64),
            fail_d=np.zeros(1 << 20, np.uint64),
            fail_moves=np.full(1 << 20, -1, np.int64),
        )
        words, numbers = _columns(1 << bits, shared)
        self.table = proof_table_kernel.Table(words[0], words[1], *numbers)
        self.stack = moves.Stack(
            np.zeros(DEEPEST, np.uint64),
            np.zeros(DEEPEST, np.uint64),
            np.zeros((DEEPEST, 8), np.int64),
            np.zeros((DEEPEST, 64), np.uint64),
            np.zeros((DEEPEST, 64), np.uint64),
            np.zeros((DEEPEST, 64), np.int64),
            np.zeros((DEEPEST, 64), np.int64),
            np.zeros((66, 34), np.int64),
            np.zeros(66, np.int64),
            np.zeros(65, np.int64),
            np.zeros(64, np.int64),
        )
        self.out = np.zeros(2, np.uint64)
        self.line = np.zeros(34, np.int64)
        self.written: dict[Node, Written] = {}
        self.searches = 0

    @property
    def nodes(self) -> int:
        """Expanded positions so far."""
        return int(self.rules.stats[1] + self.rules.stats[2])

    def turned(self, a: int, d: int) -> tuple[int, int, int]:
        """A position's canonical form and the symmetry that leads to it."""
        g = self.tables.canonical(np.uint64(a), np.uint64(d), self.images, self.out)
        return int(self.out[0]), int(self.out[1]), int(g)

    def sequence(self, a: int, d: int, r: int, thorough: bool = False) -> list[int] | None:
        """A winning sequence of threats, the attacker to move, if one is found."""
        if r < 1:
            return None
        budget = THOROUGH * self.budget if thorough else self.budget
        found = self.threats.shortest_threats(
            self.rules, np.uint64(a), np.uint64(d), r, self.line, budget
        )
        return self.line[:found].tolist() if found > 0 else None

    def pairs(self, a: int, d: int) -> list[tuple[int, int]]:
        """Disjoint pairs of which each live set of the attacker's holds one; none if none were
        found."""
        room = self.rules.pairs
        found = self.find_pairs(np.uint64(a), np.uint64(d), self.rules.A, room, PAIRING)
        ends = [list(bits(int(word))) for word in room[: max(found, 0)]]
        return [(low, high) for low, high in ends]

    def beaten(self, a: int, d: int, r: int, moves: int, sequence: list[int]) -> int:
        """Those of the defender's moves after which this sequence of threats wins."""
        self.line[: len(sequence)] = sequence
        words = np.uint64(a), np.uint64(d), r, np.uint64(moves)
        return int(self.threats.beaten(self.rules, *words, self.line, len(sequence)))

    def known(self, a: int, d: int, r: int, turn: int) -> bool | None:
        """Does the attacker force a set, as far as the table knows?"""
        found = self.numbers(a, d, r, turn)
        if found is None:
            return None
        if found[0] == 0:
            return True
        return False if found[1] == 0 else None

    def numbers(self, a: int, d: int, r: int, turn: int) -> Numbers | None:
        """The proof and disproof number of a position, where the table has them."""
        x, y, _ = self.turned(a, d)
        place = self.tables.probe(
            self.table, np.uint64(x), np.uint64(y), self.tables.meta_of(turn, r)
        )
        return None if place < 0 else (int(self.table.pn[place]), int(self.table.dn[place]))

    def wins(self, a: int, d: int, r: int, turn: int) -> bool:
        """Does the attacker force a set? In slices of about 0.1 s."""
        answer = self.attempt(a, d, r, turn, None)
        if answer is None:
            raise RuntimeError("an unbounded search ended without an answer")
        return answer

    def attempt(self, a: int, d: int, r: int, turn: int, effort: int | None) -> bool | None:
        """The same within ``effort`` expansions (about; ``None``: any), else ``None``."""
        answer = self.known(a, d, r, turn)
        return self._search(a, d, r, turn, effort) if answer is None else answer

    def renew(self, a: int, d: int, r: int, turn: int) -> None:
        """Search a known position again: its children may have lost their places in the table."""
        self._search(a, d, r, turn, None)

    def attempt_within(
        self, a: int, d: int, r: int, turn: int, effort: int, bounds: Numbers
    ) -> Numbers:
        """The proof and the disproof number, once one of them reaches its bound or ``effort``
        expansions (about) are spent. What was found on the way is in the table afterwards, so
        that the next search goes on from there."""
        known = self.numbers(a, d, r, turn)
        if known is not None and 0 in known:
            return known
        control = self._begin(a, d, r, turn, bounds)
        if not self._go_on(control, effort):
            self._bounds(control)[:] = 0  # every row goes home with its numbers
            self._go_on(control, None)
        proof, disproof = control[-2:].tolist()
        return proof, disproof

    def _search(self, a: int, d: int, r: int, turn: int, effort: int | None) -> bool | None:
        control = self._begin(a, d, r, turn, (self.infinite, self.infinite))
        return bool(control[-2] == 0) if self._go_on(control, effort) else None

    def _begin(self, a: int, d: int, r: int, turn: int, bounds: Numbers) -> NDArray[np.int64]:
        """The first row of the stack; returns what the kernel is controlled with, the current row
        first, the numbers of the last finished one last."""
        self.searches += 1
        self.stack.a[0], self.stack.d[0], _ = self.turned(a, d)
        self.stack.node[0] = [turn, r, *bounds, 0, 0, 0, 0]
        return np.array([0, 1, 0, 0], dtype=np.int64)

    def _bounds(self, control: NDArray[np.int64]) -> NDArray[np.int64]:
        """The bounds of the rows under way."""
        return self.stack.node[: control[0] + 1, 2:4]

    def _go_on(self, control: NDArray[np.int64], effort: int | None) -> bool:
        """Search on; is it finished within ``effort`` expansions?"""
        spent = 0
        while effort is None or spent < effort:
            step = SLICE if effort is None else min(SLICE, effort - spent)
            self.limits.check()
            if self.kernel.search(
                self.rules, self.mirror, self.table, self.stack, control,
                self.board, self.budget, step,
            ):  # fmt: skip
                return True
            spent += step
            self.limits.progress(f"{self.nodes} positions expanded")
        return False


def _columns(
    size: int, shared: Path | None
) -> tuple[list[NDArray[np.uint64]], list[NDArray[np.int64]]]:
    """The columns of a table, two of words and four of numbers; in a file they are as they were
    left there, at first nothing but noughts."""
    if shared is None:
        return (
            [np.zeros(size, np.uint64) for _ in range(2)],
            [np.zeros(size, np.int64) for _ in range(4)],
        )
    length = 8 * size
    with shared.open("r+b") as file:
        file.truncate(6 * length)
        room = mmap(file.fileno(), 6 * length)
    return (
        [np.frombuffer(room, np.uint64, size, length * i) for i in range(2)],
        [np.frombuffer(room, np.int64, size, length * i) for i in range(2, 6)],
    )


def _family(masks: list[int], cells: int) -> Family:
    """Masks, and the numbers of the sets through each cell in compressed rows."""
    through = [[i for i, mask in enumerate(masks) if mask >> c & 1] for c in range(cells)]
    ends = np.cumsum([0, *(len(row) for row in through)], dtype=np.int64)
    flat = np.array([i for row in through for i in row], dtype=np.int64)
    return np.array(masks, dtype=np.uint64), ends, flat
