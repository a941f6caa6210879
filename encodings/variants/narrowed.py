"""A board cut down to the cells that matter before the plies end.

A set counts while the other player has no stone in it and its owner has as many plies left as it
lacks cells. Cells of no such set are alike: it is only told who has how many of them. So lists of
a few plies are searched on boards of any size.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.games.variants.owning import OwningGame


@dataclass(frozen=True)
class Narrowed:
    """``game`` has the cells ``kept`` of the whole ``board``, in their order, and behind them as
    many that are alike as there are plies for. No stones fall, and none spoils a set."""

    board: OwningGame
    game: OwningGame
    kept: tuple[int, ...]

    def here(self, own: tuple[int, int]) -> tuple[int, int]:
        """The words of both players' stones as the game has them. O(cells)."""
        alike = len(self.kept)
        found = []
        for word, before in zip(own, self.board.start, strict=True):
            new = word & ~before
            inside = sum(1 << i for i, cell in enumerate(self.kept) if new >> cell & 1)
            many = new.bit_count() - inside.bit_count()
            found.append(inside | ((1 << many) - 1) << alike)
            alike += many
        return found[0], found[1]

    def cell(self, found: int, own: tuple[int, int]) -> int:
        """The cell of the board that a cell of the game stands for, in that position."""
        if found < len(self.kept):
            return self.kept[found]
        taken = own[0] | own[1] | sum(1 << cell for cell in self.kept)
        return next(cell for cell in range(self.board.cells) if not taken >> cell & 1)


def narrowed(board: OwningGame, plies: int | None) -> Narrowed:
    """The same game within so many plies, or those that it has: whoever can own a set first there
    can do it here. O(cells * sets)."""
    movers = board.plies[:plies]
    taken = board.start[0] | board.start[1]
    rest: list[list[int]] = []
    for seat, family in enumerate(board.wanted):
        own, other = board.start[seat], board.start[1 - seat]
        live = {cells & ~own for cells, _ in family if not cells & other}
        rest.append(sorted(c for c in live if 0 < c.bit_count() <= movers.count(seat)))
    matter = board.opening
    for cells in (*rest[0], *rest[1]):
        matter |= cells
    kept = tuple(cell for cell in range(board.cells) if matter >> cell & 1)
    alike = min(board.cells - (taken | matter).bit_count(), len(movers))

    def word(cells: int) -> int:
        return sum(1 << i for i, cell in enumerate(kept) if cells >> cell & 1)

    game = OwningGame(
        max(1, len(kept) + alike),  # a board of no cell is none
        (0, 0),
        movers,
        (tuple((word(c), 0) for c in rest[0]), tuple((word(c), 0) for c in rest[1])),
        board.won,
        opening=word(board.opening),
    )
    return Narrowed(board, game, kept)
