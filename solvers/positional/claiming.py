"""Two players claim cells in turn; whoever first holds a set of his own kind wins.

For games in which no full board is without a winner, so that there is no draw. Sets are
told by two monotone tests on bit masks. Depth-first search with a table; a player who
can win at once does, and one who is threatened answers where the threat is. In Python,
like the tests, on which most of the time goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gameproof.solvers.limits import Limits

Wins = Callable[[int], bool]


@dataclass(slots=True)
class Claiming:
    """The problem and the table of boards decided so far.

    ``wins[k](mask)`` tells whether the cells ``mask`` win for player k; each test is asked
    once for each mask. ``table[own, other]`` is the winning move of the player to move with
    ``own`` cells, or -1 when there is none.
    """

    cells: int
    wins: tuple[Wins, Wins]
    limits: Limits
    table: dict[tuple[int, int, int], int] = field(default_factory=dict)
    known: tuple[dict[int, bool], dict[int, bool]] = field(default_factory=lambda: ({}, {}))
    nodes: int = 0

    def won(self, player: int, mask: int) -> bool:
        """Do the cells win for the player? Kept for later."""
        known = self.known[player].get(mask)
        if known is None:
            known = self.known[player][mask] = self.wins[player](mask)
        return known

    def move(self, player: int, own: int, other: int) -> int:
        """A winning move of the player to move, -1 when there is none.

        ``own`` and ``other`` are the cells of the player to move and of his opponent,
        neither of whom has won. Exponential in the number of empty cells. Raises
        ``LimitReached``, and ``ValueError`` on a full board, which must have a winner.
        """
        found = self.table.get((player, own, other))
        if found is not None:
            return found
        self.nodes += 1
        if self.nodes % 1024 == 0:
            self.limits.check()
        empty = ((1 << self.cells) - 1) & ~(own | other)
        if not empty:
            raise ValueError("a full board has no winner")
        found = self._search(player, own, other, empty)
        self.table[player, own, other] = found
        return found

    def _search(self, player: int, own: int, other: int, empty: int) -> int:
        candidates = [cell for cell in range(self.cells) if empty >> cell & 1]
        for cell in candidates:
            if self.won(player, own | 1 << cell):
                return cell
        threats = [cell for cell in candidates if self.won(1 - player, other | 1 << cell)]
        if len(threats) > 1:
            return -1
        for cell in threats or candidates:
            if self.move(1 - player, other, own | 1 << cell) < 0:
                return cell
        return -1
