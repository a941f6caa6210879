"""The search of games on squares in words.

Oracle: all plays, by the moves that the engine is given.
Operations: who wins, winning moves, what is settled.
Properties: answers are the oracle's on random boards, from an empty table and a filled one; limits.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from reference.often import often

from gameproof.solvers.limits import Cancelled, LimitReached, Limits
from gameproof.solvers.search import square_game
from gameproof.solvers.search.square_game import SquareProblem, SquareSearch

Pair = tuple[int, int]
Rows = list[tuple[int, int, int, int]]
SIZES = [(1, 1), (1, 6), (6, 1), (2, 2), (3, 3), (2, 5), (4, 3), (3, 4)]


def dominoes(rows: int, columns: int) -> tuple[Rows, Rows]:
    """Left's stand, Right's lie."""
    down = [0b1 << c | 0b1 << c + columns for c in range(columns * (rows - 1))]
    right = [0b11 << c for c in range(rows * columns) if c % columns < columns - 1]
    left_rows, right_rows = ([(word, 0, word, 0) for word in of] for of in (down, right))
    return left_rows, right_rows


def captures(rows: int, columns: int) -> tuple[Rows, Rows]:
    """A stone takes the place of a neighbour of the other's."""
    beside = [
        (1 << r * columns + c, 1 << (r + dr) * columns + c + dc)
        for r in range(rows)
        for c in range(columns)
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if 0 <= r + dr < rows and 0 <= c + dc < columns
    ]
    left = [(one, two, one | two, two) for one, two in beside]
    return left, [(two, one, two, one | two) for one, two in beside]


def problem(rows: int, columns: int, covering: bool) -> SquareProblem:
    left, right = (dominoes if covering else captures)(rows, columns)
    words = (np.array(moves, np.uint64).reshape(-1, 4) for moves in (left, right))
    one, two = words
    return SquareProblem(rows, columns, covering, (one, two))


@cache
def moves(rows: int, columns: int, covering: bool) -> tuple[Rows, Rows]:
    return (dominoes if covering else captures)(rows, columns)


@cache
def wins(rows: int, columns: int, covering: bool, seat: int, pair: Pair) -> bool:
    return any(
        not wins(rows, columns, covering, 1 - seat, (pair[0] ^ c, pair[1] ^ d))
        for a, b, c, d in moves(rows, columns, covering)[seat]
        if pair[0] & a == a and pair[1] & b == b
    )


def some(rng: random.Random, squares: int, covering: bool) -> Pair:
    if covering:
        return rng.getrandbits(squares) | rng.getrandbits(squares), 0
    taken = rng.getrandbits(squares) | rng.getrandbits(squares)
    one = rng.getrandbits(squares)
    return taken & one, taken & ~one


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_who_wins_and_by_which_moves(rows: int, columns: int, covering: bool) -> None:
    rng = random.Random(11)
    search = SquareSearch(problem(rows, columns, covering), Limits(60))
    board = rows, columns, covering
    for _ in range(often(60)):
        pair = some(rng, rows * columns, covering)
        for seat in (0, 1):
            won = wins(*board, seat, pair)
            assert search.wins(seat, *pair) == won
            assert SquareSearch(problem(*board), Limits(60)).wins(seat, *pair) == won
            (move,) = search.answers(seat, np.array([pair], np.uint64)).tolist()
            assert (move >= 0) == won
            if won:
                a, b, c, d = moves(*board)[seat][move]
                assert (pair[0] & a, pair[1] & b) == (a, b)
                assert not wins(*board, 1 - seat, (pair[0] ^ c, pair[1] ^ d))
            for begins in (True, False):
                row = np.array([pair], np.uint64)
                if search.settled(seat, begins, row)[0]:
                    other = 1 - seat
                    assert wins(*board, seat, pair) if begins else not wins(*board, other, pair)


def test_the_table_grows_as_far_as_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(square_game, "BUDGET", 100)
    monkeypatch.setattr(square_game.SquareSearch, "rows_for_one", 200)
    search = SquareSearch(problem(5, 5, True), Limits(60))
    before = len(search._at.table[0])
    assert not search.wins(0, (1 << 25) - 1, 0)
    assert len(search._at.table[0]) > before


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (5, 13)])
def test_boards_that_are_too_large(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="1 to 64 squares"):
        SquareSearch(replace(problem(1, 1, True), rows=rows, columns=columns), Limits())


def test_limits_are_looked_at() -> None:
    search = SquareSearch(problem(8, 8, True), Limits(0.1))
    with pytest.raises(LimitReached, match="time"):
        search.wins(0, (1 << 64) - 1, 0)
    limits = Limits(60)
    limits.cancel()
    with pytest.raises(Cancelled):
        SquareSearch(problem(8, 8, True), limits).wins(0, (1 << 64) - 1, 0)
