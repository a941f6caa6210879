"""Pairs for rows of k, found line by line, against every choice of pairs."""

from __future__ import annotations

import random
from itertools import combinations, product

import numpy as np
import pytest

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional import holding_search
from gameproof.solvers.positional.achievement import Achievement, identity
from gameproof.solvers.positional.holding_search import HoldingSearch
from gameproof.solvers.positional.row_pairs import Row, choices, lines_of


def rows(m: int, n: int, k: int, shift: int = 0) -> list[int]:
    """The rows of k on m x n in the four directions, as words."""
    found = []
    for r, c, (dr, dc) in product(range(m), range(n), ((0, 1), (1, 0), (1, 1), (1, -1))):
        cells = [(r + i * dr, c + i * dc) for i in range(k)]
        if cells[-1][0] < m and 0 <= cells[-1][1] < n:
            found.append(sum(1 << x * n + y + shift for x, y in cells))
    return found


def have_pairs(sets: list[int]) -> bool:
    """Are there disjoint pairs of cells, one in each set? Every choice is tried."""
    if not sets:
        return True
    least = min(sets, key=int.bit_count)
    for one, two in combinations(bits(least), 2):
        pair = 1 << one | 1 << two
        if have_pairs([s & ~pair for s in sets if s & pair != pair]):
            return True
    return False


def to_hold(masks: list[int], cells: int, monkeypatch: pytest.MonkeyPatch) -> HoldingSearch:
    """A search that looks line by line, however few rows there are."""
    monkeypatch.setattr(holding_search, "FEW_ROWS", 0)
    members = np.array([cell for mask in masks for cell in bits(mask)], np.int64)
    ends = np.cumsum([0, *(mask.bit_count() for mask in masks)])
    nothing = np.zeros(1, np.int64), np.zeros(0, np.int64)
    problem = Achievement(cells, (ends, members), nothing, identity(cells), 0, 0, True)
    return HoldingSearch(problem, Limits(), bits=4)


@pytest.mark.parametrize("shift", [0, 52, 70])
@pytest.mark.parametrize("size", [(1, 9, 3), (4, 5, 4), (5, 5, 4), (5, 6, 5), (3, 6, 3)])
def test_pairs_are_found_where_there_are_any(
    size: tuple[int, int, int], shift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    m, n, k = size
    masks = rows(m, n, k, shift)
    search = to_hold(masks, m * n + shift, monkeypatch)
    chance = random.Random(str(size))
    seen = set()
    for _ in range(60):
        a = d = 0
        for cell in range(m * n):
            dice = chance.random()
            a |= (dice < 0.2 or dice > 0.95) << cell + shift  # a dead cell may be his
            d |= (dice > 0.7) << cell + shift
        live = [mask & ~a for mask in masks if not mask & d]
        pairs = [1 << one | 1 << two for one, two in search.pairs(a, d, 1 << 20)]
        if not live:
            continue
        assert bool(pairs) == have_pairs(live)
        seen.add(bool(pairs))
        assert len({cell for pair in pairs for cell in bits(pair)}) == 2 * len(pairs)
        if pairs:
            assert not any(pair & (a | d) for pair in pairs)
            assert all(any(pair & mask == pair for pair in pairs) for mask in live)
    assert seen == {True, False}


@pytest.mark.parametrize(
    "rows",
    [
        ((0, 3), (1, 3), (2, 3), (3, 3)),
        ((0, 4), (2, 3), (3, 3)),  # rows of different lengths, as in a block of a strip
        ((0, 2), (1, 4), (4, 2)),
    ],
)
def test_choices_of_a_line_are_its_least_sets_with_pairs(rows: tuple[Row, ...]) -> None:
    length = 6
    count, first, option = choices(length, rows)
    windows = [((1 << size) - 1) << at for at, size in rows]
    for state in range(3**length):
        digits = [state // 3**i % 3 for i in range(length)]
        d = sum(1 << i for i in range(length) if digits[i] == 2)
        live = [window for window in windows if not window & d]
        if not live:
            assert count[state] == 1 << 30
            continue
        free = [i for i in range(length) if digits[i] == 0]
        serving: list[int] = []
        for size in range(2, length + 1, 2):
            for cells in combinations(free, size):
                word = sum(1 << i for i in cells)
                if any(word & old == old for old in serving):
                    continue
                if have_pairs_in(cells, live):
                    serving.append(word)
        listed = option[first[state] : first[state] + count[state]].tolist()
        assert sorted(listed) == sorted(serving)


def have_pairs_in(cells: tuple[int, ...], live: list[int]) -> bool:
    """Do these cells fall into pairs, in whatever way, one in each set?"""
    if not cells:
        return not live
    first = cells[0]
    for other in cells[1:]:
        pair = 1 << first | 1 << other
        rest = tuple(cell for cell in cells if cell not in (first, other))
        if have_pairs_in(rest, [s for s in live if s & pair != pair]):
            return True
    return False


def test_what_are_lines() -> None:
    found = lines_of(rows(5, 6, 5))
    assert found is not None
    assert sorted(len(cells) for cells, _ in found) == [5] * 10 + [6] * 5
    assert lines_of([0b111, 0b1110]) == [([0, 1, 2, 3], ((0, 3), (1, 3)))]
    assert lines_of([0b111, 0b11110]) == [([0, 1, 2, 3, 4], ((0, 3), (1, 4)))]
    assert lines_of([0b111, 0b1011]) is None  # two cells shared, and no rows
    assert lines_of([0b111, 0b11100]) == [([0, 1, 2], ((0, 3),)), ([2, 3, 4], ((0, 3),))]
    assert lines_of([(1 << 11) - 1]) is None  # the table would be large
    long = [0b11111 << i for i in range(8)]  # twelve cells, in two parts
    fours = ((0, 5), (1, 5), (2, 5), (3, 5))
    assert lines_of(long) == [(list(range(8)), fours), (list(range(4, 12)), fours)]
