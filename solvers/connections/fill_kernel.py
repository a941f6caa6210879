"""Compiled fill-in: cells of a connection game that are dead, and pairs that a player has captured.

A cell is *dead* for a player if all that touches it, and may still be his, is joined without it: it
never matters who has it. A pair is *captured* if whichever cell of it the opponent takes is dead
once the player has the other: it is as good as his (Hayward, van Rijswijck, Hex and
combinatorics, Discrete Mathematics 306 (2006)).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

FREE, DEAD = -1, 2
"""A cell's state beside the numbers of the players."""


@njit(cache=True)
def _next(near: NDArray[np.int32], one: int, other: int) -> bool:
    for at in range(near.shape[1]):
        if near[one, at] == other:
            return True
    return False


@njit(cache=True)
def _joined(
    near: NDArray[np.int32],
    touch: NDArray[np.int8],
    state: NDArray[np.int8],
    player: int,
    lost: int,
    one: int,
    other: int,
) -> bool:
    """Are two cells joined without a third, directly, by a terminal or by one stone?"""
    if touch[one] & touch[other] or _next(near, one, other):
        return True
    for at in range(near.shape[1]):
        stone = near[one, at]
        if stone >= 0 and stone != lost and state[stone] == player and _next(near, stone, other):
            return True
    return False


@njit(cache=True)
def _dead(
    near: NDArray[np.int32],
    touch: NDArray[np.int8],
    state: NDArray[np.int8],
    player: int,
    cell: int,
) -> bool:
    """Is a free cell dead, as seen from the player's connections?"""
    width = near.shape[1]
    for i in range(width):
        one = near[cell, i]
        if one < 0 or (state[one] != FREE and state[one] != player):
            continue
        for end in range(2):
            if touch[cell] & ~touch[one] & (1 << end):
                by = False
                for at in range(width):
                    stone = near[one, at]
                    if stone >= 0 and state[stone] == player and touch[stone] & (1 << end):
                        by = True
                        break
                if not by:
                    return False
        for j in range(i + 1, width):
            other = near[cell, j]
            if other < 0 or (state[other] != FREE and state[other] != player):
                continue
            if not _joined(near, touch, state, player, cell, one, other):
                return False
    return bool(touch[cell] != 3)


@njit(cache=True)
def _useless(
    near: NDArray[np.int32],
    touch: NDArray[np.int8],
    state: NDArray[np.int8],
    player: int,
    lost: int,
    kept: int,
    needs: NDArray[np.uint64],
) -> bool:
    """Is ``lost`` dead once the player has ``kept``? Enters the stones that it takes."""
    width = near.shape[1]
    for i in range(width + 2):
        if i < width:
            one = near[lost, i]
            if one < 0 or one == kept or (state[one] != FREE and state[one] != player):
                continue
            if _next(near, one, kept) or touch[one] & touch[kept]:
                continue
        else:
            one = -1
            end = 1 << (i - width)
            if not touch[lost] & end or touch[kept] & end:
                continue
        by = -1
        for at in range(width):
            stone = near[kept, at]
            if stone < 0 or state[stone] != player:
                continue
            if one >= 0:
                reaches = (
                    _next(near, stone, one) or stone == one or (touch[stone] & touch[one]) != 0
                )
            else:
                reaches = (touch[stone] & end) != 0
            if reaches:
                by = stone
                break
        if by < 0:
            return False
        needs[by >> 6] |= np.uint64(1) << np.uint64(by & 63)
    return True


@njit(cache=True)
def fill(
    cells: int,
    near: NDArray[np.int32],
    touch: NDArray[np.int8],
    stones: NDArray[np.uint64],
    pairs: NDArray[np.int32],
    needs: NDArray[np.uint64],
) -> int:
    """Fills dead cells and captured pairs into ``stones``, a row of two words for each player,
    until there are no more; a dead cell belongs to both. ``pairs`` are entered in their order,
    each with its player, and in ``needs`` the stones that each rests on. Returns their number.
    O(cells) for each that is filled, for a bounded number of neighbours."""
    state = np.empty(cells, np.int8)
    bit = np.uint64(1)
    for cell in range(cells):
        word, place = cell >> 6, np.uint64(cell & 63)
        state[cell] = FREE
        mine, his = (stones[0, word] >> place) & bit, (stones[1, word] >> place) & bit
        if mine and his:
            state[cell] = DEAD
        elif mine:
            state[cell] = 0
        elif his:
            state[cell] = 1
    found = 0
    changed = True
    while changed:
        changed = False
        for cell in range(cells):
            if state[cell] != FREE:
                continue
            for player in range(2):
                if _dead(near, touch[player], state, player, cell):
                    state[cell] = DEAD
                    stones[0, cell >> 6] |= bit << np.uint64(cell & 63)
                    stones[1, cell >> 6] |= bit << np.uint64(cell & 63)
                    changed = True
                    break
                for at in range(near.shape[1]):
                    other = near[cell, at]
                    if other < cell or state[other] != FREE:
                        continue
                    needs[found, 0] = needs[found, 1] = np.uint64(0)
                    if _useless(
                        near, touch[player], state, player, cell, other, needs[found]
                    ) and _useless(near, touch[player], state, player, other, cell, needs[found]):
                        pairs[found, 0], pairs[found, 1], pairs[found, 2] = player, cell, other
                        found += 1
                        state[cell] = state[other] = player
                        stones[player, cell >> 6] |= bit << np.uint64(cell & 63)
                        stones[player, other >> 6] |= bit << np.uint64(other & 63)
                        changed = True
                        break
                if state[cell] != FREE:
                    break
    return found


@njit(cache=True)
def follow(
    cells: int,
    near: NDArray[np.int32],
    touch: NDArray[np.int8],
    start: NDArray[np.uint64],
    mover: int,
    moves: NDArray[np.int32],
    after: NDArray[np.uint64],
    pairs: NDArray[np.int32],
    needs: NDArray[np.uint64],
) -> None:
    """Each position after a move, filled: as :func:`fill`, for each of ``moves`` in ``after``."""
    for at in range(len(moves)):
        cell = moves[at]
        after[at] = start
        after[at, mover, cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
        fill(cells, near, touch, after[at], pairs, needs)
