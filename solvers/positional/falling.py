"""Who can own a set first, where a cell may be taken when the one below it is taken?

Depth-first search with a table, a player at a time (``falling.cpp``). Positions are told apart by
64-bit hashes: a collision could give a wrong answer, with a chance of about n^2 / 2^65 for n
positions. Strategies built from the answers are checked by the rules, where collisions cannot hide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import FIRST, ROW_BYTES, Verdicts, verdicts

BUDGET = 1 << 15
"""Positions between two looks at the limits, some 50 ms."""
LARGEST = 64
"""Cells of the largest board."""
MOST_ROWS = 1 << 26
"""Of the table."""
ROWS_FOR_ONE = 2
"""A table with fewer rows than that for each position is made larger, as far as it may be."""
WINS = 1

_engine = native.engine("falling")
_search, _take_over = _engine.function("search"), _engine.function("take_over")
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


class _Board(NamedTuple):
    """As in ``falling.cpp``."""

    below: Ints
    starts: Ints
    sets: Words
    whole: Words
    above: Ints
    key: Words


class _Search(NamedTuple):
    """As in ``falling.cpp``."""

    table: tuple[Verdicts]
    path: Words
    order: Ints


class _State(native.Numbers):
    depth: int
    nodes: int
    verdict: int
    attacker: int


class FallingSearch:
    """Answers whether ``attacker`` (0 or 1) owns a set first, keeping its table between questions.

    ``below[c]`` is the cell below, or -1; ``sets`` are those that both players want; ``mirror`` is
    a permutation of the cells that keeps both. At most :data:`LARGEST` cells.
    """

    def __init__(
        self,
        below: Sequence[int],
        sets: Sequence[Sequence[int]],
        mirror: Sequence[int],
        attacker: int,
        limits: Limits,
    ) -> None:
        cells = len(below)
        if cells > LARGEST:
            raise ValueError(f"at most {LARGEST} cells, not {cells}")
        self.limits = limits
        words = [sum(1 << c for c in row) for row in sets]
        through = [[word for word in words if word >> c & 1] for c in range(cells)]
        over = {under: c for c, under in enumerate(below) if under >= 0}
        stream = np.random.PCG64(19880610)  # any fixed seed: hashes must not depend on the run
        key = np.zeros((2, 2, cells), dtype=np.uint64)
        key[0] = stream.random_raw(2 * cells).reshape(2, cells)
        key[1] = key[0][:, list(mirror)]
        self._keys = key
        self._board = _Board(
            np.array(below, dtype=np.int64),
            np.cumsum([0, *map(len, through)]).astype(np.int64),
            np.array([word for row in through for word in row], dtype=np.uint64),
            np.array(words, dtype=np.uint64),
            np.array([over.get(c, -1) for c in range(cells)], dtype=np.int64),
            key,
        )
        self._most = MOST_ROWS
        if limits.memory_limit is not None:
            while self._most > FIRST and self._most * ROW_BYTES > limits.memory_limit // 2:
                self._most >>= 1
        self._at = _Search(
            (verdicts(FIRST),),
            np.zeros((cells + 1, 7), dtype=np.uint64),
            np.zeros(((cells + 1) * cells, 2), dtype=np.int64),
        )
        self._state = _State(attacker=attacker)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._state.nodes

    def wins(self, first: int, second: int, mover: int) -> bool:
        """Does the attacker, with these stones (a bit a cell) and this player to move? Nobody owns
        a set yet. Raises ``LimitReached``. Exponential time; the table makes later calls cheap."""
        root = self._at.path[0]
        plain = turned = 0
        for seat, own in enumerate((first, second)):
            for cell in range(len(self._board.below)):
                if own >> cell & 1:
                    plain ^= int(self._keys[0, seat, cell])
                    turned ^= int(self._keys[1, seat, cell])
        root[:5] = first, second, plain, turned, mover
        self._state.depth = 0
        while not _search(self._board, self._at, self._state, BUDGET):
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
            self._grow()
        return self._state.verdict == WINS

    def _grow(self) -> None:
        """A larger table, where the search has become long."""
        (rows,) = self._at.table
        size = len(rows)
        while size < self._most and size < ROWS_FOR_ONE * self.nodes:
            size *= 2
        if size > len(rows):
            larger = (verdicts(size),)
            _take_over(self._at, larger)
            self._at = self._at._replace(table=larger)
