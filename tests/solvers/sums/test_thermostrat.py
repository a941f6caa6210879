# mypy: disable-error-code="untyped-decorator"
"""The bound by pieces and thermostrat: against exact thermographs, brute force and the search
without it."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.often import often
from reference.snort import random_board, sets_win

from gameproof.games.graph import neighbour_masks
from gameproof.instances.graphs import take_graph
from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums import thermostrat
from gameproof.solvers.sums.star_packing import StarPacking
from gameproof.solvers.values.short_games import Store
from gameproof.solvers.values.thermograph import thermograph

NONE = Limits()
Board = tuple[int, ...]


def random_forest(n: int, rng: random.Random, extra: float = 0.2) -> Board:
    """A forest of long or bushy trees, now and then with an edge that closes a cycle."""
    masks = [0] * n
    back = rng.choice([1, 2, n])
    edges = [(v, rng.randrange(max(0, v - back), v)) for v in range(1, n) if rng.random() < 0.95]
    if n > 3 and rng.random() < extra:
        edges.append(tuple(rng.sample(range(n), 2)))  # type: ignore[arg-type]
    for u, v in edges:
        masks[u] |= 1 << v
        masks[v] |= 1 << u
    return tuple(masks)


def tree(n: int, seed: int) -> Board:
    return tuple(neighbour_masks(take_graph(["tree", str(n), "seed", str(seed)])[0]))


def searched(
    masks: Board, *, pieces: bool | None = True, walls: thermostrat.Tuning = thermostrat.USUAL
) -> StarPacking:
    return StarPacking(masks, table_bits=18, pieces=pieces, walls=walls)


def closing_most(near: list[int], p: int, k: int) -> list[int]:
    """The owner's moves that close the most of their component."""
    chosen: list[int] = []
    left = p
    while left:
        mine, yours = left & -left, 0
        while True:
            closed = [near[v] & k for v in bits(mine)]
            met = sum(1 << u for u in bits(k) if any(part >> u & 1 for part in closed))
            more = mine | sum(1 << v for v in bits(p) if near[v] & met)
            if (more, met) == (mine, yours):
                break
            mine, yours = more, met
        most = max((near[v] & k).bit_count() for v in bits(mine))
        chosen += [v for v in bits(mine) if (near[v] & k).bit_count() == most]
        left &= ~mine
    return chosen


def test_walls_are_below_those_of_the_exact_values() -> None:
    """Every piece met in some searches, with the thermograph of its canonical form when the owner
    has but the moves that close most: mostly the same, less where a piece fell apart or a mast was
    rounded; and no better with all his moves."""
    rng = random.Random(4)
    met = exact = 0
    for _ in range(often(6)):
        n = rng.randint(5, 9)
        search = searched(random_forest(n, rng))
        near = [int(low) | int(high) << 64 for low, high in search._store.near]
        store = Store()

        @cache
        def value(
            p: int, k: int, every: bool = False, near: list[int] = near, store: Store = store
        ) -> int:
            moves = list(bits(p)) if every else closing_most(near, p, k)
            left = [value(p & ~(1 << v), k & ~near[v], every) for v in moves]
            right = [value(p & ~near[v], k & ~(1 << v), every) for v in bits(k)]
            return store.game(left, right)

        for _ in range(4):
            search.wins(rng.getrandbits(n) | rng.getrandbits(n), (1 << n) - 1, NONE)
        assert search._pieces is not None
        entries = search._pieces.bound.known.entry[1 : search._pieces.count.used]
        for entry in entries:
            words = [int(word) for word in entry[:4]]
            steps = entry[4:12].view(np.int16).reshape(2, -1).tolist()
            first, second = entry[12:].view(np.int32).tolist()
            game = value(words[0] | words[1] << 64, words[2] | words[3] << 64)
            graph = thermograph(store, game)
            whole = value(words[0] | words[1] << 64, words[2] | words[3] << 64, True)
            assert store.le(game, whole)
            integer = [store.number_game(second), store.number_game(first)]
            assert store.le(integer[0], game)
            assert not store.le(game, integer[1])  # moving first, he wins against the integer
            for i in range(len(steps[0])):
                t = Fraction(i, 2)
                for side, wall in enumerate((graph.left, graph.right)):
                    bound = Fraction(steps[side][i], 4)
                    met += 1
                    exact += bound == wall.at(t)
                    assert bound <= wall.at(t)
    assert exact > 0.8 * met > 400


@pytest.mark.parametrize(("largest", "work"), [(4, 3), (6, 50), (10, 10_000), (28, 10_000)])
def test_against_brute_force(largest: int, work: int) -> None:
    """Random sets, free moves and stars; small pieces, and hardly any work between pauses."""
    walls = thermostrat.Tuning(largest=largest, work=work, first_entries=16)
    rng = random.Random(largest)
    for _ in range(often(16)):
        n = rng.randint(2, 9)
        masks = random_forest(n, rng)
        search = searched(masks, walls=walls)
        for _ in range(6):
            a, b = rng.getrandbits(n) | rng.getrandbits(n), rng.getrandbits(n) | rng.getrandbits(n)
            spare, star = rng.choice([0, 0, -2, -1, 1, 2]), rng.random() < 0.3
            whole = masks + (0,) * (abs(spare) + star)
            left = a | ((1 << max(spare, 0)) - 1) << n | star << n + abs(spare)
            right = b | ((1 << max(-spare, 0)) - 1) << n | star << n + abs(spare)
            expected = sets_win(whole, False, left, right)
            assert search.wins(a, b, NONE, spare=spare, star=star) == expected
            move = search.winning_move(a, b, NONE, spare=spare, star=star)
            assert (move is not None) == expected
            if move is not None and move < n:
                after = right & ~(masks[move] | 1 << move), left & ~(1 << move)
                assert not sets_win(whole, False, *after)


def test_against_the_search_without_pieces() -> None:
    """Trees of 20 to 34 vertices, some vertices taken; the bound must also save nodes."""
    rng = random.Random(8)
    nodes = [0, 0]
    for _ in range(25):
        n = rng.randint(20, 34)
        masks = random_forest(n, rng)
        full = (1 << n) - 1
        some = rng.getrandbits(n) | rng.getrandbits(n)
        with_pieces, without = searched(masks), searched(masks, pieces=False)
        for a, b in ((full, full), (some, full), (full, some)):
            assert with_pieces.wins(a, b, NONE) == without.wins(a, b, NONE)
        nodes[0] += with_pieces.stats["nodes"]
        nodes[1] += without.stats["nodes"]
    assert 3 * nodes[0] < nodes[1]


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_bounds_of_an_unfinished_search(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(2, 8)
    masks = random_forest(n, rng)
    a, b = rng.getrandbits(n) | rng.getrandbits(n), rng.getrandbits(n) | rng.getrandbits(n)
    search = searched(masks)
    search.winning_move(a, b, NONE)  # looks at the pieces even where stars decide
    win, loss = search.bounds(a, b)
    before = StarPacking(masks).bounds(a, b)
    assert before[1] <= loss < win <= before[0]
    for spare, expected in ((win, True), (loss, False)):
        whole = masks + (0,) * abs(spare)
        left = a | ((1 << max(spare, 0)) - 1) << n
        right = b | ((1 << max(-spare, 0)) - 1) << n
        assert sets_win(whole, False, left, right) == expected


def test_bounds_at_the_limit_are_those_of_pieces() -> None:
    masks = tree(80, 0)
    full = (1 << 80) - 1
    by_stars = StarPacking(masks).bounds(full, full)
    search = searched(masks)
    search.wins(full & ~1, full, NONE, spare=60)
    with pytest.raises(LimitReached):
        search.wins(full, full, Limits(time_limit=0.5))
    win, loss = search.bounds(full, full)
    assert win - loss < 0.8 * (by_stars[0] - by_stars[1])


def test_full_tables_make_pieces_smaller() -> None:
    """Where the tables may not grow, pieces are forgotten and kept smaller."""
    walls = thermostrat.Tuning(first_entries=64, most_entries=256)
    masks = tree(36, 2)
    full = (1 << 36) - 1
    small, plain = searched(masks, walls=walls), searched(masks, pieces=False)
    assert small.wins(full, full, NONE) == plain.wins(full, full, NONE)
    assert small._pieces is not None
    assert len(small._pieces.bound.known.entry) <= 256
    assert small._pieces.count.most < walls.largest
    tight = searched(masks, walls=walls)
    with pytest.raises(LimitReached, match="memory"):
        tight.wins(full, full, Limits(memory_limit=1))


def test_where_pieces_are_used() -> None:
    assert StarPacking(tree(20, 1)).by_pieces
    assert not StarPacking(random_board(30, 0.2, random.Random(1))).by_pieces


@pytest.mark.slow
def test_trees_of_fifty_against_the_search_without_pieces() -> None:
    for seed in range(4):
        masks = tree(50, seed)
        full = (1 << 50) - 1
        for spare in (-2, -1, 0):
            answers = {
                searched(masks, pieces=p).wins(full, full, NONE, spare=spare) for p in (True, False)
            }
            assert len(answers) == 1


@pytest.mark.slow
def test_trees_of_eighty() -> None:
    """Both starts go alike, so the first move found must leave a position that is lost."""
    for seed in (1, 2, 3, 4, 5):
        masks = tree(80, seed)
        full = (1 << 80) - 1
        search = searched(masks)
        limits = Limits(time_limit=300)
        move = search.winning_move(full, full, limits)
        assert move is not None
        assert move < 80
        again = searched(masks)
        assert not again.wins(full & ~(masks[move] | 1 << move), full & ~(1 << move), limits)


def test_a_partition_is_the_best_and_does_not_depend_on_those_before() -> None:
    """Rows are kept from one position to the next where nothing changed: the same pieces as with
    empty tables, and no fewer vertices are kept than by the best of all partitions."""
    cut = native.engine("star_packing").function("parts")
    rng = random.Random(17)
    for _ in range(30):
        n = rng.randint(3, 9)
        masks = random_forest(n, rng, extra=0.0)
        near = [mask | 1 << v for v, mask in enumerate(masks)]
        used = thermostrat.Pieces(near)
        x = y = (1 << n) - 1
        for _ in range(25):
            x, y = x ^ rng.getrandbits(n) & rng.getrandbits(n) & rng.getrandbits(n), y ^ 1
            most, side = rng.choice([4, 4, 5, 6, 28]), rng.randrange(2)
            found = []
            sets = np.array([[x, 0], [y, 0]], dtype=np.uint64)
            for pieces in (used, thermostrat.Pieces(near)):
                words = np.zeros((n, thermostrat.PART_WORDS), dtype=np.uint64)
                count = cut(pieces.bound.forest, side, sets, most, words)
                found.append([[int(word) for word in row[:4]] for row in words[:count]])
            assert found[0] == found[1]
            parts = [(row[0], row[2]) for row in found[0]]
            assert all(
                (p | k).bit_count() and p.bit_count() + k.bit_count() <= most for p, k in parts
            )
            assert kept(masks, x, y, [p | k for p, k in parts]) == most_kept(masks, x, y, most)


def kept(masks: Board, x: int, y: int, parts: list[int]) -> int:
    """How many vertices of x close nothing beyond the part they are in."""
    return sum(not masks[v] & y & ~part for part in parts for v in bits(part & x))


def most_kept(masks: Board, x: int, y: int, most: int) -> int:
    """The same by the best choice of edges to cut, all being tried."""
    n = len(masks)
    edges = [(u, v) for u in range(n) for v in bits(masks[u] >> u << u) if u < v]
    best = 0
    for chosen in range(1 << len(edges)):
        block = list(range(n))
        for i, (u, v) in enumerate(edges):
            if chosen >> i & 1:
                block = [block[u] if b == block[v] else b for b in block]
        groups = [sum(1 << v for v in range(n) if block[v] == b) for b in set(block)]
        if all((g & x).bit_count() + (g & y).bit_count() <= most for g in groups):
            best = max(best, kept(masks, x, y, groups))
    return best
