"""Boards of positional games: stones, winning sets, and what the proof says of each cell.

``X`` is the first player, ``O`` the second. Hex has hexagons and its four sides; boards of three
dimensions are drawn as layers, of four as a square of them.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.games.boards.hex_board import joins, neighbours
from gameproof.games.positional import PLAYERS, Position, Positional, in_turn
from gameproof.games.variants.exact import ExactPosition
from gameproof.pictures.boards.board import Board, board_of, heads, plane_of, slices
from gameproof.pictures.boards.positional_marks import Marks, marks_of
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.sheet.drawing import Drawing, Point, described
from gameproof.pictures.sheet.look import CELL, LETTERS, SIDE, STONE, STONE_LINE, STRONG, WORDS
from gameproof.pictures.sheet.palette import (
    FIRST,
    HIGHLIGHT,
    INK,
    LINE,
    MUTED,
    PAPER,
    SECOND,
)

MOST = 5000
"""Cells of the largest board that is drawn; a larger one is described."""
OWNERS = {"first": FIRST, "second": SECOND}


def draw(
    position: Positional, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The board in text and SVG. O(cells + size of the certificate)."""
    asked = position
    position = asked if isinstance(asked, Position) else in_turn(asked)
    if position.board.cells > MOST:
        words = f"{position.board.cells} cells: too many to draw"
        picture = Picture(f"{_head(position)}\n{words}\n", described(_head(position), words).svg())
        return picture.captioned(*_told(detail))
    marks = marks_of(position, asked, certificate, detail)
    won = _completed(position)
    if isinstance(asked, ExactPosition):
        won = {cell for player in PLAYERS for row in asked.owned(player) for cell in row.cells}
    return Picture(_text(position, marks, won), _svg(position, marks, won))


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


def _symbol(position: Position, cell: int, marks: Marks, won: set[int]) -> str:
    if cell in position.first:
        sign = "X"
    elif cell in position.second:
        sign = "O"
    else:
        sign = marks.words.get(cell, ".")
    return sign + ("*" if cell in won else "!" if cell in marks.best else "")


def _text(position: Position, marks: Marks, won: set[int]) -> str:
    cells = position.board.cells
    rows, columns = plane_of(position.board.shape, cells)
    symbols = [_symbol(position, cell, marks, won) for cell in range(cells)]
    width = max(map(len, symbols), default=1)
    letters = heads(position.board)
    width = max(width, *map(len, letters)) if letters else width
    slanted = position.board.hexagons
    lines = [_head(position)]
    for number, title in enumerate(slices(position.board.shape)):
        begin = number * rows * columns
        if title:
            lines.append(f"slice {title}")
        if letters:
            lines.append("    " + " ".join(head.rjust(width) for head in letters))
        for row in range(rows):
            first = begin + row * columns
            part = symbols[first : min(first + columns, cells)]
            indent = " " * (row * ((width + 1) // 2)) if slanted else ""
            side = f"{indent}{row + 1:3d} " if letters else "  "
            lines.append(side + " ".join(symbol.rjust(width) for symbol in part))
    if position.board.labels is not None:
        lines.append("cells: " + " ".join(position.board.labels))
    lines += marks.legend
    if won:
        lines.append("* marks a completed set")
    return "\n".join(lines) + "\n"


def _svg(position: Position, marks: Marks, won: set[int]) -> str:
    board = board_of(position.board)
    drawing = Drawing(*board.size, _head(position))
    for title, (left, top) in board.corners():
        if title:
            middle = (left + (board.wide + board.plane[0][0] - CELL) / 2, top + WORDS)
            drawing.text(middle, title, size=WORDS, bold=True, room=0.9 * board.wide)
        for words, (x, y) in board.letters:
            at = (left + x, top + y)
            drawing.text(at, words, size=LETTERS, fill=MUTED, room=0.9 * CELL)
    for cell in range(board.cells):
        _cell(drawing, board, cell, marks, won)
        _content(drawing, position, cell, board.middle(cell), marks, won)
    for player, points in board.sides:
        drawing.path(points, stroke=OWNERS[player], width=SIDE)
    if board.sides:
        drawing.caption("X joins the top and the bottom row, O the left and the right column")
    drawing.caption(*marks.legend)
    if won:
        drawing.caption("* marks a completed set")
    return drawing.svg()


def _cell(drawing: Drawing, board: Board, cell: int, marks: Marks, won: set[int]) -> None:
    """A cell without what stands in it; that of a proved move has a frame within."""
    (x, y), fill = board.middle(cell), _fill(cell, marks, won)
    drawing.polygon([(x + dx, y + dy) for dx, dy in board.outline], fill=fill, stroke=LINE)
    if cell in marks.best:
        frame = [(x + 0.9 * dx, y + 0.9 * dy) for dx, dy in board.outline]
        drawing.polygon(frame, fill=fill, width=STRONG)


def _fill(cell: int, marks: Marks, won: set[int]) -> str:
    return HIGHLIGHT if cell in won else marks.colours.get(cell, PAPER)


def _content(
    drawing: Drawing, position: Position, cell: int, centre: Point, marks: Marks, won: set[int]
) -> None:
    """The stone of a cell (a cross or a ring), or what is written in it."""
    x, y = centre
    reach = STONE * CELL
    if cell in position.first:
        for side in (1, -1):
            drawing.line(
                (x - reach, y - side * reach),
                (x + reach, y + side * reach),
                stroke=FIRST,
                width=STONE_LINE,
            )
    elif cell in position.second:
        drawing.circle(centre, reach, fill=_fill(cell, marks, won), stroke=SECOND, width=STONE_LINE)
    else:
        words = marks.words.get(cell, "")
        if not words and position.board.labels is not None:
            words = position.board.labels[cell]
        if words:
            low = 4 if cell in marks.best else 0
            drawing.text((x, y + low), words, size=WORDS, fill=INK, room=0.8 * CELL)
        if cell in marks.best:
            spot = (x + 0.3 * CELL, y - 0.28 * CELL) if words else centre
            drawing.text(spot, "!", size=WORDS, bold=True)
    if cell in won:
        drawing.text((x + 0.36 * CELL, y - 0.34 * CELL), "*", size=12)


PICTURE = Depiction(draw)
