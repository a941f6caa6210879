"""Who wins a game of stones on squares whose positions are sums, a position being two words of a
bit a square?

A move takes a stone of the other colour and puts an own neighbour in its place; whoever cannot move
loses. Groups of neighbouring stones are games of their own: small ones stand for their values
(Conway), so that most endings are one and the same, large ones for what remains of them under
shifts and images. Proof-number search (``stone_sums.cpp``) over such sums. Positions are told apart
by 64-bit hashes: a collision could give a wrong answer, with a chance of about n^2 / 2^65 for n
positions. Strategies built from the answers are checked by the rules, where collisions cannot hide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.verdicts import most_rows, with_room
from gameproof.solvers.values.game_graph_values import empty_store

SMALL = 10
"""Stones of a group whose value is looked for, at most."""
SUMMED = 14
"""Stones of groups whose values are added up, at most: sums of more take longer than they save."""
EFFORT = 1 << 11
"""Positions between two looks at the limits, some 50 ms."""
FIRST_ROWS = 1 << 14

_engine = native.engine("stone_sums")
_empty, _search, _answers, _take_over = _engine.functions("empty", "search", "answers", "take_over")
_ROW_WORDS = _engine.constant("ROW_WORDS")
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


class StoneSearch:
    """Answers who wins positions of one board, keeping what it learns between questions.
    ``moves``: for each player the rows (needed bits of both words, bits turned over)."""

    def __init__(
        self, rows: int, columns: int, moves: Sequence[Words], limits: Limits, small: int = SMALL
    ) -> None:
        squares = rows * columns
        if not 1 <= squares <= 64:
            raise ValueError(f"1 to 64 squares, not {squares}")
        self.limits = limits
        self._most_rows = most_rows(limits) // 2
        self._board = native.arrays(
            rows=rows,
            columns=columns,
            small=small,
            summed=SUMMED,
            ends=np.cumsum([len(player) for player in moves]).astype(np.int64),
            move=np.concatenate(moves).astype(np.uint64).reshape(-1, 4),
        )
        most = max(1, *map(len, moves))
        self._at = native.arrays(
            table=(_table(FIRST_ROWS),),
            path=np.zeros((squares + 1, _ROW_WORDS), np.int64),
            child=np.zeros(((squares + 1) * most, 6), np.int64),
            known=np.zeros((1 << min(22, squares + 4), 3), np.uint64),
        )
        # Where it is full, groups have no values, and fewer positions are known to be equal.
        self._store = empty_store(1 << min(11, squares // 2, _fitting(limits)))
        self._asked = _search.numbers(0)
        self._path = _search.numbers(1)
        self._values = _search.numbers(2, budget=1 << 62)
        _empty(self._values, self._store)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        found: int = self._path.expanded
        return found

    def wins(self, seat: int, one: int, two: int) -> bool:
        """Does the player (0 Left, 1 Right) win who moves in this position? Raises
        ``LimitReached``. Exponential time; the table makes later calls cheap."""
        self._asked.trying = 0
        found = self._until(
            lambda: _search(
                self._board, self._at, *self._states(), self._store, seat, one, two, EFFORT
            )
        )
        return found == 1

    def answers(self, seat: int, positions: Words) -> Ints:
        """The number of a winning move of the player in each position (a row of both words), -1
        where there is none. Those come first after which the play is settled. Raises
        ``LimitReached``."""
        found = np.zeros(len(positions), np.int64)
        self._asked.asked = self._asked.trying = 0
        self._until(
            lambda: (
                _answers(
                    self._board,
                    self._at,
                    *self._states(),
                    self._store,
                    seat,
                    positions,
                    found,
                    EFFORT,
                )
                - 1
            )
        )
        return found

    def _states(self) -> tuple[native.Numbers, native.Numbers, native.Numbers]:
        return self._asked, self._path, self._values

    def _until(self, slice_of: Callable[[], int]) -> int:
        """What a slice says that is not negative; raises ``LimitReached``."""
        while (found := slice_of()) < 0:
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
            self._at = with_room(self._at, 2 * self.nodes, self._most_rows, _take_over, _table)
        return found


def _fitting(limits: Limits) -> int:
    """The logarithm of the times that a store may be as long as a small one: it may take a quarter
    of the memory."""
    if limits.memory_limit is None:
        return 64
    small: int = sum(array.nbytes for array in empty_store())
    times: int = limits.memory_limit // 4 // small
    return max(0, times.bit_length() - 1)


def _table(rows: int) -> Words:
    try:
        return np.zeros((rows, 2), np.uint64)
    except MemoryError:
        raise LimitReached("memory") from None
