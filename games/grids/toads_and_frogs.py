"""Toads and Frogs: Left's toads go right, Right's frogs left, by a step or a jump over one of the
other kind; whoever cannot move loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.grids.squares import Square, Squares, written
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.partizan import LEFT, QUESTIONS, TO_MOVE, Partizan

Hop = tuple[Square, Square]
TOAD, FROG, EMPTY = MARKS = "TF."


@dataclass(frozen=True)
class ToadsAndFrogs(Squares, Partizan[Hop]):
    """``lines``: ``T`` a toad, ``F`` a frog, ``.`` an empty place; nobody leaves his line."""

    def options(self, player: str) -> list[Hop]:
        """From where and to where an animal of the player can go."""
        own, other, ahead = (TOAD, FROG, 1) if player == LEFT else (FROG, TOAD, -1)
        found = []
        for r, line in enumerate(self.lines):
            at = dict(enumerate(line))
            for c, mark in enumerate(line):
                end = c + 2 * ahead if at.get(c + ahead) == other else c + ahead
                if mark == own and at.get(end) == EMPTY:
                    found.append(((r, c), (r, end)))
        return found

    def after(self, move: Hop, /) -> ToadsAndFrogs:
        """The animal is elsewhere."""
        (r, c), end = move
        return replace(self, lines=self.marked({(r, c): EMPTY, end: self.lines[r][c]}))

    def board_key(self) -> str:
        """The lines."""
        return str(self)

    def parts(self) -> tuple[ToadsAndFrogs, ...]:
        """Each line by itself."""
        return tuple(replace(self, lines=(line,)) for line in sorted(self.lines))


def make(lines: Sequence[str], to_move: str = LEFT) -> ToadsAndFrogs:
    """The position of lines such as ``TT..FF``; raises :class:`BadInput`."""
    return ToadsAndFrogs(written(lines, MARKS, apart=True), to_move=to_move)


GAMES = (
    Game(
        name="toads-and-frogs",
        rule="Left's toads go right, Right's frogs left, a step to an empty place or a jump over "
        "one of the other kind; whoever cannot move loses",
        parameters=(Parameter("lines", "words", "T a toad, F a frog, . an empty place"), TO_MOVE),
        questions=QUESTIONS,
        make=make,
        source="Berlekamp, Conway, Guy, Winning Ways, chapters 1 and 5",
        examples=("toads-and-frogs TF..TF -q value", "toads-and-frogs TT.FF/T.F"),
    ),
)
