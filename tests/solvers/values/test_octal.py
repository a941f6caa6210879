"""Values of octal games against the definition, and published periods."""

from __future__ import annotations

import random

import pytest

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.octal import find_period, octal_values


def by_definition(digits: tuple[int, ...], count: int) -> list[int]:
    row: list[int] = []
    for n in range(count):
        after = set()
        for k, digit in enumerate(digits[: n + 1]):
            if k and digit & 1 and n == k:
                after.add(0)
            if k and digit & 2 and n > k:
                after.add(row[n - k])
            if digit & 4:
                after |= {row[a] ^ row[n - k - a] for a in range(1, n - k)}
        row.append(next(k for k in range(len(after) + 1) if k not in after))
    return row


def test_values_by_the_definition() -> None:
    source = random.Random(4)
    for _ in range(60):
        digits = (source.choice((0, 4)), *(source.randrange(8) for _ in range(source.randrange(5))))
        known = octal_values(digits, 20, Limits())
        assert octal_values(digits, 90, Limits(), known).tolist() == by_definition(digits, 90)
    for digits in ((0, 1, 2, 7), (0, 0, 0, 7), (0, 6), (4, 0, 3), (0, 3, 7, 6)):
        assert octal_values(digits, 700, Limits()).tolist() == by_definition(digits, 700)


@pytest.mark.parametrize(
    ("digits", "preperiod", "period"),
    [
        ((0, 7, 7), 71, 12),  # Kayles
        ((0, 0, 7), 53, 34),  # Dawson's Kayles
        ((0, 1, 3, 7), 52, 34),  # Dawson's chess
        ((0, 1, 5, 6), 3479, 349),
        ((0, 4, 5), 498, 20),
        ((0, 3), 0, 2),
        ((0, 1, 2, 7), 46_578, 4),
        ((0, 1, 6), 105_351, 149_459),
        ((0, 5, 6), 326_640, 144),
        pytest.param((0, 3, 7, 6), 2_268_248, 4, marks=pytest.mark.slow),
        pytest.param((0, 3, 5, 4), 10_061_916, 1_180, marks=pytest.mark.slow),
    ],
)
def test_published_periods(digits: tuple[int, ...], preperiod: int, period: int) -> None:
    """Winning Ways, chapter 4; Flammenkamp's table."""
    found = find_period(digits, 24_000_000, Limits())
    assert found is not None
    assert (found.preperiod, found.period) == (preperiod, period)


def test_no_period_is_invented() -> None:
    assert find_period((0, 0, 0, 7), 3_000, Limits()) is None  # 0.007: none is known


def test_limits_are_obeyed() -> None:
    with pytest.raises(LimitReached):
        octal_values((0, 0, 0, 7), 10_000_000, Limits(time_limit=0.2))
