"""The sets of grids: lines of [n]^d, rows of k in the plane and on a torus.

The generators work on whole arrays: a board with a million cells takes a fraction of a second.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.games.boards.hypergraph import MOST_MEMBERS, MOST_TORUS_MEMBERS, Hypergraph
from gameproof.games.meaning.bad_input import BadInput


def line_count(n: int, d: int) -> int:
    """Number of lines of [n]^d: ((n + 2)^d - n^d) / 2 for n >= 2, and 1 for n = 1."""
    return 1 if n == 1 else ((n + 2) ** d - n**d) // 2


def cube_lines(n: int, d: int) -> Hypergraph:
    """All lines of [n]^d; cells are numbered row by row, the last coordinate fastest.

    Each coordinate of a line is constant, runs upward or runs downward, and not all
    are constant; fixing the first running one upward counts each line once. A line is
    then its first cell plus multiples of one step. Lines come by the place of their
    first running coordinate, last place first. For n = 1 there is one line, the cell.
    O(n * lines).
    """
    total = line_count(n, d) * n
    if total > MOST_MEMBERS:
        raise BadInput(f"[{n}]^{d} has more than {MOST_MEMBERS // n} lines: too large to list")
    if n == 1:
        return Hypergraph.of(1, [(0,)])
    # (first cell, step) of the "lines" in the last coordinates, running or constant.
    start, step = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    stride = 1
    found: list[NDArray[np.int32]] = []
    constant_prefix = [np.zeros(1, dtype=np.int64)]
    for place in range(d - 1):
        weight = n ** (d - 1 - place)
        fixed = np.arange(n, dtype=np.int64) * weight
        constant_prefix.append((constant_prefix[-1][:, None] + fixed).ravel())
    along = np.arange(n, dtype=np.int64)
    for place in range(d - 1, -1, -1):
        first = (constant_prefix[place][:, None] + start).ravel()
        advance = np.tile(step + stride, len(constant_prefix[place]))
        found.append((first[:, None] + advance[:, None] * along).astype(np.int32))
        constants = np.arange(n, dtype=np.int64) * stride
        offsets = np.concatenate([constants, [0, (n - 1) * stride]])
        slopes = np.concatenate([np.zeros(n, dtype=np.int64), [stride, -stride]])
        start = (offsets[:, None] + start).ravel()
        step = (slopes[:, None] + step).ravel()
        stride *= n
    return Hypergraph.of_rows(n**d, np.concatenate(found))


DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def rows_of_k(m: int, n: int, k: int) -> Hypergraph:
    """All k consecutive cells in the four directions of a board of m rows and n columns."""
    found: list[NDArray[np.int32]] = []
    total = 0
    for down, right in DIRECTIONS if k > 1 else DIRECTIONS[:1]:
        last_row = m - 1 - (k - 1) * down
        low = (k - 1) if right < 0 else 0
        high = n - 1 - ((k - 1) if right > 0 else 0)
        if last_row < 0 or high < low:
            continue
        total += (last_row + 1) * (high + 1 - low) * k
        if total > MOST_MEMBERS:
            raise BadInput(f"rows of {k} on {m} x {n} cells are too many to list")
        row = np.arange(last_row + 1)[:, None]
        start = (row * n + np.arange(low, high + 1)).ravel().astype(np.int32)
        along = ((down * n + right) * np.arange(k)).astype(np.int32)
        found.append(start[:, None] + along)
    if not found:
        return Hypergraph.of(m * n, [])
    return Hypergraph.of_rows(m * n, np.concatenate(found))


def torus_rows(p: int, q: int, k: int) -> Hypergraph:
    """All k consecutive cells in the four directions of a p x q torus, as sets.

    A row that winds around holds each cell once; equal sets are dropped."""
    k = min(k, p * q)  # no row holds more cells
    if 4 * p * q * k > MOST_TORUS_MEMBERS:
        raise BadInput(f"rows of {k} on a {p} x {q} torus are too many to list")
    found = []
    for down, right in DIRECTIONS:
        for start in range(p * q):
            row, column = divmod(start, q)
            found.append([((row + i * down) % p) * q + (column + i * right) % q for i in range(k)])
    return Hypergraph.of(p * q, found)
