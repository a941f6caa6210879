"""Who wins a game on squares that two players cover, a position being the word of the free ones?

A move covers two free squares, Left's one below the other, Right's side by side; whoever cannot
move loses. Depth-first search with a table (``square_game.cpp``), up to the flips of the board.
Sums of switches decide most positions, and moves are tried first that leave the player squares
which the other can never use (Bullock, Domineering: Solving large combinatorial
search spaces, ICGA Journal 25, 2002). Positions are told apart by 64-bit hashes: a collision could
give a wrong answer, with a chance of about n^2 / 2^65 for n positions. Strategies built from the
answers are checked by the rules, where collisions cannot hide.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import FIRST, TabledSearch, most_rows, verdicts

BUDGET = 1 << 12
"""Positions between two looks at the limits, some 50 ms."""
WINS = 1

_engine = native.engine("square_game")
_search, _answers, _settled = _engine.functions("search", "answers", "settled")
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


class SquareSearch(TabledSearch):
    """Answers who wins positions of one board, at most 64 squares, keeping its table between
    questions. ``moves``: for each player the rows (needed bits of both words, bits turned over); a
    move needs two free squares and covers them, Left's lie ``columns`` apart, Right's side by
    side."""

    def __init__(self, rows: int, columns: int, moves: Sequence[Words], limits: Limits) -> None:
        squares = rows * columns
        if not 1 <= squares <= 64:
            raise ValueError(f"1 to 64 squares, not {squares}")
        self._board = native.arrays(
            rows=rows,
            columns=columns,
            ends=np.cumsum([len(player) for player in moves]).astype(np.int64),
            move=np.concatenate(moves).astype(np.uint64).reshape(-1, 4),
        )
        most = max(1, *map(len, moves))
        at = native.arrays(
            table=(verdicts(FIRST),),
            path=np.zeros((squares + 1, 4), dtype=np.int64),
            order=np.zeros(((squares + 1) * most, 4), dtype=np.int64),
            wanted=np.zeros((most, 4), dtype=np.int64),
        )
        super().__init__(_engine, at, _search.numbers(), most_rows(limits), limits)

    def wins(self, seat: int, one: int, two: int) -> bool:
        """Does the player (0 Left, 1 Right) win who moves in this position? Raises
        ``LimitReached``. Exponential time; the table makes later calls cheap."""
        self._state.trying = 0
        self._until(lambda: _search(self._board, self._at, self._state, seat, one, two, BUDGET))
        return self._state.verdict == WINS

    def answers(self, seat: int, positions: Words) -> Ints:
        """The number of a winning move of the player in each position (a row of both words), -1
        where there is none. Those come first after which the play is settled. Raises
        ``LimitReached``."""
        return self._replies(
            len(positions),
            lambda found: _answers(
                self._board, self._at, self._state, seat, positions, found, BUDGET
            ),
        )

    def settled(self, seat: int, begins: bool, positions: Words) -> NDArray[np.bool_]:
        """In which positions does the player win without a further look, moving first or second?
        O(positions * squares^2)."""
        found = np.zeros(len(positions), bool)
        _settled(self._board, seat, begins, positions, found)
        return found
