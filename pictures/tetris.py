"""Tetris drawn: the board, or a play as an animation with a frame for each piece.

A frame shows the piece where it is fixed, with its letter on the cells, and marks the rows
that vanish with it. In the text a play's piece is written with its own letter too.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.strategies.together import Together, parts
from gameproof.games.counts.tetris_counts import replayed
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.tetris import Move, Position, orientations
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.sheet.compose import side_by_side
from gameproof.pictures.sheet.drawing import Drawing
from gameproof.pictures.sheet.palette import FILLED, HIGHLIGHT, INK, NONE, PALE, TINTS

MOST_FRAMES = 400
COLOURS = dict(zip("ILSOTZJ", TINTS, strict=False))
WIDE = 6  # boards side by side in the text
MOST_STEPS = 12  # of a play that is drawn in one sheet
SHEET = 1100.0


def draw(
    position: Position, certificate: Certificate | None = None, _detail: Detail | None = None
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
    steps = frames[: MOST_STEPS + 1] if len(play) <= MOST_STEPS else [frames[0], frames[-1]]
    svg = side_by_side(steps, "Tetris", most=SHEET).strip() + "\n"
    text = f"{_side_by_side(boards)}\n{_words(here)}\n"
    return Picture(text, svg, lambda: tuple(frames)).captioned(*_told(play, position))


def _told(play: list[Move], position: Position) -> list[str]:
    """The moves in a sentence."""
    texts = []
    for move in play[:MOST_STEPS]:
        texts.append(position.move_text(move))
        position = position.play(move)
    more = f" ... ({len(play)} pieces)" if len(play) > MOST_STEPS else ""
    return [f"proved play: {' '.join(texts)}{more}"]


def _play(position: Position, certificate: Certificate | None) -> list[Move]:
    """The certificate's moves that are still to come, none where they do not fit."""
    shown = parts(certificate) if isinstance(certificate, Together) else [certificate]
    play = next((part for part in shown if isinstance(part, Definition) and part.has_object), None)
    if play is None:
        return []
    rows = play.rows()[position.placed :]
    try:
        replayed(position, rows)
    except BadInput:
        return []  # no play, or one that has left what the certificate shows
    return [(turns, column, row) for turns, column, row in rows]


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
    margin, foot = 14.0, 62.0
    width, height = position.columns * side + 2 * margin, position.rows * side + 2 * margin
    wide = max(width, 240.0)
    drawing = Drawing(wide, height + foot, str(position.move_text(move) if move else "Tetris"))
    left = (wide - position.columns * side) / 2
    drawing.rectangle(left, margin, position.columns * side, position.rows * side, stroke=NONE)
    for r, row in enumerate(_rows(position, move)):
        y = margin + (position.rows - 1 - r) * side
        full = "." not in row
        for c, cell in enumerate(row):
            if cell == ".":
                continue
            fill = COLOURS.get(cell) or (HIGHLIGHT if full else FILLED)
            drawing.rectangle(left + c * side, y, side, side, fill=fill, stroke=PALE)
            if cell not in ".#" and side >= 8:
                centre = (left + (c + 0.5) * side, y + side / 2)
                drawing.text(centre, cell, size=0.6 * side, bold=True)
        if full:
            drawing.path([(left, y + side / 2), (left + position.columns * side, y + side / 2)])
    frame = [(left, margin), (left, height - margin)]
    frame += [(left + position.columns * side, height - margin)]
    drawing.path([*frame, (left + position.columns * side, margin)], stroke=INK)
    after = position.play(move) if move is not None else position
    if side >= 8:
        for c in range(position.columns):
            name = position.move_text((0, c, 0)).partition("-")[2].rstrip("0123456789")
            at = (left + (c + 0.5) * side, height - 4)
            drawing.text(at, name, size=9, room=side - 2)
    head = position.move_text(move) if move is not None else ""
    drawing.text((wide / 2, height + 12), head, size=11, bold=True)
    for number, line in enumerate(_words(after).split(", ", 2)):
        drawing.text((wide / 2, height + 26 + 13 * number), line, size=10)
    return drawing.svg()


PICTURE = Depiction(draw)
