"""Sets known without a list: the same as the listed ones, on every small board."""

from __future__ import annotations

import random
from itertools import groupby

import pytest

from gameproof.games.boards.animals import HEXES, SHAPES
from gameproof.games.boards.positional_shapes import cell_at, holds_a_set, place, shapes
from gameproof.games.boards.positional_sizes import listable, most_members
from gameproof.games.positional import Position

CUBES = ["tictactoe 1 1", "tictactoe 1 3", "tictactoe 2 2", "tictactoe 2 4", "tictactoe 3 1",
         "tictactoe 3 3", "tictactoe 4 2", "tictactoe 4 3", "tictactoe 5 2"]  # fmt: skip
GRIDS = [
    *(f"mnk {m} {n} {k}" for m in range(1, 5) for n in range(1, 6) for k in range(1, 7)),
    *(f"torus-row {p} {q} {k}" for p in range(1, 5) for q in range(1, 6) for k in range(1, 7)),
    *(f"polyomino {name} {m} {n}" for name in SHAPES for m, n in ((4, 5), (2, 6), (1, 3))),
    *(f"polyhex {name} {m} {n}" for name in HEXES for m, n in ((4, 5), (2, 6), (1, 3))),
    *(f"polyomino {drawn} 4 5" for drawn in ("XX.,.XX", "XXXX.,...XX", "X.X", "X")),
    *(
        f"shapes {shapes} {m} {n}"
        for shapes in ("3e", "3s+3se", "2sw+3e+3s", "XX.,.XX", "XX,X.+X..,..X", "X.X+2s", "1e")
        for m, n in ((4, 5), (2, 6), (1, 3), (5, 4))
    ),
]
OTHERS = ["hex 3 3", '{"cells": 5, "sets": [[0, 1], [1, 2, 3], [4]], "second_sets": [[2]]}']


def alike(texts: list[str]) -> list[list[str]]:
    """Boards of a kind and a first size together, which are many."""
    return [list(group) for _, group in groupby(texts, lambda text: text.split()[:2])]


@pytest.mark.parametrize("texts", alike([*CUBES, *GRIDS, *OTHERS]), ids=lambda texts: texts[0])
def test_cells_hold_a_set_if_a_listed_one_is_among_them(texts: list[str]) -> None:
    for text in texts:
        board = Position.parse(text).board
        sets = [frozenset(row) for row in board.first_sets.sets()]
        chance = random.Random(text)
        tried = [
            *sets,
            *(row - {min(row)} for row in sets),
            frozenset[int](),
            frozenset(range(board.cells)),
        ]
        for _ in range(60):
            share = chance.random()
            tried.append(frozenset(c for c in range(board.cells) if chance.random() < share))
        for cells in tried:
            assert holds_a_set(board, cells) == any(row <= cells for row in sets), sorted(cells)


@pytest.mark.parametrize("texts", alike(GRIDS), ids=lambda texts: texts[0])
def test_every_translate_of_a_shape_is_a_set_and_every_set_is_one(texts: list[str]) -> None:
    for text in texts:
        board = Position.parse(text).board
        m, n = board.shape
        found = set()
        for shape in shapes(board, 1000) or ():
            assert min(r for r, _ in shape.cells) == min(c for _, c in shape.cells) == 0
            torus = board.kind == "torus-row"
            for row in range(m if torus else m - shape.tall + 1):
                for column in range(n if torus else n - shape.wide + 1):
                    cells = [(row + r, column + c) for r, c in shape.cells]
                    if torus:
                        cells = [(r % m, c % n) for r, c in cells]
                    placed = [cell_at(board, cell) for cell in cells]
                    assert None not in placed
                    found.add(tuple(sorted({cell for cell in placed if cell is not None})))
        assert found == set(board.first_sets.sets())


def test_shapes_are_cut() -> None:
    board = Position.parse("mnk 9 9 7").board
    whole, cut = shapes(board, 100), shapes(board, 3)
    assert whole is not None
    assert cut is not None
    for one, two in zip(whole, cut, strict=True):
        assert two.cells == one.cells[:3]
        assert (two.tall, two.wide) == (one.tall, one.wide)
    assert shapes(Position.parse("hex 3 3").board, 9) is None
    assert shapes(Position.parse("tictactoe 3 2").board, 9) is None


@pytest.mark.parametrize("text", ["tictactoe 4 3", "mnk 3 5 3", "hex 3 3", "tictactoe 1 2"])
def test_places_and_cells(text: str) -> None:
    board = Position.parse(text).board
    for cell in range(board.cells):
        assert cell_at(board, place(board, cell)) == cell
    beyond = place(board, board.cells - 1)
    assert cell_at(board, (*beyond[:-1], beyond[-1] + 1)) is None
    assert cell_at(board, (*beyond[:-1], -1)) is None
    assert cell_at(board, (*beyond, 0)) is None


def test_places_without_a_grid_are_numbers() -> None:
    board = Position.parse('{"cells": 5, "sets": [[0, 1]]}').board
    assert [place(board, cell) for cell in range(5)] == [(i,) for i in range(5)]
    assert cell_at(board, (4,)) == 4
    assert cell_at(board, (5,)) is None


@pytest.mark.parametrize("texts", alike([*CUBES, *GRIDS, *OTHERS]), ids=lambda texts: texts[0])
def test_the_size_of_the_sets_is_bounded(texts: list[str]) -> None:
    for text in texts:
        board = Position.parse(text).board
        assert most_members(board) >= len(board.first_sets.members)
        assert listable(board)


@pytest.mark.parametrize(
    "text",
    [
        "mnk 2000 2000 3",
        "mnk 1000 1000 500",
        "torus-row 5000 5000 3",
        "polyomino el 9999 9999",
        "shapes 5e+5s 9999 9999",
    ],
)
def test_too_large_to_be_listed(text: str) -> None:
    assert not listable(Position.parse(text).board)
