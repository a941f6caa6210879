"""Three-player games with two colours of stones, board by board, in plain Python."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def forced_wins(
    cells: int, closing: NDArray[np.uint8], loop_free: NDArray[np.bool_]
) -> tuple[NDArray[np.uint8], int]:
    """By board in base 3, a bit for each player who can force a win, and how many boards are
    decided; arguments as ``solvers.positional.colour_claiming.solve`` has them."""
    ends = closing.tolist()
    free = loop_free.tolist()
    masks = [(0, 0, 0)]
    for cell in range(cells):
        bit = 1 << cell
        masks = [
            (x | (bit if d == 1 else 0), o | (bit if d == 2 else 0), s + (d > 0))
            for d in range(3)
            for x, o, s in masks
        ]
    live = [b for b, (x, o, s) in enumerate(masks) if s < cells and free[x] and free[o]]
    wins = [0] * len(masks)
    for board in sorted(live, key=lambda b: -masks[b][2]):
        x, o, stones = masks[board]
        own = 1 << stones % 3
        some, every = 0, 7
        for cell in range(cells):
            if (x | o) >> cell & 1:
                continue
            for colour, mask in ((1, x), (2, o)):
                code = ends[mask][cell]
                if code == 0:
                    result = wins[board + colour * 3**cell]
                else:
                    result = own if code == 4 else 1 << (code - 1)
                some |= result
                every &= result
        wins[board] = (some & own) | (every & ~own & 7)
    return np.array(wins, dtype=np.uint8), len(live)
