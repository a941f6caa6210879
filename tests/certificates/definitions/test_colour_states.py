"""Colourings counted over the states of the sets begun: all colourings, formulas, a search."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.often import often
from reference.positional import accepted

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.method import Options, Undecided
from gameproof.encodings.positional import colouring
from gameproof.games.counts import colour_states
from gameproof.games.counts.colour_states import colourings
from gameproof.games.counts.positional_counts import count_by_states, drawn_boards
from gameproof.games.positional import Position
from gameproof.solvers.limits import LimitReached, Limits

Family = list[list[int]]

BOARDS = [
    "tictactoe 2 2",
    "tictactoe 3 2 --first b2 --second a1",
    "tictactoe 3 2 --first a1;b1;c1",
    "tictactoe 3 2 --rule weak",
    "tictactoe 4 2",
    "tictactoe 2 3 --to-move second",
    "mnk 3 5 3",
    "mnk 5 3 3 --to-move second",
    "mnk 1 12 2",
    "hex 3 4",
    "polyomino el 3 4",
    "torus-row 4 3 3",
    '{"cells": 3, "sets": [[]]}',
    '{"cells": 3, "sets": [[0, 1]], "second_sets": [[2]], "second": [2]}',
    '{"cells": 4, "sets": [[2], [0, 1, 3]], "second_sets": []}',
]


@pytest.mark.parametrize("words", BOARDS)
def test_boards_are_counted_as_one_by_one(words: str) -> None:
    position = Position.parse(words)
    for even in (False, True):
        one_by_one = sum(1 for _ in drawn_boards(position, even=even))
        assert count_by_states(position, even=even) == one_by_one


def families(cells: int) -> st.SearchStrategy[Family]:
    numbers = st.integers(0, cells - 1)
    return st.lists(st.lists(numbers, min_size=1, max_size=5), max_size=9)


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), families(n), families(n))))
@settings(max_examples=often(80))
def test_any_two_families_against_all_colourings(drawn: tuple[int, Family, Family]) -> None:
    cells, *forbidden = drawn
    found = [0] * (cells + 1)
    for colours in product((0, 1), repeat=cells):
        if not any(
            all(colours[cell] == own for cell in row)
            for own, family in enumerate(forbidden)
            for row in family
        ):
            found[colours.count(0)] += 1
    both = (forbidden[0], forbidden[1])
    assert colourings(cells, both) == sum(found)
    assert [colourings(cells, both, share) for share in range(cells + 1)] == found


def test_numbers_of_more_than_a_word() -> None:
    assert colourings(200, ([], [])) == 2**200
    assert colourings(90, ([], []), 41) == comb(90, 41)
    rows = [list(range(start, start + 4)) for start in range(0, 100, 4)]
    assert colourings(100, (rows, rows)) == 14**25
    assert colourings(100, (rows, [])) == 15**25


def test_more_rests_than_bits_in_a_word() -> None:
    """Seventy sets begun by one cell, and seventy by another."""
    pairs = [[begun, 2 + 70 * begun + i] for begun in (0, 1) for i in range(70)]
    assert colourings(142, (pairs, [])) == (1 + 2**70) ** 2
    assert colourings(142, (pairs, pairs)) == 4
    assert colourings(142, (pairs, []), 141) == 0
    assert colourings(142, (pairs, []), 70) == comb(140, 70) + 2 * comb(70, 69)


def no_constant_row_or_column(n: int) -> int:
    """n x n matrices of zeros and ones, by inclusion and exclusion over rows and columns."""
    total = 0
    for i, j in product(range(n + 1), repeat=2):
        free = (n - i) * (n - j)
        ways = 2 ** (free + (1 if i and j else i + j))
        total += (-1) ** (i + j) * comb(n, i) * comb(n, j) * ways
    return total


@pytest.mark.parametrize("n", [2, 3, 5, 7])
def test_rows_and_columns_against_inclusion_and_exclusion(n: int) -> None:
    rows = [[n * i + j for j in range(n)] for i in range(n)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    assert colourings(n * n, (rows + columns, rows + columns)) == no_constant_row_or_column(n)


@pytest.mark.parametrize(
    "words", ["mnk 5 6 4", pytest.param("mnk 6 5 4 --to-move second", marks=pytest.mark.slow)]
)
def test_thirty_cells_against_a_search(words: str) -> None:
    position = Position.parse(words)
    (_, states, search) = (m for m in colouring.METHODS if m.question == "count-drawn")
    for even, number in ((False, 13745948), (True, 3595514)):
        for method in (states, search):
            assert method.applies(position)
            found = method.run(position, Limits(), Options(arguments={"even": even}))
            assert found.answer == number
            assert (found.certificate is None) == (method is search)
        assert accepted(position, "count-drawn", number, Definition(), even=even)
        for wrong in (number - 1, number + 2**32, 0, 3595514 + 13745948 - number):
            assert not accepted(position, "count-drawn", wrong, Definition(), even=even)


def test_five_times_five_is_counted_over_states() -> None:
    (_, states, search) = (m for m in colouring.METHODS if m.question == "count-drawn")
    square = Position.parse("tictactoe 5 2")
    for even, number in ((False, 15312474), (True, 3126376)):
        found = states.run(square, Limits(), Options(arguments={"even": even}))
        assert found.answer == number
        assert found.certificate == Definition()
    assert search.applies(square)


@pytest.mark.parametrize(
    ("bound", "value"), [("MOST_WORDS", 9), ("MOST_WORK", 9), ("MOST_KINDS", 2)]
)
def test_tables_are_bounded(bound: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("tictactoe 3 2")
    assert accepted(position, "count-drawn", 32, Definition())
    assert not accepted(position, "count-drawn", 33, Definition())
    monkeypatch.setattr(colour_states, bound, value)
    assert not accepted(position, "count-drawn", 32, Definition())
    found = colouring.count_by_states(position, Limits(), Options())
    assert isinstance(found.answer, Undecided)
    assert found.note is not None
    assert found.certificate is None


def test_limits_are_kept_within_a_cell() -> None:
    limits = Limits()
    limits.cancelled.set()
    with pytest.raises(BaseException, match="cancelled"):
        colouring.count_by_states(Position.parse("mnk 6 6 4"), limits, Options())
    with pytest.raises(LimitReached):
        colouring.count_by_states(Position.parse("mnk 6 6 4"), Limits(time_limit=0), Options())
