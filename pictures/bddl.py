"""Games written in BDDL: the grid with its stones, columns (x) and rows (y) numbered."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.bddl import Position
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import Drawing
from gameproof.pictures.sheet.palette import FIRST, HIGHLIGHT, ON_STONE, PAPER, SECOND

CELL = 34.0
MARGIN = 26.0


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The board in text and SVG, y growing downwards; who is to move or has won; a winning move
    where one is known. O(cells)."""
    width, height = position.rules.problem.width, position.rules.problem.height
    head = f"{position.won} has won" if position.won else f"{position.to_move} to move"
    told = strategy_lines(position, certificate, detail)
    changed = _changed(position, shown_moves(position, certificate, detail))
    wide, tall = len(str(width)), len(str(height))
    lines = [f"{head} (X black, O white)"]
    lines.append(" " * tall + "".join(f" {x:>{wide}}" for x in range(1, width + 1)))
    for y, row in enumerate(position.rows(), 1):
        signs = ["!" if (x, y - 1) in changed else sign for x, sign in enumerate(row)]
        lines.append(f"{y:>{tall}}" + "".join(f" {sign:>{wide}}" for sign in signs))
    lines += told
    drawing = Drawing(2 * MARGIN + width * CELL, 2 * MARGIN + height * CELL, "grid game")
    for x in range(width):
        drawing.text((MARGIN + (x + 0.5) * CELL, MARGIN / 2), str(x + 1), size=11)
    for y, row in enumerate(position.rows()):
        middle = MARGIN + (y + 0.5) * CELL
        drawing.text((MARGIN / 2, middle), str(y + 1), size=11)
        for x, sign in enumerate(row):
            corner = (MARGIN + x * CELL, MARGIN + y * CELL)
            fill = HIGHLIGHT if (x, y) in changed else PAPER
            drawing.rectangle(*corner, CELL, CELL, fill=fill)
            if (x, y) in changed:
                drawing.text((corner[0] + CELL - 6, corner[1] + 9), "!", bold=True)
            if sign != ".":
                colour = FIRST if sign == "X" else SECOND
                place = (MARGIN + (x + 0.5) * CELL, middle)
                drawing.circle(place, CELL * 0.3, fill=colour)
                drawing.text(place, sign, size=11, fill=ON_STONE, bold=True)
    drawing.caption(f"{head} (X black, O white)", *told)
    return Picture("\n".join(lines) + "\n", drawing.svg())


def _changed(position: Position, moves: list[str]) -> set[tuple[int, int]]:
    """The cells, from 0, that the first of the moves changes."""
    if not moves:
        return set()
    after = position.play(position.parse_move(moves[0])).rows()
    return {
        (x, y)
        for y, (old, new) in enumerate(zip(position.rows(), after, strict=True))
        for x, (a, b) in enumerate(zip(old, new, strict=True))
        if a != b
    }


PICTURE = Depiction(draw)
