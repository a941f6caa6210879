"""NoGo: place a stone so that every block keeps a liberty; whoever cannot place one loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.grids.squares import BOARD, Square, Squares
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.partizan import LEFT, QUESTIONS, TO_MOVE, Partizan


def breathes(lines: Sequence[str]) -> bool:
    """Does every block of stones of one colour have a free neighbour?"""
    at = {(r, c): mark for r, line in enumerate(lines) for c, mark in enumerate(line)}
    rest = {square for square, mark in at.items() if mark in "xo"}
    while rest:
        block, free = [rest.pop()], False
        for r, c in block:
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                free = free or at.get(near) == "."
                if near in rest and at[near] == at[block[0]]:
                    rest.remove(near)
                    block.append(near)
        if not free:
            return False
    return True


@dataclass(frozen=True)
class NoGo(Squares, Partizan[tuple[Square]]):
    """A board with ``x`` for Left's stones and ``o`` for Right's, and the player to move."""

    def options(self, player: str) -> list[tuple[Square]]:
        """Free squares on which a stone takes no block's last liberty."""
        mark = "x" if player == LEFT else "o"
        return [(s,) for s in self.free() if breathes(self.marked({s: mark}))]

    def after(self, move: tuple[Square], /) -> NoGo:
        """One stone more, of the player to move."""
        mark = "x" if self.to_move == LEFT else "o"
        return replace(self, lines=self.marked({move[0]: mark}))

    def board_key(self) -> str:
        """The lines."""
        return str(self)


def make(board: Sequence[str], to_move: str = LEFT) -> NoGo:
    """The position of a size or of written lines; raises :class:`BadInput`."""
    position = NoGo.make(board, ".#xo").turn(to_move)
    if not breathes(position.lines):
        raise BadInput("a block has no liberty", "board")
    return position


GAMES = (
    Game(
        name="nogo",
        rule="place a stone so that every block keeps a liberty; whoever cannot move loses",
        parameters=(BOARD, TO_MOVE),
        questions=QUESTIONS,
        make=make,
        source="Chou, Teytaud, Yen, Monte-Carlo tree search on a normal form game: NoGo (2011)",
        examples=("nogo 1 5 -q value", "nogo 2 3"),
    ),
)
