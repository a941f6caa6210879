"""A picture in two forms, text for a terminal and SVG for everything else.

Built with ``xml.etree`` alone. Colours are chosen to stay apart for readers
with colour-blindness, and no picture uses colour as its only signal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

INK = "#222222"
PALE = "#d9d9d9"
RED = "#d55e00"
BLUE = "#0072b2"
FIRST = "#d55e00"
SECOND = "#0072b2"
HIGHLIGHT = "#f0e442"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Picture:
    """``text`` for a terminal (no colour codes) and ``svg``, a whole document.

    ``frames`` holds the SVG documents of an animation where there is one.
    """

    text: str
    svg: str
    frames: tuple[str, ...] = ()

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text

    def html(self, title: str) -> str:
        """A page that shows the picture (its frames as a small player)."""
        page = ElementTree.Element("html", {"lang": "en"})
        head = ElementTree.SubElement(page, "head")
        ElementTree.SubElement(head, "meta", {"charset": "utf-8"})
        ElementTree.SubElement(head, "title").text = title
        body = ElementTree.SubElement(page, "body", {"style": "font-family: sans-serif"})
        ElementTree.SubElement(body, "h1").text = title
        if self.frames:
            slider = {
                "type": "range",
                "min": "0",
                "max": str(len(self.frames) - 1),
                "value": "0",
                "oninput": "show(+this.value)",
                "aria-label": "step",
            }
            ElementTree.SubElement(body, "input", slider)
            for number, frame in enumerate(self.frames):
                style = "" if number == 0 else "display:none"
                holder = ElementTree.SubElement(body, "div", {"class": "frame", "style": style})
                holder.append(ElementTree.fromstring(frame))
            script = ElementTree.SubElement(body, "script")
            script.text = (
                "function show(k){document.querySelectorAll('.frame').forEach("
                "(f,i)=>{f.style.display=i===k?'':'none'})}"
            )
        else:
            body.append(ElementTree.fromstring(self.svg))
        ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
        text = ElementTree.tostring(page, encoding="unicode", method="html")
        return "<!DOCTYPE html>\n" + text + "\n"


class Drawing:
    """A growing SVG document; lengths are in pixels, y grows downwards."""

    def __init__(self, width: float, height: float, title: str = "") -> None:
        self.root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": _number(width),
                "height": _number(height),
                "viewBox": f"0 0 {_number(width)} {_number(height)}",
                "font-family": "sans-serif",
                "role": "img",
            },
        )
        if title:
            ElementTree.SubElement(self.root, "title").text = title
        self.rectangle(0, 0, width, height, fill="white", stroke="none")

    def line(self, a: Point, b: Point, *, stroke: str = INK, width: float = 1.5) -> None:
        """A straight segment."""
        self._add(
            "line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], stroke=stroke, **{"stroke-width": width}
        )

    def circle(
        self, centre: Point, radius: float, *, fill: str = "white", stroke: str = INK
    ) -> None:
        """A disc."""
        self._add("circle", cx=centre[0], cy=centre[1], r=radius, fill=fill, stroke=stroke)

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "white",
        stroke: str = INK,
    ) -> None:
        """An axis-parallel rectangle with its corner at (x, y)."""
        self._add("rect", x=x, y=y, width=width, height=height, fill=fill, stroke=stroke)

    def polygon(self, points: Sequence[Point], *, fill: str = "white", stroke: str = INK) -> None:
        """A closed polygon."""
        text = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add("polygon", points=text, fill=fill, stroke=stroke)

    def path(self, points: Sequence[Point], *, stroke: str = INK, width: float = 2) -> None:
        """An open polyline."""
        text = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add("polyline", points=text, fill="none", stroke=stroke, **{"stroke-width": width})

    def text(
        self,
        at: Point,
        words: str,
        *,
        size: float = 12,
        fill: str = INK,
        anchor: str = "middle",
        bold: bool = False,
    ) -> None:
        """Words centred vertically on ``at``; ``anchor`` is start, middle or end."""
        extra: dict[str, str | float] = {
            "font-size": size,
            "text-anchor": anchor,
            "dominant-baseline": "central",
        }
        if bold:
            extra["font-weight"] = "bold"
        element = self._add("text", x=at[0], y=at[1], fill=fill, **extra)
        element.text = words

    def svg(self) -> str:
        """The document as text."""
        return ElementTree.tostring(self.root, encoding="unicode") + "\n"

    def _add(self, tag: str, **attributes: str | float) -> ElementTree.Element:
        return ElementTree.SubElement(
            self.root,
            tag,
            {k: v if isinstance(v, str) else _number(v) for k, v in attributes.items()},
        )


def distinct_colour(number: int) -> str:
    """A light colour for the ``number``-th pair or class; neighbours differ clearly.

    Hues advance by the golden angle.
    """
    hue = (number * 137.508) % 360
    return f"hsl({hue:.0f},65%,{72 + 10 * (number % 2)}%)"


def circle_layout(n: int, radius: float, centre: Point) -> list[Point]:
    """Places for n vertices on a circle, the first on top, clockwise."""
    return [
        (
            centre[0] + radius * math.sin(2 * math.pi * k / max(n, 1)),
            centre[1] - radius * math.cos(2 * math.pi * k / max(n, 1)),
        )
        for k in range(n)
    ]


def graph_layout(n: int, edges: Sequence[tuple[int, int]], words: str, size: float) -> list[Point]:
    """Places for the vertices inside a square of ``size`` pixels with a margin.

    Families known by their words (grids, paths, cycles, stars, wheels) get
    their usual drawing; other graphs a force-directed one that depends on the
    graph alone. O(n^2) per step, so above 300 vertices a circle is used.
    """
    margin = 30.0
    inner = size - 2 * margin
    parts = words.split()
    if len(parts) >= 3 and parts[0] in ("grid", "torus"):
        rows, columns = int(parts[1]), int(parts[2])
        step = inner / max(rows - 1, columns - 1, 1)
        return [(margin + step * c, margin + step * r) for r in range(rows) for c in range(columns)]
    centre = (size / 2, size / 2)
    if parts and parts[0] == "path":
        step = inner / max(n - 1, 1)
        return [(margin + step * k, size / 2) for k in range(n)]
    if parts and parts[0] in ("star", "wheel"):
        return [centre, *circle_layout(n - 1, inner / 2, centre)]
    ring = circle_layout(n, inner / 2, centre)
    if n > 300 or n < 3 or (parts and parts[0] in ("cycle", "complete")):
        return ring
    return _spring_layout(n, edges, ring, size, margin)


def _spring_layout(
    n: int, edges: Sequence[tuple[int, int]], start: list[Point], size: float, margin: float
) -> list[Point]:
    """Fruchterman and Reingold's forces (1991), cooled over 120 steps."""
    place = [list(p) for p in start]
    ideal = 0.8 * (size - 2 * margin) / math.sqrt(n)
    heat = size / 8
    for _ in range(120):
        push = [[0.0, 0.0] for _ in range(n)]
        for a in range(n):
            for b in range(a + 1, n):
                dx, dy = place[a][0] - place[b][0], place[a][1] - place[b][1]
                square = max(dx * dx + dy * dy, 1e-6)
                force = ideal * ideal / square
                push[a][0] += dx * force
                push[a][1] += dy * force
                push[b][0] -= dx * force
                push[b][1] -= dy * force
        for a, b in edges:
            dx, dy = place[a][0] - place[b][0], place[a][1] - place[b][1]
            force = math.hypot(dx, dy) / ideal
            push[a][0] -= dx * force
            push[a][1] -= dy * force
            push[b][0] += dx * force
            push[b][1] += dy * force
        for v in range(n):
            length = math.hypot(*push[v]) or 1.0
            step = min(length, heat) / length
            for axis in (0, 1):
                place[v][axis] = min(
                    size - margin, max(margin, place[v][axis] + push[v][axis] * step)
                )
        heat *= 0.96
    return [(p[0], p[1]) for p in place]


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
