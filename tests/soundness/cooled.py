"""Stops of cooled games from the definition alone, at the multiples of 1/64.

The stops of a game cooled by t are the best stops of its options, taxed by t for the move,
while Left's is not the smaller one; from the first temperature at which they agree the game
is frozen. Thermographs of tiny games have all their corners on this grid; what has none there
has no oracle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import TypeVar

from reference.short_games import Form, equal

from soundness.rules_oracle import NoOracle

STEP = Fraction(1, 64)
HOTTEST = 6

Walls = tuple[tuple[tuple[Fraction, Fraction], ...], ...]


@cache
def number_of(g: Form) -> Fraction | None:
    """The number among the quarters up to 9 that the game is equal to."""
    from soundness.oracle_snort import NUMBERS

    return next((x for form, x in NUMBERS.items() if equal(g, form)), None)


@cache
def stops(g: Form, t: Fraction) -> tuple[Fraction, Fraction]:
    """Left's and Right's stop of the game cooled by t."""
    x = number_of(g)
    if x is not None:
        return x, x
    if t > 0:
        left, right = stops(g, t - STEP)
        if left == right:
            return left, right
    left = max(stops(o, t)[1] for o in g.left) - t
    right = min(stops(o, t)[0] for o in g.right) + t
    if left < right:
        raise NoOracle("a corner off the grid")
    return left, right


def walls(g: Form) -> Walls:
    """Both walls by their corners: 0, and every temperature at which the slope changes."""
    grid = [STEP * k for k in range(HOTTEST * 64 + 1)]
    lines = list(zip(*(stops(g, t) for t in grid), strict=True))
    if lines[0][-2] != lines[1][-2]:  # a corner at the end of the grid would not be seen
        raise NoOracle(f"hotter than {HOTTEST}")
    found = []
    for line in lines:
        corners = [(grid[0], line[0])]
        for k in range(1, len(grid) - 1):
            if line[k] - line[k - 1] != line[k + 1] - line[k]:
                corners.append((grid[k], line[k]))
        found.append(tuple(corners))
    return tuple(found)


def thermograph(g: Form) -> object:
    return walls(g)


def mean(g: Form) -> object:
    return walls(g)[0][-1][1]


def temperature(g: Form) -> object:
    x = number_of(g)
    return Fraction(-1, x.denominator) if x is not None else max(w[-1][0] for w in walls(g))


P = TypeVar("P")
Oracle = Callable[[P, Mapping[str, object]], object]
QUESTIONS = {"mean": mean, "temperature": temperature, "thermograph": thermograph}
"""What is asked of a short game beside its value, by the name of the question."""


def oracles(game: Callable[[P], Form]) -> dict[str, Oracle[P]]:
    """The oracles of positions that make this game, by question."""

    def oracle(of: Callable[[Form], object]) -> Oracle[P]:
        return lambda position, _arguments: of(game(position))

    return {question: oracle(of) for question, of in QUESTIONS.items()}
