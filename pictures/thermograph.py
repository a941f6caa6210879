"""Thermographs as drawings: values run from right to left, temperature upwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from gameproof.pictures.picture import BLUE, INK, PALE, RED, Drawing, Picture, Point

Corners = list[tuple[Fraction, Fraction]]

SIDE, MARGIN = 360.0, 44.0


def draw_thermograph(detail: Mapping[str, Any], title: str = "thermograph") -> Picture:
    """The thermograph in the ``detail`` of a ``value`` answer: its ``thermograph`` entry holds
    the corners (temperature, value) of both walls, ``mean`` and ``temperature`` the top.

    Left's wall is solid, Right's dashed; the mast is drawn above where they meet.
    Raises ``KeyError`` when the detail holds no thermograph.
    """
    left = _corners(detail["thermograph"]["left"])
    right = _corners(detail["thermograph"]["right"])
    mean = Fraction(detail["mean"])
    top = max(Fraction(detail["temperature"]), Fraction(0))
    return Picture(_text(left, right, mean, detail), _svg(left, right, mean, top, title))


def beside(picture: Picture, detail: Mapping[str, Any]) -> Picture:
    """``picture`` with the thermograph of a ``value`` answer to its right and below its text."""
    graph = draw_thermograph(detail)
    page = ElementTree.Element("{http://www.w3.org/2000/svg}svg")
    across, height = 0.0, 0.0
    for document in (picture.svg, graph.svg):
        part = ElementTree.fromstring(document)
        part.set("x", f"{across:g}")
        across += float(part.get("width", "0"))
        height = max(height, float(part.get("height", "0")))
        page.append(part)
    page.set("width", f"{across:g}")
    page.set("height", f"{height:g}")
    page.set("viewBox", f"0 0 {across:g} {height:g}")
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    text = ElementTree.tostring(page, encoding="unicode") + "\n"
    return Picture(f"{picture.text}\n\n{graph.text}", text)


def _corners(rows: Sequence[Sequence[str]]) -> Corners:
    return [(Fraction(t), Fraction(x)) for t, x in rows]


def _text(left: Corners, right: Corners, mean: Fraction, detail: Mapping[str, Any]) -> str:
    """Both walls as lists of corners, one line each."""

    def line(name: str, corners: Corners) -> str:
        return f"{name:<6}" + "  ".join(f"{x} at t={t}" for t, x in corners)

    return "\n".join(
        (
            line("left", left),
            line("right", right),
            f"mast  {mean} above t={detail['temperature']}",
        )
    )


def _svg(left: Corners, right: Corners, mean: Fraction, top: Fraction, title: str) -> str:
    drawing = Drawing(SIDE, SIDE, title)
    values = [x for _, x in left + right] + [mean]
    low, high = float(min(values)) - 1, float(max(values)) + 1
    ceiling = float(top) + 1

    def place(t: Fraction | float, x: Fraction | float) -> Point:
        # By custom Left's gains lie to the left.
        across = (high - float(x)) / (high - low) * (SIDE - 2 * MARGIN)
        up = float(t) / ceiling * (SIDE - 2 * MARGIN)
        return MARGIN + across, SIDE - MARGIN - up

    floor = SIDE - MARGIN
    drawing.line((MARGIN, floor), (SIDE - MARGIN, floor), stroke=INK)
    for x in sorted({left[0][1], right[0][1], mean}):
        at = place(0, x)
        drawing.line(at, place(ceiling, x), stroke=PALE, width=1)
        drawing.text((at[0], floor + 14), str(x))
    for t in sorted({t for t, _ in left + right}):
        drawing.text((MARGIN - 8, place(t, low)[1]), str(t), anchor="end")
    wall = [place(t, x) for t, x in left]
    drawing.path(wall, stroke=RED, width=2.5)
    for t0, t1 in pairwise(right):
        _dashed(drawing, place(*t0), place(*t1))
    drawing.path([place(top, mean), place(ceiling, mean)], stroke=INK, width=3)
    drawing.text((SIDE / 2, 18), title, bold=True)
    drawing.text((MARGIN, SIDE - 10), "Left", fill=RED, anchor="start")
    drawing.text((SIDE - MARGIN, SIDE - 10), "Right", fill=BLUE, anchor="end")
    return drawing.svg()


def _dashed(drawing: Drawing, a: Point, b: Point) -> None:
    """A dashed segment from short strokes of about six pixels."""
    length = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
    pieces = max(1, round(length / 12))
    for k in range(pieces):
        s, e = k / pieces, (k + 0.55) / pieces
        drawing.line(
            (a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])),
            (a[0] + e * (b[0] - a[0]), a[1] + e * (b[1] - a[1])),
            stroke=BLUE,
            width=2.5,
        )
