"""Who can own a set first, where a list says whose each ply is, cells may lie on others and own
stones may spoil a set?

A cell may be taken when the one below it is taken; a set that a player owns counts unless he owns a
cell that spoils it. Depth-first search with a table, a player at a time (``owning.cpp``).
Positions are told apart by 64-bit hashes: a collision could give a wrong answer, with a chance of
about n^2 / 2^65 for n positions. Strategies built from the answers are checked by the rules, where
collisions cannot hide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import FIRST, Verdicts, most_rows, rows_wanted, verdicts

BUDGET = 1 << 15
"""Positions between two looks at the limits, some 50 ms."""
LARGEST = 64
"""Cells of the largest board."""
IMAGES = 8
"""Symmetries that are made use of, at most."""
ROWS_FOR_ONE = 2
"""A table with fewer rows than that for each position is made larger, as far as it may be."""
WINS = 1
NOBODY = -1

_engine = native.engine("owning")
_search, _take_over, _answers = _engine.functions("search", "take_over", "answers")
_settled = _engine.function("settled")
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Wanted = Sequence[tuple[int, int]]
"""Sets, each with the cells that spoil it when its owner has one of them, as words."""


@dataclass(frozen=True, slots=True)
class OwningProblem:
    """``wanted``: the sets of the players 0 and 1; ``movers``: whose each ply is, from a board with
    ``placed`` stones on, until the list or the board ends. ``step``: stones fall, and so far apart
    are a cell and the one below it; 0 where any free cell may be taken. ``images`` are
    permutations of the cells that keep all that, the identity first."""

    cells: int
    wanted: tuple[Wanted, Wanted]
    movers: Sequence[int]
    placed: int
    step: int
    images: Sequence[Sequence[int]]


class _Board(NamedTuple):
    """As in ``owning.cpp``."""

    step: int
    movers: Ints
    rows: Ints
    left: Ints
    ends: Ints
    sets: Words
    starts: Ints
    through: Words
    key: Words


class _Search(NamedTuple):
    """As in ``owning.cpp``."""

    table: tuple[Verdicts]
    path: Words
    order: Ints
    wanted: Ints


class OwningSearch:
    """Answers whether ``attacker`` (0 or 1) owns a set first, keeping its table between questions.
    At most :data:`LARGEST` cells."""

    def __init__(self, problem: OwningProblem, attacker: int, limits: Limits) -> None:
        cells, images = problem.cells, problem.images[:IMAGES]
        if cells > LARGEST:
            raise ValueError(f"at most {LARGEST} cells, not {cells}")
        self.limits, self.attacker = limits, attacker
        through = [
            [pair for pair in family if pair[0] >> c & 1]
            for family in problem.wanted
            for c in range(cells)
        ]
        stream = np.random.PCG64(19880610)  # any fixed seed: hashes must not depend on the run
        plain = stream.random_raw(2 * cells).reshape(2, cells)
        movers = [NOBODY] * problem.placed + list(problem.movers)[: cells - problem.placed]
        movers += [NOBODY] * (cells + 1 - len(movers))
        self._board = _Board(
            problem.step,
            np.array(movers, dtype=np.int64),
            _in_a_row(movers),
            np.array([_left(movers, seat) for seat in (0, 1)], dtype=np.int64).T.copy(),
            np.cumsum([len(family) for family in problem.wanted]).astype(np.int64),
            _pairs([pair for family in problem.wanted for pair in family]),
            np.cumsum([0, *map(len, through)]).astype(np.int64),
            _pairs([pair for row in through for pair in row]),
            np.ascontiguousarray(plain[:, np.array(images)].swapaxes(0, 1)),
        )
        self._most = most_rows(limits)
        self._at = _Search(
            (verdicts(FIRST),),
            np.zeros((cells + 1, 7 + IMAGES), dtype=np.uint64),
            np.zeros(((cells + 1) * cells, 2), dtype=np.int64),
            np.zeros((cells, 2), dtype=np.int64),
        )
        self._state = _search.numbers(attacker=attacker, images=len(images))

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._state.nodes

    def wins(self, first: int, second: int) -> bool:
        """Does the attacker, with these stones (a bit a cell)? Nobody owns a set yet. Raises
        ``LimitReached``. Exponential time; the table makes later calls cheap."""
        self._state.trying = 0
        self._until(lambda: _search(self._board, self._at, self._state, first, second, BUDGET))
        return self._state.verdict == WINS

    def answers(self, seat: int, positions: Words) -> Ints:
        """A cell for the player to move in each position (a row of both players' stones) that keeps
        the answer, the attacker's win or that he has none; -1 where none does. Those come first
        after which the play is settled, or nearly. Raises ``LimitReached``."""
        found = np.zeros(len(positions), np.int64)
        state = self._state
        state.asked = state.replies = state.tried = state.trying = 0
        self._until(
            lambda: _answers(self._board, self._at, self._state, seat, positions, found, BUDGET)
        )
        return found

    def settled(self, seat: int, positions: Words) -> NDArray[np.bool_]:
        """In which positions does the attacker ``seat`` win, or the other player hold, without a
        further look? O(positions * sets)."""
        found = np.zeros(len(positions), bool)
        _settled(self._board, self._at, self._state, seat, positions, found)
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


def _pairs(pairs: Sequence[tuple[int, int]]) -> Words:
    return np.array(pairs, dtype=np.uint64).reshape(-1, 2)


def _in_a_row(movers: Sequence[int]) -> Ints:
    """How many plies in a row each ply begins."""
    found = [0] * (len(movers) + 1)
    for ply in reversed(range(len(movers))):
        same = ply + 1 < len(movers) and movers[ply + 1] == movers[ply]
        found[ply] = 0 if movers[ply] == NOBODY else 1 + (found[ply + 1] if same else 0)
    return np.array(found[:-1], dtype=np.int64)


def _left(movers: Sequence[int], seat: int) -> list[int]:
    """The player's plies from each ply on."""
    return [*accumulate(int(mover == seat) for mover in reversed(movers))][::-1]
