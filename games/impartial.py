"""What the impartial games have in common: their questions and the sum of games.

An impartial game gives both players the same moves and whoever cannot move
loses. Its position is N when the next player wins and P when the previous one
does; its Grundy value is the size of the Nim heap it is equal to (Sprague 1935,
Grundy 1939).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from gameproof.games.game import BadInput, Parameter, Question

OUTCOME = Question("outcome", "Who wins: the next player (N) or the previous one (P)?", ("N", "P"))
GRUNDY = Question("grundy", "Which Nim heap is the position equal to?")
WINNING_MOVES = Question("winning-moves", "Which moves leave a P-position?")
EQUIVALENT = Question(
    "equivalent",
    "Is the position equal to the Nim heap of this size (is their sum a P-position)?",
    ("yes", "no"),
    (Parameter("heap", "integer", "size of the Nim heap", option=True),),
)
QUESTIONS = (OUTCOME, GRUNDY, WINNING_MOVES, EQUIVALENT)


class Impartial:
    """Base of the positions: one kind of player, and a sum of parts.

    A subclass is a frozen dataclass with ``moves``, ``play``, ``move_text`` and
    ``__str__``; the text tells positions of one game apart.
    """

    __slots__ = ()

    @property
    def to_move(self) -> str:
        """Always ``next``: the rules do not tell the players apart."""
        return "next"

    def moves(self) -> Iterable[Any]:
        """The legal moves."""
        raise TypeError(f"{type(self).__name__} defines no moves")

    def play(self, move: Any) -> Self:
        """The position after ``move``."""
        raise TypeError(f"{type(self).__name__} defines no play")

    def move_text(self, move: Any) -> str:
        """The notation of a move."""
        return str(move)

    def result(self) -> str | None:
        """``P`` when there is no move left: the previous player has won."""
        return None if any(True for _ in self.moves()) else "P"

    def parts(self) -> tuple[Self, ...]:
        """Positions whose sum this position is; a single part where it is not a sum."""
        return (self,)

    def parse_move(self, text: str) -> Any:
        """The legal move with this notation; raises :class:`BadInput`."""
        wanted = text.strip()
        for move in self.moves():
            if self.move_text(move) == wanted:
                return move
        raise BadInput(f"{wanted!r} is not a legal move here")
