"""Positional games whose stones fall: Connect Four and its family, Score Four in space.

A cell may be taken when the one below it is taken or there is none; the first coordinate counts
downwards. Whoever first owns a whole set of his has won; a full board without one is a draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import ClassVar

from gameproof.games.bit_sets import mask_of
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.variants.owning import OwningGame
from gameproof.games.variants.stones import Stones


@dataclass(frozen=True)
class GravityPosition(Stones):
    """A board that stands upright."""

    rule: ClassVar[str] = "strong"
    words: ClassVar[str] = "--gravity"

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.board.shape) < 2 or self.board.kind == "torus-row":
            raise BadInput("stones fall on grids of two dimensions and more, not on a torus")
        taken = self.first | self.second
        floating = next((c for c in taken if not {self.below(c)} <= {*taken, None}), None)
        if floating is not None:
            raise BadInput(f"below the stone on {self.board.label(floating)} a cell is free")

    def below(self, cell: int) -> int | None:
        """The cell below, ``None`` at the bottom."""
        under = cell + prod(self.board.shape[1:])
        return under if under < self.board.cells else None

    def free(self) -> list[int]:
        """The lowest free cell of each column, ascending."""
        taken = self.first | self.second
        found = (cell for cell in range(self.board.cells) if cell not in taken)
        return [cell for cell in found if {self.below(cell)} <= {*taken, None}]

    def won_by(self, owner: str) -> str:
        """The player himself."""
        return owner

    def as_owning(self) -> OwningGame:
        """The same as a game in which a player owns a set first."""
        board = self.board
        families = (board.first_sets.sets(), board.second_sets.sets())
        wanted = [tuple((mask_of(row), 0) for row in family) for family in families]
        return self.owning((wanted[0], wanted[1]), prod(board.shape[1:]))
