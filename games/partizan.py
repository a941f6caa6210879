"""What partizan games in normal play have in common: players, laws, questions.

Left and Right may have different moves, either of them may start, and whoever cannot move
loses. The value of such a position is the game {values after Left's moves | values after
Right's}, up to equality of games (Conway, On Numbers and Games).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import left_right
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Question
from gameproof.games.short.value_questions import VALUES

Move = TypeVar("Move", bound=Hashable)

LEFT, RIGHT = "left", "right"
PLAYERS = (LEFT, RIGHT)
LAWS = frozenset({Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.NO_DRAWS, Law.EITHER_STARTS, Law.SUM})

TO_MOVE = Parameter("to-move", "choice", "who begins", True, False, LEFT, PLAYERS)

OUTCOME = Question(
    "outcome",
    "Who wins: N whoever starts, P whoever does not, L Left, R Right?",
    ("N", "P", "L", "R"),
    means=left_right(LEFT, RIGHT),
)

QUESTIONS = (OUTCOME, *VALUES)


@dataclass(frozen=True)
class Partizan(Generic[Move]):
    """Base of the positions; ``to_move`` is the only field of its own.

    A subclass is a frozen dataclass with ``options``, ``after``, ``move_text``, ``board_key``
    and ``__str__``, and with ``parts`` where its positions fall apart.
    """

    to_move: str = field(default=LEFT, kw_only=True)

    def __post_init__(self) -> None:
        if self.to_move not in PLAYERS:
            raise BadInput(f"no player {self.to_move!r}; left or right", "to_move")

    def options(self, _player: str) -> Iterable[Move]:
        """The moves that a player has, whoever is to move."""
        raise TypeError(f"{type(self).__name__} defines no options")

    def after(self, _move: Move, /) -> Self:
        """What a legal move leaves; who is to move then is not said here."""
        raise TypeError(f"{type(self).__name__} defines no after")

    def board_key(self) -> str:
        """A text that identifies the position, but for the player to move, among all that its
        start can reach, parts of them included."""
        raise TypeError(f"{type(self).__name__} defines no board_key")

    @property
    def players(self) -> tuple[str, str]:
        """Left and Right."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """Normal play of two players, either of whom may start; no play goes on for ever."""
        return LAWS

    def moves(self) -> list[Move]:
        """The moves of the player to move."""
        return list(self.options(self.to_move))

    def play(self, move: Move, /) -> Self:
        """The position after a move; raises :class:`BadInput`."""
        if move not in self.moves():
            raise BadInput(f"{self.to_move} has no such move: {move!r:.60}")
        other = RIGHT if self.to_move == LEFT else LEFT
        return replace(self.after(move), to_move=other)

    def turn(self, player: str, /) -> Self:
        """The same position with ``player`` to move; raises :class:`BadInput`."""
        return self if player == self.to_move else replace(self, to_move=player)

    def result(self) -> str | None:
        """The other player has won when the one to move has no move."""
        if any(True for _ in self.options(self.to_move)):
            return None
        return RIGHT if self.to_move == LEFT else LEFT

    def key(self) -> str:
        """The board and the player to move."""
        return f"{self.board_key()} {self.to_move}"

    def parts(self) -> tuple[Self, ...]:
        """Positions whose sum this position is; a single part where it is not a sum."""
        return (self,)

    def move_text(self, move: Move, /) -> str:
        """The notation of a move."""
        return str(move)

    def parse_move(self, text: str, /) -> Move:
        """The legal move with this notation; raises :class:`BadInput`."""
        wanted = text.strip()
        for move in self.moves():
            if self.move_text(move) == wanted:
                return move
        raise BadInput(f"{wanted[:60]!r} is not a legal move here")
