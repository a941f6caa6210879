"""Nim: take any number of objects, at least one, from one heap."""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.games.impartial.heaps import WholeHeaps, game_on_numbers, sizes


@dataclass(frozen=True)
class Position(WholeHeaps):
    """Heaps of Nim."""


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
