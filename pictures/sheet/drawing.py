"""A growing SVG document that keeps everything inside its view box.

Built with ``xml.etree`` alone, from lines, discs, rectangles, polygons and words, so that it
can be written in other formats too (:mod:`gameproof.pictures.sheet.tikz`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.etree import ElementTree

from gameproof.pictures.sheet import measure
from gameproof.pictures.sheet.palette import INK, NONE, PAPER

Point = tuple[float, float]

CAPTIONS, BARE = "caption", "data-bare"
"""The class of captions, and the view box of a document without them."""
CAPTION = 12.0
LINE = 1.45 * CAPTION
EDGE = 10.0
NARROWEST = 300.0
SMALLEST = 6.0


class Drawing:
    """Lengths are in pixels, y grows downwards.

    The view box begins as ``width`` by ``height`` and grows with what is drawn outside it, so
    nothing is ever cut off. Captions stand below everything, wrapped to its width.
    """

    def __init__(self, width: float, height: float, title: str = "") -> None:
        self._title = title
        self._shapes: list[ElementTree.Element] = []
        self._captions: list[str] = []
        self._box = (0.0, 0.0, width, height)

    def caption(self, *lines: str) -> None:
        """Sentences below the drawing, each beginning a line; empty ones are left out."""
        self._captions += [line for line in lines if line]

    def line(
        self, a: Point, b: Point, *, stroke: str = INK, width: float = 1.5, dashed: bool = False
    ) -> None:
        """A straight segment."""
        extra = {"stroke-dasharray": f"{_number(3 * width)},{_number(2 * width)}"} if dashed else {}
        self._add("line", [a, b], width, x1=a[0], y1=a[1], x2=b[0], y2=b[1], stroke=stroke,
                  **{"stroke-width": width}, **extra)  # fmt: skip

    def circle(
        self,
        centre: Point,
        radius: float,
        *,
        fill: str = PAPER,
        stroke: str = INK,
        width: float = 1.0,
    ) -> None:
        """A disc."""
        (x, y), r = centre, radius
        extra = {} if width == 1.0 else {"stroke-width": width}
        self._add("circle", [(x - r, y - r), (x + r, y + r)], width, cx=x, cy=y, r=r, fill=fill,
                  stroke=stroke, **extra)  # fmt: skip

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = PAPER,
        stroke: str = INK,
        line: float = 1.0,
    ) -> None:
        """An axis-parallel rectangle with its corner at (x, y); ``line`` is its border's width."""
        extra = {} if line == 1.0 else {"stroke-width": line}
        self._add("rect", [(x, y), (x + width, y + height)], line, x=x, y=y, width=width,
                  height=height, fill=fill, stroke=stroke, **extra)  # fmt: skip

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: str = PAPER,
        stroke: str = INK,
        width: float = 1.0,
    ) -> None:
        """A closed polygon."""
        extra = {} if width == 1.0 else {"stroke-width": width}
        self._add("polygon", points, width, points=_points(points), fill=fill, stroke=stroke,
                  **extra)  # fmt: skip

    def path(self, points: Sequence[Point], *, stroke: str = INK, width: float = 2) -> None:
        """An open polyline."""
        self._add("polyline", points, width, points=_points(points), fill=NONE, stroke=stroke,
                  **{"stroke-width": width})  # fmt: skip

    def arrow(self, a: Point, b: Point, *, stroke: str = INK, width: float = 1.5) -> None:
        """A segment with a head at ``b``."""
        neck = self.head(a, b, stroke=stroke, width=width)
        self.line(a, neck, stroke=stroke, width=width)

    def head(self, a: Point, b: Point, *, stroke: str = INK, width: float = 1.5) -> Point:
        """The head of an arrow that comes to ``b`` from the side of ``a``; where it begins."""
        length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        long, wide = 7 + width, 3 + 0.7 * width
        neck = (b[0] - long * dx, b[1] - long * dy)
        sides = [(neck[0] + s * wide * dy, neck[1] - s * wide * dx) for s in (1, -1)]
        self.polygon([b, *sides], fill=stroke, stroke=stroke)
        return neck

    def text(
        self,
        at: Point,
        words: str,
        *,
        size: float = 12,
        fill: str = INK,
        anchor: str = "middle",
        bold: bool = False,
        room: float | None = None,
    ) -> None:
        """Words centred vertically on ``at``; ``anchor`` is start, middle or end.

        With ``room`` they are made smaller, and in the end shorter, to fit so many pixels.
        """
        if room is not None:
            wide = measure.width(words, size, bold=bold)
            if wide > room:
                size = max(SMALLEST, size * room / wide)
                words = measure.shortened(words, size * (measure.BOLD if bold else 1), room)
        extra: dict[str, str | float] = {
            "font-size": size,
            "text-anchor": anchor,
        }
        if bold:
            extra["font-weight"] = "bold"
        wide = measure.width(words, size, bold=bold)
        left = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        half = size * measure.HEIGHT / 2
        box = [(left, at[1] - half), (left + wide, at[1] + half)]
        # The base line, which all programs place alike, not the middle.
        down = measure.BASE * size
        element = self._add("text", box, 2.0, x=at[0], y=at[1] + down, fill=fill, **extra)
        element.text = words

    def svg(self) -> str:
        """The document as text; more can be drawn afterwards. O(shapes)."""
        left, top, right, bottom = self._box
        bare = (left, top, right - left, bottom - top)
        kept = len(self._shapes), self._box
        if self._captions:
            missing = max(0.0, NARROWEST - (right - left)) / 2
            left, right = left - missing, right + missing
            at = bottom + EDGE / 2
            for caption in self._captions:
                for line in measure.wrap(caption, CAPTION, right - left - 2 * EDGE):
                    at += LINE
                    self.text((left + EDGE, at - LINE / 2), line, size=CAPTION, anchor="start")
                    self._shapes[-1].set("class", CAPTIONS)
            bottom = at + EDGE
        root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": _number(right - left),
                "height": _number(bottom - top),
                "viewBox": " ".join(_number(x) for x in (left, top, right - left, bottom - top)),
                "font-family": "sans-serif",
                "role": "img",
                BARE: " ".join(map(_number, bare)),
            },
        )
        if self._title:
            ElementTree.SubElement(root, "title").text = self._title
        sheet = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        sheet_text = {name: _number(value) for name, value in sheet.items()}
        ElementTree.SubElement(root, "rect", {**sheet_text, "fill": PAPER, "stroke": NONE})
        root.extend(self._shapes)
        del self._shapes[kept[0] :]
        self._box = kept[1]
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def _add(
        self, tag: str, corners: Sequence[Point], pen: float, /, **attributes: str | float
    ) -> ElementTree.Element:
        half = pen / 2
        left, top, right, bottom = self._box
        self._box = (
            min([left, *(x - half for x, _ in corners)]),
            min([top, *(y - half for _, y in corners)]),
            max([right, *(x + half for x, _ in corners)]),
            max([bottom, *(y + half for _, y in corners)]),
        )
        element = ElementTree.Element(
            tag, {k: v if isinstance(v, str) else _number(v) for k, v in attributes.items()}
        )
        self._shapes.append(element)
        return element


def described(title: str, words: str) -> Drawing:
    """A drawing that only says, in a sentence, what cannot be drawn."""
    drawing = Drawing(NARROWEST, 4.0, title)
    drawing.caption(words)
    return drawing


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
