"""Clobber: a stone takes the place of a neighbour of the other colour; whoever cannot, loses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.grids.square_words import Rewriting, SquareGame, bit, word_of
from gameproof.games.grids.squares import BOARD, Square, Squares, chequered
from gameproof.games.partizan import LEFT, QUESTIONS, TO_MOVE, Partizan

Step = tuple[Square, Square]
STONES = "xo"
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Clobber(Squares, Partizan[Step]):
    """``lines``: ``x`` a stone of Left, ``o`` one of Right, ``.`` an empty square."""

    def options(self, player: str) -> list[Step]:
        """From each stone of the player to each neighbour of the other colour."""
        own, other = ("x", "o") if player == LEFT else ("o", "x")
        at = {(r, c): mark for r, line in enumerate(self.lines) for c, mark in enumerate(line)}
        return [
            ((r, c), (r + down, c + right))
            for (r, c), mark in at.items()
            if mark == own
            for down, right in STEPS
            if at.get((r + down, c + right)) == other
        ]

    def after(self, move: Step, /) -> Clobber:
        """The stone stands where the other stood."""
        (r, c), end = move
        return replace(self, lines=self.marked({(r, c): ".", end: self.lines[r][c]}))

    def as_words(self) -> SquareGame:
        """The same in words, the stones of Left and those of Right: a move needs an own one and one
        of the other, takes this and leaves its place; raises :class:`BadInput` for more than 64
        squares."""
        rows, columns = len(self.lines), len(self.lines[0]) if self.lines else 0
        steps = [
            (bit((r, c), columns), bit((r + down, c + right), columns))
            for r in range(rows)
            for c in range(columns)
            for down, right in STEPS
            if 0 <= r + down < rows and 0 <= c + right < columns
        ]
        left = tuple(Rewriting((one, other), (one | other, other)) for one, other in steps)
        right = tuple(Rewriting((other, one), (other, one | other)) for one, other in steps)
        start = word_of(self.lines, "x"), word_of(self.lines, "o")
        return SquareGame(rows, columns, start, (left, right), covering=False)

    def board_key(self) -> str:
        """The lines."""
        return str(self)

    def parts(self) -> tuple[Clobber, ...]:
        """A board for each group of neighbouring stones that has both colours."""
        groups = self.regions(2, STONES, ".")
        mixed = (lines for lines in groups if set(STONES) <= set("".join(lines)))
        return tuple(replace(self, lines=lines) for lines in mixed)


GAMES = (
    Game(
        name="clobber",
        rule="move a stone (Left x, Right o) onto a neighbour of the other colour, which is taken; "
        "whoever cannot move loses",
        parameters=(BOARD, TO_MOVE),
        questions=QUESTIONS,
        make=lambda board, to_move=LEFT: Clobber(chequered(board, STONES)).turn(to_move),
        source="Albert, Grossman, Nowakowski, Wolfe: An introduction to Clobber, Integers 5 (2005)",
        examples=("clobber 2 3", "clobber xoo -q value", "clobber xo/.x --to-move right"),
    ),
)
