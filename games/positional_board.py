"""The boards of positional games: how many cells, which sets, how cells are written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from gameproof.games.boards.hypergraph import Hypergraph
from gameproof.games.meaning.bad_input import BadInput

if TYPE_CHECKING:
    from gameproof.games.boards.written_shapes import Cells
    from gameproof.games.positional_files.positional_content import FileContent


@dataclass(frozen=True)
class Board:
    """A board and both players' sets, listed only when somebody asks for them.

    ``kind`` and ``parameters`` say how to build it (and make it hashable): the name
    of a generator with its numbers and words, or ``sets`` with the content of a file.
    """

    kind: str
    parameters: tuple[Any, ...]

    @property
    def words(self) -> str:
        """The command-line words of a generated board; ``positional`` for a file's."""
        if self.kind == "sets":
            return "positional"
        return " ".join([self.kind, *(str(p) for p in self.parameters)])

    @property
    def plain(self) -> Board:
        """The same cells with the sets that longer rows hold too."""
        return self

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the grid, rows first; empty when the cells form none."""
        if self.kind == "tictactoe":
            n, d = self.parameters
            cube: tuple[int, ...] = (n,) * d
            return cube
        if self.kind == "sets":
            content: FileContent = self.parameters[0]
            return content.shape
        return tuple(p for p in self.parameters if isinstance(p, int))[:2]

    @cached_property
    def cells(self) -> int:
        """Number of cells; may exceed what fits in memory."""
        if self.kind == "sets":
            content: FileContent = self.parameters[0]
            return content.cells
        if self.kind == "tictactoe":
            n, d = self.parameters
            cells: int = n**d
            return cells
        return prod(self.shape)

    @property
    def hexagons(self) -> bool:
        """Are the cells hexagons, each row half a cell further to the right?"""
        return self.kind in ("hex", "polyhex")

    @property
    def labels(self) -> tuple[str, ...] | None:
        """The names of the cells where a file gives some."""
        return self.parameters[0].labels if self.kind == "sets" else None

    @cached_property
    def forms(self) -> tuple[Cells, ...]:
        """The shapes of which each translate on the board is a set; none on other boards."""
        match self.kind:
            case "polyomino" | "polyhex":
                from gameproof.games.boards.animals import animal_forms

                return animal_forms(self.parameters[0], self.kind)
            case "shapes":
                from gameproof.games.boards.written_shapes import written_shapes

                return written_shapes(self.parameters[0])
        return ()

    @cached_property
    def first_sets(self) -> Hypergraph:
        """The sets the first player (Maker) wants; raises ``BadInput`` when too large."""
        if self.kind == "sets":
            return Hypergraph.of(self.cells, self.parameters[0].first_sets)
        if self.kind == "hex":
            from gameproof.games.boards.hex_board import hex_paths

            return hex_paths(self.shape[0], self.shape[1], across=False)
        if self.forms:
            from gameproof.games.boards.animals import placements

            return placements(self.forms, *self.shape)
        from gameproof.games.boards import grid_rows

        if self.kind == "tictactoe":
            return grid_rows.cube_lines(*self.parameters)
        listed = grid_rows.torus_rows if self.kind == "torus-row" else grid_rows.rows_of_k
        return listed(*self.parameters)

    @cached_property
    def second_sets(self) -> Hypergraph:
        """The sets the second player wants under the strong rule."""
        if self.kind == "hex":
            from gameproof.games.boards.hex_board import hex_paths

            return hex_paths(self.shape[0], self.shape[1], across=True)
        if self.same_sets:
            return self.first_sets
        return Hypergraph.of(self.cells, self.parameters[0].second_sets)

    @cached_property
    def has_empty_set(self) -> bool:
        """Does some family hold the empty set, which is whole from the start?"""
        content = self.parameters[0]
        return self.kind == "sets" and (() in content.first_sets or () in content.second_sets)

    @cached_property
    def same_sets(self) -> bool:
        """Do both players want the same sets?"""
        if self.kind == "sets":
            return set(self.parameters[0].first_sets) == set(self.parameters[0].second_sets)
        return self.kind != "hex"

    def label(self, cell: int) -> str:
        """Notation of a cell: its name, ``b3`` in the plane, ``1,2,3`` in space, or its number."""
        if self.labels is not None:
            return self.labels[cell]
        if not self.shape:
            return str(cell)
        from gameproof.games.boards.grid_labels import grid_label

        return grid_label(cell, self.shape)

    def cell(self, text: str) -> int:
        """The cell from its notation or its number; raises ``BadInput``."""
        text = text.strip()
        if self.labels is not None and text in self.labels:
            return self.labels.index(text)
        from gameproof.games.boards.grid_labels import grid_cell

        found = grid_cell(text, self.shape) if self.shape else None
        if found is None and _number(text) and int(text) < self.cells:
            found = int(text)
        if found is None:
            raise BadInput(
                f"no cell {text[:60]!r} on this board; the last one is {self.label(self.cells - 1)}"
            )
        return found

    def parse_cells(self, text: str) -> frozenset[int]:
        """Cells divided by blanks or semicolons; by commas too unless notation has commas."""
        commas = len(self.shape) > 2
        for sign in ";" if commas else ";,":
            text = text.replace(sign, " ")
        return self.distinct(self.cell(word) for word in text.split())

    def distinct(self, cells: Iterable[int]) -> frozenset[int]:
        """A player's stones; raises ``BadInput`` for a cell that is named twice."""
        found: set[int] = set()
        for cell in cells:
            if cell in found:
                raise BadInput(f"the cell {self.label(cell)} is named twice")
            found.add(cell)
        return frozenset(found)


def _number(text: str) -> bool:
    """Is the text a number short enough to be read?"""
    return len(text) <= 1000 and text.isascii() and text.isdecimal()
