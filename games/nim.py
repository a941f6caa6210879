"""Nim: take any number of objects, at least one, from one heap."""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.games.game import Game, Parameter
from gameproof.games.heaps import Heaps, sizes
from gameproof.games.impartial import QUESTIONS
from gameproof.games.laws import CLOSED_FORM


@dataclass(frozen=True)
class Position(Heaps):
    """Heaps of Nim."""

    def amounts(self, n: int) -> range:
        """1, 2, ..., n."""
        return range(1, n + 1)


def make(heaps: tuple[int, ...]) -> Position:
    """Nim heaps of these sizes; raises ``BadInput``."""
    return Position(sizes(heaps))


GAMES = (
    Game(
        name="nim",
        rule="take one or more objects from one heap; whoever cannot take loses",
        parameters=(Parameter("heaps", "integers", "the sizes of the heaps"),),
        questions=(*QUESTIONS, CLOSED_FORM),
        make=make,
        source="C. L. Bouton, Annals of Mathematics 3 (1902)",
        examples=("nim 3 4 5", "nim 3 4 7"),
    ),
)
