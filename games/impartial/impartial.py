"""What the impartial games have in common: their questions and the sum of games.

An impartial game gives both players the same moves and whoever cannot move
loses. Its position is N when the next player wins and P when the previous one
does; its Grundy value is the size of the Nim heap it is equal to (Sprague 1935,
Grundy 1939).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, Self, TypeVar, cast

from gameproof.games.meaning.answers import WHOLE, Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL, Law
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.outcomes import (
    NEXT,
    PREVIOUS,
    next_or_previous,
    next_or_previous_misere,
)
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Arguments, Question
from gameproof.games.meaning.statement import Is, Statement, quantity

Move = TypeVar("Move", bound=Hashable)

NOTHING, ONE, TWO, THREE, UNEQUAL = 1, 2, 4, 8, 16
"""What the digit of a code allows to remain of a heap: none, one, two, three, two that differ."""


def heap_of(arguments: Arguments) -> int:
    """The size of the Nim heap that ``equivalent`` asks about; raises :class:`BadInput`."""
    heap = arguments.get("heap")
    if isinstance(heap, bool) or not isinstance(heap, int) or heap < 0:
        raise BadInput("say which Nim heap: --heap with a size 0, 1, 2, ...", "heap")
    return heap


def _equal_to_heap(_position: object, answer: Value, arguments: Arguments) -> tuple[Statement, ...]:
    return (Is(quantity("equivalent", {"heap": heap_of(arguments)}), answer),)


Genus = tuple[int, int]
"""The Grundy values of normal and of misere play; of the empty game 0 and 1."""


def tame(genus: Genus) -> bool:
    """Is it the genus of a position of Nim?"""
    return genus[0] == genus[1] or genus in ((0, 1), (1, 0))


def tame_sum(genera: Iterable[Genus]) -> Genus:
    """The genus of a sum of games that are tame, with all that play can leave of them.

    If all genera are (0, 1) or (1, 0), it is of these; else both numbers are the XOR of the
    normal ones, as in Nim (Bouton 1902; Conway, On Numbers and Games, chapter 12; Winning Ways,
    chapter 13). Raises :class:`BadInput` for a wild one. O(genera).
    """
    total, firm = 0, False
    for genus in genera:
        if not tame(genus):
            raise BadInput(f"the genus {genus} is wild")
        total ^= genus[0]
        firm = firm or genus[0] == genus[1]
    return total, total if firm else 1 - total


def _winning_moves(position: object, _arguments: Arguments) -> Value:
    from gameproof.games.meaning.definitions import winning

    here = cast(AnyPosition, position)
    return moves_text(here.move_text(move) for move in winning(here))


def _grundy(position: object, _arguments: Arguments) -> int:
    from gameproof.games.meaning.definitions import grundy

    return grundy(cast(AnyPosition, position))


OUTCOME = Question(
    "outcome",
    "Who wins: the next player (N) or the previous one (P)?",
    ("N", "P"),
    means=next_or_previous,
)
GRUNDY: Question[object] = Question(
    "grundy",
    "Which Nim heap is the position equal to?",
    spelling=WHOLE,
    defined_by=_grundy,
)
WINNING_MOVES: Question[object] = Question(
    "winning-moves", "Which moves leave a P-position?", defined_by=_winning_moves
)
EQUIVALENT: Question[object] = Question(
    "equivalent",
    "Is the position equal to the Nim heap of this size (is their sum a P-position)?",
    ("yes", "no"),
    (Parameter("heap", "integer", "size of the Nim heap", option=True),),
    means=_equal_to_heap,
    defined_by=lambda position, arguments: _grundy(position, arguments) == heap_of(arguments),
)
MISERE = Question(
    "misere-outcome",
    "Who wins when whoever cannot move wins: the next player (N) or the previous one (P)?",
    ("N", "P"),
    means=next_or_previous_misere,
)
QUESTIONS = (OUTCOME, GRUNDY, WINNING_MOVES, EQUIVALENT)


class Impartial(Generic[Move]):
    """Base of the positions: players without names of their own, and a sum of parts.

    A subclass is a frozen dataclass with ``moves``, ``play``, ``move_text``, ``key`` and
    ``__str__``. Where the play ends is not said here: a subclass whose plays may go on for
    ever has fewer ``laws``.
    """

    __slots__ = ()

    @property
    def players(self) -> tuple[str, str]:
        """Whoever moves next and whoever has just moved, as they stand at this position."""
        return NEXT, PREVIOUS

    @property
    def to_move(self) -> str:
        """Always ``next``: the rules do not tell the players apart."""
        return NEXT

    @property
    def laws(self) -> frozenset[Law]:
        """Impartial, in normal play, and no play goes on for ever."""
        return IMPARTIAL_NORMAL

    def moves(self) -> Iterable[Move]:
        """The legal moves."""
        raise TypeError(f"{type(self).__name__} defines no moves")

    def play(self, _move: Move, /) -> Self:
        """The position after ``move``."""
        raise TypeError(f"{type(self).__name__} defines no play")

    def key(self) -> str:
        """A text that identifies the position among all that its start can reach, parts of
        them included."""
        raise TypeError(f"{type(self).__name__} defines no key")

    def move_text(self, move: Move, /) -> str:
        """The notation of a move."""
        return str(move)

    def result(self) -> str | None:
        """``previous`` when there is no move left: whoever has just moved has won."""
        return None if any(True for _ in self.moves()) else PREVIOUS

    def parts(self) -> tuple[Self, ...]:
        """Positions whose sum this position is; a single part where it is not a sum."""
        return (self,)

    def name(self) -> str:
        """A text that two parts of what the start can reach share only where play from them is
        the same but for names. The key, where a game knows of no symmetries."""
        return self.key()

    def unlike_moves(self) -> Iterable[Move]:
        """Moves enough: every other one leaves the same as one of them but for names."""
        return self.moves()

    def heap_code(self) -> Mapping[int, int]:
        """The code (``octal``) under which parts are heaps: for each amount that may be taken
        its digit."""
        return {}

    def heap(self) -> int | None:
        """The size of the heap that a part is under the :meth:`heap_code`, ``None`` for others."""
        return None

    def parse_move(self, text: str, /) -> Move:
        """The legal move with this notation; raises :class:`BadInput`."""
        wanted = text.strip()
        for move in self.moves():
            if self.move_text(move) == wanted:
                return move
        raise BadInput(f"{wanted[:60]!r} is not a legal move here")
