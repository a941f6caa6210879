"""Pairs such that every set holds one, and zones of held positions, against brute force."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
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
