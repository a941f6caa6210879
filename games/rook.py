"""The rook game: a chip at (m, n) moves left or down towards (0, 0).

The player who puts the chip on (0, 0) wins. It is Nim with the two heaps m and n.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.games.game import Game, Parameter
from gameproof.games.heaps import Heaps, sizes
from gameproof.games.impartial import QUESTIONS
from gameproof.games.laws import CLOSED_FORM


@dataclass(frozen=True)
class Position(Heaps):
    """The chip's two coordinates."""

    def amounts(self, n: int) -> range:
        """1, 2, ..., n steps."""
        return range(1, n + 1)

    def parts(self) -> tuple[Position, ...]:
        """The whole board, so that tables test the rule on pairs and assume no sum."""
        return (self,)


def make(m: int, n: int) -> Position:
    """A chip at (m, n); raises ``BadInput``."""
    return Position(sizes((m, n), "coordinates"))


GAMES = (
    Game(
        name="rook",
        rule="move the chip left or down any number of steps; whoever reaches (0, 0) wins",
        parameters=(
            Parameter("m", "integer", "first coordinate of the chip"),
            Parameter("n", "integer", "second coordinate of the chip"),
        ),
        questions=(*QUESTIONS, CLOSED_FORM),
        make=make,
        source="source document 004, slide 3 (Game 2)",
        examples=("rook 3 5",),
    ),
)
