"""Plain plots as SVG text: bars for shares, lines for sequences."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

WIDTH, HEIGHT, MARGIN = 640.0, 360.0, 48.0
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
DASHES = ("", "6 3", "2 3", "8 3 2 3")  # colour is never the only signal


class _Sheet:
    """An SVG document with axes; data x runs over columns, data y over [low, high]."""

    def __init__(self, title: str, columns: Sequence[str], low: float, high: float) -> None:
        self.root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": f"{WIDTH:g}",
                "height": f"{HEIGHT:g}",
                "viewBox": f"0 0 {WIDTH:g} {HEIGHT:g}",
                "font-family": "sans-serif",
                "font-size": "12",
            },
        )
        ElementTree.SubElement(self.root, "title").text = title
        self.add("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill="#ffffff")
        self.low, self.high = low, high if high > low else low + 1
        self.step = (WIDTH - 2 * MARGIN) / max(len(columns), 1)
        self.words(WIDTH / 2, 20, title, size="14")
        for k, name in enumerate(columns):
            self.words(self.x(k), HEIGHT - MARGIN + 18, name)
        for i in range(5):
            value = self.low + (self.high - self.low) * i / 4
            y = self.y(value)
            self.add("line", x1=MARGIN, x2=WIDTH - MARGIN, y1=y, y2=y, stroke="#d9d9d9")
            self.words(MARGIN - 6, y + 4, f"{value:g}", anchor="end")

    def x(self, column: int) -> float:
        return MARGIN + self.step * (column + 0.5)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)

    def add(self, tag: str, **attributes: str | float) -> ElementTree.Element:
        named = {
            k.replace("_", "-"): v if isinstance(v, str) else f"{v:.2f}"
            for k, v in attributes.items()
        }
        return ElementTree.SubElement(self.root, tag, named)

    def words(
        self, x: float, y: float, text: str, anchor: str = "middle", size: str = "12"
    ) -> None:
        self.add("text", x=x, y=y, text_anchor=anchor, font_size=size).text = text

    def svg(self) -> str:
        return ElementTree.tostring(self.root, encoding="unicode") + "\n"


def bars(title: str, columns: Sequence[str], values: Sequence[float], high: float) -> str:
    """One bar for each column, from 0 to ``high``, its value written on top."""
    sheet = _Sheet(title, columns, 0, high)
    for k, value in enumerate(values):
        top = sheet.y(value)
        sheet.add(
            "rect",
            x=sheet.x(k) - 0.35 * sheet.step,
            y=top,
            width=0.7 * sheet.step,
            height=sheet.y(0) - top,
            fill=COLOURS[0],
        )
        sheet.words(sheet.x(k), top - 5, f"{value:g}")
    return sheet.svg()


def lines(title: str, columns: Sequence[str], series: dict[str, Sequence[float | None]]) -> str:
    """One line for each named sequence; ``None`` leaves a gap."""
    known = [v for row in series.values() for v in row if v is not None]
    sheet = _Sheet(title, columns, min([0.0, *known]), max([0.0, *known]))
    for i, (name, row) in enumerate(series.items()):
        colour, dash = COLOURS[i % len(COLOURS)], DASHES[i % len(DASHES)]
        points = [(sheet.x(k), sheet.y(v)) for k, v in enumerate(row) if v is not None]
        sheet.add(
            "polyline",
            points=" ".join(f"{x:.2f},{y:.2f}" for x, y in points),
            fill="none",
            stroke=colour,
            stroke_width=2,
            stroke_dasharray=dash or "none",
        )
        at = 40.0 + 16 * i
        sheet.add(
            "line",
            x1=MARGIN + 8,
            x2=MARGIN + 40,
            y1=at,
            y2=at,
            stroke=colour,
            stroke_width=2,
            stroke_dasharray=dash or "none",
        )
        sheet.words(MARGIN + 46, at + 4, name, anchor="start")
    return sheet.svg()
