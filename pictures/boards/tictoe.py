"""Tic-Toe: the board, and from an early position the whole game tree below it."""

from __future__ import annotations

from typing import cast

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.strategies.play import Play
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.tictoe import MARKS, Position
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.sheet.palette import FIRST, HIGHLIGHT, PALE, PAPER, SECOND

CELL = 14.0
LEAF = 42.0
LAYER = 96.0
RESULTS = {"first": "X wins", "second": "O wins", "draw": "tie"}


def draw(
    position: Position, certificate: Certificate | None = None, _detail: Detail | None = None
) -> Picture:
    """Every play below the position; with a strategy only the plays that follow it."""
    rows: list[str] = []
    nodes: list[tuple[Position, float, int, int]] = []  # board, x, depth, parent
    replies = certificate if isinstance(certificate, Play) else None
    side = replies.proofs[0].side[0] if replies is not None and replies.proofs else None

    def grow(here: Position, depth: int, parent: int, name: str, left: float) -> float:
        number = len(nodes)
        nodes.append((here, 0.0, depth, parent))
        result = here.result()
        ending = f"  {RESULTS[result]}" if result is not None else ""
        label = f"{name} " if name else ""
        rows.append("  " * depth + label + str(here) + ending)
        right = left
        for move in _followed(here, replies, side):
            mark = MARKS[here.to_move]
            right = grow(
                here.play(move), depth + 1, number, f"{mark} {here.move_text(move)}:", right
            )
        if right == left:
            right = left + LEAF
        nodes[number] = (here, (left + right) / 2, depth, parent)
        return right

    width = grow(position, 0, -1, "", 0.0) + LEAF
    height = (1 + max(depth for _, _, depth, _ in nodes)) * LAYER
    drawing = Drawing(width, height, "Tic-Toe")
    for _, x, depth, parent in nodes:
        if parent >= 0:
            above = nodes[parent]
            start = (above[1] + LEAF / 2, above[2] * LAYER + 10 + 2 * CELL)
            drawing.line(start, (x + LEAF / 2, depth * LAYER + 10))
    for here, x, depth, _ in nodes:
        _board(drawing, here, (x + LEAF / 2 - CELL, depth * LAYER + 10))
    told = []
    if side is not None:
        told.append(f"only the plays in which {side} follows the proved strategy are drawn")
    drawing.caption(*told)
    return Picture("\n".join([*rows, *told]) + "\n", drawing.svg())


def _followed(here: Position, replies: Play | None, side: str | None) -> list[int]:
    """All moves, or the strategy's reply where its side is to move."""
    if replies is None or here.to_move != side or here.result() is not None:
        return list(here.moves())
    from gameproof.replies.strategies import play

    found = play.reply(cast(AnyPosition, here), replies)
    return [move for move in here.moves() if found is None or move == found]


def _board(drawing: Drawing, here: Position, corner: Point) -> None:
    result = here.result()
    fills = {"first": HIGHLIGHT, "second": HIGHLIGHT, "draw": PALE}
    fill = fills[result] if result is not None else PAPER
    for k, mark in enumerate(here.cells):
        x, y = corner[0] + CELL * (k % 2), corner[1] + CELL * (k // 2)
        drawing.rectangle(x, y, CELL, CELL, fill=fill)
        if mark != ".":
            colour = FIRST if mark == "X" else SECOND
            drawing.text((x + CELL / 2, y + CELL / 2), mark, size=11, fill=colour, bold=True)
    if result is not None:
        below = (corner[0] + CELL, corner[1] + 2 * CELL + 9)
        drawing.text(below, RESULTS[result], size=9)


PICTURE = Depiction(draw)
