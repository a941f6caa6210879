"""The even/odd pile: take an even number but not the whole pile, or all of an odd pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gameproof.games.impartial.heaps import Heaps, game_on_numbers, sizes


@dataclass(frozen=True)
class Position(Heaps):
    """Piles of the even/odd game; 0 and 2 are terminal."""

    theorem = "the even/odd pile's law"

    def amounts(self, n: int) -> Iterator[int]:
        """The even amounts below n, and n itself when it is odd."""
        yield from range(2, n, 2)
        if n % 2 == 1:
            yield n

    def law(self, n: int) -> int:
        """(n + 1) / 2 for odd n, n / 2 - 1 for even n > 0 (Frieze, sums of games)."""
        return (n + 1) // 2 if n % 2 else max(n // 2 - 1, 0)

    def lower(self, n: int, target: int) -> list[int]:
        """Sizes of the parity of n (and nothing, for odd n) with the value ``target``."""
        if n % 2 and target == 0:
            return [0]
        size = 2 * target - 1 if n % 2 else 2 * (target + 1)
        return [size] if size < n else []

    def allows(self, n: int, amount: int) -> bool:
        """Even and short of the pile, or the whole of an odd pile."""
        return 0 < amount < n if amount % 2 == 0 else amount == n


def make(heaps: tuple[int, ...]) -> Position:
    """Piles of these sizes; raises ``BadInput``."""
    return Position(sizes(heaps))


GAMES = (
    game_on_numbers(
        "even-odd",
        "take an even number but not the whole pile, or the whole pile if it is odd",
        make,
        (("heaps", "integers", "the sizes of the piles"),),
        "Frieze, Combinatorial Games (sums of games)",
        ("even-odd 7", "even-odd 7 8 9"),
    ),
)
