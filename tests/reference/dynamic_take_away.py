"""Columns of dynamic take-away games by their definition."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def dynamic_columns_by_definition(f: Sequence[int], count: int) -> NDArray[np.int32]:
    """As ``dynamic_columns``: look at every option. O(n^2 values)."""
    n = len(f) - 1
    values: list[list[int]] = []  # values[m][x] = g(m, x), x = 0, ..., m
    firsts: list[dict[int, int]] = []
    highest = 0
    for size in range(n + 1):
        first: dict[int, int] = {}
        row = [0]
        value = 0
        for y in range(1, size + 1):
            m = size - y
            first.setdefault(values[m][min(m, f[y])], y)
            while value in first:
                value += 1
            row.append(value)
        values.append(row)
        firsts.append(first)
        highest = max(highest, value)
    columns = min(count, highest + 1)
    table = np.zeros((columns, n + 1), dtype=np.int32)
    for size, first in enumerate(firsts):
        for value, y in first.items():
            if value < columns:
                table[value, size] = y
    return table
