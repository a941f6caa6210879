"""Notakto: both players put crosses on boards of Tic-Tac-Toe; a board with a whole line is dead.

Whoever makes the last board dead has lost, so the question is that of misère play: whoever cannot
move wins (Plambeck and Whitehead, The secrets of Notakto, 2013).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from gameproof.games.game import Game
from gameproof.games.impartial.impartial import MISERE, QUESTIONS, Impartial
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter

CROSS, FREE = "X", "."
LARGEST = 5
MOST = 9
Board = tuple[str, ...]


@cache
def lines(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Rows, columns and both diagonals of a board."""
    rows = [tuple((r, c) for c in range(size)) for r in range(size)]
    columns = [tuple((r, c) for r in range(size)) for c in range(size)]
    diagonals = [tuple((k, k) for k in range(size)), tuple((k, size - 1 - k) for k in range(size))]
    return (*rows, *columns, *diagonals)


def dead(board: Board) -> bool:
    """Has the board a whole line of crosses?"""
    return any(all(board[r][c] == CROSS for r, c in line) for line in lines(len(board)))


def _images(board: Board) -> list[Board]:
    turned = tuple(map("".join, zip(*board, strict=True)))
    halves = [half for one in (board, turned) for half in (one, one[::-1])]
    return [*halves, *(tuple(row[::-1] for row in half) for half in halves)]


@dataclass(frozen=True)
class Notakto(Impartial[tuple[int, int, int]]):
    """``boards``: the rows of each, ``X`` a cross, ``.`` a free cell."""

    boards: tuple[Board, ...]

    def moves(self) -> list[tuple[int, int, int]]:
        """Board, row and column of every free cell of a board that is not dead."""
        return [
            (k, r, c)
            for k, board in enumerate(self.boards)
            if not dead(board)
            for r, row in enumerate(board)
            for c, mark in enumerate(row)
            if mark == FREE
        ]

    def play(self, move: tuple[int, int, int], /) -> Notakto:
        """One cross more; raises :class:`BadInput`."""
        if move not in self.moves():
            raise BadInput(f"no cross can be put at {move!r:.60}")
        k, row, column = move
        after = tuple(
            line[:column] + CROSS + line[column + 1 :] if r == row else line
            for r, line in enumerate(self.boards[k])
        )
        return replace(self, boards=(*self.boards[:k], after, *self.boards[k + 1 :]))

    def parts(self) -> tuple[Notakto, ...]:
        """The boards that are not dead, each turned to the first of its images."""
        left = (board for board in self.boards if not dead(board))
        return tuple(Notakto((min(_images(board)),)) for board in left)

    def key(self) -> str:
        """The boards."""
        return str(self)

    def move_text(self, move: tuple[int, int, int], /) -> str:
        """``2/b3``: the board from 1, the column's letter, the row from 1."""
        k, r, c = move
        return f"{k + 1}/{chr(ord('a') + c)}{r + 1}"

    def __str__(self) -> str:
        return " ".join("/".join(board) for board in self.boards)


def make(boards: tuple[str, ...]) -> Notakto:
    """A number of empty boards, or written ones such as ``X../.../...``; raises
    :class:`BadInput`."""
    if len(boards) == 1 and boards[0].isascii() and boards[0].isdecimal():
        count = int(boards[0][:3])
        if not 0 < count <= MOST:
            raise BadInput(f"expected 1 to {MOST} boards, not {boards[0][:20]}", "boards")
        return Notakto((((FREE * 3),) * 3,) * count)
    found = tuple(tuple(word.split("/")) for word in boards)
    for word, board in zip(boards, found, strict=True):
        square = 0 < len(board) <= LARGEST and {*map(len, board)} == {len(board)}
        if not square or not set(word) <= {CROSS, FREE, "/"}:
            raise BadInput(f"expected rows such as X../.../..., not {word[:60]!r}", "boards")
    if not 0 < len(found) <= MOST:
        raise BadInput(f"expected 1 to {MOST} boards", "boards")
    return Notakto(found)


GAMES = (
    Game(
        name="notakto",
        rule="put a cross on a board that has no whole line of them; whoever makes the last board "
        "dead loses (misere-outcome)",
        parameters=(Parameter("boards", "words", "their number, or rows such as X../.../..."),),
        questions=(MISERE, *QUESTIONS),
        make=make,
        source="Plambeck, Whitehead, The secrets of Notakto (2013)",
        examples=("notakto 1", "notakto 2", "notakto X../.../... .X./.../..."),
    ),
)
