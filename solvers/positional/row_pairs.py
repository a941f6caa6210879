"""The tables of lines for the search for disjoint pairs.

Are the sets rows, intervals on lines of cells? Then pairs are found line by line
(``native/row_pairs.h``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits

_engine = native.engine("holding")
_choices = _engine.function("line_choices")
LONGEST = _engine.constant("LONGEST_LINE")
"""The table of a line has 3^length states."""
SERVED = _engine.constant("SERVED")
"""Number of choices of a line that needs none."""

Ints = NDArray[np.int64]
Table = tuple[Ints, Ints, Ints]
Row = tuple[int, int]
"""Its first cell on a line, and how many it has."""


@cache
def choices(length: int, rows: tuple[Row, ...]) -> Table:
    """The choices of each state of a line of ``length`` cells and these rows: their number, the
    first, and all of them. O(6^length)."""
    count, first = np.zeros(3**length, np.int64), np.zeros(3**length, np.int64)
    room = 1 << 12
    while True:
        option = np.zeros(room, np.int64)
        found = _choices(length, np.array(rows, np.int64), count, first, option)
        if found <= room:
            return count, first, option[:found].copy()
        room = found


def lines_of(masks: Sequence[int]) -> list[tuple[list[int], tuple[Row, ...]]] | None:
    """Lines, their cells and rows, that together have these sets as their rows, if they are rows
    of at most ``LONGEST`` cells on lines of which any two share one cell at most; else ``None``.
    A longer line is divided, and its parts overlap. The cells of a line are in rising order,
    as those of a board are in each direction. O(sets^2)."""
    groups: list[list[int]] = []
    for mask in masks:
        near = [g for g in groups if any((mask & other).bit_count() > 1 for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append([mask, *(other for g in near for other in g)])
    found: list[tuple[list[int], tuple[Row, ...]]] = []
    for group in groups:
        union = 0
        for mask in group:
            union |= mask
        line = list(bits(union))
        place = {cell: i for i, cell in enumerate(line)}
        rows: list[Row] = []
        for mask in group:
            row = [place[cell] for cell in bits(mask)]
            if not 2 <= len(row) <= LONGEST or row[-1] - row[0] >= len(row):
                return None
            rows.append((row[0], len(row)))
        found += _divided(line, sorted(rows))
    return found


def _divided(line: list[int], rows: list[Row]) -> list[tuple[list[int], tuple[Row, ...]]]:
    """Parts of at most ``LONGEST`` cells and about as many rows each, and their rows."""
    for parts in range(1, len(rows) + 1):
        found = []
        for some in np.array_split(np.array(rows, np.int64), parts):
            low, high = int(some[0, 0]), int(some.sum(axis=1).max())
            found.append((line[low:high], tuple((int(at) - low, int(n)) for at, n in some)))
        if all(len(cells) <= LONGEST for cells, _ in found):
            break
    return found


def rows_room(masks: Sequence[int], cells: int) -> native.Arrays:
    """The tables for these sets of so many cells, and room for the search; without lines if they
    are no rows."""
    found = lines_of(masks) or []
    shapes = sorted({(len(line), rows) for line, rows in found})
    tables = [choices(*shape) for shape in shapes]
    starts = np.cumsum([0, *(len(count) for count, _, _ in tables)])
    ends = np.cumsum([0, *(len(option) for _, _, option in tables)])
    through: list[list[tuple[int, int]]] = [[] for _ in range(cells)]
    rows = np.full((len(found), LONGEST), -1, np.int64)
    for line, (row, _) in enumerate(found):
        rows[line, : len(row)] = row
        for place, cell in enumerate(row):
            through[cell].append((line, 3**place))
    most = max(1, *(len(one) for one in through))
    line_of, power = np.full((cells, most), -1, np.int64), np.zeros((cells, most), np.int64)
    for cell, one in enumerate(through):
        for j, (line, digit) in enumerate(one):
            line_of[cell, j], power[cell, j] = line, digit
    none = [np.zeros(0, np.int64)]
    count = np.concatenate([one[0] for one in tables] or none)
    widest = int(count[count < SERVED].max(initial=1))
    depth, n = len(found) + 2, len(found)
    return native.arrays(
        cells=rows,
        start=np.array([starts[shapes.index((len(line), rows))] for line, rows in found], np.int64),
        line=line_of,
        power=power,
        ways=count,
        first=np.concatenate(
            [one[1] + end for one, end in zip(tables, ends, strict=False)] or none
        ),
        option=np.concatenate([one[2] for one in tables] or none),
        state=np.zeros((depth, n), np.int64),
        left=np.zeros((depth, n), np.int64),
        step=np.zeros((depth, 3), np.int64),
        order=np.zeros((depth, widest), np.int64),
        worth=np.zeros(widest, np.int64),
        chosen=np.zeros(n, np.int64),
    )
