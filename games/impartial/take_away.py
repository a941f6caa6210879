"""Take-away games with memory: after x chips were taken, at most f(x) may be.

The first player may take any number but the whole pile. A pile is written
``n:x``, n chips of which at most x may be taken now. Several piles make the sum of
as many games, each with its own memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gameproof.games.game import Game
from gameproof.games.impartial import expression
from gameproof.games.impartial.closed_form import CLOSED_FORM, bound_of, up_to_bound
from gameproof.games.impartial.expression import Expression
from gameproof.games.impartial.heaps import Take, read_take, size, take_text
from gameproof.games.impartial.impartial import MISERE, QUESTIONS, Impartial
from gameproof.games.meaning.answers import Value, digits
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Question
from gameproof.games.meaning.steps import tried

TESTED = 1_000_000
"""Up to this size a function is tested number by number when its form proves nothing."""


@dataclass(frozen=True)
class Position(Impartial[Take]):
    """``piles`` holds pairs (chips, most that may be taken), the second at most the first."""

    function: Expression = field(compare=False)
    text: str
    piles: tuple[tuple[int, int], ...]

    def moves(self) -> Iterator[Take]:
        """Pairs (number of the pile, chips taken)."""
        for index, (_, most) in enumerate(self.piles):
            for taken in range(1, most + 1):
                yield index, taken

    def play(self, move: Take, /) -> Position:
        """Take chips; raises :class:`BadInput`."""
        index, taken = move
        if not 0 <= index < len(self.piles) or not 0 < taken <= self.piles[index][1]:
            raise BadInput(f"{self.move_text(move)[:60]!r} is not a legal move here")
        left = self.piles[index][0] - taken
        pile = (left, min(left, self.function(taken)))
        return Position(
            self.function, self.text, (*self.piles[:index], pile, *self.piles[index + 1 :])
        )

    def least_takes(self, to: int) -> list[int]:
        """For piles of 0, ..., ``to`` the least number of chips whose taking wins; to take all
        does. From the empty pile, where there is none, a number that no pile allows."""
        check_function(self.function, to)
        least = [max((self.function(y) for y in range(1, to + 1)), default=0) + to + 1]
        for n in range(1, to + 1):
            takes = tried(range(1, n + 1))
            least.append(next(y for y in takes if least[n - y] > self.function(y)))
        return least

    def losing(self, to: int) -> list[int]:
        """Piles up to this size that lose for the first player, who may not take them whole."""
        least = self.least_takes(to)
        return [n for n in range(1, to + 1) if least[n] == n]

    def law_holds(self, to: int) -> bool:
        """H_1 = 1 and H_{j+1} = H_j + H_i with the least i such that f(H_i) >= H_j. Are the least
        takes the smallest parts of n as a sum of H-numbers, the largest that fit first (A. J.
        Schwenk, Take-away games, Fibonacci Quarterly 8, 1970)?"""
        numbers = [1]
        while numbers[-1] <= to:
            numbers.append(
                numbers[-1] + next(h for h in numbers if self.function(h) >= numbers[-1])
            )

        def smallest(n: int) -> int:
            rest = n - max(h for h in numbers if h <= n)
            return smallest(rest) if rest else n

        return self.least_takes(to)[1:] == [smallest(n) for n in tried(range(1, to + 1), 10)]

    def parts(self) -> tuple[Position, ...]:
        """One position for each pile."""
        return tuple(Position(self.function, self.text, (pile,)) for pile in self.piles)

    def key(self) -> str:
        """Chips and the most that may be taken of each pile, in base 16; the function is that
        of the start."""
        return " ".join(f"{n:x}:{most:x}" for n, most in self.piles)

    def move_text(self, move: Take, /) -> str:
        """``pile:chips`` with piles counted from 1, or the chips alone."""
        return take_text(move, len(self.piles))

    def parse_move(self, text: str, /) -> Take:
        """Read :meth:`move_text`; raises :class:`BadInput` on an illegal move."""
        move = read_take(text, len(self.piles))
        self.play(move)
        return move

    def __str__(self) -> str:
        return " ".join(f"{digits(n)}:{digits(most)}" for n, most in self.piles)


def check_function(function: Expression, largest: int) -> None:
    """Non-decreasing with f(x) >= x for x = 1, ..., largest; raises :class:`BadInput`.

    Read off the expression's form where that is possible (for all x), else tested.
    """
    if expression.non_decreasing(function) and expression.at_least_x(function):
        return
    if largest > TESTED:
        raise BadInput(
            f"cannot see that {function.text} is non-decreasing and at least x up to {largest}",
            "function",
        )
    before = 0
    for x in range(1, largest + 1):
        value = function(x)
        if value < before:
            raise BadInput(f"{function.text} decreases at x = {x}", "function")
        if value < x:
            raise BadInput(f"{function.text} is {value}, less than x, at x = {x}", "function")
        before = value


def make(function: str, n: int, x: int | None = None, plus: str = "") -> Position:
    """A pile of n chips, at most ``x`` (n - 1 if not said) taken first; raises ``BadInput``."""
    f = expression.parse(function)
    piles = [_pile(n, x)]
    for word in plus.replace(",", " ").split():
        chips, _, most = word.partition(":")
        count, limit = size(chips), size(most)
        if count is None or (most and limit is None):
            raise BadInput(f"expected piles like 7 or 7:3, not {word[:60]!r}", "plus")
        piles.append(_pile(count, limit))
    check_function(f, max(chips for chips, _ in piles))
    return Position(f, f.text, tuple(piles))


def _pile(n: int, most: int | None) -> tuple[int, int]:
    if n < 0 or (most is not None and most < 0):
        raise BadInput("a pile and the most that may be taken are not negative", "n")
    return n, max(n - 1, 0) if most is None else min(n, most)


def _losing_sizes(position: Position, _arguments: Arguments) -> Value:
    if len(position.piles) != 1:
        raise BadInput("the question is about one pile")
    return " ".join(map(digits, position.losing(position.piles[0][0])))


def _unique(position: Position, arguments: Arguments) -> Value:
    """Every sum of losing sizes, each with f(it) less than the next, counted."""
    to = bound_of(arguments)
    losing = position.losing(to)
    sums: Counter[int] = Counter()
    waiting = [(0, 0)]  # a sum, and its largest part
    for total, largest in waiting:
        sums[total] += 1
        waiting += [
            (total + h, h)
            for h in tried(losing)
            if total + h <= to and (not largest or position.function(largest) < h)
        ]
    return all(sums[n] == 1 for n in range(to + 1))


LOSING_SIZES: Question[Position] = Question(
    "losing-sizes",
    "Which pile sizes up to N lose for the first player?",
    defined_by=_losing_sizes,
)

GAMES = (
    Game(
        name="take-away",
        rule="take at least one chip and at most f(x), where x chips were taken before; "
        "at first anything but the whole pile; whoever cannot take loses",
        parameters=(
            Parameter("function", "text", "f as an expression in x: x, 2*x, max(x, 10), 3*x//2"),
            Parameter("n", "integer", "chips in the pile"),
            Parameter("x", "integer", "most that may be taken first", required=False),
            Parameter(
                "plus",
                "text",
                "further piles, like 7:3,10",
                option=True,
                required=False,
                default="",
                between=",",
            ),
        ),
        questions=(
            *QUESTIONS,
            MISERE,
            CLOSED_FORM,
            LOSING_SIZES,
            Question(
                "unique-representation",
                "Is every number up to a bound in exactly one way a sum of losing sizes, each "
                "with f(it) less than the next?",
                ("yes", "no"),
                CLOSED_FORM.parameters,
                means=up_to_bound("unique-representation"),
                defined_by=_unique,
            ),
        ),
        make=make,
        source="Schwenk 1970; Frieze, Combinatorial Games (take-away games)",
        examples=("take-away x 12", "take-away 2*x 20", "take-away x 10 3 --plus 7:2"),
    ),
)
