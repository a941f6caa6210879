"""Two colours and several stones a turn: plans are wins by all plays, and refused limits."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional.several_stones import Builder

CELLS = 6


def wins(sets: list[int], per_turn: int, start: tuple[int, int], stones: int, turns: int) -> bool:
    """Does Builder fill a set in so many turns? All plays of the game."""

    def filled(colours: tuple[int, int]) -> bool:
        return any(mask & colour == mask for mask in sets for colour in colours)

    @cache
    def play(first: int, second: int, left: int, most: int) -> bool:
        if filled((first, second)):
            return True
        if not left:
            return most > 1 and all(
                play(*after, per_turn, most - 1) for after in children(first, second)
            )
        return any(play(*after, left - 1, most) for after in children(first, second))

    def children(first: int, second: int) -> list[tuple[int, int]]:
        free = [1 << cell for cell in range(CELLS) if not (first | second) >> cell & 1]
        return [p for bit in free for p in ((first | bit, second), (first, second | bit))]

    return play(*start, stones, turns)


boards = st.tuples(
    st.lists(st.integers(1, 2**CELLS - 1), min_size=1, max_size=8),
    st.text("xo....", min_size=CELLS, max_size=CELLS),
    st.integers(1, 2),
)


@given(boards)
@settings(max_examples=150)
def test_plans_win_all_plays(board: tuple[list[int], str, int]) -> None:
    sets, letters, per_turn = board
    first, second = (sum(1 << i for i, x in enumerate(letters) if x == own) for own in "xo")
    if any(mask & own == mask for mask in sets for own in (first, second)):
        return
    builder = Builder(CELLS, sets, per_turn, Limits())
    for stones, turns in product(range(1, per_turn + 1), (1, 2, 3)):
        plan = builder.plan((first, second), stones, turns)
        if plan is None:
            if turns == 1:
                assert not wins(sets, per_turn, (first, second), stones, 1)
            continue
        assert 1 <= len(plan) <= stones
        after = [first, second]
        for cell, colour in plan:
            assert not (after[0] | after[1]) >> cell & 1
            after[colour] |= 1 << cell
        assert wins(sets, per_turn, (after[0], after[1]), 0, turns)


def test_three_sets_of_which_one_stone_stops_two() -> None:
    """Five cells in a row and both their neighbours: three disjoint pairs."""
    builder = Builder(6, [0b11, 0b1100, 0b110000], 1, Limits())
    assert builder.plan((0, 0), 1, 1) is None
    assert builder.plan((0, 0), 1, 2) is None
    crossing = Builder(5, [1 << a | 1 << 4 for a in range(3)], 1, Limits())
    assert crossing.plan((0, 0), 1, 2) is not None
    assert crossing.shortest((0, 0), 1, 3) == crossing.plan((0, 0), 1, 2)


def test_limits() -> None:
    sets = [1 << a | 1 << b for a, b in combinations(range(6), 2)]
    with pytest.raises(LimitReached):
        Builder(6, sets, 2, Limits(time_limit=0)).plan((0, 0), 2, 3)
