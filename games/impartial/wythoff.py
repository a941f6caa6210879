"""Wythoff's game: take from one heap, or the same amount from both.

A move is (taken from the first heap, taken from the second), written ``2+0``,
``0+3`` or ``2+2``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import isqrt

from gameproof.games.impartial.heaps import game_on_numbers, size, sizes
from gameproof.games.impartial.impartial import Impartial
from gameproof.games.meaning.answers import digits
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.steps import TooMuch, tried

LARGEST_TABLE = 1 << 21
"""Positions of Wythoff's game with the values of all, some seconds."""


@dataclass(frozen=True, slots=True)
class Position(Impartial[tuple[int, int]]):
    """Two heaps, in order."""

    a: int
    b: int

    def moves(self) -> Iterator[tuple[int, int]]:
        """Every move along a row, a column or a diagonal."""
        yield from ((x, 0) for x in range(1, self.a + 1))
        yield from ((0, x) for x in range(1, self.b + 1))
        yield from ((x, x) for x in range(1, min(self.a, self.b) + 1))

    def play(self, move: tuple[int, int], /) -> Position:
        """Take the amounts; raises :class:`BadInput`."""
        x, y = move
        legal = 0 <= x <= self.a and 0 <= y <= self.b and x + y > 0 and (x == 0 or y in (0, x))
        if not legal:
            raise BadInput(f"{self.move_text(move)[:60]!r} is not a legal move here")
        return Position(self.a - x, self.b - y)

    def value(self) -> int:
        """The Grundy value, from the mexes of all smaller positions: no closed form is known. The
        values seen in a row, a column and a diagonal are bits of an integer.
        O(A B) words of A + B bits; raises :class:`TooMuch` for large tables."""
        a, b = sorted((self.a, self.b))
        if (a + 1) * (b + 1) > LARGEST_TABLE:
            raise TooMuch(f"a table of more than {LARGEST_TABLE} positions")
        columns, diagonals, value = [0] * (b + 1), [0] * (a + b + 1), 0
        for i in range(a + 1):
            row = 0
            for j in range(b + 1):
                options = row | columns[j] | diagonals[j - i + a]
                value = ~options & (options + 1)  # the lowest bit that is not set
                row |= value
                columns[j] |= value
                diagonals[j - i + a] |= value
        return value.bit_length() - 1

    def law_holds(self, to: int) -> bool:
        """Are the places from which no move leads to a lost one those of Wythoff (1907), with the
        golden ratio phi and k = n - m: m = floor(k phi) = floor((k + sqrt(5 k^2)) / 2)?"""
        lost = set()
        for m, n in product(range(to + 1), repeat=2):
            here = Position(m, n)
            if not any((m - x, n - y) in lost for x, y in tried(here.moves())):
                lost.add((m, n))
        law = {(m, m + k) for k in range(to + 1) if (m := (k + isqrt(5 * k * k)) // 2) + k <= to}
        return lost == law | {(n, m) for m, n in law}

    def key(self) -> str:
        """The two sizes in base 16, in order."""
        return f"{self.a:x} {self.b:x}"

    def move_text(self, move: tuple[int, int], /) -> str:
        """``2+0``: the amounts taken from the two heaps."""
        return f"{digits(move[0])}+{digits(move[1])}"

    def parse_move(self, text: str, /) -> tuple[int, int]:
        """Read :meth:`move_text`; raises :class:`BadInput` on an illegal move."""
        left, plus, right = text.strip().partition("+")
        x, y = size(left), size(right)
        if not plus or x is None or y is None:
            raise BadInput(f"expected a move like 2+0, 0+3 or 2+2, not {text[:60]!r}")
        self.play((x, y))
        return x, y

    def __str__(self) -> str:
        return f"{digits(self.a)} {digits(self.b)}"


def make(a: int, b: int) -> Position:
    """Heaps a and b; raises ``BadInput``."""
    return Position(*sizes((a, b)))


GAMES = (
    game_on_numbers(
        "wythoff",
        "take from one heap, or the same amount from both; whoever cannot take loses",
        make,
        (("a", "integer", "first heap"), ("b", "integer", "second heap")),
        "Wythoff 1907; Frieze, Combinatorial Games (game 2a)",
        ("wythoff 3 5", "wythoff 1000000000000000000 1618033988749894848"),
    ),
)
