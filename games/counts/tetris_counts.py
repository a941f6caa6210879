"""What can be reached in a play of Tetris: all boards after each piece.

How a board came about is of no concern, so that equal boards are one (Demaine, Hohenberger and
Liben-Nowell 2003).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, Self

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.question import Arguments, Rows
from gameproof.games.meaning.steps import tried


class _Play(Protocol):
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def board(self) -> int: ...
    @property
    def pieces(self) -> str: ...
    @property
    def filled(self) -> int: ...
    @property
    def cleared(self) -> int: ...
    @property
    def tetrises(self) -> int: ...
    def play(self, move: tuple[int, int, int], /) -> Self: ...
    def after(self, board: int, piece: str, /) -> Iterable[tuple[int, int]]: ...


Reached = dict[int, int]
"""Boards that some play leads to, each with the most tetrises on the way."""


def steps_each(start: _Play) -> int:
    """Steps that a board that is reached is counted as."""
    return 5 * start.rows * start.columns


def _after(start: _Play, reached: Reached, piece: str, left: int | None = None) -> Reached:
    """What one more piece leads to. With ``left``, the number of pieces after it, only boards that
    may become empty: those pieces and what is filled suffice for every row begun."""
    found: Reached = {}
    for board, tetrises in tried(reached.items(), steps_each(start)):
        for after, gone in start.after(board, piece):
            cells = after.bit_count() + 4 * (left or 0)
            if left is None or _rows_begun(start, after) * start.columns <= cells:
                found[after] = max(found.get(after, 0), tetrises + (gone == 4))
    return found


def _start(start: _Play) -> Reached:
    full = (1 << start.columns) - 1
    if any(start.board >> r * start.columns & full == full for r in range(start.rows)):
        raise BadInput("a full row would have vanished")
    return {start.board: 0}


def _rows_begun(start: _Play, board: int) -> int:
    full = (1 << start.columns) - 1
    return sum(board >> r * start.columns & full > 0 for r in range(start.rows))


def _boards(start: _Play, *, empty: bool = False) -> list[Reached]:
    """What is reached after 0, 1, 2, ... pieces; with ``empty`` on the way to an empty board."""
    layers = [_start(start)]
    for left, piece in zip(reversed(range(len(start.pieces))), start.pieces, strict=True):
        layers.append(_after(start, layers[-1], piece, left if empty else None))
    return layers


def replayed(start: _Play, rows: Rows) -> _Play:
    """The board after the moves of a play: quarter turns, column and row of each piece. Raises
    :class:`BadInput` at the first illegal one. O(moves x cells)."""
    _start(start)
    last = start
    for number, row in enumerate(rows, 1):
        if len(row) != 3:
            raise BadInput(f"move {number}: turns, a column and a row are three numbers")
        try:
            last = last.play((row[0], row[1], row[2]))
        except BadInput as error:
            raise BadInput(f"move {number}: {error.message}") from None
    return last


def _whole(start: _Play, rows: Rows) -> _Play:
    last = replayed(start, rows)
    if last.pieces:
        raise BadInput(f"{len(last.pieces)} pieces are not placed")
    return last


def survived(start: _Play, _arguments: Arguments, rows: Rows) -> Value:
    """A play that places every piece."""
    _whole(start, rows)
    return True


def emptied(start: _Play, _arguments: Arguments, rows: Rows) -> Value:
    """One that leaves the board empty."""
    last = _whole(start, rows)
    if last.filled:
        raise BadInput(f"{last.filled} filled cells are left")
    return True


def rows_of(start: _Play, _arguments: Arguments, rows: Rows) -> Value:
    """The rows that vanish in a play, which may end before the sequence does."""
    return replayed(start, rows).cleared - start.cleared


def tetrises_of(start: _Play, _arguments: Arguments, rows: Rows) -> Value:
    """How often four vanish at once."""
    return replayed(start, rows).tetrises - start.tetrises


def clear(start: _Play, _arguments: Arguments) -> Value:
    """Can the board be empty after the last piece?"""
    if (start.filled + 4 * len(start.pieces)) % start.columns:
        return False  # whole rows vanish
    return 0 in _boards(start, empty=True)[-1]


def survive(start: _Play, _arguments: Arguments) -> Value:
    """Can every piece be placed?"""
    return bool(_boards(start)[-1])


def max_rows(start: _Play, _arguments: Arguments) -> Value:
    """The most rows that vanish; the cells of a board tell how many did."""
    return max(
        (start.filled + 4 * placed - board.bit_count()) // start.columns
        for placed, layer in enumerate(_boards(start))
        for board in layer
    )


def max_tetrises(start: _Play, _arguments: Arguments) -> Value:
    """How often four rows can vanish at once."""
    return max(tetrises for layer in _boards(start) for tetrises in layer.values())


def sequences(start: _Play, arguments: Arguments) -> Value:
    """Sequences of so many pieces that can leave the board empty, prefix by prefix."""
    length = arguments.get("length")
    if type(length) is not int or length < 0:
        raise BadInput("a length is a number 0, 1, 2, ...", "length")
    if start.pieces:
        raise BadInput("sequences are counted on a board without pieces to come")

    def follow(reached: Reached, left: int) -> int:
        if not left or not reached:
            return int(0 in reached)
        return sum(follow(_after(start, reached, p, left - 1), left - 1) for p in tried("IOTSZJL"))

    return follow(_start(start), length)
