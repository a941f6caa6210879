"""Nim: take any number of objects, at least one, from one heap."""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.games.impartial.heaps import Heaps, game_on_numbers, sizes


@dataclass(frozen=True)
class Position(Heaps):
    """Heaps of Nim."""

    def amounts(self, n: int) -> range:
        """1, 2, ..., n."""
        return range(1, n + 1)

    def law(self, n: int) -> int:
        """n itself (Bouton 1902)."""
        return n


def make(heaps: tuple[int, ...]) -> Position:
    """Nim heaps of these sizes; raises ``BadInput``."""
    return Position(sizes(heaps))


GAMES = (
    game_on_numbers(
        "nim",
        "take one or more objects from one heap; whoever cannot take loses",
        make,
        (("heaps", "integers", "the sizes of the heaps"),),
        "Bouton 1902; Weimer",
        ("nim 3 4 5", "nim 3 4 7"),
    ),
)
