"""What verified Grundy values, or P-positions, say about an impartial game.

The kinds of this package establish a value function; here it becomes the answer to the
question of a goal, and the statement that the answer makes. By Sprague (1935) and Grundy
(1939) a position of value g is equal to the Nim heap of size g, so it is a P-position iff
g = 0, and equal to the heap of size h iff g = h.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Conclusion, Goal
from gameproof.games.impartial.impartial import Genus, Impartial, Move, heap_of
from gameproof.games.meaning.answers import Value, digits
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.outcomes import VALUES, next_or_previous, next_or_previous_misere
from gameproof.games.meaning.statement import Is, quantity

if TYPE_CHECKING:
    from gameproof.games.short.game_tables import ShortGame

MISERE = "misere-outcome"

P = TypeVar("P", bound=Impartial)  # type: ignore[type-arg]  # of any moves


def answer(
    question: str,
    arguments: Mapping[str, Value],
    value: Callable[[], int],
    winning: Callable[[], Iterable[str]],
) -> Value:
    """The true answer when the position has the Grundy value ``value()`` and the moves
    ``winning()`` leave P-positions; only what the question needs is evaluated.

    Raises :class:`Rejected` for a question that Grundy values do not answer, and
    :class:`BadInput` for wrong arguments.
    """
    if question == "outcome":
        return "N" if value() else "P"
    if question == "grundy":
        return value()
    if question == "equivalent":
        return value() == heap_of(arguments)
    if question == "winning-moves":
        return moves_text(winning())
    raise Rejected(f"Grundy values do not answer the question {question!r}")


def winning_texts(position: Impartial[Move], after: Callable[[Move], int]) -> list[str]:
    """The moves that leave a position of value 0; ``after(move)`` gives the values."""
    return [position.move_text(move) for move in position.moves() if after(move) == 0]


def nimber(g: int) -> ShortGame:
    """The Nim heap of size g as a short game; raises :class:`Rejected` for large ones."""
    from gameproof.games.short.game_notation import LARGEST, written

    if g > LARGEST:
        raise Rejected(f"heaps of more than {LARGEST} are compared with nothing")
    return written(f"*{g}" if g else "0")


def conclude_values(
    goal: Goal[P],
    value: Callable[[], int],
    winning: Callable[[], Iterable[str]],
    why: str = "",
) -> Conclusion:
    """What follows for the goal from Grundy values, given as for :func:`answer`."""
    if goal.question in VALUES:
        from gameproof.certificates.values.value_answers import conclude_value

        return conclude_value(goal, nimber(value()))
    found = answer(goal.question, goal.arguments, value, winning)
    if goal.question == "outcome":
        statements = next_or_previous(goal.position, found, goal.arguments)
    else:
        statements = (Is(quantity(goal.question, goal.arguments), found),)
    return Conclusion(statements, in_words(goal.question, found, goal.arguments) + why)


def conclude_misere(goal: Goal[P], genus: Genus, why: str = "") -> Conclusion:
    """Who wins misere play: the previous player iff the misere value is 0."""
    found = "N" if genus[1] else "P"
    who = "next" if genus[1] else "previous"
    return Conclusion(
        next_or_previous_misere(goal.position, found, goal.arguments),
        f"misere {found}-position: the {who} player wins{why}",
    )


def in_words(question: str, found: Value, arguments: Mapping[str, Value]) -> str:
    """A derived answer as a sentence."""
    if question == "outcome":
        return f"{found}-position: the {'next' if found == 'N' else 'previous'} player wins"
    if question == "grundy" and isinstance(found, int):
        return f"the Grundy value is {digits(found)}"
    if question == "equivalent":
        are = "is" if found else "is not"
        heap = digits(heap_of(arguments))
        return f"the position {are} equal to the Nim heap of size {heap}"
    if question == "winning-moves":
        return f"winning moves: {found}"
    said = {True: "yes", False: "no"}.get(found, found) if isinstance(found, bool) else found
    return f"{question}: {said}"


def whole(name: str, value: object) -> int:
    """The number 0, 1, 2, ... itself; raises :class:`Rejected` for anything else."""
    if type(value) is not int or value < 0:
        raise Rejected(f"{name!r} is not a number 0, 1, 2, ...")
    return value
