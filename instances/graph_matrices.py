"""Graphs as tables: adjacency matrices, dense and in the Matrix Market format, and CSV."""

from __future__ import annotations

import csv as csv_module
import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_lists import (
    REAL,
    TITLES,
    header_doubt,
    is_zero_or_one,
    lines_of,
    lines_of_numbers,
    named,
)
from gameproof.instances.graph_reading import (
    MOST_EDGES,
    MOST_VERTICES,
    Each,
    Listing,
    Reading,
    text_of,
)


def of_entries(
    names: Sequence[str] | int,
    tails: NDArray[np.int64],
    heads: NDArray[np.int64],
    values: NDArray[np.float64],
    reading: Reading,
    *,
    counted: bool = False,
) -> Listing:
    """The graph whose edges these entries of its matrix number. Whether 2 means two edges or a
    weight is certain only where the format was said."""
    if ((values < 0) | (values != np.floor(values))).any():
        odd = values[(values < 0) | (values != np.floor(values))][0]
        raise BadInput(f"an entry of the matrix is a number of edges, not {odd:g}", reading.name)
    unsure = ""
    if (values > 1).any() and not reading.said:
        unsure = (
            f"an entry {values.max():g} of the matrix may be a weight; say --format where entries "
            "are numbers of edges, or list the edges"
        )
        values = np.minimum(values, 1)
    if not values.sum() <= MOST_EDGES:
        raise BadInput(f"more than {MOST_EDGES} edges", reading.name)
    times = values.astype(np.int64)
    rows = np.stack([np.repeat(tails, times), np.repeat(heads, times)], axis=1)
    return Listing(names, rows, each="matrix", counted=counted, unsure=unsure)


def dense(names: Sequence[str] | int, table: list[list[str]], reading: Reading) -> Listing:
    """The graph of a square table of numbers; raises :class:`BadInput`."""
    for place, row in enumerate(table, 1):
        if len(row) != len(table):
            raise BadInput(
                f"expected {len(table)} entries in each of {len(table)} rows, found {len(row)} "
                f"in row {place}",
                reading.name,
            )
    stray = next((x for row in table for x in row if not REAL.fullmatch(x)), None)
    if stray is not None:
        raise BadInput(f"an entry of the matrix is {stray[:40]!r}, no number", reading.name)
    matrix = np.array([[float(x) for x in row] for row in table]).reshape(len(table), len(table))
    tails, heads = np.nonzero(matrix)
    return of_entries(
        names, tails.astype(np.int64), heads.astype(np.int64), matrix[tails, heads], reading
    )


def adjacency_matrix(data: bytes, reading: Reading) -> Iterator[Listing]:
    """Rows of numbers of edges, blanks or commas between, as NumPy writes them."""
    text = text_of(data, reading).replace(",", " ")
    rows = [line.split("#", 1)[0].split() for line in text.split("\n")]
    rows = [row for row in rows if row]
    yield dense(len(rows), rows, reading)


def matrix_market(data: bytes, reading: Reading) -> Iterator[Listing]:
    """A square matrix of numbers of edges, or a pattern, as SciPy writes it.

    Read here and not by SciPy, whose compiled reader crashes on some broken files.
    """
    lines = text_of(data, reading).split("\n")
    head = lines[0].lower().split()
    forms, fields, kinds = (
        ("coordinate", "array"),
        ("pattern", "integer", "real", "unsigned-integer", "double"),
        ("general", "symmetric"),
    )
    fits = len(head) == 5 and head[:2] == ["%%matrixmarket", "matrix"]
    if not fits or head[2] not in forms or head[3] not in fields or head[4] not in kinds:
        raise BadInput(
            "expected '%%MatrixMarket matrix coordinate|array pattern|integer|real "
            "general|symmetric'",
            f"{reading.name}:1",
        )
    below = [line for line in lines[1:] if line.strip() and line.lstrip()[0] != "%"]
    stray = next((line for line in below if re.search(r"[^-+.0-9eE \t\r]", line)), None)
    if stray is not None:
        raise BadInput(f"expected numbers, found {stray[:60]!r}", reading.name)
    body = [line.split() for line in below]
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
    yield _of_market(body[1:], n, head[3], coordinate, symmetric, reading)


def _of_market(
    body: list[list[str]], n: int, field: str, coordinate: bool, symmetric: bool, reading: Reading
) -> Listing:
    """The graph of the entries; of a symmetric matrix the file holds one triangle."""
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
    number = re.compile("-?[0-9]{1,18}") if field.endswith("integer") else REAL
    stray = next((row[-1] for row in body if len(row) != 2 and not number.fullmatch(row[-1])), None)
    if stray is not None:
        raise BadInput(f"an entry of the matrix is {stray[:40]!r}, no {field} number", reading.name)
    values = np.array([float(row[-1]) if len(row) != 2 else 1.0 for row in body])
    tails, heads = found[:, 0], found[:, 1]
    if symmetric:
        across = tails != heads
        tails, heads = (
            np.concatenate([tails, heads[across]]),
            np.concatenate([heads, tails[across]]),
        )
        values = np.concatenate([values, values[across]])
    kinds, number = np.unique(tails * n + heads, return_inverse=True)
    if symmetric and len(kinds) < len(tails):
        raise BadInput("an entry stands there twice", reading.name)
    # Entries of one place are summed up, as SciPy reads them.
    tails, heads = kinds // max(n, 1), kinds % max(n, 1)
    values = np.bincount(number, weights=values, minlength=len(kinds)).astype(np.float64)
    return of_entries(n, tails, heads, values, reading, counted=True)


def cells_of(text: str) -> list[list[str]] | None:
    """The rows of a table with commas, tabs or semicolons between its cells, ``None`` where
    the lines are none."""
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[:1] != "#"]
    for sign in "\t;,":
        if lines and all(sign in line for line in lines):
            try:
                rows = list(csv_module.reader(lines, delimiter=sign, strict=True))
            except csv_module.Error:
                return None
            return [[cell.strip() for cell in row] for row in rows]
    return None


def csv(data: bytes, reading: Reading) -> Iterator[Listing]:
    """An edge a row, in the first two columns or in those with titles like ``source`` and
    ``target``, as pandas and Gephi write them; or a matrix with the vertices' names as titles
    of rows and columns. Columns beside, as weights, are passed over."""
    text = text_of(data, reading)
    rows = cells_of(text)
    if rows is None:
        rows = [words for _, words in lines_of(text)]
        if any(len(words) < 2 or set('\t,;"') & set("".join(words)) for words in rows):
            raise BadInput(
                "expected commas, tabs, semicolons or blanks between two cells or more in every "
                "row; say --format where it is no table",
                reading.name,
            )
    width = len(rows[0]) if rows else 2
    data_of_edges = width == 3 and all(row[2:3] and row[2].startswith("{") for row in rows)
    for place, row in enumerate(rows, 1):
        if len(row) != width and not data_of_edges:
            raise BadInput(f"{len(row)} cells in row {place}, {width} in the first", reading.name)
    if rows and rows[0][0] == "" and [row[0] for row in rows[1:]] == rows[0][1:]:
        yield dense(rows[0][1:], [row[1:] for row in rows[1:]], reading)
        return
    matrix = len(rows) == width > 3 and all(is_zero_or_one(c) for row in rows for c in row)
    if matrix and not reading.said:
        yield dense(len(rows), rows, reading)
        return
    columns, arcs = (0, 1), None
    titles = [cell.lower() for cell in rows[0]] if rows else []
    known = [pair for pair in TITLES if set(pair) <= set(titles)]
    if len(known) > 1 or (known and any(titles.count(title) > 1 for title in known[0])):
        raise BadInput("several columns may hold the vertices", reading.name)
    if known:
        columns = (titles.index(known[0][0]), titles.index(known[0][1]))
        both = {rows[0][k] for k in columns}
        if any(both & {row[k] for k in columns} for row in rows[1:]):
            raise BadInput("the first row may be titles or an edge", reading.name)
        arcs = _direction(titles, rows[1:], reading)
    elif len(rows) > 1 and width > 1:
        _refuse_doubt(rows, width, reading)
    body = rows[1:] if known else rows
    if any(len(row) < 2 or "" in (row[columns[0]], row[columns[1]]) for row in body):
        raise BadInput("a row lacks a vertex", reading.name)
    pairs = [(row[columns[0]], row[columns[1]]) for row in body]
    names, ends = named([v for pair in pairs for v in pair], pairs)
    each: Each = "edge" if reading.said or arcs is False else "noted"
    yield Listing(names, ends, arcs, each=each)


def _direction(titles: list[str], body: list[list[str]], reading: Reading) -> bool | None:
    """What Gephi's column ``Type`` says."""
    if "type" not in titles:
        return None
    kinds = {row[titles.index("type")].lower() for row in body}
    if kinds == {"directed", "undirected"}:
        raise BadInput("some edges are directed, some are not", reading.name)
    return {"directed": True, "undirected": False}.get(min(kinds, default=""))


def _refuse_doubt(rows: list[list[str]], width: int, reading: Reading) -> None:
    """Refuse a table that may have titles, may be a matrix, or lists of neighbours."""
    if reading.said:
        return
    first, others = rows[0], {cell for row in rows[1:] for cell in row[:2]}
    doubt = ""
    fast = lines_of_numbers("\n".join(" ".join(row) for row in rows).encode())
    counted = None if fast is None or width > 2 else header_doubt(*fast)
    if counted is not None:
        doubt = f"the first row {counted}"
    elif not set(first[:2]) & others and not any(map(REAL.fullmatch, first)):
        doubt = "the first row may be titles or an edge"
    elif len(rows) == width and all(REAL.fullmatch(cell) for row in rows for cell in row):
        doubt = "the rows may be a matrix or edges"
    elif width > 2 and not all(
        (REAL.fullmatch(row[2]) and not row[2].isdecimal()) or row[2].startswith("{")
        for row in rows
    ):
        doubt = "the rows may be edges, with more beside, or lists of neighbours"
    if doubt:
        raise BadInput(
            f"{doubt}: say --format csv for edges without titles, or give the titles 'source' and "
            "'target'",
            reading.name,
        )


def _beside(cell: str) -> bool:
    """Is this certainly a weight or data, and no vertex?"""
    return cell.startswith("{") or (REAL.fullmatch(cell) is not None and not cell.isdecimal())
