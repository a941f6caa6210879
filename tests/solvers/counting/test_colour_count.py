"""Counts of two-colourings against all colourings, one after the other."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.solvers.counting.colour_count import count
from gameproof.solvers.limits import LimitReached, Limits

CELLS = 7
SETS = st.lists(st.frozensets(st.integers(0, CELLS - 1), min_size=1), max_size=8)


@settings(max_examples=60)
@given(not_one=SETS, not_zero=SETS)
def test_all_colourings(not_one: list[frozenset[int]], not_zero: list[frozenset[int]]) -> None:
    expected = [0] * (CELLS + 1)
    for colours in product((0, 1), repeat=CELLS):
        wrong = any(all(colours[c] for c in members) for members in not_one)
        wrong |= any(not any(colours[c] for c in members) for members in not_zero)
        expected[sum(colours)] += not wrong
    ones, zeros = ([sorted(members) for members in sets] for sets in (not_one, not_zero))
    assert count(CELLS, ones, zeros, Limits()) == expected


def test_borders() -> None:
    assert count(0, [], [], Limits()) == [1]
    assert count(1, [[0]], [[0]], Limits()) == [0, 0]
    assert count(2, [[]], [], Limits()) == [0, 0, 0]
    most = [[cell] for cell in range(62)]
    assert count(63, most, [], Limits())[:3] == [1, 1, 0]
    with pytest.raises(ValueError, match="63 cells"):
        count(64, [], [], Limits())
    with pytest.raises(LimitReached):
        count(60, [], [], Limits(time_limit=0.2))
