"""What games on a rhombus of hexagons with glued edges share: stones, cells and their notation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self, cast

from gameproof.games.meaning.bad_input import BadInput

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
"""(rows, columns) from a hexagon to its six neighbours."""

COLOURS = ("x", "o")
LONGEST_NAME = 20  # characters of a cell's name


class GluedBoard:
    """Cells of a board with ``rows`` and ``columns``; ``stones`` holds ``x``, ``o`` and ``.``,
    row by row."""

    rows: int
    columns: int
    stones: str

    def cell_text(self, cell: int) -> str:
        """``D4``: column letter and row number, row 1 on top."""
        r, c = divmod(cell, self.columns)
        name = ""
        c += 1
        while c:
            c, letter = divmod(c - 1, 26)
            name = chr(65 + letter) + name
        return f"{name}{r + 1}"

    def parse_cell(self, text: str) -> int:
        """The cell named ``D4`` (or by its number); raises :class:`BadInput`."""
        text = text.strip()
        if len(text) <= LONGEST_NAME and text.isascii():
            if text.isascii() and text.isdecimal() and int(text) < len(self.stones):
                return int(text)
            letters = text.rstrip("0123456789")
            digits = text[len(letters) :]
            if letters.isalpha() and digits:
                column = 0
                for letter in letters.upper():
                    column = 26 * column + ord(letter) - 64
                if 1 <= column <= self.columns and 1 <= int(digits) <= self.rows:
                    return (int(digits) - 1) * self.columns + column - 1
        shown = repr(text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "...")
        raise BadInput(f"no cell {shown}; cells are A1 to {self.cell_text(len(self.stones) - 1)}")

    def with_stone(self, cell: int, colour: str) -> str:
        """The stones with one more; raises :class:`BadInput` where one stands already."""
        if not 0 <= cell < len(self.stones):
            raise BadInput(f"there is no cell {cell}")
        if self.stones[cell] != ".":
            raise BadInput(f"cell {self.cell_text(cell)} is not empty")
        return self.stones[:cell] + colour + self.stones[cell + 1 :]

    def with_all(self, stones: str) -> Self:
        """The board with these stones on its cells, and none played last."""
        last = {"last": None} if hasattr(self, "last") else {}
        return cast(Self, replace(cast(Any, self), stones=stones, **last))

    def grid(self) -> str:
        """The stones as rows."""
        k = self.columns
        return "\n".join(self.stones[r * k : (r + 1) * k] for r in range(self.rows))


def read_stones(
    rows: int, columns: int, most: int, drawn: str | None = None, where: str = "position"
) -> str:
    """The stones of a drawn board, or of an empty one; raises :class:`BadInput`.

    ``most`` is the number of cells that a board of this game may have. O(cells).
    """
    if rows < 1 or columns < 1 or rows * columns > most:
        raise BadInput(f"a board has 1 to {most} cells, not {rows} x {columns}")
    if drawn is None:
        return "." * (rows * columns)
    lines = drawn.replace("/", "\n").split()
    stones = "".join(lines).lower()
    if len(lines) == rows and any(len(line) != columns for line in lines):
        raise BadInput(f"a row has not {columns} characters", where)
    if len(stones) != rows * columns or set(stones) - set("xo."):
        raise BadInput(f"expected {rows} rows of {columns} characters x, o or .", where)
    return stones
