"""Domineering: Left's dominoes stand, Right's lie; whoever cannot place one loses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.grids.square_words import Rewriting, SquareGame, bit, word_of
from gameproof.games.grids.squares import BOARD, Square, Squares
from gameproof.games.partizan import LEFT, PLAYERS, QUESTIONS, TO_MOVE, Partizan

Domino = tuple[Square, Square]


@dataclass(frozen=True)
class Domineering(Squares, Partizan[Domino]):
    """A board and the player to move."""

    def options(self, player: str) -> list[Domino]:
        """Standing dominoes for Left, lying ones for Right."""
        return self.pairs(1, 0) if player == LEFT else self.pairs(0, 1)

    def after(self, move: Domino, /) -> Domineering:
        """Two squares are covered."""
        return replace(self, lines=self.covered(move))

    def as_words(self) -> SquareGame:
        """The same in words: the free squares, of which a domino needs two and covers them; raises
        :class:`BadInput` for more than 64 squares."""
        columns = len(self.lines[0]) if self.lines else 0
        empty = replace(self, lines=("." * columns,) * len(self.lines))
        left, right = (
            tuple(
                Rewriting((word, 0), (word, 0))
                for one, other in empty.options(player)
                for word in (bit(one, columns) | bit(other, columns),)
            )
            for player in PLAYERS
        )
        start = word_of(self.lines, "."), 0
        return SquareGame(len(self.lines), columns, start, (left, right), covering=True)

    def board_key(self) -> str:
        """The lines."""
        return str(self)

    def parts(self) -> tuple[Domineering, ...]:
        """A board for each region: no domino joins two of them."""
        return tuple(replace(self, lines=lines) for lines in self.regions(2, turned=False))


GAMES = (
    Game(
        name="domineering",
        rule="place a domino, Left a standing one, Right a lying one; whoever cannot move loses",
        parameters=(BOARD, TO_MOVE),
        questions=QUESTIONS,
        make=lambda board, to_move=LEFT: Domineering.make(board).turn(to_move),
        source="G. Andersson; Conway, On Numbers and Games, chapter 10",
        examples=("domineering 3 3 -q value", "domineering 2 3", "domineering .../..# -q value"),
    ),
)
