"""Boards of squares that are covered, or hold stones, in the course of the play: what such games
share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter

Square = tuple[int, int]
"""Row and column, from 0."""

Lines = tuple[str, ...]
"""A character for each square, row by row."""

LARGEST = 26
BOARD = Parameter("board", "words", "ROWS COLUMNS, or the lines, such as ..#/...")


@dataclass(frozen=True)
class Squares:
    """``lines``: a character for each square, ``.`` free, ``#`` covered, else as the game says."""

    lines: Lines

    @classmethod
    def make(cls, board: Sequence[str], marks: str = ".#") -> Self:
        """The board of a size with all squares free, or of written lines; raises
        :class:`BadInput`."""
        size = _size(board)
        return cls(("." * size[1],) * size[0] if size else written(board, marks))

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

    def covered(self, squares: Iterable[Square]) -> Lines:
        """The lines with these squares covered."""
        return self.marked(dict.fromkeys(squares, "#"))

    def marked(self, marks: Mapping[Square, str]) -> Lines:
        """The lines with other characters on some squares."""
        return tuple(
            "".join(marks.get((r, c), mark) for c, mark in enumerate(line))
            for r, line in enumerate(self.lines)
        )

    def regions(
        self, least: int = 1, inside: str = ".", outside: str = "#", *, turned: bool = True
    ) -> list[Lines]:
        """The connected regions of at least so many squares with a character of ``inside``, each
        cut out as a board of its own, with ``outside`` around it. Of its images under reflections,
        and quarter turns unless not ``turned``, the first by its text. O(squares)."""
        found = []
        rest = {
            (r, c)
            for r, line in enumerate(self.lines)
            for c, mark in enumerate(line)
            if mark in inside
        }
        while rest:
            region = [rest.pop()]
            for r, c in region:
                near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & rest
                rest -= near
                region += near
            if len(region) >= least:
                found.append(min(images(self._cut_out(region, outside), turned)))
        return sorted(found)

    def _cut_out(self, region: Collection[Square], outside: str) -> Lines:
        """The smallest rectangle that holds a region, another character everywhere else."""
        rows, columns = zip(*region, strict=True)
        there = set(region)
        return tuple(
            "".join(
                self.lines[r][c] if (r, c) in there else outside
                for c in range(min(columns), max(columns) + 1)
            )
            for r in range(min(rows), max(rows) + 1)
        )

    def move_text(self, move: Iterable[Square], /) -> str:
        """``a1-a2``: columns are letters, rows are numbers."""
        return "-".join(f"{chr(ord('a') + c)}{r + 1}" for r, c in move)

    def __str__(self) -> str:
        return "/".join(self.lines)


def images(lines: Lines, turned: bool) -> Iterator[Lines]:
    """A board, its reflections, and with ``turned`` those of its transpose."""
    for one in (lines, tuple(map("".join, zip(*lines, strict=True)))) if turned else (lines,):
        for two in (one, one[::-1]):
            yield from (two, tuple(line[::-1] for line in two))


def _size(board: Sequence[str]) -> tuple[int, int] | None:
    """Rows and columns of a board of two numbers, ``None`` of a written one; raises
    :class:`BadInput`."""
    if len(board) == 1 and not board[0].isdecimal():
        return None
    if len(board) != 2 or not all(word.isascii() and word.isdecimal() for word in board):
        shown = " ".join(board)[:60]
        raise BadInput(f"expected ROWS COLUMNS, or lines such as ..#/..., not {shown!r}", "board")
    for word in board:
        if len(word) > 3 or int(word) > LARGEST:
            raise BadInput(f"expected 0 to {LARGEST}, not {word[:20]}", "board")
    return int(board[0]), int(board[1])


def chequered(board: Sequence[str], marks: str) -> Lines:
    """The lines of a size with two characters by turns, or written lines; raises
    :class:`BadInput`."""
    size = _size(board)
    if size is None:
        return written(board, f".{marks}")
    return tuple("".join(marks[(r + c) % 2] for c in range(size[1])) for r in range(size[0]))


def written(board: Sequence[str], marks: str, *, apart: bool = False) -> Lines:
    """The lines of a word such as ``..#/...``, of one length unless they stand ``apart``; raises
    :class:`BadInput`."""
    if len(board) != 1:
        raise BadInput(f"expected lines of {', '.join(marks)} with / between them", "board")
    lines = tuple(board[0].split("/"))
    if len({*map(len, lines)}) != 1 and not apart:
        raise BadInput(f"the lines {board[0][:60]!r} are not equally long", "board")
    if len(lines) > LARGEST or max(map(len, lines)) > LARGEST:
        raise BadInput(f"more than {LARGEST} rows or columns", "board")
    for line in lines:
        wrong = next((mark for mark in line if mark not in marks), None)
        if wrong is not None:
            said = ", ".join(marks)
            raise BadInput(f"a square is one of {said}, not {wrong!r}", "board")
    return lines
