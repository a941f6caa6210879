"""Several pictures as one, side by side, without nesting one document in another."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from gameproof.pictures.sheet.drawing import Drawing
from gameproof.pictures.sheet.palette import as_text

SVG = "{http://www.w3.org/2000/svg}"
GAP = 12.0
ACROSS = ("x", "x1", "x2", "cx")
DOWN = ("y", "y1", "y2", "cy")


def side_by_side(documents: Sequence[str], title: str = "", *, most: float = 1600.0) -> str:
    """SVG documents of our own in a row, in further rows where one would be wider than ``most``
    pixels; all begin at the same height. O(length)."""
    left = top = right = low = 0.0
    shapes: list[ElementTree.Element] = []
    for document in documents:
        root = ElementTree.fromstring(document)
        x, y, wide, high = (float(n) for n in root.get("viewBox", "0 0 0 0").split())
        if left and left + wide > most:
            left, top = 0.0, low + GAP
        for element in root:
            if element.tag in (f"{SVG}title", f"{SVG}style"):
                continue
            shapes.append(_shifted(element, left - x, top - y))
        right, low = max(right, left + wide), max(low, top + high)
        left += wide + GAP
    page = ElementTree.fromstring(Drawing(right, low, title).svg())
    page.extend(shapes)
    return as_text(page)


def _shifted(element: ElementTree.Element, dx: float, dy: float) -> ElementTree.Element:
    for names, by in ((ACROSS, dx), (DOWN, dy)):
        for name in names:
            if name in element.attrib:
                element.set(name, f"{float(element.attrib[name]) + by:g}")
    if "points" in element.attrib:
        pairs = [pair.split(",") for pair in element.attrib["points"].split()]
        element.set("points", " ".join(f"{float(x) + dx:g},{float(y) + dy:g}" for x, y in pairs))
    return element
