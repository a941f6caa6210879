"""What is asked of all sizes at once: does a published closed form hold, do values repeat?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Protocol, cast

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Means, Question
from gameproof.games.meaning.statement import Is, Statement, quantity
from gameproof.games.meaning.steps import tried

USUAL = 1000
LARGEST_HEAP, LARGEST_CORNER, LARGEST_WYTHOFF, LARGEST_PILE = 10_000_000, 4_000, 20_000, 2_000_000
"""Sizes up to which laws are tested: of heaps, of the rook's board, of Wythoff's, of piles."""


def bound_of(arguments: Arguments) -> int:
    """The largest size asked about, 1000 when none was named; raises :class:`BadInput`."""
    to = arguments.get("to", USUAL)
    if isinstance(to, bool) or not isinstance(to, int) or to < 0:
        raise BadInput("expected a size 0, 1, 2, ...", "to")
    return to


def up_to_bound(name: str) -> Means[object]:
    """What an answer to the question of this name says, when it asks up to a bound."""

    def means(_position: object, answer: Value, arguments: Arguments) -> tuple[Statement, ...]:
        bound_of(arguments)
        return (Is(quantity(name, arguments), answer),)

    return means


class Lawful(Protocol):
    """Positions of a game with a published closed form."""

    def law_holds(self, to: int, /) -> bool:
        """Is it true of all sizes up to this one, as the rules say?"""
        ...


class Periodic(Protocol):
    """Positions of a game whose values are those of single heaps."""

    def repeats(self) -> str:
        """``period 5 after 0 values``: the least period of the heaps' values, and from where."""
        ...

    def repeats_late(self, to: int, /) -> bool:
        """Have the heaps' values no period that is, with what is before it, at most ``to`` long?"""
        ...


def period_of(next_value: Callable[[list[int]], int], needed: Callable[[int, int], int]) -> str:
    """``period 5 after 0 values``, the least of both. Values that repeat with a period from some
    start as far as ``needed`` says repeat for ever."""
    values: list[int] = []
    for reach in tried(count(1)):
        values.append(next_value(values))
        for period in range(1, reach):
            for start in tried(range(reach - period)):
                end = needed(start, period)
                if end == reach and values[start : end - period] == values[start + period :]:
                    return f"period {period} after {start} values"
    raise AssertionError("there are infinitely many sizes")


def late(
    next_value: Callable[[list[int]], int], needed: Callable[[int, int], int], to: int
) -> bool:
    """Do the values not repeat with any period p from any s on for which s + p is at most ``to``?
    Values that repeat from s on do so from every later place, so that s is ``to`` - p."""
    values: list[int] = []
    periods = range(1, to + 1)
    for reach in tried(count(1)):
        values.append(next_value(values))
        left = [p for p in tried(periods) if values[to - p : reach - p] == values[to:]]
        if not left:
            return True
        if any(needed(to - p, p) <= reach for p in left):
            return False
    raise AssertionError("there are infinitely many sizes")


PERIOD: Question[object] = Question(
    "period",
    "From where on and with which period do the values repeat?",
    defined_by=lambda position, _: cast(Periodic, position).repeats(),
)
NO_PERIOD: Question[object] = Question(
    "no-period",
    "Have the values no period that is, with the values before it, at most so long?",
    ("yes", "no"),
    (
        Parameter(
            "to",
            "integer",
            "the values before the period and those of the period, together",
            option=True,
            required=False,
            default=USUAL,
        ),
    ),
    means=up_to_bound("no-period"),
    defined_by=lambda position, given: cast(Periodic, position).repeats_late(bound_of(given)),
)
CLOSED_FORM: Question[object] = Question(
    "closed-form",
    "Does the published closed form hold for all sizes up to a bound, by the rules alone?",
    ("yes", "no"),
    (
        Parameter(
            "to", "integer", "the largest size tested", option=True, required=False, default=USUAL
        ),
    ),
    means=up_to_bound("closed-form"),
    defined_by=lambda position, arguments: cast(Lawful, position).law_holds(bound_of(arguments)),
)
