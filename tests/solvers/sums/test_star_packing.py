"""The star packing search against brute force, against the search of sums, and its bound."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.often import often
from reference.snort import random_board, sets_win
from reference.snort_boards import pack
from reference.star_packing import star_packing

from gameproof.games.sets.snort_sets import Sets
from gameproof.solvers import native
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums.reservation_search import ReservationSearch, engine
from gameproof.solvers.sums.star_packing import MOST_VERTICES, StarPacking

NONE = Limits()
Board = tuple[int, ...]


def spelt_out(masks: Board, spare: int, star: bool, a: int, b: int) -> tuple[Board, int, int]:
    """Free moves and the star as vertices of their own."""
    n = len(masks)
    for i in range(abs(spare)):
        a, b = (a | 1 << n + i, b) if spare > 0 else (a, b | 1 << n + i)
    if star:
        a, b = a | 1 << n + abs(spare), b | 1 << n + abs(spare)
    return masks + (0,) * (abs(spare) + star), a, b


def test_against_brute_force() -> None:
    """Random sets of both players, free moves and stars; every winning move is played."""
    rng = random.Random(11)
    for _ in range(120):
        n = rng.randint(1, 8)
        masks = random_board(n, rng.choice([0.15, 0.3, 0.5]), rng)
        search = StarPacking(masks, table_bits=6)
        for _ in range(6):
            a, b = rng.getrandbits(n), rng.getrandbits(n)
            spare, star = rng.choice([0, 0, -2, -1, 1, 2]), rng.random() < 0.3
            whole, left, right = spelt_out(masks, spare, star, a, b)
            expected = sets_win(whole, False, left, right)
            assert search.wins(a, b, NONE, spare=spare, star=star) == expected
            move = search.winning_move(a, b, NONE, spare=spare, star=star)
            assert (move is not None) == expected
            if move is None:
                continue
            if move >= n:  # a free move, or the star
                wanted = [v for v in range(len(whole)) if left >> v & 1]
                free = [v for v in wanted if not right & (whole[v] | 1 << v)]
                move = free[0] if move == n else len(whole) - 1
            left &= ~(1 << move)
            right &= ~(1 << move) & ~whole[move]
            assert not sets_win(whole, False, right, left)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.booleans(), st.integers(-3, 3))
def test_the_bound_holds(seed: int, first: bool, spare: int) -> None:
    """Where the packing promises a win, brute force sees one, with the vertices it names
    alone and with ``need`` free moves as well."""
    rng = random.Random(seed)
    n = rng.randint(1, 7)
    masks = random_board(n, 0.4, rng)
    x, y = rng.getrandbits(n), rng.getrandbits(n)
    near = [mask | 1 << v for v, mask in enumerate(masks)]
    need, used = star_packing(near, x, y, spare, first=first)
    assert used & ~x == 0
    whole, left, right = spelt_out(masks, need, False, used, y)
    assert sets_win(whole, False, left, right) if first else not sets_win(whole, False, right, left)


def test_the_engine_packs_the_same_stars() -> None:
    """The bounds in Python, in the engine and in the checker, of which the last two know second
    centres: the same need and, where it is no more than the spare moves, the same vertices."""
    packed = native.engine("star_packing").function("stars")
    rng = random.Random(23)
    by_second = fewer = 0
    for _ in range(often(20)):
        n = rng.randint(2, 48)
        masks = random_board(n, rng.choice([0.08, 0.15, 0.3]), rng)
        search = StarPacking(masks, table_bits=4)
        near = [mask | 1 << v for v, mask in zip(range(n), moved(search, masks), strict=True)]
        stars = Sets(moved(search, masks))
        for _ in range(30):
            words, _ = search.contested(rng.getrandbits(n), rng.getrandbits(n))
            x, y = int(words[0, 0]), int(words[1, 0])
            first = rng.random() < 0.5
            spare = star_packing(near, x, y, -100, first=first)[0] + rng.randint(-6, 3)
            need, used = star_packing(near, x, y, spare, first=first)
            assert packed(search._store, words, spare, first, False) == need
            if need <= spare:
                assert int(words[2, 0]) == used
            sets = stars.columns([x]), stars.columns([y])
            checked = pack(stars, *sets, np.array([first]), np.array([spare]))
            if need > spare and x:
                need = packed(search._store, words, spare, first, True)
                used = int(words[2, 0])
                by_second += need <= spare
            if need <= spare:
                # Second centres that were left out cost the checker nothing.
                assert int(checked[0][0]) <= need
                assert int(checked[1][0, 0]) == used
                fewer += used.bit_count() < x.bit_count()
            else:
                assert checked[0][0] > spare
    assert by_second > 15
    assert fewer > 150


def moved(search: StarPacking, masks: Board) -> Board:
    """A board as the engine numbers its vertices."""
    found = [0] * search.n
    for v, mask in enumerate(masks):
        found[search._place[v]] = search._moved(mask)
    return tuple(found)


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_bounds_of_an_unfinished_search(seed: int) -> None:
    """At the bounds, and just there, the verdict is the one they promise."""
    rng = random.Random(seed)
    n = rng.randint(1, 6)
    masks = random_board(n, 0.5, rng)
    a, b = rng.getrandbits(n), rng.getrandbits(n)
    win, loss = StarPacking(masks).bounds(a, b)
    assert loss < win
    whole, left, right = spelt_out(masks, win, False, a, b)
    assert sets_win(whole, False, left, right)
    whole, left, right = spelt_out(masks, loss, False, a, b)
    assert not sets_win(whole, False, left, right)


def test_against_the_search_of_sums() -> None:
    """Two engines that share nothing but the rules, on whole boards of 10 to 16 vertices."""
    rng = random.Random(5)
    losses = 0
    for _ in range(60):
        n = rng.randint(10, 16)
        masks = random_board(n, rng.choice([0.1, 0.15, 0.25]), rng)
        packing = StarPacking(masks, table_bits=10)
        sums = ReservationSearch(masks, table_bits=14)
        full = (1 << n) - 1
        expected = sums.wins(full, full, NONE)
        losses += not expected
        assert packing.wins(full, full, NONE) == expected
        some = rng.getrandbits(n)
        assert packing.wins(some, full, NONE) == sums.wins(some, full, NONE)
    assert losses  # both verdicts occur


def test_small_tables_only_forget() -> None:
    rng = random.Random(3)
    masks = random_board(24, 0.15, rng)
    full = (1 << 24) - 1
    small, large = StarPacking(masks, table_bits=3), StarPacking(masks, table_bits=16)
    assert small.wins(full, full, NONE) == large.wins(full, full, NONE)


def test_against_the_search_of_sums_on_paths_with_pieces() -> None:
    """Sums of many segments, where components cancel; once the search of sums took a move
    that looked easy for one that was known to win (P_11 with the labels BAAAABRRBBA)."""
    path = tuple((1 << v >> 1 | 1 << v + 1) & (1 << 11) - 1 for v in range(11))
    assert not sets_win(path, False, 1246, 1855)
    assert not ReservationSearch(path, size=12, table_bits=14).wins(1246, 1855, NONE)
    rng = random.Random(2)
    for _ in range(60):
        n = rng.randint(9, 20)
        masks = [0] * n
        for v in range(n - 1):
            if rng.random() < 0.85:
                masks[v] |= 1 << v + 1
                masks[v + 1] |= 1 << v
        packing = StarPacking(masks, table_bits=12)
        size = rng.choice([6, 9, 12, 16])
        sums = ReservationSearch(masks, size=size, table_bits=14)
        for _ in range(10):
            a, b = rng.getrandbits(n) | rng.getrandbits(n), rng.getrandbits(n) | rng.getrandbits(n)
            assert packing.wins(a, b, NONE) == sums.wins(a, b, NONE)


def test_the_table_grows_and_keeps_what_it_knows() -> None:
    """With slices of 200 nodes and 16 cells at first, a larger table needs fewer nodes."""
    masks = random_board(40, 0.1, random.Random(2))
    full = (1 << 40) - 1
    nodes = []
    for bits in (4, 18):
        search = StarPacking(masks, table_bits=bits, first_bits=4, slices=(200, 200))
        assert search.wins(full, full, NONE)
        nodes.append(search.stats["nodes"])
    assert nodes[1] < nodes[0]
    tight = StarPacking(masks, table_bits=18, first_bits=4, slices=(200, 200))
    with pytest.raises(LimitReached, match="memory"):
        tight.wins(full, full, Limits(memory_limit=1))


def test_limit_and_going_on() -> None:
    """A search that was stopped can be asked again."""
    masks = random_board(90, 0.05, random.Random(1))
    full = (1 << 90) - 1
    search = StarPacking(masks, table_bits=12)
    with pytest.raises(LimitReached):
        search.wins(full, full, Limits(time_limit=0.3))
    assert search.wins(1, 0, NONE)
    assert not search.wins(0, 1, NONE)


def test_a_dense_board_of_100_vertices() -> None:
    """A hub of degree 99 decides at once; words beyond the first 64 vertices count."""
    masks = [1 << 99] * 99 + [(1 << 99) - 1]
    full = (1 << 100) - 1
    search = StarPacking(masks, table_bits=8, pieces=False)
    assert search.winning_move(full, full, NONE) == 99


def test_which_board_goes_where() -> None:
    path = tuple((1 << v >> 1 | 1 << v + 1) & 31 for v in range(5))
    star = (0b1110, 1, 1, 1)
    assert isinstance(engine(star), StarPacking)
    assert isinstance(engine(path), ReservationSearch)
    assert isinstance(engine(star, own_conflict=True), ReservationSearch)
    assert isinstance(engine(star + (0,) * MOST_VERTICES), ReservationSearch)
    with pytest.raises(ValueError, match="at most 127"):
        StarPacking((0,) * 128)
