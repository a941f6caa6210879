"""What people call games that are played here under another name.

``connect-four`` is ``mnk 6 7 4 --gravity`` (rows, columns), ``kayles 10`` is ``octal 0.77 --heaps
10``. A game of an installed package that has such a name keeps it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from gameproof.games.game import games


@dataclass(frozen=True, slots=True)
class Known:
    """The words that a name stands for.

    ``sizes`` are those of the board where none is typed; where as many are typed, ``row``
    follows them, the length that wins. What is typed after the name goes to the game.
    """

    game: str
    sizes: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def words(self, typed: Sequence[str]) -> list[str]:
        """The words of the game, from those typed after the name: linear in them."""
        rest = [side for word in typed[:1] for side in re.split("[x×]", word)] + [*typed[1:]]
        typed_sizes = tuple(itertools.takewhile(str.isdecimal, rest))
        sizes = typed_sizes or self.sizes
        row = self.row if len(sizes) == len(self.sizes) else ()
        return [self.game, *sizes, *row, *self.options, *rest[len(typed_sizes) :]]


@dataclass(frozen=True, slots=True)
class Taking:
    """An octal game by its name: ``code`` says what may be taken, then come the heaps."""

    code: str
    game: str = "octal"

    def words(self, typed: Sequence[str]) -> list[str]:
        """The words of the game, from those typed after the name: linear in them."""
        heaps = ["--heaps"] if typed and not typed[0].startswith("-") else []
        return [self.game, self.code, *heaps, *typed]


NAMES: dict[str, Known | Taking] = {
    "connect-four": Known("mnk", ("6", "7"), ("4",), ("--gravity",)),
    "connect6": Known("mnk", ("19", "19"), ("6",), ("--turns", "1", "2", "2")),
    "dawsons-chess": Taking("0.137"),
    "dawsons-kayles": Taking("0.07"),
    "gomoku": Known("mnk", ("15", "15"), ("5",)),
    "kayles": Taking("0.77"),
    "qubic": Known("tictactoe", ("4", "3")),
    "score-four": Known("tictactoe", ("4", "3"), options=("--gravity",)),
    "ttt": Known("tictactoe", ("3", "2")),
}
"""Names and what they stand for."""


def known(name: str) -> Known | Taking | None:
    """What the name stands for; ``None`` for others, and where a game has it."""
    return NAMES.get(name) if name not in games() else None
