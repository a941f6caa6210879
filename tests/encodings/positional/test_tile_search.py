"""Pairs that repeat over the plane: lattices and the search, against brute force."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from gameproof.encodings.positional.pairings.lattices import (
    TURNS,
    Lattice,
    Turn,
    density,
    different_lattices,
    find_pairs,
    lattices,
    smallest_pairs,
    turned_lattice,
)
from gameproof.games.boards.positional_shapes import shapes
from gameproof.games.positional import Position
from gameproof.games.sets.tiles import Tile
from gameproof.solvers.limits import LimitReached, Limits


def points(lattice: Lattice, turn: Turn = TURNS[0]) -> set[tuple[int, int]]:
    """The points of a lattice within six cells of the origin, turned."""
    rows, columns, shift = lattice
    far = range(-30, 31)
    images = (turn((i * rows, i * shift + j * columns)) for i in far for j in far)
    return {point for point in images if max(map(abs, point)) <= 6}


@pytest.mark.parametrize("area", range(1, 7))
def test_lattices_are_turned(area: int) -> None:
    for lattice in lattices(area):
        for turn in TURNS:
            assert points(turned_lattice(lattice, turn)) == points(lattice, turn)


def test_one_lattice_of_each_class() -> None:
    """Sublattices of the square lattice up to its symmetries (OEIS A145393); all where the
    shapes have none."""
    square = Position.parse("mnk 100 100 5")
    counted = [len(different_lattices(square, area)) for area in range(1, 13)]
    assert counted == [1, 2, 2, 4, 3, 5, 3, 7, 5, 7, 4, 11]
    lopsided = Position.parse("shapes 4e+3se 100 100")
    for area in range(1, 8):
        assert len(different_lattices(lopsided, area)) == len(list(lattices(area)))


def exists(position: Position, lattice: Lattice) -> bool:
    """Is there a pair in every set? Every choice of disjoint pairs."""
    rows, columns, shift = lattice
    tile = Tile(rows, columns, shift)
    made = shapes(position.board, 20) or ()
    rest = [
        [(down + r, right + c) for r, c in shape.cells]
        for shape in made
        for down, right in tile.starts(position, shape)
    ]
    steps = {
        (b[0] - a[0], b[1] - a[1]) for cells in rest for a, b in combinations(sorted(cells), 2)
    }

    def inside(cells: list[tuple[int, int]], chosen: list[tuple[tuple[int, int], ...]]) -> bool:
        return any(
            tile.residue(a) == one and (b[0] - a[0], b[1] - a[1]) == step
            for a, b in combinations(sorted(cells), 2)
            for one, step in chosen
        )

    def go(used: frozenset[tuple[int, int]], chosen: list[tuple[tuple[int, int], ...]]) -> bool:
        left = next((cells for cells in rest if not inside(cells, chosen)), None)
        if left is None:
            return True
        for a, b in combinations(sorted(left), 2):
            ends = {tile.residue(a), tile.residue(b)}
            step = b[0] - a[0], b[1] - a[1]
            if (
                len(ends) == 2
                and step in steps
                and used.isdisjoint(ends)
                and go(used | ends, [*chosen, (tile.residue(a), step)])
            ):
                return True
        return False

    return go(frozenset(), [])


def test_the_search_finds_what_there_is() -> None:
    chance = random.Random(3)
    boards = [
        "shapes 3e", "shapes 4e+5s", "shapes 5e+5s", "shapes 5se+5sw", "shapes 7e+7se+7sw",
        "polyomino fatty", "polyomino u5", "polyomino n5", "polyomino XXX..,..XXX",
        "shapes XX.,.XX+4e", "shapes X.X+XX,XX", "shapes XXX,X..",
    ]  # fmt: skip
    seen = set()
    for board in boards:
        position = Position.parse(f"{board} 50 50")
        for area in range(1, 7):
            for lattice in lattices(area):
                if chance.random() < 0.4:
                    found = find_pairs(position, *lattice, Limits())
                    assert (found is not None) == exists(position, lattice), (board, lattice)
                    seen.add(found is not None)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("words", "least"),
    [
        ("mnk 99 99 9", "1"),
        ("mnk 99 99 8", "8/7"),
        ("shapes 7e+7s+7se 99 99", "1"),
        ("shapes 5e+4s 99 99", "7/6"),
        ("polyomino tippy 99 99", "4/3"),
        ("polyomino snaky 99 99", "4/5"),
        ("shapes X 99 99", "2"),
    ],
)
def test_counting(words: str, least: str) -> None:
    """A row of k lies over k - 1 neighbouring pairs of its own direction alone."""
    assert str(density(Position.parse(words))) == least


def test_nine_in_a_row_needs_64_cells() -> None:
    """Pollak and Shannon's torus of 8 x 8; no tile of half its size serves."""
    position = Position.parse("mnk 1000 1000 9")
    assert smallest_pairs(position, 32, Limits()) is None
    assert find_pairs(position, 8, 8, 0, Limits()) is not None


def test_limits_are_told() -> None:
    with pytest.raises(LimitReached):
        find_pairs(Position.parse("mnk 1000 1000 9"), 8, 8, 0, Limits(time_limit=0.0))
