"""The board of a chip that moves towards the corner (0, 0), with its P-positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gameproof.pictures.picture import Picture
from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.sheet.palette import FIRST, PALE, PAPER

LARGEST = 24
CELL = 20.0

Place = tuple[int, int]


def draw_corner(
    chip: Place,
    is_p: Callable[[int, int], bool] | None,
    title: str,
    moves: Sequence[Place] = (),
    told: Sequence[str] = (),
) -> Picture:
    """The square up to the chip (at most 24 wide): ``*`` the chip, ``!`` where a proved move
    leads, and with a proof ``P`` at all lost cells.

    The first coordinate grows to the right, the second one upwards.
    """
    size = min(max(*chip, 7), LARGEST) + 1
    drawing = Drawing(size * CELL + 40, size * CELL + 40, title)

    def middle(place: Place) -> Point:
        return 30 + (place[0] + 0.5) * CELL, 10 + (size - 0.5 - place[1]) * CELL

    rows = []
    for b in range(size - 1, -1, -1):
        row = []
        for a in range(size):
            lost = is_p is not None and is_p(a, b)
            here, best = (a, b) == chip, (a, b) in moves
            row.append("*" if here else "!" if best else "P" if lost else ".")
            x, y = middle((a, b))
            fill = PALE if lost else PAPER
            drawing.rectangle(x - CELL / 2, y - CELL / 2, CELL, CELL, fill=fill)
            if best or (lost and not here):
                drawing.text((x, y), "P!" if best else "P", size=10, bold=best)
        rows.append(f"{b:3} " + " ".join(row))
        drawing.text((16, middle((0, b))[1]), str(b), size=9)
    for a in range(size):
        drawing.text((middle((a, 0))[0], size * CELL + 22), str(a), size=9)
    if max(chip) < size:
        drawing.circle(middle(chip), CELL / 2 - 2, fill=FIRST)
        for place in moves:
            start, end = middle(chip), middle(place)
            far = max(abs(end[0] - start[0]), abs(end[1] - start[1])) or 1.0
            short = 1 - 7 / far
            tip = (start[0] + short * (end[0] - start[0]), start[1] + short * (end[1] - start[1]))
            drawing.arrow(start, tip, stroke=FIRST)
    rows.append("    " + " ".join(str(a % 10) for a in range(size)))
    if max(chip) > LARGEST:
        told = [f"the chip is at {_short(chip[0])}, {_short(chip[1])}", *told]
    drawing.caption(*told)
    return Picture("\n".join([*rows, *told]) + "\n", drawing.svg())


def _short(number: int) -> str:
    return str(number) if number < 10**15 else f"a number of {len(str(number))} digits"
