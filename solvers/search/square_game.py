"""Who wins a game on squares of two players, a position being two words of a bit a square?

A move needs some bits of both words and turns some over; whoever cannot move loses. Depth-first
search with a table (``square_game.cpp``), up to the flips of the board. Where moves cover squares
(Domineering), sums of switches decide most positions, and moves are tried first that leave the
player squares which the other can never use (Bullock, Domineering: Solving large combinatorial
search spaces, ICGA Journal 25, 2002). Positions are told apart by 64-bit hashes: a collision could
give a wrong answer, with a chance of about n^2 / 2^65 for n positions. Strategies built from the
answers are checked by the rules, where collisions cannot hide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import FIRST, Verdicts, most_rows, rows_wanted, verdicts

BUDGET = 1 << 12
"""Positions between two looks at the limits, some 50 ms."""
ROWS_FOR_ONE = 2
"""A table with fewer rows than that for each position is made larger, as far as it may be."""
WINS = 1

_engine = native.engine("square_game")
_search, _take_over, _answers, _settled = _engine.functions(
    "search", "take_over", "answers", "settled"
)
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class SquareProblem:
    """``moves``: for each player the rows (needed bits of both words, bits turned over).
    ``covering``: the second word is empty, a move needs two squares and covers them; Left's lie
    ``columns`` apart, Right's side by side. Else a move takes a stone of the other's."""

    rows: int
    columns: int
    covering: bool
    moves: tuple[Words, Words]


class _Board(NamedTuple):
    """As in ``square_game.cpp``."""

    rows: int
    columns: int
    covering: int
    ends: Ints
    move: Words


class _Search(NamedTuple):
    """As in ``square_game.cpp``."""

    table: tuple[Verdicts]
    path: Ints
    order: Ints
    wanted: Ints


class SquareSearch:
    """Answers who wins positions of one board, at most 64 squares, keeping its table between
    questions."""

    def __init__(self, problem: SquareProblem, limits: Limits) -> None:
        squares = problem.rows * problem.columns
        if not 1 <= squares <= 64:
            raise ValueError(f"1 to 64 squares, not {squares}")
        self.limits = limits
        self._board = _Board(
            problem.rows,
            problem.columns,
            int(problem.covering),
            np.cumsum([len(moves) for moves in problem.moves]).astype(np.int64),
            np.concatenate(problem.moves).astype(np.uint64).reshape(-1, 4),
        )
        most = max(1, *map(len, problem.moves))
        self._most = most_rows(limits)
        self._at = _Search(
            (verdicts(FIRST),),
            np.zeros((squares + 1, 4), dtype=np.int64),
            np.zeros(((squares + 1) * most, 4), dtype=np.int64),
            np.zeros((most, 4), dtype=np.int64),
        )
        self._state = _search.numbers()

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._state.nodes

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
        found = np.zeros(len(positions), np.int64)
        state = self._state
        state.asked = state.replies = state.tried = state.trying = 0
        self._until(
            lambda: _answers(self._board, self._at, self._state, seat, positions, found, BUDGET)
        )
        return found

    def settled(self, seat: int, begins: bool, positions: Words) -> NDArray[np.bool_]:
        """In which positions does the player win without a further look, moving first or second?
        O(positions * squares^2)."""
        found = np.zeros(len(positions), bool)
        _settled(self._board, self._at, self._state, seat, begins, positions, found)
        return found

    def _until(self, done: Callable[[], int]) -> None:
        while not done():
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
            self._grow()

    def _grow(self) -> None:
        """A larger table, where the search has become long."""
        (rows,) = self._at.table
        size = rows_wanted(len(rows), self.nodes, ROWS_FOR_ONE, self._most)
        if size > len(rows):
            larger = (verdicts(size),)
            _take_over(self._at, larger)
            self._at = self._at._replace(table=larger)
