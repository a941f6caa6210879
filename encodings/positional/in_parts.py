"""Drawn boards and pairings of a torus, counted part by part, with the parts as the certificate.

Which parts: a row of cells in the plane or on a torus with an even number of rows and columns lies
in two of the four classes of cells by the parity of row and column; and a line of [4]^3 in two of
eight, by which of the coordinates are in the middle. One class, or two, are coloured in every way,
up to symmetry; the others stand in a ring (:mod:`gameproof.games.counts.ring_of_parts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.boards.grid_rows import DIRECTIONS
from gameproof.games.counts.positional_counts import as_colourings, drawn_in_parts
from gameproof.games.counts.ring_of_parts import Problem
from gameproof.games.counts.torus_pairings import as_colourings as pairings_as_colourings
from gameproof.games.counts.torus_pairings import covered, pairings_in_parts
from gameproof.games.meaning.steps import STEPS, TooMuch, within
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits

Cell = tuple[int, ...]
Literal = tuple[Cell, int]
"""A cell by its coordinates, and a colour."""
Count = Callable[[Position, list[int], NDArray[np.int64]], int]

RING = {0: 0, 7: 0, 1: 1, 3: 2, 2: 3, 6: 4, 4: 5, 5: 6}
"""The part of each set of coordinates in the middle, bit i for coordinate i: first those that
all others lie between, then a ring in which sets next to each other hold one another."""
MOST_IN_A_PART = 12
"""Cells of a torus in a part that have two colours."""


def parts_of(position: Position) -> list[int] | None:
    """The part of each cell, ``None`` where there are none such."""
    board = position.board
    if board.kind == "torus-row":
        p, q, _ = board.parameters
        if p % 2 or q % 2:
            return None
        return [r % 2 * 2 + c % 2 for r in range(p) for c in range(q)]
    if board.kind == "tictactoe" and board.parameters == (4, 3):
        middle = [[int(x in (1, 2)) for x in cell] for cell in product(range(4), repeat=3)]
        return [RING[x + 2 * y + 4 * z] for x, y, z in middle]
    return None


def symmetries_of(position: Position, problem: Problem, parts: list[int]) -> NDArray[np.int64]:
    """The symmetries of the conditions, of those that grids have, which keep part 0: a row each,
    as the certificate holds them. The boards have even numbers of cells, so that half of the
    cells is half of them when colours are exchanged."""
    shape = (4, 4, 4) if position.board.kind == "tictactoe" else position.board.shape
    cells = list(product(*map(range, shape)))
    number = {cell: i for i, cell in enumerate(cells)}
    q = problem.colours
    rows: list[tuple[int, ...]] = []
    known = {tuple(range(len(cells) * q))}
    for image in _images(shape, q):
        literals = [image((cell, colour)) for cell in cells for colour in range(q)]
        row = tuple(number[cell] * q + colour for cell, colour in literals)
        fixed = all(parts[row[i * q] // q] == 0 for i, part in enumerate(parts) if part == 0)
        if fixed and row not in known and problem.kept_by(np.array(row)):
            known.add(row)
            rows.append(row)
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(cells) * q)


def _images(shape: Cell, colours: int) -> Iterator[Callable[[Literal], Literal]]:
    """Candidates: colours exchanged, translations, reflections, coordinates exchanged, and on
    cubes coordinates renamed. Directions, where they are the colours, turn with the board."""
    if colours == 2:
        yield lambda literal: (literal[0], 1 - literal[1])
    if len(shape) == 3:
        for names in ((3, 2, 1, 0), (1, 0, 3, 2), (0, 2, 1, 3)):
            yield lambda x, names=names: (tuple(names[i] for i in x[0]), x[1])  # type: ignore[misc]
        for i in range(3):
            yield lambda x, i=i: ((*x[0][:i], 3 - x[0][i], *x[0][i + 1 :]), x[1])  # type: ignore[misc]
        yield lambda x: ((x[0][1], x[0][0], x[0][2]), x[1])
        yield lambda x: ((x[0][1], x[0][2], x[0][0]), x[1])
        return
    p, q = shape
    for down, right in ((1, 0), (0, 1), (2, 0), (0, 2), (1, 1)):
        yield lambda x, d=down, r=right: (((x[0][0] + d) % p, (x[0][1] + r) % q), x[1])  # type: ignore[misc]
    # rows upside down, columns likewise: a diagonal becomes one of the other kind
    turned = (0, 1, 3, 2) if colours == len(DIRECTIONS) else range(colours)
    yield lambda x: ((-x[0][0] % p, x[0][1]), turned[x[1]])
    yield lambda x: ((x[0][0], -x[0][1] % q), turned[x[1]])
    if p == q:
        crossed = (1, 0, 2, 3) if colours == len(DIRECTIONS) else range(colours)
        yield lambda x: ((x[0][1], x[0][0]), crossed[x[1]])


def _counted(
    position: Position, problem: Callable[[], Problem], count: Count, limits: Limits
) -> Finding:
    """The count, as whoever checks the certificate makes it again."""
    parts = parts_of(position)
    assert parts is not None  # the methods apply to such boards only
    with within(STEPS, limits.check):
        try:
            symmetries = symmetries_of(position, problem(), parts)
            found = count(position, parts, symmetries)
        except TooMuch as reason:
            return Finding(UNKNOWN, note=reason.message)
    certificate = Definition(
        parts=np.array(parts, dtype=np.uint8), symmetries=symmetries.astype(np.uint16)
    )
    return Finding(found, certificate, {"parts": max(parts) + 1, "symmetries": len(symmetries)})


def drawn(position: Position, limits: Limits, options: Options) -> Finding:
    """The number of drawn full boards, in all or evenly shared."""
    count = partial(drawn_in_parts, even=bool(options.arguments.get("even")))
    return _counted(position, partial(as_colourings, position), count, limits)


def pairings(position: Position, limits: Limits, options: Options) -> Finding:
    """The number of pairings of a torus, or of their classes."""
    board = covered(position)
    assert board is not None
    if options.arguments.get("resume"):
        return Finding(UNKNOWN, note="a file keeps the count of a search")
    count = partial(pairings_in_parts, classes=bool(options.arguments.get("up_to_symmetry")))
    return _counted(position, partial(pairings_as_colourings, board), count, limits)


def _few(position: Position) -> bool:
    parts = parts_of(position)
    torus = position.board.kind == "torus-row"
    return parts is not None and (not torus or len(parts) <= 4 * MOST_IN_A_PART)


THEOREM = "transfer matrices around a ring of parts, beside one that is coloured in every way"

DRAWN: tuple[Method[Position], ...] = (Method("count-drawn", "parts", drawn, THEOREM, _few),)
PAIRINGS: tuple[Method[Position], ...] = (
    Method(
        "count-pairings",
        "parts",
        pairings,
        "one pair in each line of the torus, every cell in one; " + THEOREM,
        lambda position: covered(position) is not None and parts_of(position) is not None,
    ),
)
