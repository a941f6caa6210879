"""Positional games that are lost by completing a set: misère Tic-Tac-Toe, Sim, Ramsey games.

Whoever first owns a whole set of his has lost; a full board without one is a draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gameproof.games.positional_turns import OTHER
from gameproof.games.variants.stones import Stones


@dataclass(frozen=True)
class AvoidPosition(Stones):
    """A board on which whole sets are avoided."""

    rule: ClassVar[str] = "avoid"
    words: ClassVar[str] = "--rule avoid"

    def won_by(self, owner: str) -> str:
        """The other player."""
        return OTHER[owner]
