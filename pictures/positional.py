"""Boards of positional games: stones, numbered pairs, winning sets, slices of cubes.

``X`` is the first player, ``O`` the second. With a pairing each pair has a number and a
colour; with a potential each free cell shows its danger in thousandths of the whole; with
regions each region has a number; a violator marks the cells of its union. Boards of three
and four dimensions are drawn as slices.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from gameproof.certificates.both_blocked import BothBlocked
from gameproof.certificates.certificate import Certificate
from gameproof.certificates.files import convert
from gameproof.certificates.hall_violator import HallViolator
from gameproof.certificates.pairing import Pairing
from gameproof.certificates.potential import Potential, dangers
from gameproof.certificates.regions import Regions
from gameproof.games.positional import OTHER, Position
from gameproof.pictures.picture import (
    FIRST,
    HIGHLIGHT,
    INK,
    SECOND,
    Drawing,
    Picture,
    distinct_colour,
)

MOST = 5000
"""Cells of the largest board that is drawn; a larger one is described."""
CELL = 34.0
MARGIN = 26.0


@dataclass
class Marks:
    """What is written and painted in free cells, by cell; ``legend`` explains it."""

    words: dict[int, str] = field(default_factory=dict)
    colours: dict[int, str] = field(default_factory=dict)
    legend: str = ""


def draw(
    position: Position, certificate: Certificate | None = None, detail: dict[str, Any] | None = None
) -> Picture:
    """The board in text and SVG. O(cells + size of the certificate)."""
    if position.board.cells > MOST:
        words = f"{position.board.cells} cells: too many to draw"
        drawing = Drawing(440, 40, "positional game")
        drawing.text((220, 20), words)
        return Picture(f"{_head(position)}\n{words}\n", drawing.svg())
    marks = _marks(position, certificate)
    won = _completed(position)
    shape = _shape(position)
    return Picture(_text(position, marks, won, shape), _svg(position, marks, won, shape))


def _head(position: Position) -> str:
    """The board's words without the stones, which the picture shows."""
    words = position.board.words
    return words if position.rule == "strong" else f"{words} (Maker-Breaker)"


def _shape(position: Position) -> tuple[int, ...]:
    """The board's own grid, or rows of ten for cells that form none."""
    if position.board.shape:
        return position.board.shape
    return (-(-position.board.cells // 10), min(10, position.board.cells))


def _marks(position: Position, certificate: Certificate | None) -> Marks:
    if isinstance(certificate, BothBlocked):  # the defence of whoever is to move
        first = position.to_move == "first"
        certificate = convert(certificate.against_second if first else certificate.against_first)
    if isinstance(certificate, Pairing):
        return _pairs(np.asarray(certificate.pairs).tolist())
    if isinstance(certificate, Potential):
        return _potential(position, OTHER.get(certificate.player, "first"))
    if isinstance(certificate, Regions):
        return _regions(certificate)
    if isinstance(certificate, HallViolator):
        return _violator(position, np.asarray(certificate.sets).tolist())
    return Marks()


def _pairs(pairs: list[list[int]]) -> Marks:
    marks = Marks(legend="cells of one number are a pair: answer one with the other")
    for number, pair in enumerate(pairs, start=1):
        for cell in pair:
            marks.words[cell] = str(number)
            marks.colours[cell] = distinct_colour(number)
    return marks


def _potential(position: Position, opponent: str) -> Marks:
    marks = Marks(legend="danger of a cell, in percent of the greatest; take the greatest")
    danger = dangers(position, opponent)
    top = max(danger, default=0)
    for cell, value in enumerate(danger):
        if top and value:
            share = value / top
            marks.words[cell] = str(round(100 * share))
            marks.colours[cell] = f"hsl(30,90%,{97 - 42 * share:.0f}%)"
    return marks


def _regions(certificate: Regions) -> Marks:
    marks = Marks(legend="cells of one number are a region: answer inside it")
    for number, traces in enumerate(certificate.regions, start=1):
        for cell in {cell for trace in traces for cell in trace}:
            marks.words[cell] = str(number)
            marks.colours[cell] = distinct_colour(number)
    return marks


def _violator(position: Position, numbers: list[int]) -> Marks:
    family = position.sets("first")
    taken = position.first | position.second
    cells = {int(c) for i in numbers if 0 <= i < len(family) for c in family[i]} - taken
    marks = Marks(legend=f"{len(numbers)} sets with these {len(cells)} cells: too few for pairs")
    for cell in cells:
        marks.words[cell] = "+"
        marks.colours[cell] = HIGHLIGHT
    return marks


def _completed(position: Position) -> set[int]:
    """Cells of completed sets."""
    won: set[int] = set()
    for player in ("first", "second"):
        stones = position.stones(player)
        if stones:
            family = position.sets(player)
            done = family.counts(position.mask(player)) == family.sizes
            for number in np.flatnonzero(done):
                won.update(int(cell) for cell in family[int(number)])
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


def _symbol(position: Position, cell: int, marks: Marks) -> str:
    if cell in position.first:
        return "X"
    if cell in position.second:
        return "O"
    return marks.words.get(cell, ".")


def _text(position: Position, marks: Marks, won: set[int], shape: tuple[int, ...]) -> str:
    rows, columns = _plane(shape)
    cells = position.board.cells
    symbols = [
        _symbol(position, cell, marks) + ("*" if cell in won else "") for cell in range(cells)
    ]
    width = max(map(len, symbols), default=1)
    lines = [_head(position)]
    lettered = len(position.board.shape) == 2 and position.board.labels is None
    for title, begin in _slices(shape):
        if title:
            lines.append(f"slice {title}")
        if lettered:
            heads = [position.board.label(c).rstrip("0123456789") for c in range(columns)]
            lines.append("    " + " ".join(head.rjust(width) for head in heads))
        for row in range(rows):
            first = begin + row * columns
            part = symbols[first : min(first + columns, cells)]
            side = f"{row + 1:3d} " if lettered else "  "
            lines.append(side + " ".join(symbol.rjust(width) for symbol in part))
    if position.board.labels is not None:
        lines.append("cells: " + " ".join(position.board.labels))
    if marks.legend:
        lines.append(marks.legend)
    if won:
        lines.append("* marks a completed set")
    return "\n".join(lines) + "\n"


def _svg(position: Position, marks: Marks, won: set[int], shape: tuple[int, ...]) -> str:
    rows, columns = _plane(shape)
    slices = _slices(shape)
    across = shape[-3] if len(shape) > 2 else 1
    down = -(-len(slices) // across)
    wide, tall = columns * CELL + MARGIN, rows * CELL + MARGIN
    drawing = Drawing(max(across * wide + MARGIN, 220), down * tall + 2 * MARGIN, _head(position))
    lettered = len(position.board.shape) == 2 and position.board.labels is None
    for number, (title, begin) in enumerate(slices):
        left, top = MARGIN + number % across * wide, MARGIN + number // across * tall
        if title:
            drawing.text((left + columns * CELL / 2, top - 9), title, size=11)
        for row in range(rows):
            if lettered:
                drawing.text((left - 12, top + (row + 0.5) * CELL), str(row + 1), size=11)
            for column in range(columns):
                cell = begin + row * columns + column
                if lettered and row == 0:
                    head = position.board.label(column).rstrip("0123456789")
                    drawing.text((left + (column + 0.5) * CELL, top - 9), head, size=11)
                if cell < position.board.cells:
                    place = (left + column * CELL, top + row * CELL)
                    _cell(drawing, position, cell, place, marks, cell in won)
    if marks.legend:
        drawing.text((MARGIN, down * tall + 1.4 * MARGIN), marks.legend, size=11, anchor="start")
    return drawing.svg()


def _cell(
    drawing: Drawing,
    position: Position,
    cell: int,
    place: tuple[float, float],
    marks: Marks,
    won: bool,
) -> None:
    """One square: its colour, its stone (a cross or a ring) or its number."""
    x, y = place
    fill = HIGHLIGHT if won else marks.colours.get(cell, "white")
    drawing.rectangle(x, y, CELL, CELL, fill=fill)
    inner = 0.24 * CELL
    if cell in position.first:
        drawing.line((x + inner, y + inner), (x + CELL - inner, y + CELL - inner),
                     stroke=FIRST, width=4)  # fmt: skip
        drawing.line((x + CELL - inner, y + inner), (x + inner, y + CELL - inner),
                     stroke=FIRST, width=4)  # fmt: skip
    elif cell in position.second:
        drawing.circle((x + CELL / 2, y + CELL / 2), CELL / 2 - inner, fill="none", stroke=SECOND)
        drawing.circle((x + CELL / 2, y + CELL / 2), CELL / 2 - inner - 1.5, fill="none",
                       stroke=SECOND)  # fmt: skip
    elif cell in marks.words:
        drawing.text((x + CELL / 2, y + CELL / 2), marks.words[cell], size=12, fill=INK)
    elif position.board.labels is not None:
        drawing.text((x + CELL / 2, y + CELL / 2), position.board.labels[cell], size=9, fill=INK)
