"""Take-away games: closed forms and tables against the definition."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.dynamic_take_away import dynamic_columns_by_definition
from reference.grundy import grundy
from reference.impartial import confirm
from reference.proved import findings, proved

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.values import closed_form
from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.certificates.values.dynamic_table import DynamicTable
from gameproof.certificates.values.heap_tables import verify_heaps
from gameproof.certificates.values.mex import Mex
from gameproof.certificates.values.mex_tables import verify_kernel
from gameproof.games.impartial import even_odd, nim, rook, subtraction, take_away, wythoff
from gameproof.games.impartial.expression import Expression, at_least_x, non_decreasing, parse
from gameproof.games.impartial.laws.h_numbers import (
    h_numbers,
    h_parts,
    representation_counts,
)
from gameproof.games.impartial.laws.take_away_steps import nim_value, step_table
from gameproof.games.impartial.laws.wythoff_pairs import (
    is_p_position,
    pair,
    partner,
    winning_moves,
)
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.dynamic_take_away import dynamic_columns
from gameproof.solvers.values.octal import find_period, octal_values, subtraction_code

FUNCTIONS = (
    "x", "x + 1", "x + 5", "2*x", "2*x + 1", "2*x - 1", "3*x", "4*x", "3*x // 2",
    "max(x, 10)", "x*x", "x + x // 3",
)  # fmt: skip


# ------------------------------------------------------------------------------ Nim


@settings(max_examples=40)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=3))
def test_nim_is_as_defined(heaps: list[int]) -> None:
    position = nim.make(tuple(heaps))
    truth = grundy(position)
    assert proved("nim", position, "grundy") == str(truth)
    assert proved("nim", position, "outcome") == ("N" if truth else "P")
    assert proved("nim", position, "equivalent", heap=truth) == "yes"
    assert proved("nim", position, "equivalent", heap=truth + 2) == "no"
    wins = {position.move_text(m) for m in position.moves() if grundy(position.play(m)) == 0}
    assert set(proved("nim", position, "winning-moves").split(", ")) == (wins or {"none"})


@pytest.mark.parametrize(
    ("heaps", "outcome", "moves"),
    [
        ((3, 4, 5), "N", "1:2"),
        ((3, 4, 7), "P", "none"),
        ((3, 4, 6), "N", "1:1"),  # what the slide of the demonstration draws
        ((3, 3, 1), "N", "1:1, 2:1, 3:1"),
        ((2, 2, 1), "N", "3:1"),
        ((4, 4, 4), "N", "1:4, 2:4, 3:4"),
        ((1, 1), "P", "none"),
        ((1, 1, 2), "N", "3:2"),
    ],
)
def test_nim_of_the_lecture(heaps: tuple[int, ...], outcome: str, moves: str) -> None:
    assert proved("nim", nim.make(heaps), "outcome") == outcome
    assert proved("nim", nim.make(heaps), "winning-moves") == moves


def test_the_sample_play() -> None:
    position = nim.make((3, 4, 5))
    sums = []
    for move in ("1:2", "3:3", "2:1", "2:1", "1:1", "3:1", "2:1", "3:1", "2:1"):
        sums.append(proved("nim", position, "grundy"))
        position = position.play(position.parse_move(move))
    assert sums == ["2", "0", "7", "0", "1", "0", "3", "0", "1"]
    assert position.result() == "previous"


def test_nim_beyond_64_bits() -> None:
    big = 3 * 10**40
    found = findings("nim", nim.make((big, 5)), "winning-moves")
    assert found["law"].answer == f"1:{big - 5}"


@pytest.mark.parametrize(("game", "to"), [("nim", 3000), ("even-odd", 3000), ("rook", 130)])
def test_closed_forms(game: str, to: int) -> None:
    position = {
        "nim": nim.make((1,)), "even-odd": even_odd.make((1,)), "rook": rook.make(0, 0)
    }[game]  # fmt: skip
    assert proved(game, position, "closed-form", to=to) == "yes"


@pytest.mark.slow
def test_closed_forms_far() -> None:
    assert proved("nim", nim.make((1,)), "closed-form", to=1_000_000) == "yes"
    assert proved("even-odd", even_odd.make((1,)), "closed-form", to=1_000_000) == "yes"
    assert proved("rook", rook.make(0, 0), "closed-form", to=1000) == "yes"


def test_even_odd_to_thirty() -> None:
    for n in range(31):
        position = even_odd.make((n,))
        truth = grundy(position)
        assert truth == (0 if n == 0 else (n + 1) // 2 if n % 2 else n // 2 - 1)
        assert proved("even-odd", position, "grundy") == str(truth)
    assert [n for n in range(9) if even_odd.make((n,)).result() == "previous"] == [0, 2]


def test_even_odd_sums() -> None:
    for a in range(7):
        for b in range(7):
            position = even_odd.make((a, b))
            assert proved("even-odd", position, "grundy") == str(grundy(position))
            wins = [m for m in position.moves() if grundy(position.play(m)) == 0]
            said = proved("even-odd", position, "winning-moves")
            assert set(said.split(", ")) == ({position.move_text(m) for m in wins} or {"none"})


def test_rook_is_nim() -> None:
    for m in range(6):
        for n in range(6):
            position = rook.make(m, n)
            assert proved("rook", position, "grundy") == str(m ^ n) == str(grundy(position))


# ---------------------------------------------------------------------- subtraction


def test_game_1() -> None:
    for n in range(26):
        position = subtraction.make((1, 2, 3, 4), (n,))
        assert proved("subtraction", position, "outcome") == ("P" if n % 5 == 0 else "N")
        assert proved("subtraction", position, "grundy") == str(n % 5)
    position = subtraction.make((1, 2, 3, 4), (10, 11))
    assert proved("subtraction", position, "winning-moves") == "1:4, 2:1"
    assert proved("subtraction", position, "period") == "period 5 after 0 values"
    assert proved("subtraction", position, "closed-form", to=5000) == "yes"


@settings(max_examples=60)
@given(
    st.sets(st.integers(1, 12), min_size=1, max_size=4),
    st.lists(st.integers(0, 14), min_size=1, max_size=2),
)
def test_subtraction_sets_are_as_defined(amounts: set[int], heaps: list[int]) -> None:
    position = subtraction.make(tuple(amounts), tuple(heaps))
    truth = grundy(position)
    assert proved("subtraction", position, "grundy") == str(truth)
    wins = {position.move_text(m) for m in position.moves() if grundy(position.play(m)) == 0}
    assert set(proved("subtraction", position, "winning-moves").split(", ")) == (wins or {"none"})


@settings(max_examples=60)
@given(st.sets(st.integers(1, 14), min_size=1, max_size=5))
def test_the_period_is_least_and_lasts(amounts: set[int]) -> None:
    ordered = tuple(sorted(amounts))
    repeats = find_period(subtraction_code(ordered), 100_000, Limits())
    assert repeats is not None
    count = 2000
    assert repeats.preperiod + 2 * repeats.period < count
    values = octal_values(subtraction_code(ordered), count, Limits())
    pairs = [
        (start, period)
        for period in range(1, repeats.period + 1)
        for start in range(repeats.preperiod + 1)
        if np.array_equal(values[start : count - period], values[start + period :])
    ]
    assert pairs == [(repeats.preperiod, repeats.period)]
    position = subtraction.make(ordered, (0,))
    assert proved("subtraction", position, "period") == (
        f"period {repeats.period} after {repeats.preperiod} values"
    )
    big = 10**30 + repeats.preperiod
    far = subtraction.make(ordered, (big,))
    same = values[repeats.preperiod + (big - repeats.preperiod) % repeats.period]
    assert findings("subtraction", far, "grundy")["period"].answer == int(same)


def test_the_subtraction_engine_agrees_with_the_definition() -> None:
    amounts = tuple(sorted(random.Random(2).sample(range(1, 60), 20)))
    values = octal_values(subtraction_code(amounts), 5000, Limits())
    table: list[int] = []
    for n in range(5000):
        seen = {table[n - s] for s in amounts if s <= n}
        table.append(next(k for k in range(99) if k not in seen))
    assert values.tolist() == table
    position = subtraction.make(amounts, (4999,))
    confirm("subtraction", position, "grundy", str(table[-1]), Mex({}, values, 0, 0))


def test_a_wrong_period_is_rejected() -> None:
    position = subtraction.make((1, 2, 3, 4), (11,))
    good = findings("subtraction", position, "grundy")["period"].certificate
    assert isinstance(good, Mex)

    def refused(forged: Mex, match: str | None = None) -> None:
        with pytest.raises(Rejected, match=match):
            confirm("subtraction", position, "grundy", "1", forged)

    confirm("subtraction", position, "grundy", "1", good)
    for place in range(len(good.heaps)):
        values = good.heaps.copy()
        values[place] += 1
        refused(Mex({}, values, good.preperiod, good.period))
    refused(Mex({}, good.heaps, 0, 4))
    refused(Mex({}, good.heaps, -1, 5))
    refused(Mex({}, good.heaps[:-1], 0, 5), "needs a table of 10")
    with pytest.raises(Rejected):
        confirm("subtraction", position, "grundy", "2", ClosedForm())
    with pytest.raises(Rejected):
        confirm("nim", nim.make((1, 2)), "outcome", "P", ClosedForm())
    with pytest.raises(Rejected):
        verify_heaps(np.zeros(10, dtype=np.int64), position.heap_code())


# -------------------------------------------------------------------------- Wythoff

SLIDE_44 = [
    (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23), (16, 26),
    (17, 28), (19, 31), (21, 34), (22, 36), (24, 39), (25, 41), (27, 44),
]  # fmt: skip


def test_wythoff_pairs_of_the_slide() -> None:
    assert [pair(k) for k in range(1, 18)] == SLIDE_44


def test_wythoff_is_as_defined() -> None:
    memo: dict[wythoff.Position, int] = {}
    for a in range(15):
        for b in range(15):
            position = wythoff.make(a, b)
            lost = grundy(position, memo) == 0
            assert is_p_position(a, b) is lost
            wins = [m for m in position.moves() if grundy(position.play(m), memo) == 0]
            assert sorted(winning_moves(a, b)) == sorted(wins)
            if a * b % 7 == 0:
                assert proved("wythoff", position, "outcome") == ("P" if lost else "N")
                proved("wythoff", position, "winning-moves")


def test_every_number_has_one_partner() -> None:
    for k in range(2000):
        a, b = pair(k)
        assert (partner(a), partner(b)) == (b, a)
    assert sorted(c for k in range(1000) for c in set(pair(k)))[:1600] == list(range(1600))


def test_wythoff_far_away() -> None:
    a, b = pair(10**30)
    assert is_p_position(a, b)
    assert not is_p_position(a, b + 1)
    assert partner(a) == b
    assert partner(b) == a
    low, high = pair(618033988749894848)
    for _ in range(1000):  # about a microsecond each: a walk up to them would never end
        is_p_position(low, high)
    position = wythoff.make(10**18, 10**18 + 7)
    assert findings("wythoff", position, "outcome")["theorem"].answer == "N"


def test_wythoff_table() -> None:
    position = wythoff.make(0, 0)
    found = findings("wythoff", position, "closed-form", to=400)["p-table"]
    assert found.answer is True
    assert isinstance(found.certificate, Definition)
    partners = np.array([d if (d := partner(c)) <= 400 else -1 for c in range(401)])
    verify_kernel(partners)
    for place in (0, 1, 5, 400):
        wrong = partners.copy()
        wrong[place] = (wrong[place] + 1) % 400
        with pytest.raises(Rejected):
            verify_kernel(wrong)
    with pytest.raises(Rejected):
        confirm("wythoff", position, "closed-form", "no", found.certificate, to=400)
    with pytest.raises(Rejected):
        confirm("wythoff", wythoff.make(3, 5), "outcome", "N", ClosedForm())
    with pytest.raises(Rejected):
        confirm("wythoff", wythoff.make(3, 6), "outcome", "P", ClosedForm())


# ------------------------------------------------------------------ f-games

H_LISTS = {
    "x": [1, 2, 4, 8, 16, 32, 64, 128],
    "2*x-1": [1, 2, 4, 8, 16, 32, 64, 128],
    "3*x//2": [1, 2, 4, 8, 16, 32, 64, 128],
    "x+1": [1, 2, 3, 5, 10, 20, 40, 80],
    "x+5": [1, 2, 3, 4, 5, 6, 7, 9, 13, 22, 44, 88],
    "2*x": [1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
    "2*x+1": [1, 2, 3, 4, 6, 9, 13, 19, 28, 47, 75, 122],
    "4*x": [1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 31, 40, 52, 67, 86],
    "max(x,10)": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 22, 44, 88],
}


@pytest.mark.parametrize("function", H_LISTS)
def test_h_numbers(function: str) -> None:
    numbers = H_LISTS[function]
    assert h_numbers(parse(function), numbers[-1]) == numbers
    position = take_away.make(function, numbers[-1])
    assert proved("take-away", position, "losing-sizes") == " ".join(map(str, numbers))


def plain_values(f: Expression, largest: int) -> dict[tuple[int, int], int]:
    """g(n, x) for x <= n <= largest, from the definition."""
    values: dict[tuple[int, int], int] = {}
    for n in range(largest + 1):
        for x in range(n + 1):
            seen = {values[n - y, min(n - y, f(y))] for y in range(1, x + 1)}
            values[n, x] = next(k for k in range(n + 2) if k not in seen)
    return values


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_position_to_sixty(function: str) -> None:
    f = parse(function)
    values = plain_values(f, 60)
    numbers = h_numbers(f, 60)
    assert proved("take-away", take_away.make(function, 2), "closed-form", to=60) == "yes"
    steps = step_table(dynamic_columns([0] + [f(y) for y in range(1, 61)], 99, Limits()))
    for n in range(1, 61):
        parts = h_parts(numbers, n)
        assert all(f(low) < high for low, high in pairwise(parts))
        for x in range(n + 1):
            position = take_away.make(function, n, x)
            assert nim_value(position, steps) == values[n, x]
            assert (values[n, x] > 0) is (x >= parts[0])
    assert [n for n in range(1, 61) if values[n, n - 1] == 0] == [h for h in numbers if h <= 60]
    for n, x in ((7, 3), (12, 11), (16, 16), (21, 5)):
        position = take_away.make(function, n, x)
        assert proved("take-away", position, "grundy") == str(values[n, x])
        proved("take-away", position, "outcome")
        proved("take-away", position, "winning-moves")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_representations_are_unique(function: str) -> None:
    f = parse(function)
    numbers = h_numbers(f, 40)
    sums = [0] * 41
    for size in range(len(numbers) + 1):
        for parts in combinations(numbers, size):
            if sum(parts) <= 40 and all(f(low) < high for low, high in pairwise(parts)):
                sums[sum(parts)] += 1
        if size == 6:
            break  # six parts, each more than the one before, exceed 40 for all functions here
    assert sums == representation_counts(f, 40).tolist() == [1] * 41
    position = take_away.make(function, 5)
    assert proved("take-away", position, "unique-representation", to=500) == "yes"
    with pytest.raises(Rejected):
        confirm("take-away", position, "unique-representation", "no", Definition(), to=3)


def test_grundy_rows_of_the_game_with_f_x() -> None:
    def value(n: int, x: int) -> int:
        found = findings("take-away", take_away.make("x", n, x), "grundy")["steps"].answer
        assert isinstance(found, int)
        return found

    assert [value(n, n - 1) for n in range(1, 17)] == [
        0,
        0,
        2,
        0,
        3,
        3,
        3,
        0,
        4,
        4,
        4,
        4,
        4,
        5,
        5,
        0,
    ]
    assert [value(n, n) for n in range(17)] == [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5]
    assert [value(6, x) for x in range(1, 7)] == [0, 2, 3, 3, 3, 3]
    assert [value(10, x) for x in range(1, 11)] == [0, 2, 3] + [4] * 7
    assert [value(12, x) for x in range(1, 13)] == [0, 0, 0, 3] + [4] * 8


def test_sums_of_dynamic_piles() -> None:
    source = random.Random(11)
    for _ in range(25):
        function = source.choice(FUNCTIONS)
        a, b = source.randint(1, 7), source.randint(1, 7)
        x, y = source.randint(0, a), source.randint(0, b)
        position = take_away.make(function, a, x, f"{b}:{y}")
        truth = grundy(position)
        assert proved("take-away", position, "grundy") == str(truth)
        wins = {position.move_text(m) for m in position.moves() if grundy(position.play(m)) == 0}
        assert set(proved("take-away", position, "winning-moves").split(", ")) == (wins or {"none"})


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("size", [0, 1, 2, 30, 700])
def test_columns_are_those_of_the_definition(function: str, size: int) -> None:
    f = [0] + [parse(function)(y) for y in range(1, size + 1)]
    plain = dynamic_columns_by_definition(f, 99)
    assert np.array_equal(dynamic_columns(f, 99, Limits()), plain)


def test_h_numbers_of_a_huge_pile() -> None:
    position = take_away.make("2*x", 10**18)
    found = findings("take-away", position, "outcome")["h-numbers"]
    assert found.answer == "N"
    (move,) = found.winning_moves
    assert isinstance(move, tuple)
    assert findings("take-away", position.play(move), "outcome")["h-numbers"].answer == "P"


def test_games_close_to_nim_stop_at_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = [0] + [1000 * y for y in range(1, 1001)]
    with pytest.raises(LimitReached):
        dynamic_columns(rule, 2000, Limits(), most_entries=50_000)
    with pytest.raises(BadInput, match="too many"):
        representation_counts(parse("max(x, 1000000)"), 1_000_000)
    position = take_away.make("max(x, 1000000)", 500_000)
    monkeypatch.setattr(closed_form, "MOST_NUMBERS", 1000)
    with pytest.raises(Rejected, match="too many H-numbers"):
        confirm("take-away", position, "outcome", "P", ClosedForm())


def test_changed_tables_are_rejected() -> None:
    position = take_away.make("2*x", 30)
    found = findings("take-away", position, "grundy")["steps"]
    assert isinstance(found.certificate, DynamicTable)
    answer = str(found.answer)
    first = found.certificate.first
    source = random.Random(1)
    for _ in range(200):
        k, n = source.randrange(first.shape[0]), source.randrange(first.shape[1])
        wrong = first.copy()
        wrong[k, n] = source.choice([v for v in range(31) if v != first[k, n]])
        with pytest.raises(Rejected):
            confirm("take-away", position, "grundy", answer, DynamicTable(wrong))
    for shorter in (first[:-1], first[:, :-1]):
        with pytest.raises(Rejected):
            confirm("take-away", position, "grundy", answer, DynamicTable(shorter))
    with pytest.raises(Rejected):
        confirm("take-away", position, "outcome", "P", ClosedForm())


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("x-1", "less than x"),
        ("10-x", "decreases"),
        ("__import__('os')", "not allowed"),
        ("x**9", "not allowed"),
        ("y", "not allowed"),
        ("x+", "not an expression"),
        ("x//0", "divides by zero"),
        ("True", "not allowed"),
    ],
)
def test_functions_are_checked(function: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        take_away.make(function, 20)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_properties_read_off_the_form_are_true(function: str) -> None:
    f = parse(function)
    assert non_decreasing(f)
    assert at_least_x(f)
    assert all(f(x) <= f(x + 1) and f(x) >= x for x in range(1, 300))


def test_form_is_not_believed_too_much() -> None:
    assert not non_decreasing(parse("x//x"))
    assert not at_least_x(parse("x//2"))
    assert not at_least_x(parse("min(x, 100)"))
    assert not non_decreasing(parse("(x-5)*(x-5)"))
    assert not non_decreasing(parse("3-x"))
