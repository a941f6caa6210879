"""A map as SVG text: a square for each board, a colour and a letter for who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from xml.etree import ElementTree

FIRST, SECOND, EITHER = "#bf4b00", "#0069a8", "#f6ef8f"
PAPER, INK, LINE, ON_STONE = "#ffffff", "#222222", "#868b90", "#fefefe"
"""Colours of the pictures' palette, which a test compares: studies import no pictures."""
SIDE, MARGIN, GAP = 14.0, 40.0, 56.0
WIDE = 60
"""Squares in a row, beyond which sheets stand below each other."""
COLOURS = {
    "first": FIRST,
    "maker": FIRST,
    "second": SECOND,
    "draw": EITHER,
    "breaker": EITHER,
    "N": FIRST,
    "P": SECOND,
    "open": PAPER,
}
LETTERS = {
    "first": "1",
    "maker": "M",
    "second": "2",
    "draw": "=",
    "breaker": "B",
    "N": "N",
    "P": "P",
    "open": "?",
}
"""A colour is never the only signal."""


def squares(
    title: str,
    names: tuple[str, str],
    sheets: Sequence[tuple[str, Mapping[tuple[int, int], str]]],
    says: Callable[[str, int, int], str],
) -> str:
    """Sheets beside or below each other, each with its heading and its winner by (x, y); the
    first name is that of the columns. ``says`` gives the words that a square shows when it is
    pointed at."""
    wide = [max(x for x, _ in sheet) for _, sheet in sheets]
    tall = max(y for _, sheet in sheets for _, y in sheet)
    beside = sum(wide) <= WIDE
    steps = [SIDE * columns + GAP for columns in wide]
    height = MARGIN + SIDE * tall + 3 * SIDE
    width = MARGIN + (sum(steps) if beside else max(steps))
    below = 0.0 if beside else height - 14
    height += 14 + below * (len(sheets) - 1)
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": f"{width:g}",
            "height": f"{height:g}",
            "viewBox": f"0 0 {width:g} {height:g}",
            "font-family": "sans-serif",
            "font-size": "9",
        },
    )
    ElementTree.SubElement(root, "title").text = title
    _add(root, "rect", x=0, y=0, width=width, height=height, fill=PAPER)
    _words(root, width / 2, 16, title, "13")
    left = top = MARGIN
    for (heading, sheet), columns, step in zip(sheets, wide, steps, strict=True):
        end = top + SIDE * tall
        _words(root, left + SIDE * columns / 2, top - 8, heading, "11")
        for x in range(1, columns + 1):
            if x == 1 or x % 5 == 0:
                _words(root, left + SIDE * (x - 0.5), end + 12, str(x))
        for y in range(1, tall + 1):
            if y == 1 or y % 5 == 0:
                _words(root, left - 9, top + SIDE * (y - 0.5) + 3, str(y))
        for (x, y), winner in sorted(sheet.items()):
            at = left + SIDE * (x - 1), top + SIDE * (y - 1)
            # One group, so that a letter says the same as the square below it.
            square = ElementTree.SubElement(root, "g")
            ElementTree.SubElement(square, "title").text = says(heading, x, y)
            _add(square, "rect", x=at[0], y=at[1], width=SIDE, height=SIDE, fill=COLOURS[winner],
                 stroke=LINE, stroke_width=0.5)  # fmt: skip
            colour = ON_STONE if COLOURS[winner] in (FIRST, SECOND) else INK
            _words(square, at[0] + SIDE / 2, at[1] + SIDE / 2 + 3, LETTERS[winner], fill=colour)
        axes = f"{names[0]} to the right, {names[1]} down"
        _words(root, left + SIDE * columns / 2, end + 26, axes)
        if beside:
            left += step
        else:
            top += below
    shown = {winner for _, sheet in sheets for winner in sheet.values()}
    legend = ", ".join(f"{LETTERS[w]} {w}" if w != LETTERS[w] else w for w in LETTERS if w in shown)
    _words(root, width / 2, height - 10, legend, "11")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _add(root: ElementTree.Element, tag: str, **attributes: str | float) -> ElementTree.Element:
    named = {
        k.replace("_", "-"): v if isinstance(v, str) else f"{v:.2f}" for k, v in attributes.items()
    }
    return ElementTree.SubElement(root, tag, named)


def _words(
    root: ElementTree.Element, x: float, y: float, text: str, size: str = "9", fill: str = INK
) -> None:
    attributes = {"font_size": size, "text_anchor": "middle", "fill": fill}
    _add(root, "text", x=x, y=y, **attributes).text = text
