"""Thermographs as drawings: values run from right to left, temperature upwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

from gameproof.games.partizan import WALLS
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

    Left's wall is solid, Right's dashed; the mast is drawn above where they meet.
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
    marks = sorted({left[0][1], right[0][1], mean}, reverse=True)
    spans = [(place(0, x)[0], measure.width(str(x), TICK) + 6) for x in marks]
    rows = stagger([(at - wide / 2, at + wide / 2) for at, wide in spans])
    for x, row in zip(marks, rows, strict=True):
        at = place(0, x)
        drawing.line(at, place(ceiling, x), stroke=PALE, width=1)
        drawing.text((at[0], floor + 14 + 14 * row), str(x), size=TICK)
    heights = sorted({t for t, _ in left + right})
    tall = [place(t, low)[1] for t in reversed(heights)]
    columns = stagger([(y - 6, y + 6) for y in tall])
    widest = max(measure.width(str(t), TICK) for t in heights) + 8
    for t, column in zip(reversed(heights), columns, strict=True):
        side = MARGIN - 8 - widest * column
        drawing.text((side, place(t, low)[1]), str(t), size=TICK, anchor="end")
    wall = [place(t, x) for t, x in left]
    colours = (BLUE, RED) if names == NAMES["blue"] else (RED, BLUE)
    drawing.path(wall, stroke=colours[0], width=2.5)
    for t0, t1 in pairwise(right):
        drawing.line(place(*t0), place(*t1), stroke=colours[1], width=2.5, dashed=True)
    drawing.path([place(top, mean), place(ceiling, mean)], stroke=INK, width=3)
    drawing.text((SIDE / 2, 18), title, bold=True)
    below = floor + 20 + 14 * (1 + max(rows))
    drawing.text((MARGIN, below), f"{names[0]} (solid)", fill=colours[0], anchor="start")
    drawing.text((SIDE - MARGIN, below), f"{names[1]} (dashed)", fill=colours[1], anchor="end")
    drawing.caption(f"mean {mean}, temperature {temperature}")
    return drawing.svg()


def stagger(spans: Sequence[tuple[float, float]]) -> list[int]:
    """For each span, in the order of their starts, the first row in which it meets no other."""
    ends: list[float] = []
    found = []
    for start, end in spans:
        row = next((k for k, last in enumerate(ends) if last <= start), len(ends))
        ends[row : row + 1] = [end]
        found.append(row)
    return found
