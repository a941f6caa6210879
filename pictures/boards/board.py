"""Where the cells of a board stand: one description, drawn by pictures and by the script of pages.

A board is one plane of cells, or several planes of one form: the layers of [n]^3, the grid of
grids of [n]^4. Planes are set in rows by whoever draws, since windows have many widths; what lies
inside a plane is said here and nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from gameproof.games import positional_board
from gameproof.pictures.sheet.drawing import Point
from gameproof.pictures.sheet.look import CELL

TEN = 10
"""Cells in a row of a board that says nothing of rows."""
EDGE = 30.0
"""Room for the letters above and the numbers left of a plane."""
END = 10.0
"""Room right of a plane and below it."""
TITLE = 20.0
"""More room above a plane that has a title."""


@dataclass(frozen=True)
class Board:
    """``plane`` holds the middles of the cells of one plane, ``outline`` the corners of a cell
    around its middle; a plane takes ``wide`` by ``tall`` pixels. ``letters`` stand beside each
    plane, ``titles`` above each; ``sides`` are lines of players, ``across`` planes are in a row.
    """

    cells: int
    plane: tuple[Point, ...]
    outline: tuple[Point, ...]
    wide: float
    tall: float
    letters: tuple[tuple[str, Point], ...] = ()
    titles: tuple[str, ...] = ("",)
    across: int = 1
    sides: tuple[tuple[str, tuple[Point, ...]], ...] = ()

    def corners(self) -> Iterator[tuple[str, Point]]:
        """The title of each plane, and where its left upper corner is."""
        for number, title in enumerate(self.titles):
            yield title, (number % self.across * self.wide, number // self.across * self.tall)

    def middle(self, cell: int) -> Point:
        """The middle of a cell."""
        number, within = divmod(cell, len(self.plane))
        x, y = self.plane[within]
        return number % self.across * self.wide + x, number // self.across * self.tall + y

    @property
    def size(self) -> Point:
        """Width and height of all planes."""
        rows = -(-len(self.titles) // self.across)
        return min(self.across, len(self.titles)) * self.wide, rows * self.tall

    def facts(self) -> dict[str, Any]:
        """The same for the script of a page, as JSON, in tenths of pixels at most."""
        return {
            "cells": self.cells,
            "plane": _short(self.plane),
            "outline": _short(self.outline),
            "wide": self.wide,
            "tall": self.tall,
            "letters": [[words, *_short([at])[0]] for words, at in self.letters],
            "titles": list(self.titles),
            "across": self.across,
            "sides": [[player, _short(points)] for player, points in self.sides],
        }


def _short(points: Any) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in points]


def board_of(board: positional_board.Board) -> Board:
    """The description of a positional game's board. O(cells of a plane + planes)."""
    numbered = board.labels is None and len(board.shape) > 2
    if board.hexagons:
        drawn = _rhombus(board.shape[0], board.shape[1], heads(board))
        return drawn if board.kind == "hex" else replace(drawn, sides=())
    return grid(board.shape, board.cells, heads(board), numbered=numbered)


def heads(board: positional_board.Board) -> list[str]:
    """The letters of the columns, where cells are called a1, b2, ...; else none."""
    if not lettered(board):
        return []
    return [board.label(cell).rstrip("0123456789") for cell in range(board.shape[-1])]


def lettered(board: positional_board.Board) -> bool:
    """Are cells called a1, b2, ...?"""
    return len(board.shape) == 2 and board.labels is None


def grid(
    shape: tuple[int, ...], cells: int, letters: list[str], *, numbered: bool = False
) -> Board:
    """A board of that shape, with ``letters`` above its columns, or with numbers; without a shape,
    rows of ten cells."""
    rows, columns = plane_of(shape, cells)
    count = min(rows * columns, cells)
    titles = slices(shape) if len(shape) > 2 else ("",)
    top = EDGE + (TITLE if len(shape) > 2 else 0)
    left = EDGE if letters or numbered else END
    half = CELL / 2
    if numbered:
        letters = [str(column + 1) for column in range(columns)]
    elif not letters:
        top = END
    beside = [(head, (left + (c + 0.5) * CELL, top - 11)) for c, head in enumerate(letters)]
    beside += [(str(r + 1), (left - 13, top + (r + 0.5) * CELL)) for r in range(rows) if letters]
    return Board(
        cells,
        tuple(
            (left + (cell % columns + 0.5) * CELL, top + (cell // columns + 0.5) * CELL)
            for cell in range(count)
        ),
        ((-half, -half), (half, -half), (half, half), (-half, half)),
        left + columns * CELL + END,
        top + rows * CELL + END,
        tuple(beside),
        tuple(f"layer {title}" if len(shape) == 3 else title for title in titles),
        shape[-3] if len(shape) > 2 else 1,
    )


def plane_of(shape: tuple[int, ...], cells: int) -> tuple[int, int]:
    """Rows and columns of a plane."""
    if not shape:
        return -(-cells // TEN), min(TEN, cells)
    return (shape[-2], shape[-1]) if len(shape) > 1 else (1, shape[0])


def slices(shape: tuple[int, ...]) -> tuple[str, ...]:
    """The leading coordinates of each plane, as they stand in moves."""
    lead = shape[:-2]
    found = []
    for number in range(prod(lead)):
        rest, place = number, []
        for size in reversed(lead):
            rest, coordinate = divmod(rest, size)
            place.append(coordinate + 1)
        found.append(",".join(str(x) for x in reversed(place)))
    return tuple(found)


def _rhombus(rows: int, columns: int, letters: list[str]) -> Board:
    """A Hex board: each row of hexagons begins half a cell further to the right."""
    radius = CELL / math.sqrt(3)
    drop = 1.5 * radius
    left, top = EDGE + 4, EDGE + 4

    def middle(row: int, column: int) -> Point:
        return left + CELL * (column + 0.5 + row / 2), top + radius + drop * row

    outline = tuple(
        (radius * math.sin(math.pi * k / 3), -radius * math.cos(math.pi * k / 3)) for k in range(6)
    )

    def border(places: list[tuple[int, int]], corners: tuple[int, ...]) -> tuple[Point, ...]:
        return tuple(
            (middle(*place)[0] + outline[k][0], middle(*place)[1] + outline[k][1])
            for place in places
            for k in corners
        )

    across = [(0, column) for column in range(columns)]
    down = [(row, 0) for row in range(rows)]
    end = middle(rows - 1, columns - 1)
    beside = [(head, (middle(0, c)[0], top - 12)) for c, head in enumerate(letters)]
    for row in range(rows):
        x, y = middle(row, 0)
        beside.append((str(row + 1), (x - CELL / 2 - 14, y)))
    return Board(
        rows * columns,
        tuple(middle(row, column) for row in range(rows) for column in range(columns)),
        outline,
        end[0] + CELL / 2 + END,
        end[1] + radius + END,
        tuple(beside),
        sides=(
            ("first", border(across, (5, 0, 1))),
            ("first", border([(rows - 1, c) for _, c in across], (4, 3, 2))),
            ("second", border(down, (5, 4, 3))),
            ("second", border([(r, columns - 1) for r, _ in down], (1, 2))),
        ),
    )
