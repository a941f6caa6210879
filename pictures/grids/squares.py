"""Boards of squares: free ones white, covered ones dark, stones, a winning move marked."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate
from gameproof.games.grids.squares import LARGEST, Squares
from gameproof.pictures.picture import Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import Drawing
from gameproof.pictures.sheet.palette import FILLED, FIRST, HIGHLIGHT, ON_STONE, PAPER, SECOND
from gameproof.pictures.thermograph import beside

SIZE = 26.0
STONES = {"x": FIRST, "o": SECOND, "T": FIRST, "F": SECOND}
"""Colours of what may stand on a square: Left's and Right's."""


def draw_squares(
    position: Squares, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """Text: the lines with their numbers, letters below. The squares of a
    proved move are marked ``!``, a thermograph of the detail stands beside the board."""
    width = max(map(len, position.lines), default=0)
    letters = [chr(ord("a") + c) for c in range(min(width, LARGEST))]
    rows = [f"{r + 1:2} {' '.join(line)}" for r, line in enumerate(position.lines)]
    either: Any = position  # one of a game: the board alone has no moves
    moves = shown_moves(either, certificate, detail)
    told = strategy_lines(either, certificate, detail)
    board = [*rows, f"   {' '.join(letters)}"] if rows else ["no squares"]
    text = "\n".join([*board, *told]) + "\n"
    marked = set(moves[0].split("-")) if moves else set()
    drawing = Drawing((width + 2) * SIZE, (len(position.lines) + 2) * SIZE, "squares")
    for r, line in enumerate(position.lines):
        drawing.text((SIZE / 2, (r + 1.5) * SIZE), str(r + 1))
        for c, mark in enumerate(line):
            named = f"{chr(ord('a') + c)}{r + 1}" in marked
            fill = FILLED if mark == "#" else HIGHLIGHT if named else PAPER
            drawing.rectangle((c + 1) * SIZE, (r + 1) * SIZE, SIZE, SIZE, fill=fill)
            centre = ((c + 1.5) * SIZE, (r + 1.5) * SIZE)
            if mark in STONES:
                drawing.circle(centre, SIZE * 0.4, fill=STONES[mark])
                drawing.text(centre, mark, fill=ON_STONE, bold=True)
            elif named:
                drawing.text(centre, "!", bold=True)
    for c, letter in enumerate(letters):
        drawing.text(((c + 1.5) * SIZE, (len(position.lines) + 1.5) * SIZE), letter)
    drawing.caption(*told)
    picture = Picture(text, drawing.svg())
    return beside(picture, detail) if detail and "thermograph" in detail else picture
