"""A rhombus of hexagons with glued sides: its cells, the repeated border, a loop on it."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from gameproof.pictures.picture import Picture
from gameproof.pictures.sheet import palette
from gameproof.pictures.sheet.drawing import Drawing, Point, described

PAPER = palette.PAPER
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
SIZE = 20.0
MARGIN = 28.0
LARGEST = 900
"""Cells of the largest board that is drawn; larger ones are told in a line."""

Offset = tuple[int, int]


class Glued(Protocol):
    """What both boards, the torus and the Klein bottle, offer."""

    @property
    def rows(self) -> int:
        """Rows of the rhombus."""

    @property
    def columns(self) -> int:
        """Columns of the rhombus."""

    @property
    def stones(self) -> str:
        """``x``, ``o`` and ``.``, row by row."""

    def neighbours(self, cell: int, /) -> Iterable[tuple[int, int, int]]:
        """The six neighbours, each with the crossings of the step."""

    def cell_text(self, cell: int, /) -> str:
        """The name of a cell."""


def border(position: Glued) -> Iterator[tuple[int, int, int]]:
    """``(row, column, cell)`` for the places one step outside the rhombus that touch it."""
    rows, columns = position.rows, position.columns
    seen = set()
    for v in range(rows * columns):
        r, c = divmod(v, columns)
        for (dr, dc), (to, _, _) in zip(STEPS, position.neighbours(v), strict=True):
            place = (r + dr, c + dc)
            inside = 0 <= place[0] < rows and 0 <= place[1] < columns
            if not inside and place not in seen:
                seen.add(place)
                yield *place, to


def shortest_loop(
    position: Glued, colour: str, wanted: Callable[[Offset], bool], modulus: int = 0
) -> tuple[list[int], Offset] | None:
    """A shortest closed walk of the colour whose crossings are ``wanted``, and these.

    Breadth-first in the covering of the colour's cells (crossings taken modulo ``modulus``
    where it is not 0); every start is tried. ``None`` when there is none; the colour's
    components without such a walk must be finite in the covering. O(cells^2) and more.
    """
    best: tuple[list[int], Offset] | None = None
    for start, stone in enumerate(position.stones):
        if stone != colour:
            continue
        root = (start, 0, 0)
        before: dict[tuple[int, int, int], tuple[int, int, int] | None] = {root: None}
        queue = deque([(root, 0)])
        while queue:
            here, length = queue.popleft()
            if best is not None and length >= len(best[0]):
                break
            at, a, b = here
            if at == start and wanted((a, b)):
                best = _walk(before, here), (a, b)
                break
            for to, sa, sb in position.neighbours(at):
                if position.stones[to] != colour:
                    continue
                x, y = a + sa, b + sb
                there = (to, x % modulus, y % modulus) if modulus else (to, x, y)
                if there not in before:
                    before[there] = here
                    queue.append((there, length + 1))
    return best


def _walk(
    before: dict[tuple[int, int, int], tuple[int, int, int] | None], here: tuple[int, int, int]
) -> list[int]:
    path = []
    at = before[here]
    while at is not None:
        path.append(at[0])
        at = before[at]
    return path[::-1]


def draw_board(
    position: Glued,
    walk: Sequence[int],
    captions: Iterable[str],
    title: str,
    marked: Mapping[int, str] | None = None,
) -> Picture:
    """Both forms of the picture; ``walk`` is a closed walk to be shown, perhaps empty, and
    ``marked`` holds the signs of free cells that the proof speaks of."""
    captions = list(captions)
    signs = dict(marked or {})
    if position.rows * position.columns > LARGEST:
        line = f"{position.rows} x {position.columns} cells, too many to draw"
        drawing = described(title, line)
        drawing.caption(*captions)
        return Picture("\n".join([line, *captions]) + "\n", drawing.svg())
    text = _text(position, set(walk), captions, signs)
    return Picture(text, _svg(position, walk, captions, title, signs))


def _text(
    position: Glued, marked: set[int], captions: Sequence[str], signs: Mapping[int, str]
) -> str:
    """Rows shifted by half a cell; outside the bars the cells that lie across the glued sides.

    Stones of the loop are capital letters.
    """
    rows, columns = position.rows, position.columns
    outside = {(r, c): cell for r, c, cell in border(position)}

    def stone(cell: int) -> str:
        mark: str = position.stones[cell]
        if mark == ".":
            return signs.get(cell, mark)
        return mark.upper() if cell in marked else mark

    letters = [position.cell_text(c)[:-1] for c in range(columns)]
    wide = max(len(name) for name in letters) + 1
    half = " " * (wide // 2 if wide > 2 else 1)
    edge = len(str(rows)) + 1
    lines = []
    for r in range(-1, rows + 1):
        indent = half * (r + 1)
        cells = []
        for c in range(-1, columns + 1):
            inside = 0 <= r < rows and 0 <= c < columns
            place = r * columns + c if inside else outside.get((r, c))
            text = " " if place is None else stone(place)
            bar = "|" if 0 <= r < rows and c in (0, columns) else " "
            cells.append(bar + text.rjust(wide - 1))
        number = f"{r + 1}" if 0 <= r < rows else ""
        lines.append((number.ljust(edge) + indent + "".join(cells)).rstrip())
    top = " " * (edge + wide) + "".join(name.rjust(wide) for name in letters)
    return "\n".join([top, *lines, *captions]) + "\n"


def _svg(
    position: Glued,
    walk: Sequence[int],
    captions: Sequence[str],
    title: str,
    signs: Mapping[int, str],
) -> str:
    rows, columns = position.rows, position.columns
    across, down = SIZE * math.sqrt(3), SIZE * 1.5

    def centre(r: float, c: float) -> Point:
        return MARGIN + across * (c + 1.5 + r / 2 + 0.5), MARGIN + down * (r + 1.5)

    width = 2 * MARGIN + across * (columns + 2.5 + rows / 2)
    height = 2 * MARGIN + down * (rows + 2)
    drawing = Drawing(width, height, title)
    marked = set(walk)
    stones = []
    for r, c, cell in border(position):
        _cell(drawing, centre(r, c), palette.PALE)
        stones.append((centre(r, c), position.stones[cell], 0.55 * SIZE))
    for v in range(rows * columns):
        fill = palette.HIGHLIGHT if v in marked else palette.TINTS[0] if v in signs else PAPER
        _cell(drawing, centre(*divmod(v, columns)), fill)
        if v in signs and position.stones[v] == ".":
            drawing.text(centre(*divmod(v, columns)), signs[v], bold=True)
        stones.append((centre(*divmod(v, columns)), position.stones[v], 0.7 * SIZE))
    stones = [stone for stone in stones if stone[1] != "."]
    for at_stone, mark, radius in stones:
        fill = palette.FIRST if mark == "x" else palette.SECOND
        drawing.circle(at_stone, radius, fill=fill)
    for at, to in zip(walk, [*walk[1:], *walk[:1]], strict=True):
        r, c = divmod(at, columns)
        for (dr, dc), (neighbour, _, _) in zip(STEPS, position.neighbours(at), strict=True):
            if neighbour == to:
                drawing.line(centre(r, c), centre(r + dr, c + dc), width=3)
                break
    for at_stone, mark, radius in stones:  # above the loop, so that it stays readable
        drawing.text(at_stone, mark, size=radius, fill=palette.ON_STONE, bold=True)
    for c in range(columns):
        x, y = centre(-1, c)
        drawing.text((x, y - 1.4 * SIZE), position.cell_text(c)[:-1])
    for r in range(rows):
        x, y = centre(r, -1)
        drawing.text((x - 1.4 * SIZE, y), str(r + 1))
    drawing.caption(*captions)
    return drawing.svg()


def _cell(drawing: Drawing, at: Point, fill: str) -> None:
    corners = [
        (at[0] + SIZE * math.sin(math.pi * k / 3), at[1] - SIZE * math.cos(math.pi * k / 3))
        for k in range(6)
    ]
    drawing.polygon(corners, fill=fill)
