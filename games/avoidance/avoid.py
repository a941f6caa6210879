"""Positional games that are lost by completing a set: misère Tic-Tac-Toe, Sim, Ramsey games.

As :mod:`gameproof.games.positional`, but whoever first owns a whole set of his has lost; a full
board without one is a draw. What is known of players who want sets (pairings, potentials, strategy
stealing) says nothing here, and no certificate that rests on it is about these positions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from gameproof.games.hypergraph import MOST_CELLS
from gameproof.games.meaning.answers import roughly
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional_board import Board
from gameproof.games.positional_turns import OTHER, PLAYERS

AVOID = "avoid"


@dataclass(frozen=True)
class AvoidPosition:
    """A board with the stones of both players; moves are cell numbers."""

    board: Board
    first: frozenset[int] = frozenset()
    second: frozenset[int] = frozenset()
    to_move: str = "first"

    def __post_init__(self) -> None:
        if self.to_move not in PLAYERS:
            raise BadInput(f"expected first or second, got {self.to_move!r}", "to_move")
        if self.board.kind == "hex" or self.board.has_empty_set or self.board.cells > MOST_CELLS:
            raise BadInput("the sets to avoid are not empty, no paths of Hex, on no huge board")
        for stones, name in ((self.first, "first"), (self.second, "second")):
            if stones and not 0 <= min(stones) <= max(stones) < self.board.cells:
                raise BadInput(f"a stone lies outside the {roughly(self.board.cells)} cells", name)
        both = self.first & self.second
        if both:
            raise BadInput(f"both players have a stone on {self.board.label(min(both))}", "second")
        if all(self.owns_a_set(player) for player in PLAYERS):
            raise BadInput("both players own a whole set: no play comes here")

    @property
    def players(self) -> tuple[str, str]:
        """``first`` and ``second``."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """The players move in turn, and the board fills up."""
        return frozenset({Law.TURNS, Law.FINITE})

    @property
    def rule(self) -> str:
        """Always ``avoid``."""
        return AVOID

    @property
    def horizon(self) -> None:
        """No number of plies is asked about."""
        return

    def stones(self, player: str) -> frozenset[int]:
        """The cells that ``player`` owns."""
        return self.first if player == "first" else self.second

    def owns_a_set(self, player: str) -> bool:
        """Does ``player`` own a whole set of his?"""
        sets = self.board.first_sets if player == "first" else self.board.second_sets
        return sets.has_within(self.stones(player))

    def key(self) -> str:
        """Who is to move, and the cells of both players."""
        first, second = (" ".join(map(str, sorted(s))) for s in (self.first, self.second))
        return f"{self.to_move}:{first}/{second}"

    def moves(self) -> list[int]:
        """The free cells, ascending; none when the game is over."""
        if self.result() is not None:
            return []
        taken = self.first | self.second
        return [cell for cell in range(self.board.cells) if cell not in taken]

    def play(self, move: int) -> AvoidPosition:
        """The position after the player to move took the cell."""
        if not 0 <= move < self.board.cells or move in self.first or move in self.second:
            shown = self.move_text(move) if 0 <= move < self.board.cells else move
            raise BadInput(f"cell {shown} is not free")
        if self.result() is not None:
            raise BadInput("the game is over")
        if self.to_move == "first":
            return replace(self, first=self.first | {move}, to_move="second")
        return replace(self, second=self.second | {move}, to_move="first")

    def result(self) -> str | None:
        """``first`` when the second player owns a set, ``second`` when the first does, ``draw``."""
        return self._result

    @cached_property
    def _result(self) -> str | None:
        for player in PLAYERS:
            if self.owns_a_set(player):
                return OTHER[player]
        return None if len(self.first) + len(self.second) < self.board.cells else "draw"

    def parse_move(self, text: str) -> int:
        """A cell from its notation; raises ``BadInput``."""
        return self.board.cell(text)

    def move_text(self, move: int) -> str:
        """The notation of a cell."""
        return self.board.label(move)

    def __str__(self) -> str:
        """The board's words, the rule, who is to move, the stones."""
        words = [self.board.words, "--rule avoid"]
        if self.to_move != "first":
            words.append(f"--to-move {self.to_move}")
        for player in PLAYERS:
            if self.stones(player):
                cells = ";".join(self.board.label(cell) for cell in sorted(self.stones(player)))
                words.append(f"--{player} {cells}")
        return " ".join(words)
