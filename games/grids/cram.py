"""Cram: both players' dominoes stand or lie; whoever cannot place one loses.

It is arc Kayles on the graph of neighbouring squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameproof.games.game import Game
from gameproof.games.graph import Graph
from gameproof.games.grids.squares import BOARD, Squares
from gameproof.games.impartial.impartial import MISERE, QUESTIONS
from gameproof.games.impartial.kayles import ArcPosition


@dataclass(frozen=True)
class Cram(ArcPosition):
    """A board of so many columns, its squares row by row; those in the mask ``left`` are free."""

    columns: int

    @property
    def lines(self) -> tuple[str, ...]:
        """The board as in :class:`Squares`."""
        marks = "".join(".#"[not self.left >> v & 1] for v in range(self.graph.n))
        starts = range(0, self.graph.n, self.columns or 1)
        return tuple(marks[start : start + self.columns] for start in starts)

    def __str__(self) -> str:
        return "/".join(self.lines)


def make(board: Sequence[str]) -> Cram:
    """The board of a size or of written lines; raises :class:`BadInput`. O(squares)."""
    lines = Squares.make(board).lines
    columns = len(lines[0]) if lines else 0
    places = [(r, c) for r in range(len(lines)) for c in range(columns)]
    right = [(v, v + 1) for v, (_, c) in enumerate(places) if c + 1 < columns]
    down = [(v, v + columns) for v, (r, _) in enumerate(places) if r + 1 < len(lines)]
    names = tuple(f"{chr(ord('a') + c)}{r + 1}" for r, c in places)
    left = sum(1 << v for v, (r, c) in enumerate(places) if lines[r][c] == ".")
    return Cram(Graph.of(len(places), right + down, names=names), left, columns)


GAMES = (
    Game(
        name="cram",
        rule="place a domino, standing or lying; whoever cannot move loses",
        parameters=(BOARD,),
        questions=(*QUESTIONS, MISERE),
        make=make,
        source="Gardner 1974; Berlekamp, Conway, Guy, Winning Ways, chapter 15",
        examples=("cram 3 3 -q grundy", "cram 1 6", "cram ..#/... -q winning-moves"),
    ),
)
