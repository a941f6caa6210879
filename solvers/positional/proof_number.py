"""Depth-first proof-number search (df-pn) for positional games on boards to 4096 cells.

df-pn (Nagai, thesis, 2002; proof numbers: Allis, van der Meulen, van den Herik, 1994)
with a table of fixed size, positions taken up to the board's symmetries and without
their dead cells, forced replies, sequences of threats at every attacker's node, and null
moves: where the attacker would win by threats if the defender passed, only the answers
that spoil that sequence, and every other one found, become children. A defender who
wins by threats of his own refutes the attacker's move at once.

With *weak* proof numbers (Ueda, Hashimoto, Hashimoto, Iida, *Weak proof-number search*,
Computers and Games 2008) those of a position's moves are not added up: many orders of moves
lead to the same positions, and sums grow beyond all measure. The greatest counts, and one for
each other move. For four in a row on four rows that takes a fraction of the time; sums serve
where sets are larger, where there are many symmetries and where plies are counted.
"""

from __future__ import annotations

from functools import cache
from mmap import mmap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional.achievement import Achievement
from gameproof.solvers.positional.pair_room import pair_room
from gameproof.solvers.positional.positional_search import Rules
from gameproof.solvers.search.verdicts import with_room

ENGINE = native.engine("proof_number")
INFINITE = ENGINE.constant("INFINITE")
PROVED, DISPROVED = ENGINE.constant("PROVED"), ENGINE.constant("DISPROVED")
WIDTHS = 1, 2, 6, 64
"""Words of a set of cells for which there is an engine."""
MOST_CELLS = 64 * WIDTHS[-1]

BUDGET, WEAK_BUDGET = 1000, 200
"""Positions of a search for threats inside the search, and inside that with weak numbers."""
NO_THREATS = 1 << 14
"""Rows of a table of positions in which there is no sequence of threats."""
FIRST_BITS = 14
"""Logarithm of a table's rows in the beginning, unless processes share it."""
ROWS_FOR_ONE = 32
"""A table with fewer rows than that for each expansion is made larger, as far as it may be."""
SLICE = 256
"""Expansions between two looks at the clock: a search for threats at each may take its time."""

Numbers = tuple[int, int]
"""A proof number and a disproof number."""
Words = NDArray[np.uint64]


_function = cache(ENGINE.function)


class ProofNumberSearch:
    """The search; ``bits`` is the logarithm of the table's size, at most.

    ``shared`` is a file with the table, which other processes that ask about the same sets
    read and write as well. With ``weak`` numbers plies are not counted and no cells barred:
    :class:`ValueError`. So for boards of more than :data:`MOST_CELLS` cells.
    """

    def __init__(
        self,
        problem: Achievement,
        limits: Limits,
        bits: int = 20,
        shared: Path | None = None,
        weak: bool = False,
    ) -> None:
        if weak and (problem.plies is not None or problem.barred):
            raise ValueError("plies are counted, or cells barred")
        if problem.cells > MOST_CELLS:
            raise ValueError(f"a board of more than {MOST_CELLS} cells")
        self.problem = problem
        self.limits = limits
        self.weak = weak
        self.settling = WEAK_BUDGET if weak else BUDGET
        self.plain_rules = Rules(problem)
        self.width = width = next(w for w in WIDTHS if problem.cells <= 64 * w)
        attack = set_family(problem.masks("attack"), problem.cells, width)
        depth = 2 + min(problem.cells, problem.cells if problem.plies is None else problem.plies)
        self._most = 1 << bits
        first = bits if shared is not None else min(bits, FIRST_BITS)
        self.arrays = native.arrays(
            attack=attack,
            defend=set_family(problem.masks("defend"), problem.cells, width),
            symmetries=np.ascontiguousarray(problem.symmetries, dtype=np.uint16),
            barred=native.words_of(problem.barred, width),
            board=native.words_of([self.plain_rules.board], width),
            table=(_rows(1 << first, 2 * width + 2, shared),),
            none=(np.zeros((NO_THREATS, 2 * width + 1), np.uint64),),
            none_of_defender=(np.zeros((NO_THREATS, 2 * width + 1), np.uint64),),
            kept=np.zeros(len(attack.masks), np.int32),
            pairs=pair_room(len(attack.masks), width),
            path=np.zeros((depth, ENGINE.constant(f"node_{width}")), np.uint64),
            children=np.zeros(
                (depth * problem.cells, ENGINE.constant(f"child_{width}")), np.uint64
            ),
            killer=np.zeros(problem.cells, np.int64),
            words=np.zeros((2, width), np.uint64),
        )
        begin = self.function("begin")
        self.asked, self._state = begin.numbers(0), begin.numbers(1)
        self._bytes = self.arrays.words.view(np.uint8).reshape(-1).data
        self.searches = 0
        self._bind()

    def _bind(self) -> None:
        """The engine's functions with what they work on."""
        asked = self.arrays, self.asked
        self._canonical = self.function("canonical", kind=False).bind(self.arrays)
        self._look_up = self.function("look_up").bind(*asked)
        self._begin = self.function("begin").bind(*asked, self._state)
        self._search = self.function("search").bind(*asked, self._state)
        self._go_home = self.function("go_home", kind=False).bind(self.arrays, self._state)

    def _grow(self) -> None:
        """A larger table, where the search has become long."""
        before = self.arrays
        words = before.table[0].shape[1]
        self.arrays = with_room(
            before,
            ROWS_FOR_ONE * self.nodes,
            self._most,
            self.function("take_over", kind=False),
            lambda rows: _rows(rows, words, None),
        )
        if self.arrays is not before:
            self._bind()

    @property
    def nodes(self) -> int:
        """Expanded positions so far."""
        return self._state.expanded

    def ask(self, a: int, d: int, r: int, turn: int = 1) -> None:
        """Put a position where the engine looks for it."""
        size = 8 * self.width
        self._bytes[:] = (a | d << 8 * size).to_bytes(2 * size, "little")
        asked = self.asked
        asked.attacker, asked.moves, asked.budget = turn, r, self.settling

    def function(self, name: str, kind: bool = True) -> native.Function:
        """A function of the engine for this width, and (``kind``) for this kind of numbers."""
        return _function(
            f"{name}_weak_{self.width}" if kind and self.weak else f"{name}_{self.width}"
        )

    def word(self, i: int) -> int:
        """A word of the position there."""
        size = 8 * self.width
        return int.from_bytes(self._bytes[i * size : (i + 1) * size], "little")

    def turned(self, a: int, d: int) -> tuple[int, int, int]:
        """A position's canonical form and the symmetry that leads to it."""
        self.ask(a, d, 0)
        g = self._canonical()
        return self.word(0), self.word(1), g

    def known(self, a: int, d: int, r: int, turn: int) -> bool | None:
        """Does the attacker force a set, as far as the table knows?"""
        found = self.numbers(a, d, r, turn)
        if found is None:
            return None
        if found[0] == 0:
            return True
        return False if found[1] == 0 else None

    def numbers(self, a: int, d: int, r: int, turn: int) -> Numbers | None:
        """The proof and disproof number of a position, where it is settled or in the table."""
        self.ask(a, d, r, turn)
        return (self.asked.pn, self.asked.dn) if self._look_up() else None

    def wins(self, a: int, d: int, r: int, turn: int) -> bool:
        """Does the attacker force a set? Looks at the limits every 0.1 s or so."""
        answer = self.attempt(a, d, r, turn, None)
        if answer is None:
            raise RuntimeError("an unbounded search ended without an answer")
        return answer

    def attempt(self, a: int, d: int, r: int, turn: int, effort: int | None) -> bool | None:
        """The same within ``effort`` expansions (about; ``None``: any), else ``None``."""
        answer = self.known(a, d, r, turn)
        return self._searched(a, d, r, turn, effort) if answer is None else answer

    def renew(self, a: int, d: int, r: int, turn: int) -> None:
        """Search a known position again: its children may have lost their places in the table."""
        self._searched(a, d, r, turn, None)

    def attempt_within(
        self, a: int, d: int, r: int, turn: int, effort: int, bounds: Numbers
    ) -> Numbers:
        """The proof and the disproof number, once one of them reaches its bound or ``effort``
        expansions (about) are spent. What was found on the way is in the table afterwards, so
        that the next search goes on from there."""
        known = self.numbers(a, d, r, turn)
        if known is not None and 0 in known:
            return known
        self._start(a, d, r, turn, bounds)
        if not self._go_on(effort):
            self._go_home()  # every row, with its numbers
            self._go_on(None)
        return self._state.pn, self._state.dn

    def _searched(self, a: int, d: int, r: int, turn: int, effort: int | None) -> bool | None:
        ended = self._start(a, d, r, turn, (INFINITE, INFINITE))
        if ended:
            return ended == PROVED
        return self._state.pn == 0 if self._go_on(effort) else None

    def _start(self, a: int, d: int, r: int, turn: int, bounds: Numbers) -> int:
        """The first row of the path; not 0 where none is needed."""
        self.searches += 1
        self.ask(a, d, r, turn)
        self.asked.pn, self.asked.dn = bounds
        return self._begin()

    def _go_on(self, effort: int | None) -> bool:
        """Search on; is it finished within ``effort`` expansions?"""
        self.asked.budget = self.settling
        left = effort
        while left is None or left > 0:
            self.limits.check()
            self._grow()
            self.asked.effort = SLICE if left is None else min(SLICE, left)
            if self._search():
                return True
            if left is not None:
                left -= SLICE
            self.limits.progress(f"{self.nodes} positions expanded")
        return False


def set_family(masks: list[int], cells: int, width: int) -> native.Arrays:
    """Masks, and the numbers of the sets through each cell in compressed rows."""
    through: list[list[int]] = [[] for _ in range(cells)]
    for i, mask in enumerate(masks):
        for cell in bits(mask):
            through[cell].append(i)
    ends = np.cumsum([0, *(len(row) for row in through)], dtype=np.int64)
    flat = np.array([i for row in through for i in row], dtype=np.int64)
    return native.arrays(masks=native.words_of(masks, width), ends=ends, through=flat)


def _rows(count: int, words: int, shared: Path | None) -> Words:
    """The rows of a table; in a file they are as they were left there, at first nothing but
    noughts. Raises ``LimitReached`` where there is no room."""
    if shared is None:
        try:
            return np.zeros((count, words), np.uint64)
        except MemoryError:
            raise LimitReached("memory") from None
    size = 8 * count * words
    with shared.open("r+b") as file:
        file.truncate(size)
        room = mmap(file.fileno(), size)
    return np.frombuffer(room, np.uint64).reshape(count, words)
