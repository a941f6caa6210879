"""Dynamic programming over Tetris boards of at most 64 cells, all boards of a layer at once.

A board is a 64-bit word. For every orientation and column a row of truth values says which
boards let the piece be there; falling, sliding and turning are passes over these rows.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from gameproof.games.tetris import SHAPES, Move, Position, fixed, masks, placements
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.layered_search import Layer, Step, Successors, layers

MOST_CELLS = 64
MOST_BOARDS = 6_000_000
"""In one layer before equal ones are merged; about 200 bytes each with the work on them."""


def step(rows: int, columns: int, piece: str, rotation: str, boards: np.ndarray) -> Successors:
    """Every board after the piece is fixed and full rows are gone, with 1 for a tetris."""
    sources: list[np.ndarray] = []
    after: list[np.ndarray] = []
    for row, shape, rests in _resting(rows, columns, piece, rotation, boards):
        where = np.flatnonzero(rests)
        if len(where):
            sources.append(where)
            after.append(boards[where] | np.uint64(shape << row * columns))
    if not sources:
        nothing = np.zeros(0, np.int64)
        return nothing, np.zeros(0, np.uint64), nothing
    left, gone = vanish(rows, columns, np.concatenate(after))
    return np.concatenate(sources), left, (gone == 4).astype(np.int64)


def _resting(
    rows: int, columns: int, piece: str, rotation: str, boards: np.ndarray
) -> list[tuple[int, int, np.ndarray]]:
    """``(row, shape, which boards)``: where the piece comes to rest inside the board."""
    table = masks(piece, columns)
    inside = (1 << rows * columns) - 1
    places = [(o, c) for o, (_, shapes) in enumerate(table) for c in range(len(shapes))]

    def free(row: int) -> dict[tuple[int, int], np.ndarray]:
        return {
            (o, c): boards & np.uint64((table[o][1][c] << row * columns) & inside) == 0
            for o, c in places
        }

    reached = {place: np.ones(len(boards), bool) for place in places}
    found = []
    for row in range(rows, -1, -1):
        below = free(row - 1) if row else {p: np.zeros(len(boards), bool) for p in places}
        for o, c in places:
            if row + table[o][0] <= rows:
                found.append((row, table[o][1][c], reached[o, c] & ~below[o, c]))
        if row:
            reached = {place: reached[place] & below[place] for place in places}
            if rotation != "drop":
                _spread(reached, below, len(table), rotation)
    return found


def _spread(
    reached: dict[tuple[int, int], np.ndarray],
    free: dict[tuple[int, int], np.ndarray],
    turns: int,
    rotation: str,
) -> None:
    """Along a row to both sides, with quarter turns where those are allowed, until stable."""
    while True:
        before = sum(int(np.count_nonzero(r)) for r in reached.values())
        for places in (list(reached), list(reversed(reached))):
            for o, c in places:
                near = [(o, c - 1), (o, c + 1)]
                if rotation == "rotate":
                    near += [((o + 1) % turns, c), ((o - 1) % turns, c)]
                for place in near:
                    if place in reached:
                        reached[o, c] |= reached[place] & free[o, c]
        if sum(int(np.count_nonzero(r)) for r in reached.values()) == before:
            return


def vanish(rows: int, columns: int, boards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The boards without their full rows, and how many those were."""
    full = np.uint64((1 << columns) - 1)
    left = np.zeros_like(boards)
    kept = np.zeros(len(boards), np.uint64)
    for r in range(rows):
        row = boards >> np.uint64(r * columns) & full
        stays = row != full
        left |= np.where(stays, row << kept * np.uint64(columns), np.uint64(0))
        kept += stays
    return left, rows - kept.astype(np.int64)


def filled_rows(rows: int, columns: int, boards: np.ndarray) -> np.ndarray:
    """How many rows of each board hold a filled cell."""
    full = np.uint64((1 << columns) - 1)
    number = np.zeros(len(boards), np.int64)
    for r in range(rows):
        number += boards >> np.uint64(r * columns) & full != 0
    return number


def clearing_step(position: Position, number: int, boards: np.ndarray) -> Successors:
    """As :func:`step` for piece ``number``, without boards that have more filled rows than
    the cells to come let vanish."""
    rows, columns = position.rows, position.columns
    source, after, gain = step(rows, columns, position.pieces[number], position.rotation, boards)
    left = 4 * (len(position.pieces) - number - 1)
    bits = np.unpackbits(after.view(np.uint8).reshape(len(after), 8), axis=1)
    cells = bits.sum(axis=1, dtype=np.int64)
    keep = filled_rows(rows, columns, after) <= (cells + left) // columns
    return source[keep], after[keep], gain[keep]


def search(position: Position, clearing: bool, limits: Limits) -> list[Layer]:
    """The layers of boards; with ``clearing`` only those that can still become empty.

    Raises ``LimitReached`` and ``TooManyStates``.
    """
    steps: list[Step] = []
    for number, piece in enumerate(position.pieces):
        if clearing:
            steps.append(partial(clearing_step, position, number))
        else:
            steps.append(partial(step, position.rows, position.columns, piece, position.rotation))
    return layers(position.board, steps, limits, MOST_BOARDS)


def count_sequences(position: Position, length: int, limits: Limits) -> tuple[int, int]:
    """How many sequences of ``length`` pieces can leave the board empty, and the boards visited.

    O(7^length) searches, each going on from the boards of its prefix.
    """
    visited = 0

    def follow(boards: np.ndarray, pieces: str) -> int:
        nonlocal visited
        visited += len(boards)
        limits.check()
        if len(pieces) == length:
            return int(len(boards) > 0 and boards[0] == 0)
        total = 0
        for piece in SHAPES:
            whole = replace(position, pieces=(pieces + piece).ljust(length, "I"))
            after = np.unique(clearing_step(whole, len(pieces), boards)[1])
            total += follow(after, pieces + piece) if len(after) else 0
        return total

    if (position.filled + 4 * length) % position.columns:
        return 0, 0
    return follow(np.array([position.board], np.uint64), ""), visited


def moves_along(position: Position, boards: list[int]) -> list[Move]:
    """The moves that lead from each board to the next."""
    rows, columns = position.rows, position.columns
    return [
        next(
            move
            for move in placements(rows, columns, a, piece, position.rotation)
            if fixed(rows, columns, a, piece, move)[0] == b
        )
        for a, b, piece in zip(boards, boards[1:], position.pieces, strict=False)
    ]
