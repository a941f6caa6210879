"""Subtraction games: the amount taken from a heap must be in a fixed set."""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.games.game import Game
from gameproof.games.impartial.closed_form import CLOSED_FORM, PERIOD, period_of
from gameproof.games.impartial.heaps import Heaps, sizes
from gameproof.games.impartial.impartial import MISERE, NOTHING, ONE, QUESTIONS
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.mex import mex
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.steps import tried

LARGEST_AMOUNT = 1 << 22
"""Tables reach to some multiple of the largest amount."""


@dataclass(frozen=True)
class Position(Heaps):
    """Heaps, and the allowed amounts in ascending order."""

    allowed: tuple[int, ...] = ()

    def amounts(self, n: int) -> tuple[int, ...]:
        """The members of the subtraction set up to n."""
        return tuple(s for s in self.allowed if s <= n)

    @property
    def theorem(self) -> str:
        """The law of the amounts 1, 2, ..., k."""
        return f"the law n mod {len(self.allowed) + 1}" if self.like_nim else ""

    @property
    def like_nim(self) -> bool:
        """May 1, 2, ..., k be taken?"""
        return self.allowed == tuple(range(1, len(self.allowed) + 1))

    def law(self, n: int) -> int:
        """n modulo k + 1 where 1, 2, ..., k may be taken."""
        if not self.like_nim:
            raise BadInput("no closed form is known for these amounts")
        return n % (len(self.allowed) + 1)

    def lower(self, n: int, target: int) -> list[int]:
        """The one size among the last k with this remainder."""
        if target > len(self.allowed) or target == self.law(n):
            return []
        size = n - (n - target) % (len(self.allowed) + 1)
        return [size] if size >= 0 else []

    def repeats(self) -> str:
        """As many equal values in a row as the largest amount make all later ones equal."""

        def value(before: list[int]) -> int:
            n = len(before)
            return mex({before[n - s] for s in tried(self.amounts(n))})

        return period_of(value, lambda start, period: start + period + self.allowed[-1])

    def heap_code(self) -> dict[int, int]:
        """The digit 3 for each amount."""
        return dict.fromkeys(self.allowed, NOTHING | ONE)

    def heap(self) -> int | None:
        """The only heap."""
        return self.heaps[0] if len(self.heaps) == 1 else None


def make(amounts: tuple[int, ...], heaps: tuple[int, ...]) -> Position:
    """Heaps under the subtraction set ``amounts``; raises ``BadInput``."""
    if not amounts or min(amounts) < 1:
        raise BadInput("a subtraction set holds positive amounts", "amounts")
    if max(amounts) > LARGEST_AMOUNT:
        raise BadInput(f"an amount is at most {LARGEST_AMOUNT}", "amounts")
    return Position(sizes(heaps), tuple(sorted(set(amounts))))


GAMES = (
    Game(
        name="subtraction",
        rule="take an amount of the given set from one heap; whoever cannot take loses",
        parameters=(
            Parameter("amounts", "integers", "the amounts that may be taken"),
            Parameter(
                "heaps",
                "integers",
                "the sizes of the heaps",
                option=True,
                required=False,
                default=(0,),
            ),
        ),
        questions=(
            *QUESTIONS,
            MISERE,
            PERIOD,
            CLOSED_FORM,
        ),
        make=make,
        source="Frieze, Combinatorial Games (game 1: amounts 1 2 3 4)",
        examples=("subtraction 1 2 3 4 --heaps 10 11",),
    ),
)
