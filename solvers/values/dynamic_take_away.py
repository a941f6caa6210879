"""Grundy values of take-away games whose bound depends on the last amount taken.

In state (n, x) up to x of n chips may be taken; taking y leads to (n - y, f(y)).
More allowance means more options, so g(n, x) is non-decreasing in x and is stored
by its steps: with ``first_k(n)`` the smallest y <= n whose option has the value k,
and ``T_k(n) = max(first_0(n), ..., first_k(n))``, g(n, x) is the number of k with
``T_k(n) <= x``. An option (m, f(y)) has the value k for the y in one interval, because f
is non-decreasing, so each m covers an interval of n = m + y, and ``first_k(n)`` comes
from the largest m that covers n. Columns k = 0, 1, ... are filled one after another.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import LimitReached, Limits

SLICE = 1 << 15  # sizes between two looks at the clock
_fill = native.engine("dynamic_take_away").function("fill")

MOST_ENTRIES = 400_000_000
"""Numbers in all columns together (1.6 GB); games close to Nim have a column for each size."""


def dynamic_columns(
    f: Sequence[int], count: int, limits: Limits, *, most_entries: int = MOST_ENTRIES
) -> NDArray[np.int32]:
    """The columns ``first_k``, shape (columns, n + 1), 0 where there is no such y.

    ``f[y]`` for y = 1, ..., n (``f[0]`` is not used) is non-decreasing with
    ``f[y] >= y``. At most ``count`` columns are made, fewer when all values have been
    found (then the last column leaves no T finite). O(columns n log n).
    Raises ``LimitReached``, also when the columns pass ``most_entries``.
    """
    n = len(f) - 1
    capped = np.minimum(np.array([min(int(v), n + 1) for v in f], dtype=np.int64), n + 1)
    capped[0] = 0
    first_y = np.searchsorted(capped[1:], np.arange(n + 2)) + 1
    infinite = n + 1
    size = 1 << (n + 1).bit_length()
    columns: list[NDArray[np.int32]] = []
    before = np.zeros(n + 1, dtype=np.int32)
    while len(columns) < count:
        if (len(columns) + 1) * (n + 1) > most_entries:
            raise LimitReached("memory")
        tree = np.full(2 * size, -1, dtype=np.int32)
        first = np.zeros(n + 1, dtype=np.int32)
        bound = np.full(n + 1, infinite, dtype=np.int32)
        column = native.arrays(first_y=first_y, before=before, bound=bound, first=first, tree=tree)
        for start in range(0, n + 1, SLICE):
            limits.check()
            end = min(n + 1, start + SLICE)
            _fill(column, start, end)
        columns.append(first)
        if (bound == infinite).all():
            break
        before = bound
    return np.stack(columns)
