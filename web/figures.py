"""The figures of arguments: each draws one idea on a small sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.sheet.look import EDGE, STONE_LINE, STRONG
from gameproof.pictures.sheet.palette import (
    BLUE,
    FIRST,
    GREEN,
    HIGHLIGHT,
    INK,
    LINE,
    NONE,
    PALE,
    PAPER,
    SECOND,
    THREAT,
    TINTS,
)

SIDE = 34.0
"""Pixels of a cell of a figure."""

# -- pieces of figures ------------------------------------------------------------------------


def _middle(row: float, column: float) -> Point:
    return 12 + (column + 0.5) * SIDE, 12 + (row + 0.5) * SIDE


def _cells(drawing: Drawing, rows: int, columns: int, fills: dict[tuple[int, int], str]) -> None:
    for row in range(rows):
        for column in range(columns):
            x, y = _middle(row, column)
            fill = fills.get((row, column), PAPER)
            drawing.rectangle(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, fill=fill, stroke=LINE)


def _cross(drawing: Drawing, at: Point) -> None:
    (x, y), r = at, 0.27 * SIDE
    for s in (1, -1):
        drawing.line((x - r, y - s * r), (x + r, y + s * r), stroke=FIRST, width=STONE_LINE)


def _ring(drawing: Drawing, at: Point) -> None:
    drawing.circle(at, 0.27 * SIDE, fill=NONE, stroke=SECOND, width=STONE_LINE)


def _vertex(drawing: Drawing, at: Point, words: str = "", fill: str = PAPER) -> None:
    drawing.circle(at, 13, fill=fill, stroke=INK, width=EDGE)
    drawing.text(at, words, size=11)


def _graph(drawing: Drawing, places: Sequence[Point], edges: Sequence[tuple[int, int]]) -> None:
    for a, b in edges:
        drawing.line(places[a], places[b], stroke=INK, width=EDGE)


def _arc(a: Point, b: Point, bend: float) -> list[Point]:
    top = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - bend)
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * top[0] + t * t * b[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * top[1] + t * t * b[1],
        )
        for t in (k / 16 for k in range(17))
    ]


# -- the figures ------------------------------------------------------------------------------


def pairs(drawing: Drawing) -> None:
    """Cells of one number are a pair; one is answered with the other."""
    pairs = [((0, 0), (2, 2)), ((0, 1), (0, 3)), ((1, 1), (2, 1)), ((1, 3), (2, 3))]
    fills = {cell: TINTS[k] for k, pair in enumerate(pairs) for cell in pair}
    _cells(drawing, 3, 5, fills)
    for k, pair in enumerate(pairs):
        for cell in pair:
            if k != 1:
                drawing.text(_middle(*cell), str(k + 1), size=12)
    (xa, ya), (xb, yb) = _middle(0, 1), _middle(0, 3)
    drawing.line((xa + 12, ya), (xb - 12, yb), width=STRONG)
    _cross(drawing, (xa, ya))
    _ring(drawing, (xb, yb))


def few(drawing: Drawing) -> None:
    """Four lines through nine cells that want eight of them."""
    _cells(drawing, 3, 3, {(1, 1): HIGHLIGHT})
    for a, b in (((0, 0), (2, 2)), ((0, 2), (2, 0)), ((0, 1), (2, 1)), ((1, 0), (1, 2))):
        drawing.line(_middle(*a), _middle(*b), stroke=THREAT, width=STRONG)
    drawing.text((128, 40), "4 lines", anchor="start", size=13)
    drawing.text((128, 60), "want 8 cells", anchor="start", size=13)


def region(drawing: Drawing) -> None:
    """A stone is answered inside its region."""
    region = [(0, 1), (0, 2), (1, 1), (1, 2), (1, 3), (2, 2)]
    _cells(drawing, 3, 5, dict.fromkeys(region, TINTS[0]))
    _cross(drawing, _middle(1, 1))
    _ring(drawing, _middle(1, 2))
    drawing.line(_middle(0, 1), _middle(0, 2), stroke=THREAT, width=STRONG)
    drawing.line(_middle(1, 3), _middle(2, 2), stroke=THREAT, width=STRONG)


def danger(drawing: Drawing) -> None:
    """Dangers of lines that stay below a half together."""
    weights = [("1/4", 0.6), ("1/8", 0.3), ("1/16", 0.15)]
    for k, (words, high) in enumerate(weights):
        x = 24 + 46 * k
        drawing.rectangle(x, 95 - 120 * high, 30, 120 * high, fill=TINTS[1], stroke=INK)
        drawing.text((x + 15, 105), words, size=11)
    drawing.line((16, 20), (186, 20), stroke=THREAT, width=STRONG)
    drawing.text((160, 32), "sum < 1/2", size=11)


def tree(drawing: Drawing) -> None:
    """Every move has one answer."""
    top, middle = (72.0, 18.0), [(20.0, 62.0), (72.0, 62.0), (124.0, 62.0)]
    for at in middle:
        drawing.line(top, at, stroke=INK, width=EDGE)
        drawing.line(at, (at[0], 104.0), stroke=BLUE, width=STONE_LINE)
        drawing.circle((at[0], 104.0), 9, fill=PAPER, stroke=INK)
    drawing.circle(top, 9, fill=PAPER, stroke=INK)
    for at in middle:
        drawing.rectangle(at[0] - 8, at[1] - 8, 16, 16, fill=TINTS[0], stroke=INK)
    drawing.text((108, 32), "every move", anchor="start", size=11)
    drawing.text((132, 84), "one answer", anchor="start", size=11)


def zone(drawing: Drawing) -> None:
    """What lies outside of the zone does not matter."""
    zone = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]
    _cells(drawing, 3, 5, dict.fromkeys(zone, TINTS[2]))
    _ring(drawing, _middle(1, 1))
    for cell in ((0, 3), (0, 4), (1, 3), (2, 3), (2, 4), (1, 4)):
        drawing.text(_middle(*cell), "?", size=12)


def force(drawing: Drawing) -> None:
    """A threat whose answer lets another one be made."""
    _cells(drawing, 3, 5, {})
    for column in (0, 1, 2):
        _cross(drawing, _middle(1, column))
    drawing.line(_middle(1, -0.3), _middle(1, 3.3), stroke=THREAT, width=STRONG)
    _ring(drawing, _middle(1, 3))
    _cross(drawing, _middle(0, 2))
    drawing.line(_middle(2.2, 2), _middle(-0.2, 2), stroke=THREAT, width=STRONG)


def matching(drawing: Drawing) -> None:
    """Vertices joined in pairs along edges."""
    places = [(24.0, 30.0), (24.0, 92.0), (90.0, 30.0), (90.0, 92.0), (160.0, 30.0), (160.0, 92.0)]
    _graph(drawing, places, [(0, 2), (2, 4), (1, 3), (3, 5), (0, 3)])
    for a, b in ((0, 1), (2, 3), (4, 5)):
        drawing.line(places[a], places[b], stroke=BLUE, width=6)
    for k, at in enumerate(places):
        _vertex(drawing, at, fill=HIGHLIGHT if k == 0 else PAPER)


def image(drawing: Drawing) -> None:
    """A board, turned by half: vertices and their images."""
    places = [(46 + 54.0 * (k % 3), 26 + 34.0 * (k // 3)) for k in range(9)]
    edges = [(k, k + 1) for k in range(9) if k % 3 < 2] + [(k, k + 3) for k in range(6)]
    _graph(drawing, places, edges)
    for a, b, bend in ((0, 8, 40), (1, 7, 0), (3, 5, 30)):
        drawing.path(_arc(places[a], places[b], bend), width=STRONG)
    for k, at in enumerate(places):
        _vertex(drawing, at, {0: "R", 8: "B"}.get(k, ""), {0: TINTS[1], 8: TINTS[0]}.get(k, PAPER))


def join(drawing: Drawing) -> None:
    """Two stones and the two cells between them."""
    r = 24.0
    wide = r * math.sqrt(3)
    for row in range(2):
        for column in range(3):
            x, y = 40 + wide * (column + row / 2), 36 + 1.5 * r * row
            angles = [math.pi * k / 3 for k in range(6)]
            corners = [(x + r * math.sin(a), y - r * math.cos(a)) for a in angles]
            fill = TINTS[0] if (row, column) in ((0, 1), (1, 0)) else PAPER
            drawing.polygon(corners, fill=fill, stroke=LINE)
            if (row, column) in ((0, 0), (1, 1)):
                _ring(drawing, (x, y))


def values(drawing: Drawing) -> None:
    """Heaps whose sizes add to 0 without carry."""
    for column, high in enumerate((3, 2, 1)):
        for k in range(high):
            drawing.circle((28 + 44.0 * column, 88 - 24.0 * k), 9, fill=BLUE, stroke=BLUE)
        drawing.text((28 + 44.0 * column, 110), str(high), size=13)
        if column < 2:
            drawing.text((50 + 44.0 * column, 110), "⊕", size=13)
    drawing.text((150, 110), "= 0", size=13)


def against(drawing: Drawing) -> None:
    """A game played against another one: Left moves here, Right answers there."""
    for left, sign, colours in ((20, "G", (FIRST, SECOND)), (116, "- H", (SECOND, FIRST))):
        drawing.rectangle(left, 16, 64, 66, fill=PAPER, stroke=LINE)
        for k, colour in enumerate(colours):
            x = left + 20 + 24.0 * k
            drawing.line((x, 30), (x, 70), stroke=colour, width=STONE_LINE)
        drawing.text((left + 32, 98), sign, size=13)
    drawing.text((100, 49), "+", size=16, bold=True)


def clauses(drawing: Drawing) -> None:
    """Conditions and what follows from them."""
    drawing.text((12, 22), "a or b", anchor="start", size=13)
    drawing.text((12, 46), "a or not b", anchor="start", size=13)
    drawing.arrow((92, 34), (128, 34), width=EDGE)
    drawing.text((136, 34), "a", anchor="start", size=13)
    drawing.text((12, 78), "not a", anchor="start", size=13)
    drawing.arrow((92, 70), (128, 88), width=EDGE)
    drawing.text((136, 92), "impossible", anchor="start", size=13)
    drawing.line((142, 44), (142, 80), stroke=LINE)


def model(drawing: Drawing) -> None:
    """A full board without a line."""
    _cells(drawing, 3, 4, {})
    crosses = [(0, 0), (0, 1), (1, 2), (1, 3), (2, 0), (2, 1)]
    for row in range(3):
        for column in range(4):
            (_cross if (row, column) in crosses else _ring)(drawing, _middle(row, column))
    drawing.path([(158, 60), (168, 72), (188, 42)], stroke=GREEN, width=STONE_LINE)


def again(drawing: Drawing) -> None:
    """What is counted once more."""
    for k in range(5):
        drawing.line((24 + 14.0 * k, 34), (24 + 14.0 * k, 86), width=STRONG)
    drawing.line((16, 80), (90, 40), width=STRONG)
    drawing.text((106, 60), "1, 2, 3, 4, 5, ...", anchor="start", size=13)


def loop(drawing: Drawing) -> None:
    """A loop that goes round the torus once."""
    drawing.rectangle(12, 12, 120, 96, fill=PAPER, stroke=LINE)
    drawing.path(
        [(12, 76), (52, 76), (52, 40), (96, 40), (96, 76), (132, 76)], stroke=FIRST, width=6
    )
    drawing.text((166, 60), "class (1, 0)", size=11)


def earlier(drawing: Drawing) -> None:
    """A stone more."""
    _cells(drawing, 3, 3, {})
    _cross(drawing, _middle(1, 1))
    drawing.arrow((128, 58), (160, 58), width=EDGE)
    drawing.text((140, 40), "one stone more", size=11)
    drawing.text((146, 78), "never harms", size=11)


def steps(drawing: Drawing) -> None:
    """Two parts that say a third."""
    for k, (x, y) in enumerate(((20, 84), (76, 84), (48, 34))):
        drawing.rectangle(x, y - 12, 44, 24, fill=TINTS[k], stroke=INK)
    drawing.arrow((42, 70), (62, 48), width=EDGE)
    drawing.arrow((96, 70), (78, 48), width=EDGE)
    drawing.line((92, 34), (120, 34), stroke=PALE)
    drawing.text((126, 34), "the claim", anchor="start", size=12)
