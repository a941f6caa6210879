"""Rows of exactly so many: a longer row does not win, as in Gomoku's standard rule.

Whoever first owns k cells in a row, and neither of the cells that would make the row longer, has
won; a full board without such a row is a draw. A player's own stone can spoil his row, so that what
is known of players whom no stone of theirs can hurt does not hold: no stolen strategy, no
monotonicity.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from gameproof.games.bit_sets import mask_of
from gameproof.games.boards.grid_rows import DIRECTIONS
from gameproof.games.boards.hypergraph import Hypergraph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional_board import Board
from gameproof.games.positional_turns import LONGEST
from gameproof.games.variants.owning import OwningGame
from gameproof.games.variants.stones import Stones


class Row(NamedTuple):
    """The cells of a row, and those on the board that would make it longer."""

    cells: frozenset[int]
    beside: frozenset[int]


@dataclass(frozen=True)
class ExactBoard(Board):
    """A board of rows. None is a set that is whole whatever stands beside it: whoever asks for such
    sets, to pair, count or draw them, is refused."""

    @cached_property
    def first_sets(self) -> Hypergraph:
        """Raises :class:`BadInput`."""
        raise BadInput("a row of exactly k is no set of cells: what stands beside it counts")

    @property
    def plain(self) -> Board:
        """The same cells with rows of k and more."""
        return Board(self.kind, self.parameters)


@lru_cache(maxsize=16)
def rows_of(board: Board) -> tuple[Row, ...]:
    """All rows of k cells in the four directions, on a board of m rows and n columns."""
    m, n, k = board.parameters
    found = []
    for down, right in DIRECTIONS:
        for start in range(m * n):
            place = divmod(start, n)
            line = [(place[0] + i * down, place[1] + i * right) for i in range(-1, k + 1)]
            inside = [0 <= r < m and 0 <= c < n for r, c in line]
            if all(inside[1:-1]):
                cells = [r * n + c for r, c in line]
                ends = {cells[i] for i in (0, -1) if inside[i]}
                found.append(Row(frozenset(cells[1:-1]), frozenset(ends)))
    return tuple(found)


@dataclass(frozen=True)
class ExactPosition(Stones):
    """A board on which longer rows do not win."""

    rule: ClassVar[str] = "strong"
    words: ClassVar[str] = "--exact"

    def __post_init__(self) -> None:
        if self.board.kind != "mnk" or self.board.cells > LONGEST:
            raise BadInput(f"rows are exact on m x n boards of at most {LONGEST} cells", "exact")
        if not isinstance(self.board, ExactBoard):
            raise TypeError("the board of exact rows is one that has no sets")
        super().__post_init__()

    def owned(self, player: str) -> list[Row]:
        """The rows of exactly k of ``player``. O(rows)."""
        own = self.stones(player)
        return [row for row in rows_of(self.board) if row.cells <= own and not row.beside & own]

    def owns_a_set(self, player: str) -> bool:
        """Does ``player`` own such a row?"""
        return bool(self.owned(player))

    def _has_hope(self, player: str) -> bool:
        own, other = (self.first, self.second)[:: 1 if player == "first" else -1]
        return any(not (row.cells & other or row.beside & own) for row in rows_of(self.board))

    def won_by(self, owner: str) -> str:
        """The player himself."""
        return owner

    def as_owning(self) -> OwningGame:
        """The same as a game in which a player owns a set first."""
        rows = tuple((mask_of(row.cells), mask_of(row.beside)) for row in rows_of(self.board))
        return self.owning((rows, rows), 0)
