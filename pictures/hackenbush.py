"""Hackenbush as stick figures over the ground, with a winning cut where one is known."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.bit_sets import members
from gameproof.games.impartial.hackenbush import BLUE, GREEN, GROUND, RED, Board, Coloured, Position
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet import measure, palette
from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.thermograph import beside

STROKES = {GREEN: palette.GREEN, RED: palette.RED, BLUE: palette.BLUE}
LETTERS = {GREEN: "", RED: "r", BLUE: "b"}
SIZE = 420.0
MARGIN = 40.0
Box = tuple[float, float, float, float]


def draw(
    position: Position | Coloured,
    certificate: Certificate | None = None,
    detail: Detail | None = None,
) -> Picture:
    """The standing lines; points lie where the board's file puts them, else in layers by
    their distance from the ground. Winning cuts (from ``detail`` or found with the
    certificate) are marked; names of lines stand beside them while there is room."""
    board = position.board
    cuts = set(shown_moves(position, certificate, detail))
    told = strategy_lines(position, certificate, detail)
    value = (detail or {}).get("value")
    if isinstance(value, str | int):
        nimber = isinstance(position, Position) and str(value).isdecimal()
        told.append(f"value {'*' if nimber else ''}{value}")
    lines = list(members(position.lines))
    place = _places(board, lines)
    drawing = Drawing(SIZE, SIZE, "Hackenbush")
    floor = SIZE - MARGIN
    drawing.line((MARGIN / 2, floor), (SIZE - MARGIN / 2, floor), width=4)
    feet = _feet(board, lines, place)
    drawn: dict[tuple[int, int], int] = {}
    taken: list[Box] = []
    for k in lines:
        u, v = (int(p) for p in board.ends[k])
        a = feet[k] if u == GROUND else place[u]
        b = feet[k] if v == GROUND else place[v]
        turn = drawn.get((u, v), 0)
        drawn[u, v] = turn + 1
        points = _arc(a, b, turn, loop=u == v)
        name = board.line_names[k]
        stroke = STROKES[int(board.colours[k])]
        if name in cuts:
            drawing.path(points, stroke=palette.HIGHLIGHT, width=9)
        drawing.path(points, stroke=stroke, width=4)
        middle = points[len(points) // 2] if len(points) > 2 else _between(points[0], points[1])
        letter = LETTERS[int(board.colours[k])]
        word = "cut" if name in cuts else letter
        if word:
            _beside(drawing, middle, word, taken)
    for v in {int(p) for k in lines for p in board.ends[k]} - {GROUND}:
        drawing.circle(place[v], 3, fill=palette.INK)
    words = [
        board.line_names[k] + ({RED: " red", BLUE: " blue"}.get(int(board.colours[k]), ""))
        for k in lines
    ]
    rows = [w + ("   <- cut" if w.split()[0] in cuts else "") for w in words]
    drawing.caption(*told)
    picture = Picture("\n".join([*(rows or ["nothing stands"]), *told]) + "\n", drawing.svg())
    return beside(picture, detail) if detail and "thermograph" in detail else picture


def _beside(drawing: Drawing, at: Point, words: str, taken: list[Box]) -> None:
    """A word to the right of a place, further off where another one stands there already."""
    wide = measure.width(words, 12, bold=True)
    for x, y in ((8, 0), (8, 14), (8, -14), (-8 - wide, 0), (-8 - wide, 14), (-8 - wide, -14)):
        box = (at[0] + x, at[1] + y - 7, at[0] + x + wide, at[1] + y + 7)
        if not any(_meet(box, other) for other in taken):
            taken.append(box)
            drawing.text((at[0] + x, at[1] + y), words, bold=True, anchor="start")
            return


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _places(board: Board, lines: list[int]) -> dict[int, Point]:
    """Pixels for all points: given coordinates, or layers by distance from the ground."""
    points = {int(p) for k in lines for p in board.ends[k]} - {GROUND}
    if points <= board.places.keys():
        raw = {v: board.places[v] for v in points}
    else:
        standing = set(lines)
        layer = {GROUND: 0}
        queue = [GROUND]
        for v in queue:
            for other, k in board.lines_at[v]:
                if k in standing and other not in layer:
                    layer[other] = layer[v] + 1
                    queue.append(other)
        rows: dict[int, list[int]] = {}
        for v in queue[1:]:
            rows.setdefault(layer[v], []).append(v)
        raw = {
            v: ((column + 1) / (len(row) + 1), float(depth))
            for depth, row in rows.items()
            for column, v in enumerate(row)
        }
    xs = [x for x, _ in raw.values()]
    top = max((y for _, y in raw.values()), default=1.0) or 1.0
    left, right = min(xs, default=0.0), max(xs, default=1.0)
    wide = right - left
    inner = SIZE - 2 * MARGIN
    return {
        v: (
            MARGIN + (inner * (0.1 + 0.8 * (x - left) / wide) if wide else inner / 2),
            SIZE - MARGIN - inner * y / top,
        )
        for v, (x, y) in raw.items()
    }


def _feet(board: Board, lines: list[int], place: dict[int, Point]) -> dict[int, Point]:
    """Where each line that touches the ground does so: straight below its other end."""
    floor = SIZE - MARGIN
    feet = {}
    for number, k in enumerate(lines):
        u, v = (int(p) for p in board.ends[k])
        if GROUND in (u, v):
            other = v if u == GROUND else u
            x = MARGIN + 15 * (number % 20) if other == GROUND else place[other][0]
            feet[k] = (x, floor)
    return feet


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _arc(a: Point, b: Point, turn: int, *, loop: bool) -> list[Point]:
    """The line from a to b; loops are small squares, parallel lines bend aside."""
    if loop:
        size = 14 + 8 * turn
        x, y = a
        return [(x, y), (x + size, y - size / 2), (x + size, y - size), (x, y - size), (x, y)]
    if turn == 0:
        return [a, b]
    bend = 12.0 * ((turn + 1) // 2) * (1 if turn % 2 else -1)
    middle = _between(a, b)
    length = max(1.0, ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5)
    aside = (-(b[1] - a[1]) / length * bend, (b[0] - a[0]) / length * bend)
    return [a, (middle[0] + aside[0], middle[1] + aside[1]), b]


PICTURE = Depiction(draw)
