"""What a file of a positional game says, and the names and cells in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeGuard

from gameproof.games.meaning.bad_input import BadInput


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file says; cells are numbers, sets tuples of cells."""

    cells: int
    labels: tuple[str, ...] | None
    shape: tuple[int, ...]
    first_sets: tuple[tuple[int, ...], ...]
    second_sets: tuple[tuple[int, ...], ...]
    first: frozenset[int]
    second: frozenset[int]
    to_move: str
    rule: str
    horizon: int | None
    turns: tuple[str, ...] = ()
    """Whose each ply is, where the players do not alternate for ever."""
    first_moves: frozenset[int] = frozenset()
    """The cells that the first of the ``turns`` may take; empty: any."""
    fixed: bool = False
    """Were the sets chosen for these stones, so that no others may stand?"""


def is_whole(value: object) -> TypeGuard[int]:
    """Is it a whole number?"""
    return isinstance(value, int) and not isinstance(value, bool)


def read_names(words: list[str], where: str) -> tuple[str, ...]:
    """Names of cells: different, and such that they can be printed on a line."""
    for name in words:
        if not name or not name.isprintable():
            raise BadInput(f"no name of a cell: {name[:60]!r}", where)
    if len(set(words)) != len(words):
        raise BadInput("two cells have the same name", where)
    return tuple(words)


def cell_reader(cells: int, labels: tuple[str, ...] | None) -> Callable[[object, str], int]:
    """What reads a cell's name or number, given where it stands; raises :class:`BadInput`."""
    numbers = {label: number for number, label in enumerate(labels or ())}
    # Names that are numbers are not the cells' own numbers, which nobody sees then.
    named = any(label.isdecimal() for label in labels or ())

    def cell(value: object, where: str) -> int:
        if isinstance(value, str) and value in numbers:
            return numbers[value]
        if not named and is_whole(value) and 0 <= value < cells:
            return value
        raise BadInput(f"no cell {repr(value)[:60]}", where)

    return cell


def read_row(value: object, where: str, cell: Callable[[object, str], int]) -> tuple[int, ...]:
    """A list of cells, ascending, each once."""
    if not isinstance(value, list):
        raise BadInput("expected a list of cells", where)
    return tuple(sorted({cell(x, f"{where}[{i}]") for i, x in enumerate(value)}))


def read_stones(value: object, where: str, cell: Callable[[object, str], int]) -> frozenset[int]:
    """A player's stones: different cells, since no play takes one twice."""
    row = read_row(value, where, cell)
    if isinstance(value, list) and len(row) < len(value):
        raise BadInput("a cell is named twice", where)
    return frozenset(row)


def read_sets(
    value: object, where: str, cell: Callable[[object, str], int]
) -> tuple[tuple[int, ...], ...]:
    """A list of sets, each once."""
    if not isinstance(value, list):
        raise BadInput("expected a list of sets", where)
    rows = (read_row(row, f"{where}[{i}]", cell) for i, row in enumerate(value))
    return tuple(dict.fromkeys(rows))
