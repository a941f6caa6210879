"""Cells and stones of a board as a box of it numbers them (``zone_board``)."""

from __future__ import annotations

from gameproof.games.bit_sets import members
from gameproof.games.boards.positional_shapes import cell_at, place
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.zone_board import Box, ZoneBoard


class Boxed:
    """What is played in the box since the start, the other's moves elsewhere being counted."""

    def __init__(
        self, start: Position, attacker: str, part: ZoneBoard, box: tuple[list[int], list[int]]
    ) -> None:
        """Raises ``BadInput`` for a box that is none of the board's."""
        self.start, self.attacker, self.part = start, attacker, part
        self.box = Box(start, *box)
        self.cells = list(self.box.number)

    def real(self, cell: int) -> int | None:
        """The cell of the board; ``None`` where it only counts moves, or is none."""
        inside = 0 <= cell < len(self.cells)
        return cell_at(self.start.board, self.cells[cell]) if inside else None

    def stones(self, position: Position) -> tuple[int, int]:
        """The attacker's and the other's, as words: in the box as they lie, elsewhere as many
        counters as the other has made moves on a side."""
        own, other = self.part.attacker, self.part.defender
        left = [list(members(word)) for word in self.part.barred]
        sides = self.box.sides()
        for cell in position.stones(self.attacker) - self.start.stones(self.attacker):
            number = self.box.number.get(place(position.board, cell))
            if number is not None:
                own |= 1 << number
        defender = OTHER[self.attacker]
        for cell in position.stones(defender) - self.start.stones(defender):
            where = place(position.board, cell)
            if where in self.box.number:
                other |= 1 << self.box.number[where]
            elif left and (counters := left[sides.index(self.box.side(where))]):
                other |= 1 << counters.pop(0)
        return own, other
