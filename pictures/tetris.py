"""Tetris drawn: the board, or a play as an animation with a frame for each piece.

A frame shows the piece where it is fixed, with its letter on the cells, and marks the rows
that vanish with it. In the text a play's piece is written with its own letter too.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.tetris_play import replay
from gameproof.games.tetris import Move, Position, orientations
from gameproof.pictures.picture import HIGHLIGHT, INK, Drawing, Picture

MOST_FRAMES = 400
COLOURS = {
    "I": "#56b4e9",
    "O": "#f0e442",
    "T": "#cc79a7",
    "S": "#009e73",
    "Z": "#d55e00",
    "J": "#0072b2",
    "L": "#e69f00",
}
FILLED = "#999999"
WIDE = 6  # boards side by side in the text


def draw(
    position: Position, certificate: Certificate | None = None, detail: dict[str, Any] | None = None
) -> Picture:
    """The board in text and SVG; with moves in the certificate also the play. O(moves x cells)."""
    play = _play(position, certificate)
    if not play:
        return Picture(f"{position}\n{_words(position)}\n", _svg(position, None))
    frames = [_svg(position, None)]
    boards = [_text(position, None)]
    here = position
    for move in play[:MOST_FRAMES]:
        frames.append(_svg(here, move))
        boards.append(_text(here, move))
        here = here.play(move)
    frames.append(_svg(here, None))
    boards.append(_text(here, None))
    return Picture(f"{_side_by_side(boards)}\n{_words(here)}\n", frames[-1], tuple(frames))


def _play(position: Position, certificate: Certificate | None) -> list[Move]:
    """The certificate's moves that are still to come, none where they do not fit."""
    texts = getattr(certificate, "moves", None)
    if not isinstance(texts, list):
        return []
    texts = texts[position.placed :]
    try:
        replay(position, texts)
    except Rejected:
        return []  # the play has left what the certificate shows
    moves = []
    for text in texts:
        moves.append(position.parse_move(text))
        position = position.play(moves[-1])
    return moves


def _words(position: Position) -> str:
    result = position.result()
    state = f", {result}" if result else ""
    return (
        f"{position.placed} placed, {len(position.pieces)} to come, {position.cleared} rows "
        f"and {position.tetrises} tetrises{state}"
    )


def _piece_cells(position: Position, move: Move | None) -> dict[tuple[int, int], str]:
    """``(row, column)`` of the piece's cells with its letter."""
    if move is None:
        return {}
    o, c, r = move
    piece = position.pieces[0]
    return {(r + y, c + x): piece for x, y in orientations(piece)[o]}


def _rows(position: Position, move: Move | None) -> list[str]:
    """The rows with the piece's letter in its cells, lowest first."""
    cells = _piece_cells(position, move)
    filled = position.board
    return [
        "".join(
            cells.get((r, c), ".#"[filled >> (r * position.columns + c) & 1])
            for c in range(position.columns)
        )
        for r in range(position.rows)
    ]


def _text(position: Position, move: Move | None) -> list[str]:
    rows = _rows(position, move)
    head = position.move_text(move) if move is not None else ("end" if position.placed else "")
    width = max(position.columns + 1, 6)
    marked = [row + ("*" if "." not in row else "") for row in rows]
    return [head.ljust(width), *(row.ljust(width) for row in reversed(marked))]


def _side_by_side(boards: list[list[str]]) -> str:
    """Boards in lines of ``WIDE``, rows that vanish marked with ``*``."""
    blocks = []
    for low in range(0, len(boards), WIDE):
        group = boards[low : low + WIDE]
        blocks.append("\n".join("  ".join(line).rstrip() for line in zip(*group, strict=True)))
    return "\n\n".join(blocks)


def _svg(position: Position, move: Move | None) -> str:
    side = max(4.0, min(24.0, 640.0 / max(position.rows, position.columns)))
    margin, foot = 12.0, 28.0
    width, height = position.columns * side + 2 * margin, position.rows * side + 2 * margin
    wide = max(width, 240.0)
    drawing = Drawing(wide, height + foot, str(position.move_text(move) if move else "Tetris"))
    left = (wide - position.columns * side) / 2
    drawing.rectangle(left, margin, position.columns * side, position.rows * side, stroke="none")
    for r, row in enumerate(_rows(position, move)):
        y = margin + (position.rows - 1 - r) * side
        full = "." not in row
        for c, cell in enumerate(row):
            if cell == ".":
                continue
            fill = COLOURS.get(cell) or (HIGHLIGHT if full else FILLED)
            drawing.rectangle(left + c * side, y, side, side, fill=fill, stroke="#cccccc")
            if cell not in ".#" and side >= 8:
                centre = (left + (c + 0.5) * side, y + side / 2)
                drawing.text(centre, cell, size=0.6 * side, bold=True)
        if full:
            drawing.path([(left, y + side / 2), (left + position.columns * side, y + side / 2)])
    frame = [(left, margin), (left, height - margin)]
    frame += [(left + position.columns * side, height - margin)]
    drawing.path([*frame, (left + position.columns * side, margin)], stroke=INK)
    after = position.play(move) if move is not None else position
    drawing.text((wide / 2, height + foot / 2 - 6), _words(after), size=10)
    return drawing.svg()
