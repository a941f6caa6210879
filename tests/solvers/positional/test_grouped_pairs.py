"""Pairs such that every set holds one, and zones of held positions, against brute force."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.encodings.positional.search import as_achievement
from gameproof.games.positional import Position
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional import holding_search
from gameproof.solvers.positional.achievement import Achievement, identity
from gameproof.solvers.positional.holding_search import HoldingSearch

Sets = list[tuple[int, ...]]


@st.composite
def families(draw: st.DrawFn, most_cells: int, most_sets: int) -> tuple[int, Sets]:
    cells = draw(st.integers(2, most_cells))
    every = [s for size in (2, 3, 4) for s in combinations(range(cells), size)]
    return cells, draw(st.lists(st.sampled_from(every), min_size=1, max_size=most_sets))


def have_pairs(sets: Sets, used: frozenset[int] = frozenset()) -> bool:
    """Are there disjoint pairs of unused cells, one in each set? Every choice is tried."""
    if not sets:
        return True
    for pair in combinations([cell for cell in sets[0] if cell not in used], 2):
        rest = [s for s in sets[1:] if not set(pair) <= set(s)]
        if have_pairs(rest, used | set(pair)):
            return True
    return False


def to_hold(cells: int, sets: Sets) -> Achievement:
    """The empty board, the attacker to move; the defender has no sets."""
    attack = (np.cumsum([0] + [len(s) for s in sets]), np.array([c for s in sets for c in s]))
    nothing = (np.zeros(1, np.int64), np.zeros(0, np.int64))
    return Achievement(cells, attack, nothing, identity(cells), 0, 0, True)


@settings(max_examples=200)
@given(families(11, 9), st.sampled_from([0, 58, 64]))
def test_pairs_are_found_where_there_are_any(family: tuple[int, Sets], shift: int) -> None:
    _, sets = family
    moved = [tuple(cell + shift for cell in s) for s in sets]
    search = HoldingSearch(to_hold(80, moved), Limits(), bits=4)
    pairs = search.pairs(0, 0, 1 << 20)
    assert bool(pairs) == have_pairs(sets)
    assert len({cell for pair in pairs for cell in pair}) == 2 * len(pairs)
    if pairs:
        assert all(any(set(pair) <= set(s) for pair in pairs) for s in moved)


def stopped(sets: Sets, maker: frozenset[int], free: frozenset[int], moving: bool) -> bool:
    """Does Breaker, who has all other cells, keep Maker from every set? By brute force."""
    words = [frozenset(s) for s in sets]

    @cache
    def holds(maker: frozenset[int], free: frozenset[int], moving: bool) -> bool:
        if any(s <= maker for s in words):
            return False
        if moving:
            return all(holds(maker | {c}, free - {c}, False) for c in free)
        return not free or any(holds(maker, free - {c}, True) for c in free)

    return holds(maker, free, moving)


@settings(max_examples=60)
@given(families(8, 12))
def test_what_is_held_is_held_in_its_zone(family: tuple[int, Sets]) -> None:
    """Though all free cells outside of the zone are Maker's."""
    cells, sets = family
    problem = to_hold(cells, sets)
    search = HoldingSearch(problem, Limits(), width=128, bits=10)
    search.holds(0, 0, True, 1 << 20)
    board = (1 << cells) - 1
    for row in search.board.zone[: search.effort.zones].tolist():
        zone, stones = row
        assert not zone & stones
        maker = frozenset(bits(board & ~(stones | zone)))
        assert stopped(sets, maker, frozenset(bits(zone)), moving=True)


@pytest.mark.parametrize("words", ["mnk 5 8 5", "mnk 4 6 4", "polyomino l5 5 5"])
def test_zones_that_serve_are_found(words: str) -> None:
    """In every place to which a symmetry takes them, as a look at each one finds them."""
    problem = as_achievement(Position.parse(words), "first")
    search = HoldingSearch(problem, Limits())
    search.holds(0, 0, True, 600)
    rows = search.board.zone[: search.effort.zones].tolist()
    assert search.board.places.used[1] > 3, "the tree has divided its zones"
    images = problem.symmetries.tolist()
    placed = {
        (sum(1 << to[c] for c in bits(cells)), sum(1 << to[c] for c in bits(stones)))
        for cells, stones in rows
        for to in images
    }
    rng = random.Random(3)
    found, some = np.zeros((len(rows) * len(images), search.board.places.placed.shape[1]), "u8"), 0
    for _ in range(300):
        cells = rng.sample(range(problem.cells), rng.randint(4, problem.cells))
        split = rng.randint(0, 3)
        own, stones = (sum(1 << c for c in part) for part in (cells[:split], cells[split:]))
        position = np.array([[[own], [stones]]], np.uint64)
        count = search.function("serving")(search.board, position, found)
        wanted = {
            (zone, asked)
            for zone, asked in placed
            if (asked & ~stones).bit_count() < 2 and not own & (zone | asked)
        }
        assert {(zone, asked) for zone, asked, _ in found[:count].tolist()} == wanted
        some += len(wanted)
    assert some > 300


def test_a_table_that_grows_keeps_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding_search, "FIRST_BITS", 10)
    search = HoldingSearch(as_achievement(Position.parse("mnk 6 8 5"), "first"), Limits())
    search.holds(0, 0, True, 100)
    (rows,) = search.room.table
    larger = np.zeros((1 << 14, rows.shape[1]), np.uint64)
    search.function("take_over")(search.room, (larger,))
    known, kept = ({tuple(row) for row in table.tolist() if any(row)} for table in (rows, larger))
    assert known == kept
    assert len(known) > 100
    search.holds(0, 0, True, 1000)
    assert len(search.room.table[0]) > len(rows)
