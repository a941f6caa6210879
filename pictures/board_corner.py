"""The board of a chip that moves towards the corner (0, 0), with its P-positions."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.pictures import picture
from gameproof.pictures.picture import Drawing, Picture

LARGEST = 24
CELL = 20.0


def draw_corner(chip: tuple[int, int], is_p: Callable[[int, int], bool], title: str) -> Picture:
    """The square up to the chip (at most 24 wide): ``P`` marks lost cells, ``*`` the chip.

    The first coordinate grows to the right, the second one upwards.
    """
    size = min(max(*chip, 7), LARGEST) + 1
    drawing = Drawing(size * CELL + 40, size * CELL + 40, title)
    rows = []
    for b in range(size - 1, -1, -1):
        row = []
        for a in range(size):
            lost = is_p(a, b)
            here = (a, b) == chip
            row.append("*" if here else "P" if lost else ".")
            x, y = 30 + a * CELL, 10 + (size - 1 - b) * CELL
            drawing.rectangle(x, y, CELL, CELL, fill=picture.PALE if lost else "white")
            if lost:
                drawing.text((x + CELL / 2, y + CELL / 2), "P", size=10)
            if here:
                drawing.circle((x + CELL / 2, y + CELL / 2), CELL / 2 - 2, fill=picture.FIRST)
        rows.append(f"{b:3} " + " ".join(row))
        drawing.text((16, 10 + (size - 1 - b) * CELL + CELL / 2), str(b), size=9)
    for a in range(size):
        drawing.text((30 + a * CELL + CELL / 2, size * CELL + 22), str(a), size=9)
    rows.append("    " + " ".join(str(a % 10) for a in range(size)))
    if max(chip) > LARGEST:
        rows.append(f"the chip is at {chip[0]}, {chip[1]}")
    return Picture("\n".join(rows) + "\n", drawing.svg())
