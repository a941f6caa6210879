"""Stones of two players who take cells in turn: what positional games under other rules share.

What is known of players who take any cell and want sets (pairings, potentials, strategy stealing)
says nothing here: these positions are none of :mod:`gameproof.games.positional`, and no certificate
that rests on such theorems is about them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from gameproof.games.bit_sets import mask_of
from gameproof.games.boards.hypergraph import MOST_CELLS
from gameproof.games.meaning.answers import roughly
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional_board import Board
from gameproof.games.positional_turns import PLAYERS
from gameproof.games.variants.owning import OwningGame, Wanted


@dataclass(frozen=True)
class Stones:
    """A board with the stones of both players; moves are cell numbers. A subclass says which cells
    are free to be taken, and who has won by a set."""

    board: Board
    first: frozenset[int] = frozenset()
    second: frozenset[int] = frozenset()
    to_move: str = "first"
    rule: ClassVar[str]
    words: ClassVar[str]
    """The option that asks for these rules."""

    def __post_init__(self) -> None:
        if self.to_move not in PLAYERS:
            raise BadInput(f"expected first or second, got {self.to_move!r}", "to_move")
        if self.board.kind == "hex" or self.board.has_empty_set or self.board.cells > MOST_CELLS:
            raise BadInput(f"{self.words} is for sets that are listed and not empty, not for Hex")
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

    def free(self) -> list[int]:
        """The cells that may be taken while the game goes on, ascending."""
        taken = self.first | self.second
        return [cell for cell in range(self.board.cells) if cell not in taken]

    def moves(self) -> list[int]:
        """The free cells, ascending; none when the game is over."""
        return [] if self.result() is not None else self.free()

    def play(self, move: int) -> Self:
        """The position after the player to move took the cell; raises :class:`BadInput`."""
        if self.result() is not None:
            raise BadInput("the game is over")
        if move not in self.free():
            shown = self.move_text(move) if 0 <= move < self.board.cells else move
            raise BadInput(f"cell {shown} may not be taken")
        if self.to_move == "first":
            return replace(self, first=self.first | {move}, to_move="second")
        return replace(self, second=self.second | {move}, to_move="first")

    def won_by(self, _owner: str) -> str:
        """Who has won when ``_owner`` owns a whole set."""
        raise TypeError(f"{type(self).__name__} does not say who wins")

    def result(self) -> str | None:
        """``first``, ``second``, or ``draw`` when no cell is free."""
        return self._result

    @cached_property
    def _result(self) -> str | None:
        for player in PLAYERS:
            if self.owns_a_set(player):
                return self.won_by(player)
        return None if self.free() else "draw"

    def out_of_reach(self, results: Collection[str]) -> bool:
        """Is it plain that no play from here ends in one of these results? A player owns no set
        that the other has hit."""
        if self.result() is not None:
            return self.result() not in results
        decided = {self.won_by(owner) for owner in PLAYERS if self._has_hope(owner)}
        return all(name in PLAYERS and name not in decided for name in results)

    def _has_hope(self, player: str) -> bool:
        first = player == "first"
        sets = self.board.first_sets if first else self.board.second_sets
        return sets.has_outside(self.second if first else self.first)

    def owning(
        self, wanted: tuple[tuple[Wanted, ...], tuple[Wanted, ...]], step: int
    ) -> OwningGame:
        """The game in which whoever first owns a set has won."""
        first, second = mask_of(self.first), mask_of(self.second)
        begins = PLAYERS.index(self.to_move)
        movers = tuple((begins + ply) % 2 for ply in range(self.board.cells))
        return OwningGame(self.board.cells, (first, second), movers, wanted, PLAYERS, step)

    def parse_move(self, text: str) -> int:
        """A cell from its notation; raises ``BadInput``."""
        return self.board.cell(text)

    def move_text(self, move: int) -> str:
        """The notation of a cell."""
        return self.board.label(move)

    def __str__(self) -> str:
        """The board's words, the rule, who is to move, the stones."""
        words = [self.board.words, self.words]
        if self.to_move != "first":
            words.append(f"--to-move {self.to_move}")
        for player in PLAYERS:
            if self.stones(player):
                cells = ";".join(self.board.label(cell) for cell in sorted(self.stones(player)))
                words.append(f"--{player} {cells}")
        return " ".join(words)
