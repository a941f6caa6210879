"""Take-and-break games by their octal code: take some objects of a heap, split what remains.

The k-th digit after the point says what may happen when k objects are taken from a heap:
1 when nothing remains, plus 2 when one heap remains, plus 4 when what remains is split into two
heaps, plus 8 when it is split into three (hexadecimal codes, A to F for 10 to 15). The digit
before the point is about taking none: with 4 a heap may be split. Kayles is ``0.77``, Dawson's
Kayles ``0.07``, Dawson's chess ``0.137`` (Guy, Smith 1956; Winning Ways, chapter 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.impartial.closed_form import NO_PERIOD, PERIOD, late, period_of
from gameproof.games.impartial.heaps import size, sizes
from gameproof.games.impartial.impartial import (
    MISERE,
    NOTHING,
    ONE,
    QUESTIONS,
    THREE,
    TWO,
    Impartial,
)
from gameproof.games.meaning.answers import digits
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.mex import mex
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.steps import tried

Break = tuple[int, ...]
"""Number of the heap (from 0), how many objects are taken from it, and how many of the rest go
into the smaller heap: 0 unless the rest is split. Where it is split into three heaps, the
middle one stands after the smallest."""

DIGITS = "0123456789abcdef"

LONGEST_CODE = 1000
MOST_MOVES = 1 << 36
"""Moves that are looked at in a table of heaps, all together, by whoever checks it: some
minutes. What is made keeps well below."""


@dataclass(frozen=True)
class Position(Impartial[Break]):
    """``code[k]`` is the digit for taking k objects."""

    heaps: tuple[int, ...]
    code: tuple[int, ...]

    def heap_code(self) -> dict[int, int]:
        """The digits that allow something."""
        return {taken: digit for taken, digit in enumerate(self.code) if digit}

    def heap(self) -> int | None:
        """The only heap."""
        return self.heaps[0] if len(self.heaps) == 1 else None

    @property
    def octal(self) -> bool:
        """Is no heap split into three?"""
        return not any(digit & THREE for digit in self.code)

    def breaks(self, n: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
        """The moves in a heap of n: objects taken, and the heaps as in :data:`Break`; those that
        split it in two with a smaller heap of at most ``most``."""
        for taken, digit in enumerate(self.code[: n + 1]):
            rest = n - taken
            if taken and digit & (ONE if rest else NOTHING):
                yield taken, 0
            if digit & TWO:
                last = rest // 2 if most is None else min(most, rest // 2)
                yield from ((taken, small) for small in range(1, last + 1))
            if digit & THREE:
                for small in range(1, rest // 3 + 1):
                    for middle in range(small, (rest - small) // 2 + 1):
                        yield taken, small, middle

    def repeats(self) -> str:
        """As long as the theorem of Guy and Smith (1956) asks for: with k digits after the point,
        n < 2 s + p + k for the period p from s >= 1 on."""
        return period_of(self._next_value, self._needed)

    def repeats_late(self, to: int, /) -> bool:
        """As :meth:`repeats`."""
        return late(self._next_value, self._needed, to)

    def _next_value(self, before: list[int]) -> int:
        """The value of the heap of so many objects as there are smaller heaps."""
        if not self.octal:
            raise BadInput("heaps that are split into three are not in the theorem")
        n = len(before)
        options = tried(self.breaks(n))
        return mex({before[small] ^ before[n - taken - small] for taken, small in options})

    def _needed(self, start: int, period: int) -> int:
        return 2 * max(start, 1) + 2 * period + len(self.code) - 1

    def allows(self, n: int, taken: int, small: int, middle: int | None = None) -> bool:
        """May one take so many from a heap of n and leave a smaller heap of that size, or three
        of which these are the smaller ones?"""
        if not 0 <= taken <= n or taken >= len(self.code):
            return False
        rest, digit = n - taken, self.code[taken]
        if middle is not None:
            return bool(digit & THREE) and 1 <= small <= middle <= (rest - small) // 2
        if small:
            return bool(digit & TWO) and 1 <= small <= rest // 2
        return taken > 0 and bool(digit & (ONE if rest else NOTHING))

    def moves(self) -> Iterator[Break]:
        """Everything that the code allows, heap by heap."""
        for index, n in enumerate(self.heaps):
            for way in self.breaks(n):
                yield index, *way

    def play(self, move: Break, /) -> Position:
        """Take and split; an empty heap disappears. Raises :class:`BadInput`."""
        if not isinstance(move, tuple) or len(move) not in (3, 4):
            raise BadInput(f"{move!r} is no move: a heap, an amount and a smaller heap are")
        index, *way = move
        if not 0 <= index < len(self.heaps) or not self.allows(self.heaps[index], *way):
            raise BadInput("this is not a legal move here")
        taken, *smaller = way
        left = tuple(n for n in (*smaller, self.heaps[index] - taken - sum(smaller)) if n)
        return replace(self, heaps=(*self.heaps[:index], *left, *self.heaps[index + 1 :]))

    def parts(self) -> tuple[Position, ...]:
        """One position for each heap."""
        return tuple(replace(self, heaps=(n,)) for n in self.heaps)

    def key(self) -> str:
        """The sizes in base 16, in order."""
        return " ".join(f"{n:x}" for n in self.heaps)

    def move_text(self, move: Break, /) -> str:
        """``3`` takes 3 objects, ``3-20-47`` takes 3 and leaves heaps of 20 and 47; with several
        heaps their number, counted from 1, stands before a colon."""
        index, taken, *smaller = move
        text = digits(taken)
        if smaller[0]:
            left = (*smaller, self.heaps[index] - taken - sum(smaller))
            text += "".join(f"-{digits(n)}" for n in left)
        return text if len(self.heaps) == 1 else f"{index + 1}:{text}"

    def parse_move(self, text: str, /) -> Break:
        """Read :meth:`move_text`, the heaps in any order; raises :class:`BadInput`."""
        before, colon, after = text.strip().partition(":")
        words = (after if colon else before).split("-")
        found = [size(word) for word in (before if colon else "1", *words)]
        numbers = [n for n in found if n is not None]
        if (
            len(numbers) != len(found)
            or len(words) not in (1, 3, 4)
            or not (colon or len(self.heaps) == 1)
        ):
            raise BadInput(
                "expected a move like 2:3 (take 3 from the second heap) or 2:3-20-47 (and leave "
                f"heaps of 20 and 47), not {text[:60]!r}"
            )
        number, taken, *left_heaps = numbers
        smaller = sorted(left_heaps)[:-1] or [0]
        move = number - 1, taken, *smaller
        fits = 0 < number <= len(self.heaps) and (
            not left_heaps or (smaller[0] > 0 and sum(numbers[1:]) == self.heaps[number - 1])
        )
        if not fits:
            raise BadInput(f"{text.strip()[:60]!r} is not a legal move here")
        self.play(move)
        return move

    def __str__(self) -> str:
        return " ".join(map(digits, self.heaps)) or "0"


def code_of(text: str) -> tuple[int, ...]:
    """The digits of a code like ``0.137``, the one before the point first (0 where none is
    written), without zeros at the end; raises :class:`BadInput`."""
    first, point, rest = text.strip().lower().partition(".")
    first = first or ("0" if point else "")
    if first not in ("0", "4", "8", "c") or set(rest) - set(DIGITS):
        raise BadInput(
            f"{text[:60]!r} is no octal code: 0 or 4, a point, and digits 0 to 7 as in 0.137 "
            "(or hexadecimal ones)",
            "code",
        )
    if len(rest) > LONGEST_CODE:
        raise BadInput(f"a code has at most {LONGEST_CODE} digits", "code")
    return tuple(map(DIGITS.index, first + rest.rstrip("0")))


def make(code: str, heaps: Iterable[int]) -> Position:
    """Heaps under an octal code; raises :class:`BadInput`."""
    return Position(sizes(heaps), code_of(code))


GAMES = (
    Game(
        name="octal",
        rule="take objects from a heap, perhaps split the rest, as the digits of the code allow; "
        "whoever cannot move loses",
        parameters=(
            Parameter("code", "text", "the octal code, as 0.77 for Kayles"),
            Parameter(
                "heaps",
                "integers",
                "the sizes of the heaps",
                option=True,
                required=False,
                default=(0,),
            ),
        ),
        questions=(*QUESTIONS, MISERE, PERIOD, NO_PERIOD),
        make=make,
        source="Guy, Smith 1956; Winning Ways, chapter 4",
        examples=("octal 0.137 --heaps 70 71", "octal 0.77 --heaps 1000000000 -q grundy"),
    ),
)
