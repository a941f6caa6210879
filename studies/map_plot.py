"""A map as SVG text: a square for each board, a colour and a letter for who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from xml.etree import ElementTree

SIDE, MARGIN, GAP = 14.0, 40.0, 56.0
COLOURS = {
    "first": "#0072b2",
    "maker": "#0072b2",
    "second": "#cc79a7",
    "draw": "#f0e442",
    "breaker": "#f0e442",
    "N": "#0072b2",
    "P": "#cc79a7",
    "open": "#ffffff",
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
    """Sheets beside each other, each with its heading and its winner by (x, y); the first name
    is that of the columns. ``says`` gives the words that a square shows when it is pointed at."""
    wide = [max(x for x, _ in sheet) for _, sheet in sheets]
    tall = max(y for _, sheet in sheets for _, y in sheet)
    width = MARGIN + sum(SIDE * columns + GAP for columns in wide)
    height = 2 * MARGIN + SIDE * tall + 3 * SIDE
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
    _add(root, "rect", x=0, y=0, width=width, height=height, fill="#ffffff")
    _words(root, width / 2, 16, title, "13")
    left = MARGIN
    for (heading, sheet), columns in zip(sheets, wide, strict=True):
        _words(root, left + SIDE * columns / 2, 32, heading, "11")
        for x in range(1, columns + 1):
            if x == 1 or x % 5 == 0:
                _words(root, left + SIDE * (x - 0.5), MARGIN + SIDE * tall + 12, str(x))
        for y in range(1, tall + 1):
            if y == 1 or y % 5 == 0:
                _words(root, left - 9, MARGIN + SIDE * (y - 0.5) + 3, str(y))
        for (x, y), winner in sorted(sheet.items()):
            at = left + SIDE * (x - 1), MARGIN + SIDE * (y - 1)
            square = _add(
                root,
                "rect",
                x=at[0],
                y=at[1],
                width=SIDE,
                height=SIDE,
                fill=COLOURS[winner],
                stroke="#999999",
                stroke_width=0.5,
            )
            ElementTree.SubElement(square, "title").text = says(heading, x, y)
            colour = "#ffffff" if winner in ("first", "maker", "N") else "#000000"
            _words(root, at[0] + SIDE / 2, at[1] + SIDE / 2 + 3, LETTERS[winner], fill=colour)
        end = MARGIN + SIDE * tall + 26
        _words(root, left + SIDE * columns / 2, end, f"{names[0]} to the right, {names[1]} down")
        left += SIDE * columns + GAP
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
    root: ElementTree.Element, x: float, y: float, text: str, size: str = "9", fill: str = "#000000"
) -> None:
    attributes = {"font_size": size, "text_anchor": "middle", "fill": fill}
    _add(root, "text", x=x, y=y, **attributes).text = text
