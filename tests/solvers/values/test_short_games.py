"""The store of canonical forms against the bare definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from reference.game_notation import nimber, up
from reference.short_games import (
    FORMS,
    SMALL_FORMS,
    Form,
    below,
    canonical,
    equal,
    minus,
    stored,
    total,
)
from reference.short_games import unfolded as unfold

from gameproof.solvers.values.short_games import Store, simplest_number


@given(FORMS)
@settings(max_examples=200)
def test_canonical_form_is_equal_and_canonical(g: Form) -> None:
    store = Store()
    simple = unfold(store, stored(store, g))
    assert equal(simple, g)
    assert canonical(simple)


@given(FORMS, FORMS)
@settings(max_examples=200)
def test_order_sum_and_negative(g: Form, h: Form) -> None:
    store = Store()
    x, y = stored(store, g), stored(store, h)
    assert store.le(x, y) == below(g, h)
    assert (x == y) == equal(g, h)
    assert equal(unfold(store, store.negative(x)), minus(g))
    assert store.add(x, store.negative(x)) == 0


@given(SMALL_FORMS, SMALL_FORMS)
@settings(max_examples=100)
def test_sum_is_the_sum_of_the_definition(g: Form, h: Form) -> None:
    store = Store()
    assert store.add(stored(store, g), stored(store, h)) == stored(store, total(g, h))


def test_every_game_born_by_day_two() -> None:
    """There are 1, 4 and 22 values born by days 0, 1 and 2 (Conway)."""
    days = [{0}]
    store = Store()
    for _ in range(2):
        known = sorted(days[-1])
        subsets = [[x for i, x in enumerate(known) if s >> i & 1] for s in range(1 << len(known))]
        days.append({store.game(left, right) for left in subsets for right in subsets})
    assert [len(day) for day in days] == [1, 4, 22]


@pytest.mark.parametrize(
    ("low", "low_in", "high", "high_in", "simplest"),
    [
        (None, False, None, False, "0"),
        ("0", False, None, False, "1"),
        (None, False, "0", False, "-1"),
        ("0", False, "1", False, "1/2"),
        ("0", True, "1", False, "0"),
        ("1/2", False, "1", False, "3/4"),
        ("1/2", False, "1", True, "1"),
        ("-3", False, "-2", False, "-5/2"),
        ("-3", False, "-2", True, "-2"),
        ("5/2", True, "5/2", True, "5/2"),
        ("5/2", True, "5/2", False, None),
        ("2", True, "1", True, None),
        ("9/4", False, "21/8", False, "5/2"),
    ],
)
def test_simplest_number(
    low: str | None, low_in: bool, high: str | None, high_in: bool, simplest: str | None
) -> None:
    def number(text: str | None) -> Fraction | None:
        return None if text is None else Fraction(text)

    assert simplest_number(number(low), low_in, number(high), high_in) == number(simplest)


def test_numbers_add_and_compare_as_numbers() -> None:
    store = Store()
    values = [Fraction(i, 4) for i in range(-9, 10)]
    for x in values:
        for y in values:
            g, h = store.number_game(x), store.number_game(y)
            assert store.number(store.add(g, h)) == x + y
            assert store.le(g, h) == (x <= y)
    assert store.game([store.number_game(0)], [store.number_game(1)]) == store.number_game(
        Fraction(1, 2)
    )
    with pytest.raises(ValueError, match="dyadic"):
        store.number_game(Fraction(1, 3))


def test_a_large_number_costs_nothing() -> None:
    store = Store()
    big = store.number_game(10**12)
    hot = store.game([big], [store.negative(big)])
    assert store.left_stop(hot) == 10**12
    assert store.add(hot, hot) == 0
    assert len(store) < 20


def test_nimbers_and_ups() -> None:
    store = Store()
    for i in range(6):
        for j in range(6):
            assert store.add(nimber(store, i), nimber(store, j)) == nimber(store, i ^ j)
    arrow, star = up(store), nimber(store, 1)
    assert store.le(0, arrow)
    assert not store.le(star, 0)
    assert not store.le(0, star)
    two_up = store.add(arrow, arrow)
    assert store.le(star, two_up)
    assert not store.le(star, arrow)


def test_a_store_adopts_games_of_another() -> None:
    one, two = Store(), Store()
    one.game([0], [])
    hot = two.game([two.number_game(3)], [nimber(two, 1)])
    copy = one.adopt(two, hot)
    assert one.left_stop(copy) == 3
    assert two.adopt(one, copy) == hot
