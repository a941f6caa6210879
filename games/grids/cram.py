"""Cram: both players' dominoes stand or lie; whoever cannot place one loses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.grids.squares import BOARD, Square, Squares
from gameproof.games.impartial.impartial import MISERE, QUESTIONS, Impartial
from gameproof.games.meaning.bad_input import BadInput

Domino = tuple[Square, Square]


@dataclass(frozen=True)
class Cram(Squares, Impartial[Domino]):
    """A board."""

    def moves(self) -> list[Domino]:
        """All places for a domino."""
        return self.pairs(1, 0) + self.pairs(0, 1)

    def play(self, move: Domino, /) -> Cram:
        """Two squares are covered; raises :class:`BadInput`."""
        if move not in self.moves():
            raise BadInput(f"no domino can be placed on {move!r:.60}")
        return replace(self, lines=self.covered(move))

    def key(self) -> str:
        """The lines."""
        return str(self)

    def parts(self) -> tuple[Cram, ...]:
        """A board for each region: no domino joins two of them."""
        return tuple(replace(self, lines=lines) for lines in self.regions(2))


GAMES = (
    Game(
        name="cram",
        rule="place a domino, standing or lying; whoever cannot move loses",
        parameters=(BOARD,),
        questions=(*QUESTIONS, MISERE),
        make=Cram.make,
        source="Gardner 1974; Berlekamp, Conway, Guy, Winning Ways, chapter 15",
        examples=("cram 3 3 -q grundy", "cram 1 6", "cram ..#/... -q winning-moves"),
    ),
)
