"""Are the sets the rows of k on lines of cells? Then pairs are found line by line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.positional.row_pairs_kernel import Lines, choices

LONGEST = 10
"""The table of a line has 3^length states."""
CELLS = 128

Table = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


@cache
def _table(length: int, k: int) -> Table:
    """The choices of each state of a line: their number, the first, and all of them."""
    count, first, option = choices(length, k)
    return count, first, option


def lines_of(masks: Sequence[int]) -> list[tuple[list[int], int]] | None:
    """Lines (their cells, and k) whose rows of k are the sets, if any two lines share one cell at
    most and none has more than ``LONGEST``; else ``None``. The cells of a line are in rising
    order, as those of a board are in each direction. O(sets^2)."""
    groups: list[list[int]] = []
    for mask in masks:
        near = [g for g in groups if any((mask & other).bit_count() > 1 for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append([mask, *(other for g in near for other in g)])
    found: list[tuple[list[int], int]] = []
    for group in groups:
        union = 0
        for mask in group:
            union |= mask
        cells, k = list(bits(union)), group[0].bit_count()
        rows = {sum(1 << c for c in cells[i : i + k]) for i in range(len(cells) - k + 1)}
        if k < 2 or len(cells) > LONGEST or rows != set(group):
            return None
        found.append((cells, k))
    return found


def rows_room(masks: Sequence[int]) -> Lines:
    """The tables for these sets and room for the search; without lines if they are no rows."""
    found = lines_of(masks) or []
    shapes = sorted({(len(cells), k) for cells, k in found})
    tables = [_table(*shape) for shape in shapes]
    starts = np.cumsum([0, *(len(count) for count, _, _ in tables)])
    ends = np.cumsum([0, *(len(option) for _, _, option in tables)])
    through: list[list[tuple[int, int]]] = [[] for _ in range(CELLS)]
    rows = np.full((len(found), LONGEST), -1, np.int64)
    for line, (cells, _) in enumerate(found):
        rows[line, : len(cells)] = cells
        for place, cell in enumerate(cells):
            through[cell].append((line, 3**place))
    most = max(1, *(len(one) for one in through))
    line_of, power = np.full((CELLS, most), -1, np.int64), np.zeros((CELLS, most), np.int64)
    for cell, one in enumerate(through):
        for j, (line, digit) in enumerate(one):
            line_of[cell, j], power[cell, j] = line, digit
    none = [np.zeros(0, np.int64)]
    count = np.concatenate([one[0] for one in tables] or none)
    widest = int(count[count < 1 << 30].max(initial=1))
    depth, n = len(found) + 2, len(found)
    return Lines(
        rows,
        np.array([starts[shapes.index((len(cells), k))] for cells, k in found], np.int64),
        line_of,
        power,
        count,
        np.concatenate([one[1] + end for one, end in zip(tables, ends, strict=False)] or none),
        np.concatenate([one[2] for one in tables] or none),
        np.zeros((depth, n), np.int64),
        np.zeros((depth, n), np.int64),
        np.zeros((depth, 3), np.int64),
        np.zeros((depth, widest), np.int64),
        np.zeros(widest, np.int64),
        np.zeros(n, np.int64),
    )
