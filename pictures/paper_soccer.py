"""Paper soccer drawn: the pitch, its goals, and the trail in both players' colours.

Player 1's lines are solid and wide, player 2's narrow with a pale core, so that the
colours are not the only sign. Points that bounce carry a dot; the ball is a ring.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import partial

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.games.paper_soccer import Pitch, Position, make
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.sheet.palette import (
    FIRST,
    GREEN,
    HIGHLIGHT,
    INK,
    MUTED,
    PALE,
    PAPER,
    SECOND,
)

STEP = 40.0
MARGIN = 34.0
COLOURS = {1: FIRST, 2: SECOND}
STROKES = {(1, 0): "-", (0, 1): "|", (1, 1): "/", (-1, 1): "\\"}


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The position in text and SVG; frames show the game ply by ply. O(points + lines) each."""
    marked = _marked(position, certificate, detail)
    told = strategy_lines(position, certificate, detail)
    walk = (
        certificate.rows()[0]
        if isinstance(certificate, Definition) and certificate.has_object
        else []
    )
    if walk:
        told.append("a turn: " + " ".join(f"({position.point_text(p)})" for p in walk))
    elif marked and not told:
        told.append("* the points that the answer speaks of")
    text = _text(position, marked) + "".join(f"{line}\n" for line in told)
    return Picture(text, _svg(position, marked, walk, told), partial(_frames, position))


def _frames(position: Position) -> tuple[str, ...]:
    """The game ply by ply; none before the first."""
    return tuple(_svg(at, set()) for at in _games(position)) if len(position.history) > 1 else ()


def _marked(position: Position, certificate: Certificate | None, detail: Detail | None) -> set[int]:
    """The points of the one turn that a certificate shows, those where turns can end, or those
    that proved moves lead to."""
    told = detail or {}
    if told.get("question") == "winning-plies":
        words = re.findall(r"\((\d+),(\d+)\)", str(told.get("answer", "")))
        wanted = {(int(x), int(y)) for x, y in words}
        return {p for p, place in enumerate(position.pitch.points) if place in wanted}
    moves = shown_moves(position, certificate, detail)
    if moves:
        return {position.parse_move(move) for move in moves}
    if isinstance(certificate, Definition) and certificate.has_object:
        return set(certificate.rows()[0]) - {position.ball}
    words = re.findall(r"\((\d+),(\d+)\)", str(told.get("points", "")))
    places = {(int(x), int(y)) for x, y in words}
    return {point for place, point in position.pitch.number.items() if place in places}


def _games(position: Position) -> list[Position]:
    """The positions of the game, from its start, by its history."""
    width, length, rules = position.field_
    for first in ("1", "2"):
        at = make(width, length, rules, first=first)
        found = [at]
        for point in position.history[1:]:
            at = at.play(point)
            found.append(at)
        if at == position:
            return found
    return [position]


def _owners(position: Position) -> dict[int, int]:
    """Who drew each line: 1 or 2; lines that the history does not tell are left out."""
    games = _games(position)
    owners = {}
    for before, after in itertools.pairwise(games):
        owners[(before.drawn ^ after.drawn).bit_length() - 1] = before.mover
    return owners


def _bouncing(position: Position, point: int) -> bool:
    place = position.pitch
    return not place.goal[point] and (place.bounces[point] or position.degree(point) > 0)


def _text(position: Position, marked: set[int]) -> str:
    """Points on a grid of characters, two apart, with the lines between them."""
    place = position.pitch
    xs = [x for x, _ in place.points]
    ys = [y for _, y in place.points]
    left, top = min(xs), max(ys)
    rows = [[" "] * (4 * (max(xs) - left) + 1) for _ in range(2 * (top - min(ys)) + 1)]
    for number, (u, v) in enumerate(place.edges):
        if position.drawn >> number & 1:
            _stroke(rows, place, u, v, left, top)
    for number, (x, y) in enumerate(place.points):
        mark = "o" if _bouncing(position, number) else "."
        mark = str(place.goal[number]) if place.goal[number] else mark
        mark = "*" if number in marked else mark
        rows[2 * (top - y)][4 * (x - left)] = "@" if number == position.ball else mark
    side = max(len(str(y)) for y in (top, min(ys)))
    heights = [str(top - k // 2) if k % 2 == 0 else "" for k in range(len(rows))]
    grid = [
        f"{y.rjust(side)}  {''.join(row)}".rstrip() for y, row in zip(heights, rows, strict=True)
    ]
    foot = "".join(str(x).ljust(4) for x in range(left, max(xs) + 1)).rstrip()
    lines = [str(position), *grid, f"{'':{side}}  {foot}"]
    legend = "@ ball, o bounces, 1 and 2 the goals that player 1 and 2 attack"
    return "\n".join([*lines, legend + (", * the turn shown" if marked else "")]) + "\n"


def _stroke(rows: list[list[str]], place: Pitch, u: int, v: int, left: int, top: int) -> None:
    """One line's characters; crossing diagonals become an X."""
    (x, y), (a, b) = sorted((place.points[u], place.points[v]), key=lambda p: (p[1], p[0]))
    sign = STROKES[a - x, b - y]
    row = 2 * top - (y + b)
    column = 2 * (x + a) - 4 * left
    spots = (column - 1, column, column + 1) if sign == "-" else (column,)
    for spot in spots:
        rows[row][spot] = "X" if {rows[row][spot], sign} == {"/", "\\"} else sign


def _svg(
    position: Position,
    marked: set[int],
    walk: Sequence[int] = (),
    told: Sequence[str] = (),
) -> str:
    place = position.pitch
    ys = [y for _, y in place.points]
    top, bottom = max(ys), min(ys)
    width = place.width * STEP + 2 * MARGIN
    drawing = Drawing(width, (top - bottom) * STEP + 2 * MARGIN, str(position))

    def at(point: int) -> Point:
        x, y = place.points[point]
        return MARGIN + x * STEP, MARGIN + (top - y) * STEP

    for y in range(place.length + 1):
        row = MARGIN + (top - y) * STEP
        drawing.line((MARGIN, row), (MARGIN + place.width * STEP, row), stroke=PALE, width=1)
    for x in range(place.width + 1):
        column = MARGIN + x * STEP
        upper, lower = MARGIN + (top - place.length) * STEP, MARGIN + top * STEP
        drawing.line((column, upper), (column, lower), stroke=PALE, width=1)
    for x in range(place.width + 1):
        at_foot = (MARGIN + x * STEP, MARGIN + (top - bottom) * STEP + 20)
        drawing.text(at_foot, str(x), size=10, fill=MUTED)
    for y in range(bottom, top + 1):
        drawing.text((MARGIN - 22, MARGIN + (top - y) * STEP), str(y), size=10, fill=MUTED)
    for point, player in enumerate(place.goal):
        if player:
            left, up = at(point)
            drawing.rectangle(left - 11, up - 11, 22, 22, fill=PAPER, stroke=COLOURS[player])
            drawing.text((left, up), str(player), size=13, fill=COLOURS[player], bold=True)
    owners = _owners(position)
    for number, (u, v) in enumerate(place.edges):
        if position.drawn >> number & 1:
            owner = owners.get(number)
            drawing.line(at(u), at(v), stroke=COLOURS.get(owner or 0, INK), width=4)
            if owner == 2:
                drawing.line(at(u), at(v), stroke=PAPER, width=1.2)
    for u, v in itertools.pairwise(walk):
        drawing.arrow(at(u), at(v), stroke=GREEN, width=2.5)
    for point in range(len(place.points)):
        if point in marked:
            drawing.rectangle(at(point)[0] - 7, at(point)[1] - 7, 14, 14, fill=HIGHLIGHT)
        if _bouncing(position, point):
            drawing.circle(at(point), 3, fill=INK)
    drawing.circle(at(position.ball), 8, fill=PAPER)
    drawing.circle(at(position.ball), 4, fill=COLOURS[position.mover])
    winner = position.result()
    words = f"{winner} wins" if winner else f"{position.to_move} to move"
    drawing.caption(f"{words}; 1 and 2 are the goals that player 1 and 2 attack", *told)
    if marked:
        drawing.caption("squares mark the points of the proof")
    return drawing.svg()


PICTURE = Depiction(draw)
