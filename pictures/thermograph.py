"""Thermographs as drawings: values run from right to left, temperature upwards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

from gameproof.games.short.value_questions import WALLS
from gameproof.pictures.picture import Picture
from gameproof.pictures.sheet import measure
from gameproof.pictures.sheet.compose import side_by_side
from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.sheet.palette import BLUE, INK, PALE, RED

Corners = list[tuple[Fraction, Fraction]]
Walls = tuple[tuple[tuple[Fraction, Fraction], ...], ...]

NAMES = {"red": ("Left, Red", "Right, Blue"), "blue": ("Left, Blue", "Right, Red")}
"""Of the walls, by who is Left."""

SIDE, MARGIN, TICK = 360.0, 44.0, 12.0


def draw_thermograph(detail: Mapping[str, Any], title: str = "thermograph") -> Picture:
    """The thermograph in the ``detail`` of a ``value`` answer: its ``thermograph`` entry holds
    the corners (temperature, value) of both walls, ``mean`` and ``temperature`` the top,
    ``left`` which of Red and Blue is Left, where they are the players.

    Left's wall is solid, Right's dashed; the mast rises where they meet. The stops and the mean
    stand on the axis of values, the temperatures on the other one, as in Siegel, Combinatorial
    Game Theory (2013), section II.5.
    Raises ``KeyError`` when the detail holds no thermograph.
    """
    left = _corners(detail["thermograph"]["left"])
    right = _corners(detail["thermograph"]["right"])
    mean = Fraction(detail["mean"])
    top = max(Fraction(detail["temperature"]), Fraction(0))
    names = NAMES.get(str(detail.get("left")), ("Left", "Right"))
    return Picture(
        _text(left, right, mean, detail),
        _svg(left, right, mean, top, title, detail["temperature"], names),
    )


def beside(picture: Picture, detail: Mapping[str, Any]) -> Picture:
    """``picture`` with the thermograph of a ``value`` answer to its right and below its text."""
    graph = draw_thermograph(detail)
    return Picture(f"{picture.text}\n\n{graph.text}", side_by_side((picture.svg, graph.svg)))


def with_walls(detail: Mapping[str, Any]) -> Mapping[str, Any]:
    """The detail of an answer to ``thermograph`` as that of one to ``value``: the walls that the
    answer writes, the mean and the temperature. Walls that are a mast alone are left as they
    are, since they do not tell the temperature."""
    answer = detail.get("answer")
    if detail.get("question") != "thermograph" or not isinstance(answer, str):
        return detail
    if "thermograph" in detail or answer == "unknown":
        return detail
    walls = WALLS.read(answer)
    assert isinstance(walls, tuple)
    left, right = ([(str(t), str(x)) for t, x in wall] for wall in cast("Walls", walls))
    if len(left) == len(right) == 1:
        return detail
    top = {"mean": left[-1][1], "temperature": left[-1][0]}
    return {**detail, **top, "thermograph": {"left": left, "right": right}}


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


def _svg(
    left: Corners,
    right: Corners,
    mean: Fraction,
    top: Fraction,
    title: str,
    temperature: object,
    names: tuple[str, str],
) -> str:
    drawing = Drawing(SIDE, SIDE, title)
    # A wall that stands straight is written without its upper end.
    left, right = (
        [*wall, (top, mean)][: len(wall) + (wall[-1][0] < top)] for wall in (left, right)
    )
    values = [x for _, x in left + right]
    room = min(1.0, float(max(values) - min(values)) or 1.0)
    low, high = float(min(values)) - room, float(max(values)) + room
    ceiling = float(top) + min(1.0, float(top) or 1.0)

    def place(t: Fraction | float, x: Fraction | float) -> Point:
        # By custom Left's gains lie to the left.
        across = (high - float(x)) / (high - low) * (SIDE - 2 * MARGIN)
        up = float(t) / ceiling * (SIDE - 2 * MARGIN)
        return MARGIN + across, SIDE - MARGIN - up

    floor = SIDE - MARGIN
    colours = (BLUE, RED) if names == NAMES["blue"] else (RED, BLUE)
    # The axes: values fall to the right, temperatures rise at the left.
    drawing.line((SIDE - MARGIN, floor), (MARGIN, floor), stroke=INK)
    drawing.text((SIDE - MARGIN + 5, floor), "value", size=TICK, anchor="start")
    drawing.arrow((MARGIN, floor), (MARGIN, MARGIN - 12), stroke=INK)
    drawing.text((MARGIN - 8, MARGIN - 21), "temperature", size=TICK, anchor="start")
    stops = {left[0][1]: "left stop", right[0][1]: "right stop"}
    if len(stops) == 1:
        stops = {left[0][1]: "both stops"}
    marks = list(stops.items())
    if mean not in stops:
        marks.append((mean, "mean"))
    marks.sort(reverse=True)
    wides = [max(measure.width(said, TICK), measure.width(str(x), TICK)) + 8 for x, said in marks]
    spans = [(place(0, x)[0], wide) for (x, _), wide in zip(marks, wides, strict=True)]
    rows = stagger([(at - wide / 2, at + wide / 2) for at, wide in spans])
    for (x, said), row in zip(marks, rows, strict=True):
        at = place(0, x)
        drawing.line((at[0], floor - 4), (at[0], floor + 5), stroke=INK)
        drawing.text((at[0], floor + 15 + 32 * row), str(x), size=TICK, bold=True)
        drawing.text((at[0], floor + 29 + 32 * row), said, size=TICK)
    heights = sorted({t for t, _ in left + right})
    corners = dict(right + left)  # a line leads to the wall that is met first
    tall = [place(t, low)[1] for t in reversed(heights)]
    columns = stagger([(y - 6, y + 6) for y in tall])
    widest = max(measure.width(str(t), TICK) for t in heights) + 8
    for t, column in zip(reversed(heights), columns, strict=True):
        y = place(t, low)[1]
        if t:
            drawing.line((MARGIN, y), place(t, corners[t]), stroke=PALE, width=1, dashed=True)
        drawing.line((MARGIN - 4, y), (MARGIN + 4, y), stroke=INK)
        drawing.text((MARGIN - 8 - widest * column, y), str(t), size=TICK, anchor="end")
    if top > 0:
        drawing.line(place(0, mean), place(top, mean), stroke=PALE, width=1, dashed=True)
    drawing.path([place(t, x) for t, x in left], stroke=colours[0], width=2.5)
    for t0, t1 in pairwise(right):
        drawing.line(place(*t0), place(*t1), stroke=colours[1], width=2.5, dashed=True)
    if top > 0 and left[0] != right[0]:
        for corners_of, word, fill, side in (
            (left, "left wall", colours[0], -1),
            (right, "right wall", colours[1], 1),
        ):
            along, up = _middle([place(t, x) for t, x in corners_of])
            anchor = "end" if side < 0 else "start"
            drawing.text((along + 8 * side, up), word, size=TICK, fill=fill, anchor=anchor)
    foot, tip = place(top, mean), place(ceiling, mean)
    drawing.arrow(foot, (tip[0], tip[1] - 4), stroke=INK, width=3)
    drawing.text((tip[0] + 9, (foot[1] + tip[1]) / 2), "mast", size=TICK, anchor="start")
    drawing.text((SIDE / 2, 2), title, bold=True)
    below = floor + 48 + 32 * max(rows)
    drawing.text((MARGIN, below), f"{names[0]} (solid)", fill=colours[0], anchor="start")
    drawing.text((SIDE - MARGIN, below), f"{names[1]} (dashed)", fill=colours[1], anchor="end")
    drawing.caption(f"mean {mean}, temperature {temperature}")
    return drawing.svg()


def _middle(wall: Sequence[Point]) -> Point:
    """Where the longest segment of a wall has its middle."""
    a, b = max(pairwise(wall), key=lambda pair: math.dist(*pair))
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def stagger(spans: Sequence[tuple[float, float]]) -> list[int]:
    """For each span, in the order of their starts, the first row in which it meets no other."""
    ends: list[float] = []
    found = []
    for start, end in spans:
        row = next((k for k, last in enumerate(ends) if last <= start), len(ends))
        ends[row : row + 1] = [end]
        found.append(row)
    return found
