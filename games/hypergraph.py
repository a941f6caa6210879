"""Families of finite sets in compressed rows, and the families that boards give.

A family over the cells 0, 1, ..., cells - 1 is two arrays: the members of set
``i`` are ``members[indptr[i]:indptr[i + 1]]``, ascending. No set occurs twice.
The generators work on whole arrays: a board with a million cells takes a
fraction of a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gameproof.games.hex_board import neighbours, sides
from gameproof.games.meaning.bad_input import BadInput

MOST_MEMBERS = 1 << 28
"""Total size of the largest family that is built: 1 GB of cell numbers."""

MOST_TORUS_MEMBERS = 1 << 24
"""The same for the rows of a torus, which are listed one by one."""

MOST_CELLS = 1 << 20
"""Cells of the largest board that is no cube."""

MOST_HEX_CELLS = 36
"""Hex boards beyond this have too many minimal paths to list."""


FEW_MEMBERS = 1 << 12
"""Total size of the largest family whose sets are compared one by one: with so few, making an
array takes longer."""


Cells = tuple[tuple[int, int], ...]
"""Cells (row, column), ascending."""
Rows = Sequence[tuple[int, ...]]
"""A family, each set as its cells."""


@dataclass(frozen=True, eq=False)
class Hypergraph:
    """``indptr`` is int64 of length ``len(family) + 1``, ``members`` int32; read-only."""

    cells: int
    indptr: NDArray[np.int64]
    members: NDArray[np.int32]

    @classmethod
    def of(cls, cells: int, sets: Iterable[Iterable[int]]) -> Hypergraph:
        """The family of the given sets in their order, repetitions dropped.

        Raises ``BadInput`` on a cell outside 0..cells-1. O(total size, sorted).
        """
        rows = dict.fromkeys(tuple(sorted({int(cell) for cell in row})) for row in sets)
        for number, row in enumerate(rows):
            if row and (row[0] < 0 or row[-1] >= cells):
                bad = row[0] if row[0] < 0 else row[-1]
                raise BadInput(f"cell {bad} is not among 0..{cells - 1}", f"sets[{number}]")
        sizes = np.fromiter((len(row) for row in rows), dtype=np.int64, count=len(rows))
        members = np.fromiter((cell for row in rows for cell in row), dtype=np.int32)
        return cls.packed(cells, sizes, members)

    @classmethod
    def packed(cls, cells: int, sizes: NDArray[np.int64], members: NDArray[np.int32]) -> Hypergraph:
        """A family from the sizes of its sets and all members in order, taken as they are."""
        indptr = np.zeros(len(sizes) + 1, dtype=np.int64)
        np.cumsum(sizes, out=indptr[1:])
        members = np.ascontiguousarray(members, dtype=np.int32)
        indptr.setflags(write=False)
        members.setflags(write=False)
        return cls(cells, indptr, members)

    @classmethod
    def of_rows(cls, cells: int, rows: NDArray[np.int32]) -> Hypergraph:
        """A family of distinct sets of one size from an (N, k) array. O(N k)."""
        sizes = np.full(len(rows), rows.shape[1], dtype=np.int64)
        return cls.packed(cells, sizes, np.sort(rows, axis=1).ravel())

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def __getitem__(self, number: int) -> NDArray[np.int32]:
        return self.members[self.indptr[number] : self.indptr[number + 1]]

    def sets(self) -> list[tuple[int, ...]]:
        """All sets as tuples of Python ints; for small families. O(total size)."""
        flat, ends = self.members.tolist(), self.indptr.tolist()
        return [tuple(flat[a:b]) for a, b in pairwise(ends)]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of members of each set."""
        return np.diff(self.indptr)

    @cached_property
    def degrees(self) -> NDArray[np.int64]:
        """For each cell the number of sets that contain it."""
        return np.bincount(self.members, minlength=self.cells)

    @cached_property
    def rows(self) -> NDArray[np.int32] | None:
        """The (N, k) array of members when all sets have one size, else ``None``."""
        if len(self) == 0:
            return None
        size = int(self.sizes[0])
        return self.members.reshape(len(self), size) if (self.sizes == size).all() else None

    @cached_property
    def owners(self) -> NDArray[np.int32]:
        """For each place of ``members`` the number of its set."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.sizes)

    @cached_property
    def through(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The transposed rows ``(indptr, sets)``: the sets through each cell, ascending.
        O(total size) by a stable counting sort."""
        order = np.argsort(self.members, kind="stable")
        indptr = np.zeros(self.cells + 1, dtype=np.int64)
        np.cumsum(self.degrees, out=indptr[1:])
        return indptr, np.ascontiguousarray(self.owners[order])

    def counts(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For each set the number of its members where ``mask`` (one flag a cell) holds."""
        running = np.zeros(len(self.members) + 1, dtype=np.int64)
        np.cumsum(mask[self.members], out=running[1:])
        return running[self.indptr[1:]] - running[self.indptr[:-1]]

    def has_within(self, cells: frozenset[int]) -> bool:
        """Are all members of some set among the cells?"""
        if self._few is not None:
            return any(map(cells.issuperset, self._few))
        mask = np.zeros(self.cells, dtype=np.bool_)
        mask[list(cells)] = True
        return bool((self.counts(mask) == self.sizes).any())

    def has_outside(self, cells: frozenset[int]) -> bool:
        """Is no member of some set among the cells?"""
        if self._few is not None:
            return any(map(cells.isdisjoint, self._few))
        mask = np.zeros(self.cells, dtype=np.bool_)
        mask[list(cells)] = True
        return bool((self.counts(mask) == 0).any())

    @cached_property
    def _few(self) -> list[tuple[int, ...]] | None:
        """The sets one by one where arrays would cost more than they save."""
        return self.sets() if len(self.members) <= FEW_MEMBERS else None

    def choose(self, chosen: NDArray[np.bool_], keep: NDArray[np.bool_]) -> Hypergraph:
        """The chosen sets (one flag a set), restricted to the cells of ``keep``.

        Order is kept, and so are sets that become equal or empty."""
        place = chosen[self.owners] & keep[self.members]
        sizes = self.counts(keep)[chosen]
        return Hypergraph.packed(self.cells, sizes, self.members[place])


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
        start = (row * n + np.arange(low, high + 1)).ravel()
        found.append((start[:, None] + (down * n + right) * np.arange(k)).astype(np.int32))
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


SHAPES: dict[str, tuple[str, ...]] = {
    "elam": ("X",),
    "domino": ("XX",),
    "tic": ("XXX",),
    "el": ("XX", "X."),
    "fatty": ("XX", "XX"),
    "skinny": ("XXXX",),
    "elly": ("XXX", "X.."),
    "knobby": ("XXX", ".X."),
    "tippy": ("XX.", ".XX"),
    "f5": (".XX", "XX.", ".X."),
    "i5": ("XXXXX",),
    "l5": ("XXXX", "X..."),
    "n5": ("XXX.", "..XX"),
    "p5": ("XXX", "XX."),
    "t5": ("XXX", ".X.", ".X."),
    "u5": ("XXX", "X.X"),
    "v5": ("XXX", "X..", "X.."),
    "w5": ("XX.", ".XX", "..X"),
    "x5": (".X.", "XXX", ".X."),
    "y5": ("XXXX", ".X.."),
    "z5": ("XX.", ".X.", ".XX"),
    "snaky": ("XXXX.", "...XX"),
}
"""Harary's animals by his names; the pentominoes by their letters."""

OTHER_NAMES = {
    "i3": "tic", "v3": "el", "o4": "fatty", "i4": "skinny", "l4": "elly", "t4": "knobby",
    "s4": "tippy", "z4": "tippy",
}  # fmt: skip


@cache
def animal_forms(name: str) -> tuple[Cells, ...]:
    """An animal turned and reflected: cells (row, column), each form with least row and column
    0. It has a name or is drawn, as ``XX.,.XX``; raises ``BadInput`` for an unknown name."""
    from gameproof.games.written_shapes import diagram, is_diagram, moved_to_origin

    key = OTHER_NAMES.get(name.lower(), name.lower())
    if key not in SHAPES and not is_diagram(name):
        raise BadInput(
            f"no animal {name[:60]!r}; there are {', '.join(SHAPES)}, or a diagram as XX.,.XX",
            "name",
        )
    cells = diagram(",".join(SHAPES[key]) if key in SHAPES else name)
    forms: dict[Cells, None] = {}
    for reflect in (False, True):
        form = [(r, -c) for r, c in cells] if reflect else list(cells)
        for _ in range(4):
            form = [(c, -r) for r, c in form]
            forms[moved_to_origin(form)] = None
    return tuple(forms)


def placements(forms: Iterable[Cells], m: int, n: int) -> Hypergraph:
    """All translates of the forms on m rows and n columns."""
    from gameproof.games.written_shapes import moved_to_origin

    shapes = dict.fromkeys(moved_to_origin(list(shape)) for shape in forms)
    sizes, found = [], []
    for shape in shapes:
        tall, wide = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
        rows, columns = max(m - tall + 1, 0), max(n - wide + 1, 0)
        if rows * columns * len(shape) > MOST_TORUS_MEMBERS:
            raise BadInput(f"the translates of a shape on {m} x {n} cells are too many to list")
        corners = np.add.outer(np.arange(rows) * n, np.arange(columns)).ravel()
        cells = np.array(sorted(r * n + c for r, c in shape))
        sizes.append(np.full(len(corners), len(cells), dtype=np.int64))
        found.append(np.add.outer(corners, cells).ravel().astype(np.int32))
    members = np.concatenate(found or [np.zeros(0, np.int32)])
    return Hypergraph.packed(m * n, np.concatenate(sizes or [np.zeros(0, np.int64)]), members)


def hex_paths(m: int, n: int, across: bool) -> Hypergraph:
    """The minimal chains of an m x n Hex board: from the top to the bottom row, or with
    ``across`` from the left to the right column."""
    if m * n > MOST_HEX_CELLS:
        raise BadInput(f"a Hex board of more than {MOST_HEX_CELLS} cells has too many chains")
    from gameproof.games.border_chains import minimal_chains

    near = [neighbours(m, n, cell) for cell in range(m * n)]
    begin, end = sides(m, n, across)
    return Hypergraph.of(m * n, minimal_chains(near, begin, end))


def grid_label(cell: int, shape: Sequence[int]) -> str:
    """Notation of a cell: ``b3`` (column b, row 3) in the plane, ``1,2,3`` otherwise."""
    place: list[int] = []
    for size in reversed(shape):
        cell, coordinate = divmod(cell, size)
        place.append(coordinate)
    place.reverse()
    if len(shape) != 2:
        return ",".join(str(x + 1) for x in place)
    row, column = place
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return f"{letters}{row + 1}"


LONGEST_LABEL = 1000
"""No coordinate of a cell has more digits."""


def grid_cell(text: str, shape: Sequence[int]) -> int | None:
    """The cell with this notation, or ``None``."""
    if len(shape) == 2:
        letters = text.rstrip("0123456789")
        digits = text[len(letters) :]
        if not letters or not digits or not (letters.isascii() and letters.isalpha()):
            return None
        if len(text) > LONGEST_LABEL:
            return None
        column = 0
        for letter in letters.lower():
            column = 26 * column + ord(letter) - ord("a") + 1
        place = [int(digits) - 1, column - 1]
    else:
        parts = text.split(",")
        if len(parts) != len(shape) or not all(
            p.isascii() and p.strip().isdecimal() for p in parts
        ):
            return None
        if max(map(len, parts)) > LONGEST_LABEL:
            return None
        place = [int(p) - 1 for p in parts]
    cell = 0
    for coordinate, size in zip(place, shape, strict=True):
        if not 0 <= coordinate < size:
            return None
        cell = cell * size + coordinate
    return cell
