"""Games on separate heaps: each turn one heap gets smaller by the game's rule.

Nim, subtraction games, the rook game and the even/odd game differ only in what a
heap of n may become. A move is (number of the heap, amount taken), written
``2:5`` for taking 5 from the second heap, or ``5`` alone when there is one heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor
from typing import Self, TypeVar

from gameproof.games.game import Game
from gameproof.games.impartial.closed_form import CLOSED_FORM
from gameproof.games.impartial.impartial import MISERE, QUESTIONS, Impartial
from gameproof.games.meaning.answers import digits, whole
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.mex import mex
from gameproof.games.meaning.parameter import Parameter, WordKind
from gameproof.games.meaning.steps import tried

Take = tuple[int, int]
"""Number of the heap (from 0) and the amount taken from it."""


@dataclass(frozen=True)
class Heaps(Impartial[Take]):
    """Heap sizes; subclasses say by :meth:`amounts` what may be taken."""

    heaps: tuple[int, ...]

    def amounts(self, _n: int) -> Iterable[int]:
        """What may be taken from a heap of n, ascending."""
        raise TypeError(f"{type(self).__name__} defines no amounts")

    @property
    def theorem(self) -> str:
        """The name of the law for the values of heaps; empty where none is published."""
        return ""

    def law(self, _n: int) -> int:
        """The published value of a heap of n; raises :class:`BadInput` where there is none."""
        raise BadInput("no closed form is known for this game")

    def lower(self, _n: int, _target: int) -> list[int]:
        """The sizes of the value ``target`` that a move may leave of a heap of n, by the law;
        raises :class:`BadInput` where there is none."""
        raise BadInput("no closed form is known for this game")

    @property
    def like_nim(self) -> bool:
        """Are heaps tame by their law, those of the values 0 and 1 being (0, 1) and (1, 0)? The
        moves from a heap of value v >= 2 lead to 0 and 1 among others, from 1 to 0 alone of the
        two, from 0 to 1 or nowhere: so by induction."""
        return False

    def values(self) -> list[int]:
        """Those of the heaps, by the law; raises :class:`BadInput` where there is none."""
        return [self.law(n) for n in self.heaps]

    def lawful_wins(self) -> list[Take]:
        """The moves that make the XOR of the values 0, by the law."""
        values = self.values()
        total = nim_sum(values)
        return [
            (index, n - left)
            for index, (n, value) in enumerate(zip(self.heaps, values, strict=True))
            for left in self.lower(n, total ^ value)
            if total
        ]

    def law_holds(self, to: int) -> bool:
        """Is each value of a heap up to this size the mex of those it may become?"""
        values: list[int] = []
        for n in range(to + 1):
            values.append(mex({values[n - amount] for amount in tried(self.amounts(n))}))
        return values == [self.law(n) for n in range(to + 1)]

    def allows(self, n: int, amount: int) -> bool:
        """May ``amount`` be taken from a heap of n?"""
        return amount in self.amounts(n)

    def moves(self) -> Iterator[Take]:
        """Every allowed amount from every heap."""
        for index, n in enumerate(self.heaps):
            for amount in self.amounts(n):
                yield index, amount

    def play(self, move: Take, /) -> Self:
        """Take from a heap; raises :class:`BadInput`."""
        if not isinstance(move, tuple) or len(move) != 2:
            raise BadInput(f"{move!r} is no move: a heap and an amount are")
        index, amount = move
        if not 0 <= index < len(self.heaps) or not self.allows(self.heaps[index], amount):
            raise BadInput(f"{self.move_text(move)[:60]!r} is not a legal move here")
        left = self.heaps[index] - amount
        return replace(self, heaps=(*self.heaps[:index], left, *self.heaps[index + 1 :]))

    def parts(self) -> tuple[Self, ...]:
        """One position for each heap."""
        return tuple(replace(self, heaps=(n,)) for n in self.heaps)

    def key(self) -> str:
        """The sizes in base 16, in order."""
        return " ".join(f"{n:x}" for n in self.heaps)

    def move_text(self, move: Take, /) -> str:
        """``heap:amount`` with heaps counted from 1, or the amount alone."""
        return take_text(move, len(self.heaps))

    def parse_move(self, text: str, /) -> Take:
        """Read :meth:`move_text`; raises :class:`BadInput` on an illegal move."""
        move = read_take(text, len(self.heaps))
        self.play(move)
        return move

    def __str__(self) -> str:
        return " ".join(map(digits, self.heaps))


@dataclass(frozen=True)
class WholeHeaps(Heaps):
    """Heaps that may become any smaller ones: a heap of n has the value n (Bouton 1902)."""

    theorem = "Bouton's theorem"
    like_nim = True

    def amounts(self, n: int) -> range:
        """1, 2, ..., n."""
        return range(1, n + 1)

    def law(self, n: int) -> int:
        """n itself."""
        return n

    def lower(self, n: int, target: int) -> list[int]:
        """``target`` itself when it is smaller."""
        return [target] if target < n else []


def nim_sum(values: Iterable[int]) -> int:
    """The XOR of the values."""
    return reduce(xor, values, 0)


def take_text(move: Take, heaps: int) -> str:
    """``heap:amount`` with heaps counted from 1, or the amount alone when there is one."""
    index, amount = move
    return digits(amount) if heaps == 1 else f"{index + 1}:{digits(amount)}"


def read_take(text: str, heaps: int) -> Take:
    """Read :func:`take_text`, legal or not; raises :class:`BadInput`."""
    left, colon, right = text.strip().partition(":")
    index, amount = size(left if colon else "1"), size(right if colon else left)
    if index is None or amount is None or (not colon and heaps != 1):
        raise BadInput(f"expected a move like 2:5 (take 5 from the second heap), not {text[:60]!r}")
    return index - 1, amount


def size(text: str) -> int | None:
    """The number 0, 1, 2, ... in decimal, ``None`` for any other text."""
    try:
        return None if text.startswith("-") else whole(text)
    except ValueError:
        return None


def sizes(heaps: Iterable[int], where: str = "heaps") -> tuple[int, ...]:
    """Heap sizes, checked; raises :class:`BadInput` on a negative one."""
    checked = tuple(heaps)
    for n in checked:
        if n < 0:
            raise BadInput(f"a heap cannot have {digits(n)[:60]} objects", where)
    return checked


P = TypeVar("P", bound=Impartial[tuple[int, int]])


def game_on_numbers(
    name: str,
    rule: str,
    make: Callable[..., P],
    board: Iterable[tuple[str, WordKind, str]],
    source: str,
    examples: tuple[str, ...],
) -> Game[P]:
    """The description of a game whose closed form is known; ``board`` lists the words that
    ``make`` takes, as (name, kind, help)."""
    return Game(
        name=name,
        rule=rule,
        parameters=tuple(Parameter(word, kind, says) for word, kind, says in board),
        questions=(*QUESTIONS, MISERE, CLOSED_FORM),
        make=make,
        source=source,
        examples=examples,
    )
