"""Wythoff's game: take from one heap, or the same amount from both.

A move is (taken from the first heap, taken from the second), written ``2+0``,
``0+3`` or ``2+2``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gameproof.games.game import BadInput, Game, Parameter
from gameproof.games.heaps import sizes
from gameproof.games.impartial import QUESTIONS, Impartial
from gameproof.games.laws import CLOSED_FORM


@dataclass(frozen=True, slots=True)
class Position(Impartial):
    """Two heaps, in order."""

    a: int
    b: int

    def moves(self) -> Iterator[tuple[int, int]]:
        """Every move along a row, a column or a diagonal."""
        yield from ((x, 0) for x in range(1, self.a + 1))
        yield from ((0, x) for x in range(1, self.b + 1))
        yield from ((x, x) for x in range(1, min(self.a, self.b) + 1))

    def play(self, move: tuple[int, int]) -> Position:
        """Take the amounts; raises :class:`BadInput`."""
        x, y = move
        legal = 0 <= x <= self.a and 0 <= y <= self.b and x + y > 0 and (x == 0 or y in (0, x))
        if not legal:
            raise BadInput(f"{self.move_text(move)!r} is not a legal move here")
        return Position(self.a - x, self.b - y)

    def move_text(self, move: tuple[int, int]) -> str:
        """``2+0``: the amounts taken from the two heaps."""
        return f"{move[0]}+{move[1]}"

    def parse_move(self, text: str) -> tuple[int, int]:
        """Read :meth:`move_text`; raises :class:`BadInput` on an illegal move."""
        left, plus, right = text.strip().partition("+")
        if not plus or not (left.isdecimal() and right.isdecimal()):
            raise BadInput(f"expected a move like 2+0, 0+3 or 2+2, not {text!r}")
        move = (int(left), int(right))
        self.play(move)
        return move

    def __str__(self) -> str:
        return f"{self.a} {self.b}"


def make(a: int, b: int) -> Position:
    """Heaps a and b; raises ``BadInput``."""
    return Position(*sizes((a, b)))


GAMES = (
    Game(
        name="wythoff",
        rule="take from one heap, or the same amount from both; whoever cannot take loses",
        parameters=(
            Parameter("a", "integer", "first heap"),
            Parameter("b", "integer", "second heap"),
        ),
        questions=(*QUESTIONS, CLOSED_FORM),
        make=make,
        source="W. A. Wythoff, Nieuw Archief voor Wiskunde 7 (1907); source document 004, slide 3",
        examples=("wythoff 3 5", "wythoff 1000000000000000000 1618033988749894848"),
    ),
)
