"""The search of games on squares in words.

Oracle: all plays, by the moves that the engine is given.
Operations: who wins, winning moves, what is settled.
Properties: answers are the oracle's on random boards, from an empty table and a filled one; limits.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import pytest
from reference.often import often

from gameproof.solvers.limits import Cancelled, LimitReached, Limits
from gameproof.solvers.search import square_game, stone_sums
from gameproof.solvers.search.square_game import SquareSearch
from gameproof.solvers.search.stone_sums import StoneSearch

Pair = tuple[int, int]
Rows = list[tuple[int, int, int, int]]
NONE = np.zeros((0, 4), np.uint64)
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


def searching(
    rows: int, columns: int, covering: bool, limits: Limits | None = None
) -> SquareSearch | StoneSearch:
    words = [
        np.array(of, np.uint64).reshape(-1, 4)
        for of in (dominoes if covering else captures)(rows, columns)
    ]
    return (SquareSearch if covering else StoneSearch)(rows, columns, words, limits or Limits(60))


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


def answered(
    search: SquareSearch | StoneSearch, board: tuple[int, int, bool], seat: int, pair: Pair
) -> None:
    """Who wins, and by which move, is what the rules say."""
    won = wins(*board, seat, pair)
    assert search.wins(seat, *pair) == won
    (move,) = search.answers(seat, np.array([pair], np.uint64)).tolist()
    assert (move >= 0) == won
    if won:
        a, b, c, d = moves(*board)[seat][move]
        assert (pair[0] & a, pair[1] & b) == (a, b)
        assert not wins(*board, 1 - seat, (pair[0] ^ c, pair[1] ^ d))


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_who_wins_and_by_which_moves(rows: int, columns: int, covering: bool) -> None:
    rng = random.Random(11)
    search = searching(rows, columns, covering)
    board = rows, columns, covering
    for _ in range(often(60)):
        pair = some(rng, rows * columns, covering)
        for seat in (0, 1):
            won = wins(*board, seat, pair)
            answered(search, board, seat, pair)
            assert searching(*board).wins(seat, *pair) == won
            for begins in (True, False):
                row = np.array([pair], np.uint64)
                if isinstance(search, SquareSearch) and search.settled(seat, begins, row)[0]:
                    other = 1 - seat
                    assert wins(*board, seat, pair) if begins else not wins(*board, other, pair)


def test_the_table_grows_as_far_as_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(square_game, "BUDGET", 100)
    monkeypatch.setattr(square_game.SquareSearch, "rows_for_one", 200)
    search = searching(5, 5, True)
    before = len(search._at.table[0])
    assert not search.wins(0, (1 << 25) - 1, 0)
    assert len(search._at.table[0]) > before


@pytest.mark.parametrize(("small", "summed"), [(1, 14), (3, 4), (5, 5), (5, 14)])
def test_values_of_small_groups_change_no_answer(
    small: int, summed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a table of values that is full at once, too, or values that are hardly added up."""
    monkeypatch.setattr(stone_sums, "SUMMED", summed)
    rng = random.Random(small)
    board = 3, 4, False
    words = [np.array(of, np.uint64) for of in moves(*board)]
    few = StoneSearch(3, 4, words, Limits(60), small)
    full = StoneSearch(3, 4, words, Limits(60), small)
    full._at = full._at._replace(known=full._at.known[:4])
    for _ in range(often(60)):
        pair = some(rng, 12, False)
        for seat, search in product((0, 1), (few, full)):
            answered(search, board, seat, pair)


def test_a_table_of_stones_grows_and_loses_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 x 6 is the second player's, with room for 64 positions and for all."""
    monkeypatch.setattr(stone_sums, "EFFORT", 100)
    chequered = sum(1 << s for s in range(18) if (s // 6 + s % 6) % 2 == 0)
    start = chequered, ~chequered & (1 << 18) - 1
    for rows in (1 << 6, 1 << 20):
        monkeypatch.setattr(stone_sums, "FIRST_ROWS", 1 << 6)
        search = searching(3, 6, False)
        assert isinstance(search, StoneSearch)
        search._most_rows = rows
        assert not search.wins(0, *start)
        assert (len(search._at.table[0]) > 1 << 6) == (rows > 1 << 6)
        after = np.array([(start[0] ^ 0b11, start[1] ^ 0b10)], np.uint64)  # a1 takes b1
        (move,) = search.answers(1, after).tolist()
        assert move >= 0


def test_values_that_cannot_be_compared() -> None:
    """xxo is up, which Left wins whoever moves. Without room for what is compared it is played."""
    words = [np.array(of, np.uint64) for of in captures(1, 3)]
    for seat, room in product((0, 1), (1, 1 << 13)):
        search = StoneSearch(1, 3, words, Limits(60))
        assert search.wins(0, 0b011, 0b100)
        search._store = search._store._replace(less=np.zeros(room, np.uint64))
        search._values.less = 0
        assert search.wins(seat, 0b011, 0b100) == (seat == 0)


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (5, 13)])
def test_boards_that_are_too_large(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="1 to 64 squares"):
        SquareSearch(rows, columns, [NONE, NONE], Limits())
    with pytest.raises(ValueError, match="1 to 64 squares"):
        StoneSearch(rows, columns, [NONE, NONE], Limits())


def test_limits_are_looked_at() -> None:
    search = searching(8, 8, True, Limits(0.1))
    with pytest.raises(LimitReached, match="time"):
        search.wins(0, (1 << 64) - 1, 0)
    limits = Limits(60)
    limits.cancel()
    with pytest.raises(Cancelled):
        searching(8, 8, True, limits).wins(0, (1 << 64) - 1, 0)


def test_little_memory_is_enough_for_stones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that are full are emptied; groups without values are told apart by their stones."""
    words = [np.array(of, np.uint64) for of in captures(3, 6)]
    chequered = sum(1 << s for s in range(18) if (s // 6 + s % 6) % 2 == 0)
    assert stone_sums._fitting(Limits(memory_limit=1 << 30)) == 10
    many = StoneSearch(3, 6, words, Limits(60))
    monkeypatch.setattr(stone_sums, "_fitting", lambda _limits: 0)
    few = StoneSearch(3, 6, words, Limits(60))
    assert 100 * sum(a.nbytes for a in few._store) < sum(a.nbytes for a in many._store)
    for search in (few, many):
        assert not search.wins(0, chequered, ~chequered & (1 << 18) - 1)
