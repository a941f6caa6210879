"""Values of games given by their options alone."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from gameproof.encodings.short_games import parse_value
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.canonical_form import canonical_form, number_birthday

Edges = frozenset[tuple[int, int, str]]


def cut(edges: Edges, player: str) -> Iterable[Edges]:
    """Red-blue Hackenbush: cut an edge of one's colour, what hangs in the air falls."""
    for edge in edges:
        if (edge[2] == "b") == (player == "left"):
            rest = edges - {edge}
            held = {0}
            while True:
                more = {v for a, b, _ in rest for v in (a, b) if a in held or b in held} - held
                if not more:
                    break
                held |= more
            yield frozenset(e for e in rest if e[0] in held)


def stalk(colours: str) -> Edges:
    return frozenset((i, i + 1, c) for i, c in enumerate(colours))


@pytest.mark.parametrize(
    ("colours", "value"),
    [
        ("", "0"),
        ("b", "1"),
        ("bbb", "3"),
        ("br", "1/2"),
        ("brb", "3/4"),
        ("rbb", "-1/4"),
        ("brr", "1/4"),
        ("bbrbr", "13/8"),
    ],
)
def test_red_blue_hackenbush_stalks(colours: str, value: str) -> None:
    """Berlekamp's rule; Winning Ways, chapter 3."""
    assert canonical_form(stalk(colours), cut) == parse_value(value)


def test_nim_heaps_and_their_sum() -> None:
    def heaps(position: tuple[int, ...], player: str) -> Iterable[tuple[int, ...]]:
        for i, n in enumerate(position):
            for k in range(n):
                yield (*position[:i], k, *position[i + 1 :])

    def single(position: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(n,) for n in position if n]

    def position(*sizes: int) -> tuple[int, ...]:
        return sizes

    assert str(canonical_form(position(3, 4, 5), heaps)) == "*2"
    assert str(canonical_form(position(1, 2, 3), heaps)) == "0"
    assert str(canonical_form(position(9, 5), heaps, parts=single)) == "*12"


Cells = frozenset[tuple[int, int]]


def domino(position: Cells, player: str) -> Iterable[Cells]:
    dr, dc = (1, 0) if player == "left" else (0, 1)
    for r, c in position:
        if (r + dr, c + dc) in position:
            yield position - {(r, c), (r + dr, c + dc)}


@pytest.mark.parametrize(
    ("rows", "columns", "value"),
    [(1, 2, "-1"), (2, 1, "1"), (2, 2, "±1"), (2, 3, "{2|-1/2}"), (3, 3, "±1")],
)
def test_domineering_rectangles(rows: int, columns: int, value: str) -> None:
    """Conway, On Numbers and Games, chapter 10; Left plays upright."""
    board = frozenset((r, c) for r in range(rows) for c in range(columns))
    assert canonical_form(board, domino) == parse_value(value)


def test_fractions_finer_than_the_engines_are_exact() -> None:
    """A stalk of one blue and 40 red edges is 2^-40; the engine's numbers have 32 places."""
    found = canonical_form(stalk("b" + "r" * 40), cut)
    assert found.number == Fraction(1, 2**40)
    assert found.birthday == 41


def test_loops_are_refused() -> None:
    with pytest.raises(ValueError, match="repeat"):
        canonical_form(0, lambda p, player: [1 - p])


def test_limits_are_obeyed() -> None:
    with pytest.raises(LimitReached):
        canonical_form(0, lambda p, player: [p + 1] if p < 10**6 else [], Limits(time_limit=0.1))


@pytest.mark.parametrize(
    ("x", "day"), [("0", 0), ("5", 5), ("-3", 3), ("1/2", 2), ("7/4", 4), ("-5/8", 4)]
)
def test_birthdays_of_numbers(x: str, day: int) -> None:
    assert number_birthday(Fraction(x)) == day
    assert parse_value(x).birthday == day


def test_order_and_outcomes() -> None:
    star, up, switch = parse_value("*"), parse_value("^"), parse_value("±1")
    assert (star.outcome, up.outcome, switch.outcome) == ("N", "L", "N")
    assert parse_value("{*|0}").outcome == "R"
    assert parse_value("0").outcome == "P"
    assert up > parse_value("0")
    assert not up > star
    assert up + up > star
    assert (switch - switch) == parse_value("0")
    assert [str(v) for v in switch.left_options] == ["1"]
    assert [str(v) for v in switch.right_options] == ["-1"]
