"""Boards of positional games: stones, winning sets, and what the proof says of each cell.

``X`` is the first player, ``O`` the second. Hex has hexagons and its four sides; boards of three
dimensions are drawn as layers, of four as a square of them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from math import prod

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.games.hex_board import joins, neighbours
from gameproof.games.positional import Position, Positional, in_turn
from gameproof.games.positional_avoid import AvoidPosition
from gameproof.games.positional_turns import TurnsPosition
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.positional_marks import Marks, marks_of
from gameproof.pictures.sheet.drawing import Drawing, Point, described
from gameproof.pictures.sheet.palette import FIRST, HIGHLIGHT, INK, MUTED, PAPER, SECOND

MOST = 5000
"""Cells of the largest board that is drawn; a larger one is described."""
CELL = 34.0
MARGIN = 30.0
HEXAGON = 21.0


def draw(
    position: Positional, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The board in text and SVG. O(cells + size of the certificate)."""
    if isinstance(position, TurnsPosition | AvoidPosition):
        return draw(in_turn(position), certificate, detail)
    if position.board.cells > MOST:
        words = f"{position.board.cells} cells: too many to draw"
        picture = Picture(f"{_head(position)}\n{words}\n", described(_head(position), words).svg())
        return picture.captioned(*_told(detail))
    marks = marks_of(position, certificate, detail)
    won = _completed(position)
    shape = _shape(position)
    return Picture(_text(position, marks, won, shape), _svg(position, marks, won, shape))


def _told(detail: Detail | None) -> list[str]:
    """Counts beside the answer about a board that is too large to be drawn."""
    return [
        f"{name}: {value}"
        for name, value in (detail or {}).items()
        if isinstance(value, str | int)
        and name in ("cells", "lines", "violator", "sets", "least n")
    ]


def _head(position: Position) -> str:
    """The board's words without the stones, which the picture shows."""
    words = position.board.words
    return words if position.rule == "strong" else f"{words} (Maker-Breaker)"


def _shape(position: Position) -> tuple[int, ...]:
    """The board's own grid, or rows of ten for cells that form none."""
    if position.board.shape:
        return position.board.shape
    return (-(-position.board.cells // 10), min(10, position.board.cells))


def _completed(position: Position) -> set[int]:
    """Cells of completed sets; on a Hex board, of the stones that join their player's sides."""
    won: set[int] = set()
    if position.board.kind == "hex":
        rows, columns = position.board.shape
        for across, player in enumerate(("first", "second")):
            won |= joining(rows, columns, position.stones(player), bool(across))
        return won
    for player in ("first", "second"):
        stones = position.stones(player)
        if stones:
            family = position.sets(player)
            done = family.counts(position.mask(player)) == family.sizes
            for number in np.flatnonzero(done):
                won.update(int(cell) for cell in family[int(number)])
    return won


def joining(rows: int, columns: int, stones: Collection[int], across: bool) -> set[int]:
    """The groups of stones on a Hex board that reach both sides of their player. O(stones)."""
    given, won = set(stones), set[int]()
    while given:
        group = [given.pop()]
        for cell in group:
            near = given.intersection(neighbours(rows, columns, cell))
            given -= near
            group += near
        if joins(rows, columns, group, across):
            won.update(group)
    return won


def _slices(shape: tuple[int, ...]) -> list[tuple[str, int]]:
    """(title, first cell) of each plane slice; titles name the leading coordinates."""
    lead, plane = shape[:-2], prod(shape[-2:])
    found = []
    for number in range(prod(lead)):
        rest, place = number, []
        for size in reversed(lead):
            rest, coordinate = divmod(rest, size)
            place.append(coordinate + 1)
        found.append((",".join(str(x) for x in reversed(place)), number * plane))
    return found


def _plane(shape: tuple[int, ...]) -> tuple[int, int]:
    return (shape[-2], shape[-1]) if len(shape) > 1 else (1, shape[0])


def _lettered(position: Position) -> bool:
    """Are cells called a1, b2, ...?"""
    return len(position.board.shape) == 2 and position.board.labels is None


def _letters(position: Position, columns: int) -> list[str]:
    return [position.board.label(c).rstrip("0123456789") for c in range(columns)]


def _symbol(position: Position, cell: int, marks: Marks, won: set[int]) -> str:
    if cell in position.first:
        sign = "X"
    elif cell in position.second:
        sign = "O"
    else:
        sign = marks.words.get(cell, ".")
    return sign + ("*" if cell in won else "!" if cell in marks.best else "")


def _text(position: Position, marks: Marks, won: set[int], shape: tuple[int, ...]) -> str:
    rows, columns = _plane(shape)
    cells = position.board.cells
    symbols = [_symbol(position, cell, marks, won) for cell in range(cells)]
    width = max(map(len, symbols), default=1)
    lettered = _lettered(position)
    if lettered:
        width = max(width, *map(len, _letters(position, columns)))
    slanted = position.board.kind == "hex"
    lines = [_head(position)]
    for title, begin in _slices(shape):
        if title:
            lines.append(f"slice {title}")
        if lettered:
            heads = " ".join(head.rjust(width) for head in _letters(position, columns))
            lines.append(f"    {heads}")
        for row in range(rows):
            first = begin + row * columns
            part = symbols[first : min(first + columns, cells)]
            indent = " " * (row * ((width + 1) // 2)) if slanted else ""
            side = f"{indent}{row + 1:3d} " if lettered else "  "
            lines.append(side + " ".join(symbol.rjust(width) for symbol in part))
    if position.board.labels is not None:
        lines.append("cells: " + " ".join(position.board.labels))
    lines += marks.legend
    if won:
        lines.append("* marks a completed set")
    return "\n".join(lines) + "\n"


def _svg(position: Position, marks: Marks, won: set[int], shape: tuple[int, ...]) -> str:
    if position.board.kind == "hex":
        drawing = _rhombus(position, marks, won, shape)
    else:
        drawing = _layers(position, marks, won, shape)
    drawing.caption(*marks.legend)
    if won:
        drawing.caption("* marks a completed set")
    return drawing.svg()


def _layers(position: Position, marks: Marks, won: set[int], shape: tuple[int, ...]) -> Drawing:
    """Squares; each plane of a board of more dimensions is a layer with its coordinates."""
    rows, columns = _plane(shape)
    slices = _slices(shape)
    across = shape[-3] if len(shape) > 2 else 1
    down = -(-len(slices) // across)
    gap = MARGIN + (18 if len(shape) > 2 else 0)
    wide, tall = columns * CELL + gap, rows * CELL + gap
    head = gap
    drawing = Drawing(
        across * wide + 2 * MARGIN - gap, down * tall + MARGIN + head - gap, _head(position)
    )
    for number, (title, begin) in enumerate(slices):
        left, top = MARGIN + number % across * wide, head + number // across * tall
        if title:
            name = f"layer {title}" if len(shape) == 3 else title
            drawing.text((left + columns * CELL / 2, top - 24), name, size=11, bold=True)
        for words, at in _coordinates(position, shape, (left, top), rows, columns):
            drawing.text(at, words, size=11, fill=MUTED, room=0.9 * CELL)
        for row in range(rows):
            for column in range(columns):
                cell = begin + row * columns + column
                if cell < position.board.cells:
                    x, y = left + column * CELL, top + row * CELL
                    fill = _fill(cell, marks, won)
                    drawing.rectangle(x, y, CELL, CELL, fill=fill)
                    if cell in marks.best:
                        drawing.rectangle(x + 2, y + 2, CELL - 4, CELL - 4, fill=fill, line=3)
                    _content(drawing, position, cell, (x + CELL / 2, y + CELL / 2), marks, won)
    return drawing


def _coordinates(
    position: Position, shape: tuple[int, ...], corner: Point, rows: int, columns: int
) -> Iterator[tuple[str, Point]]:
    """Names of columns and rows beside a plane, as they are written in moves."""
    left, top = corner
    if not _lettered(position) and not (len(shape) > 2 and position.board.labels is None):
        return
    heads = (
        _letters(position, columns) if _lettered(position) else [str(c + 1) for c in range(columns)]
    )
    for column, head in enumerate(heads):
        yield head, (left + (column + 0.5) * CELL, top - 9)
    for row in range(rows):
        yield str(row + 1), (left - 13, top + (row + 0.5) * CELL)


def _rhombus(position: Position, marks: Marks, won: set[int], shape: tuple[int, ...]) -> Drawing:
    """Hexagons, each row half a cell further to the right; the sides in their owners' colours."""
    rows, columns = _plane(shape)
    step, drop = HEXAGON * math.sqrt(3), 1.5 * HEXAGON

    def centre(row: float, column: float) -> Point:
        return MARGIN + step * (column + 0.5 + row / 2) + 14, MARGIN + HEXAGON + drop * row + 6

    def corner(row: int, column: int, number: int) -> Point:
        x, y = centre(row, column)
        angle = math.pi * number / 3
        return x + HEXAGON * math.sin(angle), y - HEXAGON * math.cos(angle)

    last = centre(rows - 1, columns - 1)
    size = (last[0] + step / 2 + MARGIN, last[1] + HEXAGON + MARGIN)
    drawing = Drawing(*size, _head(position))
    sides = (
        (FIRST, [(0, c, k) for c in range(columns) for k in (5, 0, 1)]),
        (FIRST, [(rows - 1, c, k) for c in range(columns) for k in (4, 3, 2)]),
        (SECOND, [(r, 0, k) for r in range(rows) for k in (5, 4, 3)]),
        (SECOND, [(r, columns - 1, k) for r in range(rows) for k in (1, 2)]),
    )
    for colour, places in sides:
        drawing.path([corner(*place) for place in places], stroke=colour, width=7)
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        drawing.polygon(
            [corner(row, column, k) for k in range(6)],
            fill=_fill(cell, marks, won),
            width=3 if cell in marks.best else 1,
        )
        _content(drawing, position, cell, centre(row, column), marks, won)
    for column, head in enumerate(_letters(position, columns)):
        x, y = centre(0, column)
        drawing.text((x, y - HEXAGON - 10), head, size=11, fill=MUTED)
    for row in range(rows):
        x, y = centre(row, 0)
        drawing.text((x - step / 2 - 13, y), str(row + 1), size=11, fill=MUTED)
    drawing.caption("X joins the top and the bottom row, O the left and the right column")
    return drawing


def _fill(cell: int, marks: Marks, won: set[int]) -> str:
    return HIGHLIGHT if cell in won else marks.colours.get(cell, PAPER)


def _content(
    drawing: Drawing, position: Position, cell: int, centre: Point, marks: Marks, won: set[int]
) -> None:
    """The stone of a cell (a cross or a ring), or what is written in it."""
    x, y = centre
    reach = 0.26 * CELL
    if cell in position.first:
        for side in (1, -1):
            drawing.line(
                (x - reach, y - side * reach), (x + reach, y + side * reach), stroke=FIRST, width=4
            )
    elif cell in position.second:
        drawing.circle(centre, reach, fill=_fill(cell, marks, won), stroke=SECOND, width=3)
    else:
        words = marks.words.get(cell, "")
        if not words and position.board.labels is not None:
            words = position.board.labels[cell]
        if words:
            low = 4 if cell in marks.best else 0
            drawing.text((x, y + low), words, size=12, fill=INK, room=0.8 * CELL)
        if cell in marks.best:
            spot = (x + 0.3 * CELL, y - 0.28 * CELL) if words else centre
            drawing.text(spot, "!", size=12, bold=True)
    if cell in won:
        drawing.text((x + 0.36 * CELL, y - 0.34 * CELL), "*", size=12)


PICTURE = Depiction(draw)
