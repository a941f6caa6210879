"""Positions of stones as sums: which are named alike, and what their values decide.

Oracle: all plays, of moves written here.
Operations: names, decisions, comparisons.
Properties: positions with one name win alike beside anything; what is decided is so; what is worth
no less wins wherever the other wins.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import pytest
from reference.often import often

from gameproof.games.grids.clobber import Clobber
from gameproof.games.grids.stone_sums import StoneSums
from gameproof.games.variants.owning import Words

Stones = frozenset[tuple[int, int, str]]
ROWS, COLUMNS = 3, 5
BOARD = Clobber(("." * COLUMNS,) * ROWS).as_words()
IMAGES = BOARD.images()[1:]


def stones_of(lines: list[str], far: int = 0) -> Stones:
    return frozenset(
        (r, c + far, mark)
        for r, line in enumerate(lines)
        for c, mark in enumerate(line)
        if mark != "."
    )


@cache
def wins(stones: Stones, mover: str) -> bool:
    """Does the mover win, whose stones take neighbours of the other kind?"""
    other = "o" if mover == "x" else "x"
    return any(
        not wins(stones - {(r, c, mover), (*end, other)} | {(*end, mover)}, other)
        for r, c, mark in stones
        if mark == mover
        for end in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c))
        if (*end, other) in stones
    )


def some(rng: random.Random, rows: int, columns: int, marks: str) -> list[str]:
    return ["".join(rng.choice(marks) for _ in range(columns)) for _ in range(rows)]


def row_of(lines: list[str]) -> Words:
    return np.array([Clobber(tuple(lines)).as_words().start], np.uint64)


def beside(rng: random.Random) -> list[Stones]:
    """Nothing, and positions too far away to be neighbours."""
    far = COLUMNS + 2
    return [frozenset(), *(stones_of(some(rng, 2, 3, "xo."), far) for _ in range(5))]


@pytest.mark.parametrize("small", [1, 2, 4, 8])
def test_one_name_one_game(small: int) -> None:
    """Of all pairs with one name: beside every other position each player wins both or neither."""
    rng = random.Random(small)
    sums = StoneSums(BOARD, small)
    boards = [some(rng, ROWS, COLUMNS, "xo.....") for _ in range(often(30))]
    others = beside(rng)
    alike = 0
    for at, lines in enumerate(boards):
        for more in boards[at + 1 :]:
            if len(sums.named(np.concatenate([row_of(lines), row_of(more)]), IMAGES)) == 2:
                continue
            alike += 1
            for other, mover in product(others, "xo"):
                one, two = (stones_of(board) | other for board in (lines, more))
                assert wins(one, mover) == wins(two, mover)
    assert alike > 10


@pytest.mark.parametrize(
    ("one", "two", "small", "same"),
    [
        ("xo...", "ox...", 1, True), ("xo...", "...xo", 1, True), ("xo...", "x...o", 1, False),
        ("xxo..", "xoo..", 1, False), ("xxo..", "xoo..", 8, False), ("xxo..", "..oxx", 1, True),
        ("xo.xo", ".....", 8, True), ("xo.xo", ".....", 1, False), ("xxo..", "oxx..", 1, True),
        ("xo...", ".....", 8, False), ("xoxo.", ".....", 8, False), ("x.x.o", ".....", 1, True),
    ],
)  # fmt: skip
def test_names_on_one_line(one: str, two: str, small: int, same: bool) -> None:
    """Reflections and shifts; xo is *, xo and xo are 0; xxo is up and xoo down."""
    sums = StoneSums(BOARD, small)
    rows = [row_of([line, ".....", "....."]) for line in (one, two)]
    assert (len(sums.named(np.concatenate(rows), IMAGES)) == 1) == same


def test_the_position_of_a_name_is_one_of_its_own() -> None:
    """Equal to what it stands for, however many are asked about."""
    rng = random.Random(3)
    sums = StoneSums(BOARD, 4)
    rows = np.concatenate([row_of(some(rng, ROWS, COLUMNS, "xo...")) for _ in range(400)])
    named = sums.named(rows, IMAGES)
    assert len(named) < len(rows)
    assert sorted(sums.named(named, IMAGES).tolist()) == sorted(named.tolist())
    for row in rows[: often(40)]:
        assert len(sums.named(np.concatenate([named, row[None]]), IMAGES)) == len(named)
    assert sums.named(rows[:0], IMAGES).shape == (0, 2)


@pytest.mark.parametrize("small", [1, 3, 8])
def test_what_is_decided_is_so(small: int) -> None:
    """All without a large group are, in each turn for one of the two, and no others."""
    rng = random.Random(small)
    sums = StoneSums(BOARD, small)
    decided = 0
    for _ in range(often(120)):
        lines = some(rng, ROWS, COLUMNS, rng.choice(("xo..", "xo...", "xo.....")))
        row = row_of(lines)
        large = bool(sums.parts(row)[0].any())
        for seat, begins in product((0, 1), (True, False)):
            won = wins(stones_of(lines), "xo"[seat if begins else 1 - seat]) == begins
            found = bool(sums.settled(seat, row, begins=begins)[0])
            assert found == (won and not large)
            decided += found
    assert decided > 20


def test_what_is_no_worse_wins_too() -> None:
    rng = random.Random(8)
    sums = StoneSums(BOARD, 8)
    lines = [some(rng, ROWS, COLUMNS, "xo....") for _ in range(often(30))]
    rows = np.concatenate([row_of(board) for board in lines])
    others = beside(rng)
    better = 0
    for (seat, player), (at, board) in product(enumerate("xo"), enumerate(lines)):
        found = sums.no_worse(seat, rows, rows[at : at + 1], IMAGES)
        assert found[at]
        for other in np.flatnonzero(found).tolist():
            better += other != at
            for more, mover in product(others, "xo"):
                won = wins(stones_of(board) | more, mover) == (mover == player)
                there = wins(stones_of(lines[other]) | more, mover) == (mover == player)
                assert there or not won
    assert better > 10


@pytest.mark.parametrize("size", [(1, 9), (9, 1), (4, 4), (2, 7), (8, 8), (1, 64), (32, 2)])
def test_shapes_of_boards(size: tuple[int, int]) -> None:
    """A group is the same wherever it lies, and none goes over the end of a line."""
    rows, columns = size
    game = Clobber(("." * columns,) * rows).as_words()
    squares = product(range(rows), range(columns))
    lying = [(1 << r * columns + c, 2 << r * columns + c) for r, c in squares if c + 1 < columns]
    standing = [(1 << c, 1 << c + columns) for c in range(columns) if rows > 1]
    over = [(1 << columns - 1, 1 << columns)] if rows > 1 and columns > 1 else []
    words = np.array(lying + standing + over, np.uint64)
    found = StoneSums(game, 1).named(words, game.images()[1:])
    ways = bool(lying) + bool(standing) if rows != columns else 1  # squares may be transposed
    assert len(found) == ways + bool(over)
    assert len(StoneSums(game, 2).named(words, game.images()[1:])) == 1 + bool(over)
