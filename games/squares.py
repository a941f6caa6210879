"""Boards of squares that are covered in the course of the play: what such games share."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Self

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter

Square = tuple[int, int]
"""Row and column, from 0."""

LARGEST = 26
SIZES = (
    Parameter("rows", "integer", "number of rows"),
    Parameter("columns", "integer", "number of columns"),
)


@dataclass(frozen=True)
class Squares:
    """``lines``: a character for each square, ``.`` free, ``#`` covered."""

    lines: tuple[str, ...]

    @classmethod
    def make(cls, rows: int, columns: int) -> Self:
        """The board with all squares free; raises :class:`BadInput`."""
        for number, where in ((rows, "rows"), (columns, "columns")):
            if not 0 <= number <= LARGEST:
                raise BadInput(f"expected 0 to {LARGEST}, not {number}", where)
        return cls(("." * columns,) * rows)

    def free(self) -> list[Square]:
        """The free squares, row by row."""
        return [
            (r, c)
            for r, line in enumerate(self.lines)
            for c, mark in enumerate(line)
            if mark == "."
        ]

    def pairs(self, down: int, right: int) -> list[tuple[Square, Square]]:
        """The pairs of free squares of which the second is so far from the first."""
        free = self.free()
        there = set(free)
        ends = (((r, c), (r + down, c + right)) for r, c in free)
        return [(one, other) for one, other in ends if other in there]

    def covered(self, squares: Iterable[Square]) -> tuple[str, ...]:
        """The lines with these squares covered."""
        gone = set(squares)
        return tuple(
            "".join("#" if (r, c) in gone else mark for c, mark in enumerate(line))
            for r, line in enumerate(self.lines)
        )

    def regions(self, least: int = 1) -> list[tuple[str, ...]]:
        """The connected regions of at least so many free squares, each cut out as a board of
        its own. O(squares)."""
        found = []
        rest = set(self.free())
        while rest:
            region = [rest.pop()]
            for r, c in region:
                near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & rest
                rest -= near
                region += near
            if len(region) >= least:
                found.append(_lines(set(region)))
        return sorted(found)

    def move_text(self, move: Iterable[Square], /) -> str:
        """``a1-a2``: columns are letters, rows are numbers."""
        return "-".join(f"{chr(ord('a') + c)}{r + 1}" for r, c in move)

    def __str__(self) -> str:
        return "/".join(self.lines)


def _lines(region: Collection[Square]) -> tuple[str, ...]:
    """The smallest rectangle that holds a region, everything else covered."""
    rows, columns = zip(*region, strict=True)
    return tuple(
        "".join(".#"[(r, c) not in region] for c in range(min(columns), max(columns) + 1))
        for r in range(min(rows), max(rows) + 1)
    )
