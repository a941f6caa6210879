"""The rook game: a chip at (m, n) moves left or down towards (0, 0).

The player who puts the chip on (0, 0) wins. It is Nim with the two heaps m and n.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from gameproof.games.impartial.heaps import WholeHeaps, game_on_numbers, sizes
from gameproof.games.meaning.mex import mex
from gameproof.games.meaning.steps import tried


@dataclass(frozen=True)
class Position(WholeHeaps):
    """The chip's two coordinates."""

    def law_holds(self, to: int) -> bool:
        """Is the value of (m, n), the mex of its row and column, always m xor n?"""
        values: dict[tuple[int, int], int] = {}
        for m, n in product(range(to + 1), repeat=2):
            row, column = ((m, b) for b in range(n)), ((a, n) for a in range(m))
            values[m, n] = mex({values[place] for place in tried([*row, *column])})
        return all(value == m ^ n for (m, n), value in values.items())

    def parts(self) -> tuple[Position, ...]:
        """The whole board, so that tables test the rule on pairs and assume no sum."""
        return (self,)


def make(m: int, n: int) -> Position:
    """A chip at (m, n); raises ``BadInput``."""
    return Position(sizes((m, n), "coordinates"))


GAMES = (
    game_on_numbers(
        "rook",
        "move the chip left or down any number of steps; whoever reaches (0, 0) wins",
        make,
        (
            ("m", "integer", "first coordinate of the chip"),
            ("n", "integer", "second coordinate of the chip"),
        ),
        "Frieze, Combinatorial Games (game 2)",
        ("rook 3 5",),
    ),
)
