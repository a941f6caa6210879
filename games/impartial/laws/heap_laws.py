"""Published closed forms for the Grundy values of single heaps.

``value(n)`` is the law, ``lower(n, target)`` lists the sizes that one move may
leave of a heap of n and that have the value ``target``. Exact for integers of
any size. The question ``closed-form`` tests the laws against the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from gameproof.games.impartial import even_odd, nim, rook, subtraction
from gameproof.games.impartial.heaps import Heaps, Take
from gameproof.games.impartial.laws.tame import Genus, tame_sum

Lower = Callable[[int, int], list[int]]


class Law(Protocol):
    """The Grundy values of the heaps of one game."""

    name: str

    def value(self, n: int) -> int:
        """The Grundy value of a heap of n."""

    def lower(self, n: int, target: int) -> list[int]:
        """The sizes of value ``target`` that a move may leave of a heap of n."""


class WholeHeap:
    """A heap of n has the value n (Bouton 1902); the moves lead to all smaller sizes."""

    name = "Bouton's theorem"

    def value(self, n: int) -> int:
        """n itself."""
        return n

    def lower(self, n: int, target: int) -> list[int]:
        """``target`` itself when it is smaller."""
        return [target] if target < n else []


def like_nim(law: Law) -> bool:
    """Are heaps under this law tame, those of the values 0 and 1 being (0, 1) and (1, 0)? The
    moves from a heap of value v >= 2 lead to 0 and 1 among others, from 1 to 0 alone of the
    two, from 0 to 1 or nowhere: so by induction."""
    return isinstance(law, WholeHeap | InitialRun)


class EvenOdd:
    """g(0) = 0, g(2k) = k - 1 and g(2k - 1) = k (Frieze, sums of games)."""

    name = "the even/odd pile's law"

    def value(self, n: int) -> int:
        """(n + 1) / 2 for odd n, n / 2 - 1 for even n > 0."""
        if n == 0:
            return 0
        return (n + 1) // 2 if n % 2 else n // 2 - 1

    def lower(self, n: int, target: int) -> list[int]:
        """Sizes of the parity of n (and nothing, for odd n) with the value ``target``."""
        if n % 2 == 0:
            size = 2 * (target + 1)
            return [size] if size < n else []
        if target == 0:
            return [0]
        size = 2 * target - 1
        return [size] if size < n else []


class InitialRun:
    """Amounts 1, 2, ..., k: a heap of n has the value n mod (k + 1)."""

    def __init__(self, largest: int) -> None:
        self.modulus = largest + 1
        self.name = f"the law n mod {self.modulus}"

    def value(self, n: int) -> int:
        """The remainder."""
        return n % self.modulus

    def lower(self, n: int, target: int) -> list[int]:
        """The one size among the last k with this remainder."""
        if target >= self.modulus or target == n % self.modulus:
            return []
        size = n - (n - target) % self.modulus
        return [size] if size >= 0 else []


def law_of(position: object) -> Law | None:
    """The law for the heaps of ``position``, ``None`` where none is published."""
    if isinstance(position, nim.Position | rook.Position):
        return WholeHeap()
    if isinstance(position, even_odd.Position):
        return EvenOdd()
    if isinstance(position, subtraction.Position):
        largest = position.allowed[-1]
        if len(position.allowed) == largest:
            return InitialRun(largest)
    return None


def nim_sum(values: Sequence[int]) -> int:
    """The XOR of the values."""
    total = 0
    for value in values:
        total ^= value
    return total


def genus(values: Sequence[int]) -> Genus:
    """The genus of heaps that are like those of Nim of these sizes."""
    return tame_sum((v, v if v > 1 else 1 - v) for v in values)


def winning(position: Heaps, values: Sequence[int], lower: Lower) -> list[Take]:
    """The moves that make the XOR zero, found from the heaps' values alone."""
    total = nim_sum(values)
    return [
        (index, n - left)
        for index, (n, value) in enumerate(zip(position.heaps, values, strict=True))
        for left in lower(n, total ^ value)
        if total
    ]
