"""Shapes of cells in words: diagrams as ``XX.,.XX`` and rows of cells as ``5se``.

A diagram lists its rows, divided by commas; ``X`` is a cell of the shape, a point is none. A
row of cells is their number and the direction: ``e``, ``s``, ``se`` or ``sw``. Shapes are
divided by ``+``. They stand as they are written, neither turned nor reflected.
"""

from __future__ import annotations

import re
from functools import cache

from gameproof.games.meaning.bad_input import BadInput

Cells = tuple[tuple[int, int], ...]
"""Cells (row, column), ascending, with least row and column 0."""

STEPS = {"e": (0, 1), "s": (1, 0), "se": (1, 1), "sw": (1, -1)}
"""Rows go down, columns to the right."""
MOST_TEXT = 1024
MOST_CELLS = 256
"""Cells of one shape."""
ROW = re.compile(r"([0-9]{1,4})(e|s|se|sw)")
DIAGRAM = re.compile(r"[X.]+(,[X.]+)*")


def moved_to_origin(cells: list[tuple[int, int]]) -> Cells:
    """The same shape with least row and column 0, its cells ascending."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


def is_diagram(text: str) -> bool:
    """Is it written with crosses and points alone?"""
    return len(text) <= MOST_TEXT and DIAGRAM.fullmatch(text) is not None


def diagram(text: str) -> Cells:
    """The cells of a diagram; raises ``BadInput`` where it has none, or too many."""
    cells = [(r, c) for r, row in enumerate(text.split(",")) for c, x in enumerate(row) if x == "X"]
    if not 0 < len(cells) <= MOST_CELLS:
        raise BadInput(f"a shape has from 1 to {MOST_CELLS} cells", "shapes")
    return moved_to_origin(cells)


def _shape(text: str) -> Cells:
    if is_diagram(text):
        return diagram(text)
    row = ROW.fullmatch(text)
    if row is None:
        raise BadInput(
            f"no shape {text[:60]!r}; expected a diagram as XX.,.XX or a row as 5e, 5s, 5se, 5sw",
            "shapes",
        )
    length, (down, right) = int(row[1]), STEPS[row[2]]
    if not 0 < length <= MOST_CELLS:
        raise BadInput(f"a shape has from 1 to {MOST_CELLS} cells", "shapes")
    return moved_to_origin([(i * down, i * right) for i in range(length)])


@cache
def written_shapes(text: str) -> tuple[Cells, ...]:
    """The shapes of a text, each once; raises ``BadInput`` for what is none. Where a shape lies
    inside another, the translates of both are sets, though those of the larger decide nothing.
    O(cells log cells)."""
    if len(text) > MOST_TEXT:
        raise BadInput(f"more than {MOST_TEXT} characters of shapes", "shapes")
    return tuple(dict.fromkeys(_shape(word) for word in text.split("+")))
