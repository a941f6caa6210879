"""The arrays of a search for wins by force, for one board and its stones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import jit

MOST_CELLS = 400
MOST_SETS = 1 << 12
MOST_MEMBERS = 8
"""Cells of a set."""
CLAIMS, EDGES = 1 << 18, 1 << 20
"""Room for claims, half a kilobyte each on 15 x 15; what is not used takes no memory."""
NODES = 1 << 17
"""Nodes of a search by threes."""
FAILED = 1 << 20
"""Positions without a sequence of fours that are remembered."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ForcedProblem:
    """Does the attacker, to move, complete one of the ``sets`` by force before the defender does,
    who wants the same sets (``defended``) or none? Each player's stones are cells."""

    cells: int
    sets: tuple[tuple[int, ...], ...]
    defended: bool
    attacker: tuple[int, ...]
    defender: tuple[int, ...]

    @property
    def fits(self) -> bool:
        """Is the board one that the search takes?"""
        sizes = [len(one) for one in self.sets]
        return (
            self.cells <= MOST_CELLS
            and 0 < len(self.sets) <= MOST_SETS
            and min(sizes) >= 2
            and max(sizes) <= MOST_MEMBERS
        )


@dataclass(frozen=True, slots=True)
class ForcedBoard:
    """The compiled functions, and what they work upon."""

    kernel: Any
    board: Any
    claims: Any
    fours: Any
    tree: Any


def arranged(problem: ForcedProblem, seed: int, claims: int = CLAIMS) -> ForcedBoard:
    """The board with its stones, nothing claimed yet. O(cells * sets / 64 + room)."""
    kernel = jit.kernels("forced.forced_kernel")
    from gameproof.solvers.forced import (
        board_kernel,
        claims_kernel,
        fours_kernel,
        threes_kernel,
    )

    cells, sets = problem.cells, problem.sets
    most = max(map(len, sets))
    width, wide = -(-cells // 64), -(-len(sets) // 64)
    rows = np.full((len(sets), most), -1, np.int64)
    for number, one in enumerate(sets):
        rows[number, : len(one)] = one
    sizes = np.array([len(one) for one in sets], np.int64)
    codes = np.random.default_rng(seed).integers(-(1 << 63), 1 << 63, (2, cells), np.int64)
    board = board_kernel.Board(
        rows,
        sizes,
        _through(problem),
        _near(problem, wide),
        codes,
        np.zeros((2, width), np.int64),
        np.zeros((2, len(sets)), np.int64),
        _lacking(sizes, problem.defended, board_kernel.SHARP, most, wide),
        np.array([0, int(problem.defended)], np.int64),
    )
    for side, stones in enumerate((problem.attacker, problem.defender)):
        for cell in stones:
            kernel.add(board, cell, side)
    edges = EDGES * claims // CLAIMS
    room = claims_kernel.Claims(
        np.zeros((claims, 3, width), np.int64),
        # Row 0 beside the levels from 3 to most + 1.
        np.zeros((claims, most, wide), np.int64),
        np.zeros((claims, 2), np.int64),
        np.zeros((edges, 3), np.int64),
        np.zeros(4, np.int64),
        np.zeros((3, max(width, wide)), np.int64),
    )
    fours = fours_kernel.Fours(
        np.zeros(FAILED, np.int64),
        np.full(FAILED, -1, np.int8),
        np.zeros((fours_kernel.DEEPEST + 1, fours_kernel.WIDEST), np.int64),
        np.zeros(1, np.int64),
    )
    tree = threes_kernel.Tree(
        np.zeros((NODES, threes_kernel.COLUMNS), np.int64),
        np.zeros((2 * NODES, 3), np.int64),
        np.full(2 * NODES, -1, np.int64),
        np.zeros(4, np.int64),
        np.zeros((cells + 2, 2), np.int64),
        np.zeros((2, cells + 1), np.int64),
        np.zeros((3, width), np.int64),
        np.zeros((cells + 2, 2), np.int64),
    )
    return ForcedBoard(kernel, board, room, fours, tree)


def _through(problem: ForcedProblem) -> Ints:
    """By cell how many sets go through it, and these."""
    through: list[list[int]] = [[] for _ in range(problem.cells)]
    for number, one in enumerate(problem.sets):
        for cell in one:
            through[cell].append(number)
    found = np.zeros((problem.cells, 1 + max(map(len, through))), np.int64)
    for cell, numbers in enumerate(through):
        found[cell, 0] = len(numbers)
        found[cell, 1 : 1 + len(numbers)] = numbers
    return found


def _near(problem: ForcedProblem, wide: int) -> Ints:
    """By cell the defender's sets through it, as bits."""
    found = np.zeros((problem.cells, wide), np.uint64)
    for number, one in enumerate(problem.sets if problem.defended else ()):
        found[list(one), number // 64] |= np.uint64(1 << number % 64)
    return found.view(np.int64)


def _lacking(sizes: Ints, defended: bool, sharp: int, most: int, wide: int) -> Ints:
    """The sets by the cells that are lacking, on the empty board."""
    found = np.zeros((sharp + 1 + most + 1, wide), np.uint64)
    for number, size in enumerate(sizes.tolist()):
        bit = np.uint64(1 << number % 64)
        found[size : sharp + 1, number // 64] |= bit
        if defended:
            found[sharp + 1 + size :, number // 64] |= bit
    return found.view(np.int64)
