"""The search of reservation games against brute force over the two sets."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest
from reference.snort import random_board, sets_win

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums.reservation_search import MisereSearch, ReservationSearch, Tuning

NONE = Limits()


def path(n: int) -> tuple[int, ...]:
    return tuple((1 << v >> 1 | 1 << v + 1) & ((1 << n) - 1) for v in range(n))


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("size", [0, 3, 9])
def test_against_brute_force(own: bool, size: int) -> None:
    """Sizes 0 and 3 leave nearly everything to the search, 9 to the bounds."""
    rng = random.Random(7 + size)
    for _ in range(60):
        n = rng.randint(1, 9)
        masks = random_board(n, rng.choice([0.15, 0.3, 0.5]), rng)
        search = ReservationSearch(masks, own_conflict=own, size=size, table_bits=12)
        full = (1 << n) - 1
        for mine, yours in ((full, full), (rng.getrandbits(n), rng.getrandbits(n))):
            expected = sets_win(masks, own, mine, yours)
            assert search.wins(mine, yours, NONE) == expected
            move = search.winning_move(mine, yours, NONE)
            assert (move is not None) == expected
            if move is not None and move < n:
                assert mine >> move & 1
                keep, shut = ~(1 << move), ~masks[move]
                left = mine & keep & (shut if own else -1)
                right = yours & keep & (-1 if own else shut)
                assert not sets_win(masks, own, right, left)


def test_spare_moves_and_star() -> None:
    """P_2 is worth 1 | -1: with k spare moves Left wins moving first when 1 + k >= 0 (Right
    is then to move) and moving second when k - 1 > 0 (Left is to move); a star is a move."""
    search = ReservationSearch(path(2), size=2, table_bits=12)
    first = [search.wins(3, 3, NONE, spare=k) for k in range(-3, 4)]
    assert first == [False, False, True, True, True, True, True]
    second = [not search.wins(3, 3, NONE, spare=-k) for k in range(-3, 4)]
    assert second == [False, False, False, False, False, True, True]
    assert search.wins(0, 0, NONE, star=True)
    assert search.winning_move(0, 0, NONE, star=True) == 3
    assert search.winning_move(0, 0, NONE, spare=1) == 2


def test_more_than_64_vertices() -> None:
    """Forty separate edges (switches 1 | -1): second player wins an even number of them;
    the cycle of 71 vertices is a first-player win (Borje, theorem 3)."""
    edges = tuple(1 << (v ^ 1) for v in range(80))
    search = ReservationSearch(edges, table_bits=14)
    full = (1 << 80) - 1
    assert not search.wins(full, full, NONE)
    assert search.wins(full >> 2, full >> 2, NONE)


def test_full_tables_only_forget() -> None:
    rng = random.Random(3)
    masks = random_board(18, 0.2, rng)
    full = (1 << 18) - 1
    small = ReservationSearch(masks, size=6, table_bits=9)
    large = ReservationSearch(masks, size=9, table_bits=16)
    assert small.wins(full, full, NONE) == large.wins(full, full, NONE)


def test_time_limit() -> None:
    rng = random.Random(1)
    search = ReservationSearch(random_board(90, 0.05, rng), table_bits=14)
    full = (1 << 90) - 1
    with pytest.raises(LimitReached):  # to the end it would take hours
        search.wins(full, full, Limits(time_limit=0.3))


def test_long_boards() -> None:
    """Sums of 1500 vertices, more than the engine's narrower sets hold: Col on edges that lie
    apart, where whoever moves second repeats the move (each edge is 0)."""
    edges = tuple(1 << (v ^ 1) for v in range(1500))
    search = ReservationSearch(edges, own_conflict=True, table_bits=10)
    full = (1 << 1500) - 1
    assert not search.wins(full, full, NONE)
    with pytest.raises(LimitReached):
        ReservationSearch((0,) * 5000)


def test_misere() -> None:
    """Who cannot move wins: P_1 is lost by the player who must take it."""
    search = MisereSearch(path(1))
    assert not search.wins(1, 1, NONE)
    assert search.wins(0, 1, NONE)
    assert MisereSearch(path(2)).winning_move(3, 3, NONE) is None


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_misere_against_all_play(own: bool, seed: int) -> None:
    """Every position that play can reach, with its winning move, against plain recursion: what
    is alone is counted in one and listed in the other."""
    stream = random.Random(seed)
    n = 7
    near = [0] * n
    for a, b in combinations(range(n), 2):
        if stream.random() < 0.25:
            near[a] |= 1 << b
            near[b] |= 1 << a

    def after(left: int, right: int, v: int) -> tuple[int, int]:
        left, right = left & ~(1 << v), right & ~(1 << v)
        return (left & ~near[v], right) if own else (left, right & ~near[v])

    @cache
    def wins(left: int, right: int) -> bool:
        moves = [after(left, right, v) for v in range(n) if left >> v & 1]
        return not moves or any(not wins(theirs, mine) for mine, theirs in moves)

    search = MisereSearch(near, own_conflict=own)
    everything = (1 << n) - 1
    assert search.wins(everything, everything, NONE) == wins(everything, everything)
    for _ in range(200):
        left, right = stream.getrandbits(n), stream.getrandbits(n)
        assert search.wins(left, right, NONE) == wins(left, right)
        move = search.winning_move(left, right, NONE)
        if move is None:
            assert not left or not wins(left, right)
        else:
            assert left >> move & 1
            mine, theirs = after(left, right, move)
            assert not wins(theirs, mine)


@pytest.mark.parametrize("own", [False, True])
def test_slices_that_end_within_a_node_change_nothing(own: bool) -> None:
    """One step at a time, and slices that are never taken to be too short."""
    rng = random.Random(5)
    masks = random_board(17, 0.2, rng)
    full = (1 << 17) - 1
    whole = ReservationSearch(masks, own_conflict=own, size=4, table_bits=14)
    expected = whole.winning_move(full, full, NONE)
    short = Tuning(steps=1, slice=0.0)
    cut = ReservationSearch(masks, own_conflict=own, size=4, table_bits=14, tuning=short)
    assert cut.winning_move(full, full, NONE) == expected
    assert cut.stats == whole.stats
    assert cut._steps == 1


def test_components_that_drive_each_other_out_do_not_stop_the_search() -> None:
    """With a cache of one cell, a node is done only when its slice is long enough."""
    tuning = Tuning(steps=1, slice=0.0, stuck=5)
    board = random_board(12, 0.3, random.Random(2))
    search = ReservationSearch(board, table_bits=12, tuning=tuning)
    parts, tree = search._store
    search._store = parts._replace(met=(parts.met[0][:1].copy(),)), tree
    full = (1 << 12) - 1
    plain = ReservationSearch(search.neighbours, table_bits=12, tuning=tuning)
    expected = plain.wins(full, full, NONE)
    assert search.wins(full, full, NONE) == expected
