"""Compiled fill-in: cells of a connection game that are dead, and pairs that a player has captured.

A cell is *dead* for a player if all that touches it, and may still be his, is joined without it: it
never matters who has it. A pair is *captured* if whichever cell of it the opponent takes is dead
once the player has the other: it is as good as his (Hayward, van Rijswijck, Hex and
combinatorics, Discrete Mathematics 306 (2006)).

``near`` and ``meets`` are those of ``chains_kernel``; ``beside`` says of each two numbers whether
they touch each other or the same terminal. :func:`fill` takes them for each player.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

FREE, DEAD = -1, 2
"""A cell's state beside the numbers of the players."""


@njit(cache=True, inline="always")
def _joins(state: NDArray[np.int8], player: int, cell: int) -> bool:
    """Is it a stone of the player's, or a terminal?"""
    return cell >= len(state) or (cell >= 0 and state[cell] == player)


@njit(cache=True, inline="always")
def _matters(state: NDArray[np.int8], player: int, cell: int) -> bool:
    """Is it the player's, or may it still be?"""
    return _joins(state, player, cell) or (cell >= 0 and state[cell] == FREE)


@njit(cache=True)
def _joined(
    near: NDArray[np.int32],
    meets: NDArray[np.bool_],
    beside: NDArray[np.bool_],
    state: NDArray[np.int8],
    player: int,
    one: int,
    other: int,
) -> bool:
    """Is a cell joined to another or to a terminal, directly, by a terminal or by one stone?"""
    if beside[one, other]:
        return True
    for at in range(near.shape[1]):
        stone = near[one, at]
        if _joins(state, player, stone) and meets[stone, other]:
            return True
    return False


@njit(cache=True)
def _dead(
    near: NDArray[np.int32],
    meets: NDArray[np.bool_],
    beside: NDArray[np.bool_],
    state: NDArray[np.int8],
    player: int,
    cell: int,
) -> bool:
    """Is a free cell dead, as seen from the player's connections?"""
    places = near.shape[1]
    for i in range(places):
        one = near[cell, i]
        if not _matters(state, player, one):
            continue
        for j in range(i + 1, places):
            other = near[cell, j]
            if not _matters(state, player, other):
                continue
            if one >= len(near) or not _joined(near, meets, beside, state, player, one, other):
                return False
    return True


@njit(cache=True)
def _useless(
    near: NDArray[np.int32],
    beside: NDArray[np.bool_],
    state: NDArray[np.int8],
    player: int,
    lost: int,
    kept: int,
    needs: NDArray[np.uint64],
) -> bool:
    """Is ``lost`` dead once the player has ``kept``? Enters the stones that it takes."""
    for i in range(near.shape[1]):
        one = near[lost, i]
        if one == kept or not _matters(state, player, one) or beside[kept, one]:
            continue
        by = -1
        for at in range(near.shape[1]):
            stone = near[kept, at]
            if _joins(state, player, stone) and (stone == one or beside[stone, one]):
                by = stone
                break
        if by < 0:
            return False
        needs[by >> 6] |= np.uint64(1) << np.uint64(by & 63)
    return True


@njit(cache=True)
def fill(
    near: NDArray[np.int32],
    meets: NDArray[np.bool_],
    beside: NDArray[np.bool_],
    stones: NDArray[np.uint64],
    pairs: NDArray[np.int32],
    needs: NDArray[np.uint64],
) -> int:
    """Fills dead cells and captured pairs into ``stones``, a row of two words for each player,
    until there are no more; a dead cell belongs to both. ``pairs`` are entered in their order,
    each with its player, and in ``needs`` the stones that each rests on. Returns their number.
    O(cells) for each that is filled, for a bounded number of neighbours."""
    cells = near.shape[1]
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
                n, m, b = near[player], meets[player], beside[player]
                if _dead(n, m, b, state, player, cell):
                    state[cell] = DEAD
                    stones[0, cell >> 6] |= bit << np.uint64(cell & 63)
                    stones[1, cell >> 6] |= bit << np.uint64(cell & 63)
                    changed = True
                    break
                for at in range(n.shape[1]):
                    other = n[cell, at]
                    if other < cell or other >= cells or state[other] != FREE:
                        continue
                    needs[found, 0] = needs[found, 1] = np.uint64(0)
                    if _useless(n, b, state, player, cell, other, needs[found]) and _useless(
                        n, b, state, player, other, cell, needs[found]
                    ):
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
    near: NDArray[np.int32],
    meets: NDArray[np.bool_],
    beside: NDArray[np.bool_],
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
        fill(near, meets, beside, after[at], pairs, needs)
