"""Grundy's game: a heap is split into two that are not equal; heaps of 1 and 2 stay as they are.

Nobody knows whether the values of its heaps repeat (Berlekamp, Conway, Guy, Winning Ways,
chapter 4).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.impartial.closed_form import NO_PERIOD, late
from gameproof.games.impartial.heaps import read_take, sizes, take_text
from gameproof.games.impartial.impartial import MISERE, QUESTIONS, UNEQUAL, Impartial
from gameproof.games.meaning.answers import digits
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.mex import mex
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.steps import tried

Split = tuple[int, int]
"""Number of the heap (from 0), and the smaller one of the two that it is split into."""


@dataclass(frozen=True)
class Position(Impartial[Split]):
    """``heaps``: their sizes."""

    heaps: tuple[int, ...]

    def moves(self) -> Iterator[Split]:
        """Each smaller part of each heap."""
        for index, n in enumerate(self.heaps):
            yield from ((index, small) for small in range(1, (n + 1) // 2))

    def play(self, move: Split, /) -> Position:
        """Split; raises :class:`BadInput`."""
        if not isinstance(move, tuple) or len(move) != 2:
            raise BadInput(f"{move!r} is no move: a heap and its smaller part are")
        index, small = move
        if not 0 <= index < len(self.heaps) or not 0 < 2 * small < self.heaps[index]:
            raise BadInput(f"{self.move_text(move)[:60]!r} is not a legal move here")
        parts = small, self.heaps[index] - small
        return replace(self, heaps=(*self.heaps[:index], *parts, *self.heaps[index + 1 :]))

    def parts(self) -> tuple[Position, ...]:
        """One position for each heap."""
        return tuple(replace(self, heaps=(n,)) for n in self.heaps)

    def heap_code(self) -> dict[int, int]:
        """Nothing is taken."""
        return {0: UNEQUAL}

    def heap(self) -> int | None:
        """The only heap."""
        return self.heaps[0] if len(self.heaps) == 1 else None

    def repeats_late(self, to: int, /) -> bool:
        """Only where it is so: nobody knows when values of this game would repeat for ever."""

        def value(before: list[int]) -> int:
            n = len(before)
            return mex({before[a] ^ before[n - a] for a in tried(range(1, (n + 1) // 2))})

        return late(value, lambda *_: sys.maxsize, to)

    def key(self) -> str:
        """The sizes in base 16, in order."""
        return " ".join(f"{n:x}" for n in self.heaps)

    def move_text(self, move: Split, /) -> str:
        """``2:5`` splits 5 off the second heap, ``5`` the only heap."""
        return take_text(move, len(self.heaps))

    def parse_move(self, text: str, /) -> Split:
        """Read :meth:`move_text`, either part; raises :class:`BadInput` on an illegal move."""
        index, part = read_take(text, len(self.heaps))
        heap = self.heaps[index] if 0 <= index < len(self.heaps) else part
        move = index, min(part, heap - part)
        self.play(move)
        return move

    def __str__(self) -> str:
        return " ".join(map(digits, self.heaps))


def make(heaps: Iterable[int]) -> Position:
    """Heaps of these sizes; raises :class:`BadInput`."""
    return Position(sizes(heaps))


GAMES = (
    Game(
        name="grundys-game",
        rule="split a heap into two heaps of different sizes; whoever cannot split loses",
        parameters=(Parameter("heaps", "integers", "the sizes of the heaps"),),
        questions=(*QUESTIONS, MISERE, NO_PERIOD),
        make=make,
        source="Grundy 1939; Winning Ways, chapter 4",
        examples=("grundys-game 10", "grundys-game 7 8 9 -q winning-moves"),
    ),
)
