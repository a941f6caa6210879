"""Who can own a set first, where cells may lie on others and own stones may spoil a set?

A cell may be taken when the one below it is taken; a set that a player owns counts unless he owns a
cell that spoils it. Depth-first search with a table, a player at a time (``owning.cpp``).
Positions are told apart by 64-bit hashes: a collision could give a wrong answer, with a chance of
about n^2 / 2^65 for n positions. Strategies built from the answers are checked by the rules, where
collisions cannot hide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import FIRST, ROW_BYTES, Verdicts, rows_wanted, verdicts

BUDGET = 1 << 15
"""Positions between two looks at the limits, some 50 ms."""
LARGEST = 64
"""Cells of the largest board."""
IMAGES = 8
"""Symmetries that are made use of, at most."""
MOST_ROWS = 1 << 26
"""Of the table."""
ROWS_FOR_ONE = 2
"""A table with fewer rows than that for each position is made larger, as far as it may be."""
WINS = 1

_engine = native.engine("owning")
_search, _take_over = _engine.function("search"), _engine.function("take_over")
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


class _Board(NamedTuple):
    """As in ``owning.cpp``."""

    below: Ints
    starts: Ints
    sets: Words
    whole: Words
    above: Ints
    key: Words


class _Search(NamedTuple):
    """As in ``owning.cpp``."""

    table: tuple[Verdicts]
    path: Words
    order: Ints


class OwningSearch:
    """Answers whether ``attacker`` (0 or 1) owns a set first, keeping its table between questions.

    ``sets`` are those that both players want, each with the cells that spoil it when its owner has
    one of them; ``below[c]`` is the cell below, if any; ``images`` are permutations of the cells
    that keep all that, the identity first. At most :data:`LARGEST` cells.
    """

    def __init__(
        self,
        cells: int,
        sets: Sequence[tuple[Sequence[int], Sequence[int]]],
        attacker: int,
        limits: Limits,
        *,
        below: Sequence[int | None] = (),
        images: Sequence[Sequence[int]],
    ) -> None:
        images = images[:IMAGES]
        if cells > LARGEST:
            raise ValueError(f"at most {LARGEST} cells, not {cells}")
        self.limits = limits
        words = [(sum(1 << c for c in row), sum(1 << c for c in spoils)) for row, spoils in sets]
        through = [[pair for pair in words if pair[0] >> c & 1] for c in range(cells)]
        under = [-1 if cell is None else cell for cell in below or [None] * cells]
        over = {cell: c for c, cell in enumerate(under) if cell >= 0}
        stream = np.random.PCG64(19880610)  # any fixed seed: hashes must not depend on the run
        plain = stream.random_raw(2 * cells).reshape(2, cells)
        key = np.ascontiguousarray(plain[:, np.array(images)].swapaxes(0, 1))
        self._keys = key
        self._board = _Board(
            np.array(under, dtype=np.int64),
            np.cumsum([0, *map(len, through)]).astype(np.int64),
            np.array([pair for row in through for pair in row], dtype=np.uint64).reshape(-1, 2),
            np.array(words, dtype=np.uint64).reshape(-1, 2),
            np.array([over.get(c, -1) for c in range(cells)], dtype=np.int64),
            key,
        )
        self._most = MOST_ROWS
        if limits.memory_limit is not None:
            while self._most > FIRST and self._most * ROW_BYTES > limits.memory_limit // 2:
                self._most >>= 1
        self._at = _Search(
            (verdicts(FIRST),),
            np.zeros((cells + 1, 5 + IMAGES), dtype=np.uint64),
            np.zeros(((cells + 1) * cells, 2), dtype=np.int64),
        )
        self._state = _search.numbers(attacker=attacker, images=len(images))

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._state.nodes

    def wins(self, first: int, second: int, mover: int) -> bool:
        """Does the attacker, with these stones (a bit a cell) and this player to move? Nobody owns
        a set yet. Raises ``LimitReached``. Exponential time; the table makes later calls cheap."""
        root = self._at.path[0]
        root[:] = 0
        root[:2] = first, second
        root[2 + IMAGES] = mover
        for seat, own in enumerate((first, second)):
            chosen = [c for c in range(len(self._board.below)) if own >> c & 1]
            for image in range(self._state.images):
                root[2 + image] ^= np.bitwise_xor.reduce(self._keys[image, seat, chosen])
        self._state.depth = 0
        while not _search(self._board, self._at, self._state, BUDGET):
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
            self._grow()
        return self._state.verdict == WINS

    def _grow(self) -> None:
        """A larger table, where the search has become long."""
        (rows,) = self._at.table
        size = rows_wanted(len(rows), self.nodes, ROWS_FOR_ONE, self._most)
        if size > len(rows):
            larger = (verdicts(size),)
            _take_over(self._at, larger)
            self._at = self._at._replace(table=larger)
