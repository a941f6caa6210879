"""Chomp: bite a square and all that are neither above nor to the left of it off a bar of chocolate;
whoever must take the poisoned corner loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.grids.squares import BOARD, Square, Squares
from gameproof.games.impartial.impartial import QUESTIONS, Impartial
from gameproof.games.meaning.bad_input import BadInput

POISONED = (0, 0)


@dataclass(frozen=True)
class Chomp(Squares, Impartial[tuple[Square]]):
    """``lines``: ``.`` a square that is left, ``#`` one that is gone, with all beyond it."""

    def moves(self) -> list[tuple[Square]]:
        """Every square but the poisoned one."""
        return [(square,) for square in self.free() if square != POISONED]

    def play(self, move: tuple[Square], /) -> Chomp:
        """Bite; raises :class:`BadInput`."""
        if move not in self.moves():
            raise BadInput(f"there is no square to take at {move!r:.60}")
        ((row, column),) = move
        gone = ((r, c) for r, c in self.free() if r >= row and c >= column)
        return replace(self, lines=self.covered(gone))

    def key(self) -> str:
        """The lines."""
        return str(self)


def make(board: Sequence[str]) -> Chomp:
    """The bar of a size or of written lines; raises :class:`BadInput`."""
    bar = Chomp.make(board)
    left = set(bar.free())
    for r, c in left:
        if not {(max(r - 1, 0), c), (r, max(c - 1, 0))} <= left:
            raise BadInput("a square is left that is below or beyond one that is gone", "board")
    return bar


GAMES = (
    Game(
        name="chomp",
        rule="take a square and all that are neither above nor left of it; whoever must take the "
        "corner a1 loses",
        parameters=(BOARD,),
        questions=QUESTIONS,
        make=make,
        source="Schuh 1952; Gale 1974",
        examples=("chomp 3 4", "chomp 2 3 -q grundy", "chomp ...#/..## -q winning-moves"),
    ),
)
