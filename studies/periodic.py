"""Which rows and animals have pairs that repeat over the plane, and who wins where they have none.

For each family of shapes a tile of the fewest cells is sought, lattice by lattice; if there is
none of the area that is asked for, Maker's win on a small board. Each answer is about a board
that is larger than any other, and has a certificate that was accepted. With a results file a run
that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.encodings.positional.pairings.lattices import density, smallest_pairs
from gameproof.encodings.positional.pairings.tilings import tilings
from gameproof.games.boards.animals import HEXES, SHAPES, animal_forms
from gameproof.games.boards.hex_board import AROUND
from gameproof.games.boards.written_shapes import Cells
from gameproof.games.positional import Position
from gameproof.prover.code_stamp import code_stamp
from gameproof.prover.results import Record, Results
from gameproof.prover.written import to_json
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.studies.maps import Cell, ask, follow

SIDE = 1_000_000
"""Of the board that stands for the plane."""
EACH = 300.0
"""Seconds for a family of shapes: for tiles, and once more for Maker."""
LARGEST_AREA = 64
COLUMNS = (
    "sets", "number", "board", "winner", "argument", "area", "repeats with", "parts", "pairs",
    "verified", "bytes", "seconds",
)  # fmt: skip
OPEN = "open"

DIRECTIONS = ("e", "se", "e+s", "e+se", "se+sw", "e+s+se", "e+se+sw", "e+s+se+sw")
"""The sets of directions of a row of cells, one of each class under the symmetries of the
square."""
ROWS = range(2, 11)
ANIMALS, HEXAGONS = range(1, 7), range(1, 6)


@dataclass(frozen=True, slots=True)
class Line:
    """What is found of one family of shapes. ``sets`` says which they are: ``rows``, with k as
    ``number``, ``animals`` or ``hexagons``, with their cells. ``pairs`` says what is known where
    there are none."""

    sets: str
    number: int
    board: str
    winner: str = OPEN
    argument: str = ""
    area: int | None = None
    repeats: str = ""
    parts: int | None = None
    pairs: str = ""
    verified: bool = False
    bytes: int | None = None
    seconds: float = 0.0

    @property
    def row(self) -> tuple[str | int | float | None, ...]:
        """The line as a row of the table."""
        values = {**asdict(self), "verified": "yes" if self.verified else ""}
        return tuple(values.values())


def families() -> Iterator[Line]:
    """The lines of the table before anything is known: rows of 2 to 10 cells in each set of
    directions, the animals of at most six cells, and those of at most five hexagons."""
    for k in ROWS:
        for chosen in DIRECTIONS:
            steps = chosen.split("+")
            shapes = "+".join(f"{k}{step}" for step in steps)
            board = (
                f"mnk {SIDE} {SIDE} {k}" if len(steps) == 4 else f"shapes {shapes} {SIDE} {SIDE}"
            )
            yield Line("rows", k, board)
    for sets, kind, names, sizes in (
        ("animals", "polyomino", SHAPES, ANIMALS),
        ("hexagons", "polyhex", HEXES, HEXAGONS),
    ):
        named = {frozenset(animal_forms(name, kind)): name for name in names}
        for size in sizes:
            for drawn in animals(size, kind):
                name = named.get(frozenset(animal_forms(drawn, kind)), drawn)
                yield Line(sets, size, f"{kind} {name} {SIDE} {SIDE}")


@cache
def animals(size: int, kind: str = "polyomino") -> tuple[str, ...]:
    """A diagram of each polyomino or polyhex of that size, turned and reflected ones being one.
    O(their number * size^2)."""
    if size == 1:
        return ("X",)
    steps = AROUND if kind == "polyhex" else ((0, 1), (1, 0), (0, -1), (-1, 0))
    found: dict[Cells, None] = {}
    for smaller in animals(size - 1, kind):
        cells = animal_forms(smaller, kind)[0]
        for row, column in cells:
            for down, right in steps:
                cell = row + down, column + right
                if cell not in cells:
                    found.setdefault(min(animal_forms(drawing((*cells, cell)), kind)))
    return tuple(drawing(form) for form in found)


def drawing(cells: Iterable[tuple[int, int]]) -> str:
    """The diagram of a shape."""
    cells = set(cells)
    rows, columns = zip(*cells, strict=True)
    return ",".join(
        "".join(".X"[(r, c) in cells] for c in range(min(columns), max(columns) + 1))
        for r in range(min(rows), max(rows) + 1)
    )


def table(
    area: int,
    limits: Limits,
    results: Path | None = None,
    asked: Iterable[Line] | None = None,
    each: float = EACH,
) -> list[Line]:
    """A line for each family, with tiles of at most ``area`` cells.

    What the limits leave undone is open, and is done by the next run with the same ``results``.
    Raises :class:`BadInput` for a results file that is none or that another run holds.
    """
    found: list[Line] = []
    stamp = f"{code_stamp()} periodic-tiles {area} {each}"
    opened = nullcontext() if results is None else Results(results)
    with opened as kept:
        for line in families() if asked is None else asked:
            limits.progress(f"{len(found)} families, {line.board}")
            key = hashlib.sha256(line.board.encode()).hexdigest()
            record = None if kept is None else kept.kept(key, stamp, line.board, _as_it_is)
            if record is not None:
                found.append(Line(**record["line"]))
                continue
            if limits.exceeded() is not None:
                found.append(line)
                continue
            done, whole = _decide(line, area, limits, each)
            found.append(done)
            if kept is not None and whole:
                names = {"type": "tile", "file": line.board, "key": key, "stamp": stamp}
                kept.add({**names, "line": json.loads(json.dumps(asdict(done)))})
    return found


def _as_it_is(record: Record) -> tuple[Record, Record]:
    return record, record


def _decide(line: Line, area: int, limits: Limits, each: float) -> tuple[Line, bool]:
    """The line with what is found, and whether the limits of the run left it the time."""
    started = time.monotonic()
    position = Position.parse(f"{line.board} --rule weak")
    cell = Cell(line.board, "weak")
    least = density(position)
    try:
        if least is not None and least > 1:
            line = replace(line, pairs=f"none: {least} of all cells")
        else:
            tiling = smallest_pairs(position, area, limits.share(seconds=each))
            line = replace(line, pairs="" if tiling else f"none to {area} cells")
            if tiling is not None and follow(cell, "breaker", tiling, "pairs", ""):
                return _decided(line, cell, started), True
    except LimitReached:
        line = replace(line, pairs="none found")
    for tiling in () if limits.exceeded() else tilings(position, limits, pairs=False):
        if follow(cell, "breaker", tiling, "regions", ""):
            return _decided(line, cell, started), True
    cell = ask(line.board, "weak", ("forced", "maker-potential"), limits, each)
    return _decided(line, cell, started), cell.winner != OPEN or limits.exceeded() is None


def _decided(line: Line, cell: Cell, started: float) -> Line:
    certificate = cell.certificate
    line = replace(
        line,
        winner=cell.winner,
        argument=cell.argument,
        verified=cell.verified,
        bytes=None if certificate is None else written(certificate),
        seconds=round(time.monotonic() - started, 2),
    )
    if not isinstance(certificate, Tiling):
        return line
    rows, columns, shift = certificate.rows, certificate.columns, certificate.shift
    repeats = f"({rows}, {shift}), (0, {columns})"
    return replace(line, area=rows * columns, repeats=repeats, parts=len(certificate.regions))


def written(certificate: Certificate) -> int:
    """Bytes of the certificate as plain JSON."""
    return len(json.dumps(to_json(certificate), separators=(",", ":")))


def sheets(lines: Iterable[Line]) -> Mapping[str, Mapping[tuple[int, int], Line]]:
    """For a plot the lines by their place: rows by k and the number of their directions, animals
    by their number among those of their size, and their size."""
    found: dict[str, dict[tuple[int, int], Line]] = {}
    for line in lines:
        sheet = found.setdefault(line.sets, {})
        if line.sets == "animals":
            place = next((x, line.number) for x in count(1) if (x, line.number) not in sheet)
        else:
            place = next((line.number, y) for y in count(1) if (line.number, y) not in sheet)
        sheet[place] = line
    return found
