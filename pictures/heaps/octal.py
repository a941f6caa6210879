"""Heaps as rows of tokens; a winning move marks what is taken, and a gap where it splits."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.values.mex import Mex
from gameproof.games.impartial.octal import Position
from gameproof.pictures.heaps.heap_rows import draw_strip, strip_lines, told_values
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import Drawing
from gameproof.pictures.sheet.palette import HIGHLIGHT, PALE

WIDEST = 60
STEP = 14.0
ROW = 26.0
INDENT = 90.0


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """A row for each heap: what stays, what a winning move takes, what stays beyond it.

    Heaps above 60 are drawn as a bar with their number.
    """
    moves = shown_moves(position, certificate, detail)
    move = moves[0] if moves else ""
    marked = position.parse_move(move) if move else None
    told = strategy_lines(position, certificate, detail)
    widest = max((min(n, WIDEST) for n in position.heaps), default=0)
    drawing = Drawing(
        INDENT + STEP * max(widest, 4), 20 + ROW * max(len(position.heaps), 1), "Heaps"
    )
    rows = []
    for index, n in enumerate(position.heaps):
        here = marked if marked is not None and marked[0] == index else (0, 0, 0)
        _, taken, small, *others = here
        y = 20 + ROW * index
        number = str(n) if len(str(n)) <= 9 else f"{str(n)[:5]}..."
        drawing.text((INDENT / 2, y), number, size=11)
        shown = f"heap {index + 1}: {n}"
        if n <= WIDEST:
            gone = range(small, small + taken)
            cuts = [small] if small and not taken else []
            cuts += [small + taken + middle for middle in others]
            signs = ["x" if k in gone else "o" for k in range(n)]
            row = "".join("|" * (k in cuts) + sign for k, sign in enumerate(signs))
            shown = f"{shown}  {row}".rstrip()
            for k in range(n):
                fill = HIGHLIGHT if k in gone else PALE
                drawing.circle((INDENT + STEP * k, y), STEP / 2 - 1, fill=fill)
                if k in gone:  # what is taken is crossed out
                    x = INDENT + STEP * k
                    drawing.line((x - 3, y - 3), (x + 3, y + 3))
                    drawing.line((x - 3, y + 3), (x + 3, y - 3))
            for cut in cuts:
                x = INDENT + STEP * (cut - 0.5)
                drawing.line((x, y - 11), (x, y + 11), width=2.5)
        else:
            drawing.rectangle(INDENT, y - 6, STEP * WIDEST, 12, fill=PALE)
            shown += f"  {move}" if marked is not None and marked[0] == index else ""
        rows.append(shown)
    if isinstance(certificate, Mex) and len(certificate.heaps):
        strip = told_values(certificate, told)
        draw_strip(drawing, strip, 30 + ROW * max(len(position.heaps), 1), 0)
        rows += strip_lines(strip)
    drawing.caption(*told)
    return Picture("\n".join([*(rows or ["no heap is left"]), *told]) + "\n", drawing.svg())


PICTURE = Depiction(draw)
