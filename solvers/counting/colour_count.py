"""How many two-colourings leave no set in one colour, by number of cells of colour one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

MOST_CELLS = 63
SLICE = 5_000_000
"""Steps between two looks at the limits, about 50 ms."""

_advance = native.engine("colour_count").function("advance")


def count(
    cells: int, not_one: Sequence[Sequence[int]], not_zero: Sequence[Sequence[int]], limits: Limits
) -> list[int]:
    """Entry k: colourings of 0..cells-1 with k cells of colour one, no set of ``not_one``
    wholly of colour one and none of ``not_zero`` wholly of colour zero.

    Depth-first over the cells, each set looked at when its last cell is coloured.
    Raises ``LimitReached``, and ``ValueError`` beyond 63 cells.
    """
    if cells > MOST_CELLS:
        raise ValueError(f"at most {MOST_CELLS} cells")
    if any(not members for members in (*not_one, *not_zero)):
        return [0] * (cells + 1)
    limits.check()
    counts = np.zeros(cells + 1, dtype=np.int64)
    search = _advance.bind(
        _advance.numbers(),
        cells,
        _by_last(cells, not_one),
        _by_last(cells, not_zero),
        np.zeros(cells + 1, dtype=np.uint64),
        np.zeros(cells + 1, dtype=np.int8),
        counts,
        SLICE,
    )
    while search():
        limits.check()
    return [int(x) for x in counts]


def _by_last(cells: int, sets: Sequence[Sequence[int]]) -> native.Arrays:
    """Bit masks of the sets, listed at their last cell."""
    ordered = sorted(sets, key=max)
    last = [max(members) for members in ordered]
    start = np.searchsorted(last, np.arange(cells + 1)).astype(np.int64)
    masks = [sum(1 << cell for cell in set(members)) for members in ordered]
    return native.arrays(start=start, masks=np.array(masks, dtype=np.uint64))
