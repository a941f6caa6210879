"""Heaps as columns of tokens, shared by the games on separate heaps."""

from __future__ import annotations

from typing import Any

from gameproof.games.heaps import Heaps
from gameproof.pictures import picture
from gameproof.pictures.picture import Drawing, Picture

TALLEST = 40
STEP = 16.0
COLUMN = 70.0


def draw(position: Heaps, certificate: Any | None = None, detail: Any | None = None) -> Picture:
    """A row (text) or column (SVG) for each heap; a winning move marks what it takes.

    Heaps above 40 are drawn as a bar with their number.
    """
    move = detail.get("winning move") if isinstance(detail, dict) else None
    marked: tuple[int, int] | None = None
    if isinstance(move, str):
        marked = position.parse_move(move)
    tallest = max((min(n, TALLEST) for n in position.heaps), default=0)
    height = 60 + STEP * max(tallest, 1)
    drawing = Drawing(COLUMN * max(len(position.heaps), 1) + 20, height, "Heaps")
    rows = []
    for index, n in enumerate(position.heaps):
        taken = marked[1] if marked is not None and marked[0] == index else 0
        shown = f"heap {index + 1}: {n}"
        x = 10 + COLUMN * index + COLUMN / 2
        if n <= TALLEST:
            shown = (shown + "  " + "o" * (n - taken) + "x" * taken).rstrip()
            for k in range(n):
                fill = picture.HIGHLIGHT if k >= n - taken else picture.PALE
                drawing.circle((x, height - 35 - STEP * k), STEP / 2 - 1, fill=fill)
        else:
            top = height - 27 - STEP * TALLEST
            drawing.rectangle(x - 8, top, 16, STEP * TALLEST, fill=picture.PALE)
            shown += f"  take {taken}" if taken else ""
        rows.append(shown)
        text = str(n) if len(str(n)) <= 9 else f"{str(n)[:5]}..."
        drawing.text((x, height - 14), text, size=11)
    return Picture("\n".join(rows) + "\n", drawing.svg())
