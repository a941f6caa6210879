"""Graphs as adjacency matrices, dense and in the Matrix Market format."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_reading import (
    MOST_VERTICES,
    Reading,
    library,
    text_of,
)


def adjacency_matrix(data: bytes, reading: Reading) -> Iterator[Graph]:
    """Rows of 0 and 1, blanks or commas between, as NumPy writes them."""
    text = text_of(data, reading).replace(",", " ")
    rows = [line.split("#", 1)[0].split() for line in text.split("\n")]
    rows = [row for row in rows if row]
    for place, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise BadInput(
                f"expected {len(rows)} entries in each of {len(rows)} rows, found {len(row)} "
                f"in row {place}",
                reading.name,
            )
    with library("an adjacency matrix", reading):
        matrix = np.array([[float(x) for x in row] for row in rows]).reshape(len(rows), -1)
    yield _from_matrix(len(rows), *_entries(matrix, reading), reading)


def _entries(
    matrix: NDArray[np.float64], reading: Reading
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the ones of a dense matrix of zeros and ones stand."""
    if ((matrix != 0) & (matrix != 1)).any():
        raise BadInput("an adjacency matrix holds 0 and 1 only", reading.name)
    tails, heads = np.nonzero(matrix)
    return tails.astype(np.int64), heads.astype(np.int64)


def _from_matrix(
    n: int, tails: NDArray[np.int64], heads: NDArray[np.int64], reading: Reading
) -> Graph:
    """The graph of a matrix's ones; without direction it must be symmetric."""
    if reading.directed:
        return reading.graph(n, np.stack([tails, heads], axis=1), True)
    there = np.unique(tails * n + heads)
    if not np.array_equal(there, np.unique(heads * n + tails)):
        raise BadInput("the matrix is not symmetric: it holds arcs", reading.name)
    upper = there[there // max(n, 1) <= there % max(n, 1)]
    return reading.graph(n, np.stack([upper // max(n, 1), upper % max(n, 1)], axis=1), False)


def matrix_market(data: bytes, reading: Reading) -> Iterator[Graph]:
    """A square matrix of zeros and ones, or a pattern, as SciPy writes it.

    Read here and not by SciPy, whose compiled reader crashes on some broken files.
    """
    lines = text_of(data, reading).split("\n")
    head = lines[0].lower().split()
    forms, fields, kinds = (
        ("coordinate", "array"),
        ("pattern", "integer", "real"),
        ("general", "symmetric"),
    )
    fits = len(head) == 5 and head[:2] == ["%%matrixmarket", "matrix"]
    if not fits or head[2] not in forms or head[3] not in fields or head[4] not in kinds:
        raise BadInput(
            "expected '%%MatrixMarket matrix coordinate|array pattern|integer|real "
            "general|symmetric'",
            f"{reading.name}:1",
        )
    body = [line.split() for line in lines[1:] if line.strip() and line.lstrip()[0] != "%"]
    sizes = [int(x) if re.fullmatch(r"[0-9]{1,15}", x) else -1 for x in (body[:1] or [[]])[0]]
    coordinate, symmetric = head[2] == "coordinate", head[4] == "symmetric"
    if len(sizes) != (3 if coordinate else 2) or min(sizes) < 0:
        raise BadInput("expected the numbers of rows, columns and entries", reading.name)
    n = sizes[0]
    if sizes[1] != n:
        raise BadInput(f"a graph's matrix is square, not {n} x {sizes[1]}", reading.name)
    entries = sizes[2] if coordinate else n * (n + 1) // 2 if symmetric else n * n
    width = (2 if head[3] == "pattern" else 3) if coordinate else 1
    if n > MOST_VERTICES or entries != len(body) - 1:
        raise BadInput(f"{n} rows and {entries} entries do not fit the file", reading.name)
    if any(len(row) != width for row in body[1:]) or (head[3] == "pattern" and not coordinate):
        raise BadInput(f"expected {width} numbers in each line of entries", reading.name)
    yield _from_matrix(n, *_market_entries(body[1:], n, coordinate, symmetric, reading), reading)


def _market_entries(
    body: list[list[str]], n: int, coordinate: bool, symmetric: bool, reading: Reading
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the ones stand; of a symmetric matrix the file holds one triangle."""
    if coordinate:
        places = [row[:2] for row in body]
        if not all(re.fullmatch("[0-9]{1,9}", x) for row in places for x in row):
            raise BadInput("expected whole numbers for rows and columns", reading.name)
        found = np.array(places, dtype=np.int64).reshape(-1, 2) - 1
        if found.size and (found.min() < 0 or found.max() >= n):
            raise BadInput(f"an entry leaves the rows and columns 1..{n}", reading.name)
    else:  # column by column; of a symmetric matrix from the diagonal down
        down = [(r, c) for c in range(n) for r in range(c if symmetric else 0, n)]
        found = np.array(down, dtype=np.int64).reshape(-1, 2)
    with library("a Matrix Market file", reading):
        values = np.array([float(row[-1]) if len(row) != 2 else 1.0 for row in body])
    zero = values == 0
    if ((values != 1) & ~zero).any() or (coordinate and zero.any()):
        raise BadInput("an adjacency matrix holds 0 and 1 only", reading.name)
    tails, heads = found[~zero, 0], found[~zero, 1]
    if symmetric:
        tails, heads = np.concatenate([tails, heads]), np.concatenate([heads, tails])
    there = np.unique(tails * n + heads)
    if len(there) < len(tails) - (symmetric and int((tails == heads).sum()) // 2):
        raise BadInput("an entry stands there twice", reading.name)
    return there // max(n, 1), there % max(n, 1)
