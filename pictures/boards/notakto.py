"""Notakto: the boards side by side, dead ones dark, a winning move marked."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.impartial.notakto import CROSS, Notakto, dead
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import Drawing
from gameproof.pictures.sheet.palette import FILLED, FIRST, HIGHLIGHT, PAPER

CELL = 30.0


def draw(
    position: Notakto, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """Text: the rows of each board. O(cells)."""
    moves = set(shown_moves(position, certificate, detail))
    told = strategy_lines(position, certificate, detail)
    tallest = max(map(len, position.boards))
    rows = [
        "   ".join(board[r] if r < len(board) else " " * len(board) for board in position.boards)
        for r in range(tallest)
    ]
    width = sum(len(board) + 1 for board in position.boards) + 1
    drawing = Drawing(width * CELL, (tallest + 2) * CELL, "Notakto")
    left = 1
    for k, board in enumerate(position.boards):
        for r, row in enumerate(board):
            for c, mark in enumerate(row):
                marked = position.move_text((k, r, c)) in moves
                fill = FILLED if dead(board) else HIGHLIGHT if marked else PAPER
                x, y = (left + c) * CELL, (r + 1) * CELL
                drawing.rectangle(x, y, CELL, CELL, fill=fill)
                at = (x + CELL / 2, y + CELL / 2)
                if mark == CROSS:
                    drawing.text(at, CROSS, size=20, fill=FIRST, bold=True)
                elif marked:
                    drawing.text(at, "!", bold=True)
        left += len(board) + 1
    drawing.caption(*told)
    return Picture("\n".join([*rows, *told]) + "\n", drawing.svg())


PICTURE = Depiction(draw)
