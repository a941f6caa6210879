"""Compiled retrograde analysis of three-player games with two colours of stones."""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

from numba import njit


@njit(cache=True)
def solve_layer(
    cells: int,
    low_cells: int,
    low_x: Any,
    low_o: Any,
    powers: Any,
    closing: Any,
    table: Any,
    layer: Any,
    start: int,
    stop: int,
    mover: int,
) -> None:
    """Fill ``table`` for the boards ``layer[start:stop]``, on all of which ``mover`` moves.

    ``closing[mask, cell]`` says what a stone on ``cell`` does to a loop-free colour set:
    0 nothing, 1..3 a loop owned by that player, 4 loops owned by whoever closes them.
    ``table[board]`` gets a bit for each player who can force a win alone.
    ``low_x[k], low_o[k]`` are the sets of the ``low_cells``-digit ternary number k.
    """
    own = 1 << mover
    for place in range(start, stop):
        board = layer[place]
        low = board % len(low_x)
        high = board // len(low_x)
        mask_x = low_x[low] | low_x[high] << low_cells
        mask_o = low_o[low] | low_o[high] << low_cells
        taken = mask_x | mask_o
        some, every = 0, 7
        for cell in range(cells):
            if taken >> cell & 1:
                continue
            for colour in range(2):
                code = closing[mask_x if colour == 0 else mask_o, cell]
                if code == 0:
                    wins = table[board + (colour + 1) * powers[cell]]
                elif code == 4:
                    wins = own
                else:
                    wins = 1 << (code - 1)
                some |= wins
                every &= wins
        table[board] = (some & own) | (every & ~own & 7)


@njit(cache=True)
def layers(
    cells: int,
    low_cells: int,
    low_x: Any,
    low_o: Any,
    size: Any,
    loop_free: Any,
    counts: Any,
    order: Any,
    fill: bool,
    start: int,
    stop: int,
) -> None:
    """Boards ``start..stop`` whose two colours are loop-free, sorted by number of stones.

    With ``fill`` false only counts them; ``counts`` then gives each layer's start.
    """
    for board in range(start, stop):
        low = board % len(low_x)
        high = board // len(low_x)
        mask_x = low_x[low] | low_x[high] << low_cells
        mask_o = low_o[low] | low_o[high] << low_cells
        stones = size[mask_x | mask_o]
        if loop_free[mask_x] and loop_free[mask_o] and stones < cells:
            if fill:
                order[counts[stones]] = board
            counts[stones] += 1
