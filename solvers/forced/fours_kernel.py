# mypy: disable-error-code="untyped-decorator"
"""Wins by moves that each leave one cell to complete a set, with their claims, compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.forced.board_kernel import (
    THEIRS,
    Board,
    first_of,
    free_cell,
    inner,
    is_free,
    low,
    menaced,
    put,
    short,
    some,
    take,
)
from gameproof.solvers.forced.claims_kernel import Claims, close, edge

DEEPEST = 14
"""Moves of a sequence."""
WIDEST = 64
"""Moves that are tried at a position of it."""


class Fours(NamedTuple):
    """Hashes of positions without a sequence, ``depths`` of at most so many moves; the ``moves``
    of each position of the sequence that is tried; ``left``: how many more may be looked at."""

    failed: NDArray[np.int64]
    depths: NDArray[np.int64]
    moves: NDArray[np.int64]
    left: NDArray[np.int64]


@inner
def fours(board: Board, claims: Claims, room: Fours, depth: Any) -> Any:
    """The attacker's winning move, he being to move, and what it leads to (-1 - set, or a claim);
    a move of -1 if none was found among sequences of so many moves."""
    nothing = np.int64(-1), np.int64(-1)
    s = first_of(board.lacking[1])
    if s >= 0:
        return free_cell(board, s), -1 - s
    if depth <= 0 or room.left[0] <= 0 or not some(board.lacking[2]):
        return nothing
    must = menaced(board)
    slot = (board.state[0] >> 20) & (room.failed.shape[0] - 1)
    if must == -2 or (room.failed[slot] == board.state[0] and room.depths[slot] >= depth):
        return nothing
    room.left[0] -= 1
    moves = room.moves[depth]
    n = _moves(board, moves, must)
    for i in range(n):
        cell = moves[i]
        put(board, cell, 0)
        found = nothing
        if not some(board.lacking[THEIRS + 1]):
            one, at, two, also = _completed(board, cell)
            if two >= 0:
                start = claims.used[1]
                edge(claims, -1, at, -1 - one)
                edge(claims, at, also, -1 - two)
                found = cell, close(board, claims, start)
            elif one >= 0 and depth > 1:
                put(board, at, 1)
                reply, child = fours(board, claims, room, depth - 1)
                take(board, at, 1)
                if reply >= 0:
                    start = claims.used[1]
                    edge(claims, -1, at, -1 - one)
                    edge(claims, at, reply, child)
                    found = cell, close(board, claims, start)
        take(board, cell, 0)
        if found[1] >= 0:
            return found
    if room.left[0] > 0:
        room.failed[slot], room.depths[slot] = board.state[0], depth
    return nothing


@short
def _moves(board: Board, moves: Any, must: Any) -> Any:
    """The free cells of sets that lack two, or the one of them that he must take: how many."""
    n = np.int64(0)
    masks = board.lacking[2]
    for i in range(masks.shape[0]):
        left = masks[i]
        while left != 0:
            s = i * 64 + low(left)
            left &= left - 1
            for t in range(board.sizes[s]):
                cell = board.rows[s, t]
                known = n >= WIDEST or not is_free(board, cell) or (must >= 0 and cell != must)
                for j in range(n):
                    known = known or moves[j] == cell
                if not known:
                    moves[n] = cell
                    n += 1
    return n


@short
def _completed(board: Board, cell: Any) -> Any:
    """Of the sets through a cell that lack one: a set and its free cell, and a set with another
    free cell and that cell; -1 for what there is not."""
    one = at = two = also = np.int64(-1)
    for j in range(1, board.through[cell, 0] + 1):
        s = board.through[cell, j]
        if board.counts[1, s] == 0 and board.counts[0, s] == board.sizes[s] - 1:
            free = free_cell(board, s)
            if one < 0:
                one, at = s, free
            elif free != at:
                two, also = s, free
    return one, at, two, also


@inner
def by_fours(board: Board, claims: Claims, room: Fours, budget: Any) -> Any:
    """The same, short sequences first, within so many positions of each length."""
    if some(board.lacking[2]):
        depth = 1
        while depth <= DEEPEST:
            room.left[0] = budget
            reply, child = fours(board, claims, room, depth)
            if reply >= 0:
                return reply, child
            if room.left[0] <= 0:
                break
            depth += 1 if depth < 4 else 3
    return np.int64(-1), np.int64(-1)
