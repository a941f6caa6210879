"""How the cells of a grid are written."""

from __future__ import annotations

from collections.abc import Sequence


def coordinates(cell: int, shape: Sequence[int]) -> tuple[int, ...]:
    """The coordinates of a cell, from 0. O(dimensions)."""
    found = []
    for size in reversed(shape):
        cell, coordinate = divmod(cell, size)
        found.append(coordinate)
    return tuple(reversed(found))


def cell_with(place: Sequence[int], shape: Sequence[int]) -> int | None:
    """The cell with these coordinates, as many as the grid has; ``None`` outside."""
    cell = 0
    for coordinate, size in zip(place, shape, strict=True):
        if not 0 <= coordinate < size:
            return None
        cell = cell * size + coordinate
    return cell


def grid_label(cell: int, shape: Sequence[int]) -> str:
    """Notation of a cell: ``b3`` (column b, row 3) in the plane, ``1,2,3`` otherwise."""
    place = coordinates(cell, shape)
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
    return cell_with(place, shape)
