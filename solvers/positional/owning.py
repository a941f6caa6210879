"""Who can own a set first, where a list says whose each ply is, cells may lie on others and own
stones may spoil a set?

A cell may be taken when the one below it is taken; a set that a player owns counts unless he owns a
cell that spoils it. Depth-first search with a table, a player at a time (``owning.cpp``).
Positions are told apart by 64-bit hashes: a collision could give a wrong answer, with a chance of
about n^2 / 2^65 for n positions. Strategies built from the answers are checked by the rules, where
collisions cannot hide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import FIRST, TabledSearch, most_rows, verdicts

BUDGET = 1 << 15
"""Positions between two looks at the limits, some 50 ms."""
LARGEST = 64
"""Cells of the largest board."""
IMAGES = 8
"""Symmetries that are made use of, at most."""
WINS = 1
NOBODY = -1

_engine = native.engine("owning")
_search, _answers, _settled = _engine.functions("search", "answers", "settled")
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


class OwningSearch(TabledSearch):
    """Answers whether ``attacker`` (0 or 1) owns a set first, keeping its table between questions.
    At most :data:`LARGEST` cells."""

    def __init__(self, problem: OwningProblem, attacker: int, limits: Limits) -> None:
        cells, images = problem.cells, problem.images[:IMAGES]
        if cells > LARGEST:
            raise ValueError(f"at most {LARGEST} cells, not {cells}")
        self.attacker = attacker
        through = [
            [pair for pair in family if pair[0] >> c & 1]
            for family in problem.wanted
            for c in range(cells)
        ]
        stream = np.random.PCG64(19880610)  # any fixed seed: hashes must not depend on the run
        plain = stream.random_raw(2 * cells).reshape(2, cells)
        movers = [NOBODY] * problem.placed + list(problem.movers)[: cells - problem.placed]
        movers += [NOBODY] * (cells + 1 - len(movers))
        self._board = native.arrays(
            step=problem.step,
            movers=np.array(movers, dtype=np.int64),
            rows=_in_a_row(movers),
            left=np.array([_left(movers, seat) for seat in (0, 1)], dtype=np.int64).T.copy(),
            ends=np.cumsum([len(family) for family in problem.wanted]).astype(np.int64),
            sets=_pairs([pair for family in problem.wanted for pair in family]),
            starts=np.cumsum([0, *map(len, through)]).astype(np.int64),
            through=_pairs([pair for row in through for pair in row]),
            key=np.ascontiguousarray(plain[:, np.array(images)].swapaxes(0, 1)),
        )
        at = native.arrays(
            table=(verdicts(FIRST),),
            path=np.zeros((cells + 1, 7 + IMAGES), dtype=np.uint64),
            order=np.zeros(((cells + 1) * cells, 2), dtype=np.int64),
            wanted=np.zeros((cells, 2), dtype=np.int64),
        )
        state = _search.numbers(attacker=attacker, images=len(images))
        super().__init__(_engine, at, state, most_rows(limits), limits)

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
        return self._replies(
            len(positions),
            lambda found: _answers(
                self._board, self._at, self._state, seat, positions, found, BUDGET
            ),
        )

    def settled(self, seat: int, positions: Words) -> NDArray[np.bool_]:
        """In which positions does the attacker ``seat`` win, or the other player hold, without a
        further look? O(positions * sets)."""
        found = np.zeros(len(positions), bool)
        _settled(self._board, self._at, self._state, seat, positions, found)
        return found


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
