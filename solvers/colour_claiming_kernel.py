"""Compiled retrograde analysis of three-player games with two colours of stones."""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

from numba import njit


@njit(cache=True)
def solve_layer(
    cells: int, powers: Any, closing: Any, table: Any, layer: Any, start: int, stop: int
) -> None:
    """Fill ``table`` for the boards ``layer[start:stop]``, all with equally many stones.

    ``closing[mask, cell]`` says what a stone on ``cell`` does to a loop-free colour set:
    0 nothing, 1..3 a loop owned by that player, 4 loops owned by whoever closes them.
    ``table[board]`` gets a bit for each player who can force a win alone.
    """
    for place in range(start, stop):
        board = layer[place]
        mask_x, mask_o, stones = 0, 0, 0
        rest = board
        for cell in range(cells):
            digit = rest % 3
            rest //= 3
            if digit == 1:
                mask_x |= 1 << cell
                stones += 1
            elif digit == 2:
                mask_o |= 1 << cell
                stones += 1
        mover = stones % 3
        some, every = 0, 7
        taken = mask_x | mask_o
        for cell in range(cells):
            if taken >> cell & 1:
                continue
            for colour in range(2):
                code = closing[mask_x if colour == 0 else mask_o, cell]
                if code == 0:
                    wins = table[board + (colour + 1) * powers[cell]]
                elif code == 4:
                    wins = 1 << mover
                else:
                    wins = 1 << (code - 1)
                some |= wins
                every &= wins
        own = 1 << mover
        table[board] = (some & own) | (every & ~own & 7)


@njit(cache=True)
def layers(cells: int, loop_free: Any, counts: Any, order: Any, fill: bool) -> None:
    """Boards whose two colours are loop-free, sorted by number of stones.

    With ``fill`` false only counts them; ``counts`` then gives each layer's start.
    """
    boards = 3**cells
    for board in range(boards):
        mask_x, mask_o, stones = 0, 0, 0
        rest = board
        for cell in range(cells):
            digit = rest % 3
            rest //= 3
            if digit == 1:
                mask_x |= 1 << cell
                stones += 1
            elif digit == 2:
                mask_o |= 1 << cell
                stones += 1
        if loop_free[mask_x] and loop_free[mask_o] and stones < cells:
            if fill:
                order[counts[stones]] = board
            counts[stones] += 1
