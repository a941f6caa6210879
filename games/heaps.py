"""Games on separate heaps: each turn one heap gets smaller by the game's rule.

Nim, subtraction games, the rook game and the even/odd game differ only in what a
heap of n may become. A move is (number of the heap, amount taken), written
``2:5`` for taking 5 from the second heap, or ``5`` alone when there is one heap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from gameproof.games.game import BadInput
from gameproof.games.impartial import Impartial

Take = tuple[int, int]
"""Number of the heap (from 0) and the amount taken from it."""


@dataclass(frozen=True)
class Heaps(Impartial):
    """Heap sizes; subclasses say by :meth:`amounts` what may be taken."""

    heaps: tuple[int, ...]

    def amounts(self, n: int) -> Iterable[int]:
        """What may be taken from a heap of n, ascending."""
        raise TypeError(f"{type(self).__name__} defines no amounts")

    def allows(self, n: int, amount: int) -> bool:
        """May ``amount`` be taken from a heap of n?"""
        return amount in self.amounts(n)

    def moves(self) -> Iterator[Take]:
        """Every allowed amount from every heap."""
        for index, n in enumerate(self.heaps):
            for amount in self.amounts(n):
                yield index, amount

    def play(self, move: Take) -> Self:
        """Take from a heap; raises :class:`BadInput`."""
        index, amount = move
        if not 0 <= index < len(self.heaps) or not self.allows(self.heaps[index], amount):
            raise BadInput(f"{self.move_text(move)!r} is not a legal move here")
        left = self.heaps[index] - amount
        return replace(self, heaps=(*self.heaps[:index], left, *self.heaps[index + 1 :]))

    def parts(self) -> tuple[Self, ...]:
        """One position for each heap."""
        return tuple(replace(self, heaps=(n,)) for n in self.heaps)

    def move_text(self, move: Take) -> str:
        """``heap:amount`` with heaps counted from 1, or the amount alone."""
        index, amount = move
        return str(amount) if len(self.heaps) == 1 else f"{index + 1}:{amount}"

    def parse_move(self, text: str) -> Take:
        """Read :meth:`move_text`; raises :class:`BadInput` on an illegal move."""
        left, colon, right = text.strip().partition(":")
        index, amount = (left, right) if colon else ("1", left)
        if not (index.isdecimal() and amount.isdecimal()) or (not colon and len(self.heaps) != 1):
            raise BadInput(f"expected a move like 2:5 (take 5 from the second heap), not {text!r}")
        move = (int(index) - 1, int(amount))
        self.play(move)
        return move

    def __str__(self) -> str:
        return " ".join(map(str, self.heaps))


def sizes(heaps: Iterable[int], where: str = "heaps") -> tuple[int, ...]:
    """Heap sizes, checked; raises :class:`BadInput` on a negative one."""
    checked = tuple(heaps)
    for n in checked:
        if n < 0:
            raise BadInput(f"a heap cannot have {n} objects", where)
    return checked
