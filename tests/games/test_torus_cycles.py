"""Rules of the torus game: the board, classes, owners, winners and notation."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.torus_classes import (
    generators,
    hex_norm,
    normal,
    parity_owner,
    read_class,
    sextant_owner,
)
from gameproof.games.torus_cycles import PLAYERS, Position, make

# The posting: no loop yet; D4 closes three.
D4 = "x.x.../xx..../.xxx../....xx/x.x..x/x.x..."

CROSSES = {
    "vertical": ("..x.../..x.../..x.../..x.../..x.../..x...", (0, 1)),
    "horizontal": ("....../....../....../....../xxxxxx/......", (1, 0)),
    "diagonal": (".x..../x...../.....x/....x./...x../..x...", (1, 1)),
    "(1, 2)": (".x..x./x..x../x..x../..x..x/..x..x/.x..x.", (1, 2)),
    "(2, 1)": ("..xx../xx..../....xx/..xx../xx..../....xx", (2, 1)),
    "(1, -1)": ("..xx../...xx./....xx/x....x/xx..../.xx...", (1, -1)),
}


def board(text: str, n: int = 6, **more: object) -> Position:
    return make(n, n, text, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CROSSES)
def test_the_drawn_loops_have_their_classes(name: str) -> None:
    text, wanted = CROSSES[name]
    assert board(text).loops("x") == {wanted}


def test_corners() -> None:
    here = board("/".join(["......"] * 6))
    near = {here.cell_text(c) for c, _, _ in here.neighbours(here.parse_cell("A6"))}
    assert "F1" in near
    far = {here.cell_text(c) for c, _, _ in here.neighbours(here.parse_cell("A1"))}
    assert "F6" not in far
    common = {here.cell_text(c) for c, _, _ in here.neighbours(here.parse_cell("F6"))} & far
    assert common == {"A6", "F1"}


def test_neighbours_are_mutual_and_steps_opposite() -> None:
    here = make(3, 5)
    for v in range(15):
        for w, x, y in here.neighbours(v):
            assert (v, -x, -y) in set(here.neighbours(w))


@pytest.mark.parametrize(
    ("stone", "classes"),
    [
        ("C4", {(0, 1)}),
        ("D5", {(1, 0)}),
        ("E3", {(1, -1)}),
        ("D4", {(0, 1), (1, 0), (1, -1)}),
        ("A3", {(0, 1)}),
        ("F3", {(0, 1)}),
        ("A4", {(0, 1)}),
        ("B4", {(0, 1)}),
        ("F6", set()),
    ],
)
def test_the_posting_s_position(stone: str, classes: set[tuple[int, int]]) -> None:
    here = board(D4)
    assert here.loops("x") == frozenset()
    assert here.completed(here.parse_cell(stone), "x") == classes


def test_owners_of_the_posting_s_classes() -> None:
    classes = [(0, 1), (1, 0), (1, -1)]
    assert [parity_owner(*c) for c in classes] == ["V", "H", "D"]
    assert [sextant_owner(*c) for c in classes] == ["V", "H", "H"]


@pytest.mark.parametrize("mover", PLAYERS)
def test_the_mover_wins_by_closing_three_classes(mover: str) -> None:
    after = board(D4, to_move=mover).play(board(D4).parse_move("D4x"))
    assert after.result() == mover
    assert after.moves() == []
    with pytest.raises(BadInput, match="over"):
        after.play((after.parse_cell("F6"), "x"))


@pytest.mark.parametrize("method", ["parity", "sextant"])
def test_one_class_wins_for_its_owner_whoever_moves(method: str) -> None:
    for mover in PLAYERS:
        here = board(D4, owners=method, to_move=mover)
        assert here.play(here.parse_move("C4x")).result() == "V"
        assert here.play(here.parse_move("C4o")).result() is None
        assert here.play(here.parse_move("E3 x")).result() == ("D" if method == "parity" else "H")


def test_every_class_has_one_owner_and_shares_are_equal() -> None:
    phi = {1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 2, 7: 6}
    span = range(-7, 8)
    classes = {normal(x, y) for x in span for y in span if gcd(x, y) == 1}
    for owner in (parity_owner, sextant_owner):
        shares = Counter((hex_norm(*c), owner(*c)) for c in classes if hex_norm(*c) <= 7)
        assert shares == {(k, p): phi[k] for k in phi for p in PLAYERS}


# The posting's plots, y = 4 to -4; the first x of a row is max(-4, y - 4).
SEXTANTS = """
.V.V.
H.VV.D
.H.V.D.
HHHVDDDD
...HOH...
DDDDVHHH
.D.V.H.
D.VV.H
.V.V.
"""
PARITIES = """
.H.H.
D.DV.V
.H.H.H.
DVDVDVDV
...HOH...
VDVDVDVH
.H.H.H.
V.VD.D
.H.H.
"""


@pytest.mark.parametrize(
    ("plot", "owner", "misprints"),
    [(SEXTANTS, sextant_owner, set()), (PARITIES, parity_owner, {(3, -1)})],
)
def test_owners_agree_with_the_printed_plots(
    plot: str, owner: Callable[[int, int], str], misprints: set[tuple[int, int]]
) -> None:
    wrong = set()
    for y, letters in zip(range(4, -5, -1), plot.split(), strict=True):
        for x, letter in enumerate(letters, max(-4, y - 4)):
            assert (gcd(x, y) == 1) == (letter in "VHD"), (x, y)
            if letter in "VHD" and owner(x, y) != letter:
                wrong.add((x, y))
    assert wrong == misprints


def test_the_printed_sextant_text_gives_twelve_vectors_several_owners() -> None:
    def same(a: int, b: int) -> bool:
        return a * b > 0

    span = range(-4, 5)
    vectors = [(x, y) for x in span for y in span if gcd(x, y) == 1 and hex_norm(x, y) <= 4]
    assert len(vectors) == 36
    several = []
    for x, y in vectors:
        owners = [x == 0 or same(y, y - x), y == 0 or x * y < 0, x == y or same(x, x - y)]
        if sum(owners) != 1:
            several.append((x, y))
    assert len(several) == 12
    assert all(x * y < 0 or y == 0 for x, y in several)


@given(st.integers(-40, 40), st.integers(-40, 40))
def test_owners_ignore_the_direction(x: int, y: int) -> None:
    if gcd(x, y) == 1:
        assert parity_owner(x, y) == parity_owner(-x, -y)
        assert sextant_owner(x, y) == sextant_owner(-x, -y)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=5))
def test_generators_span_the_same_lattice(vectors: list[tuple[int, int]]) -> None:
    basis = sorted(generators(set(vectors) - {(0, 0)}))

    def minors(rows: list[tuple[int, int]]) -> tuple[int, int]:
        one = gcd(*(v for row in rows for v in row)) if rows else 0
        pairs = itertools.combinations(rows, 2)
        return one, gcd(*(a * d - b * c for (a, b), (c, d) in pairs)) if len(rows) > 1 else 0

    # A lattice inside another with the same determinantal divisors is the same.
    assert minors(basis) == minors(vectors)
    assert minors([*basis, *vectors]) == minors(basis)


TABLE = {
    2: {(0, 2): 5, (1, 1): 6, (2, 0): 5},
    3: {(0, 2): 166, (1, 1): 180, (2, 0): 166},
}


@pytest.mark.parametrize("n", TABLE)
def test_full_boards_by_rank_and_common_class(n: int) -> None:
    ranks: Counter[tuple[int, int]] = Counter()
    common: Counter[tuple[int, int]] = Counter()
    for stones in itertools.product("xo", repeat=n * n):
        here = Position(n, n, "".join(stones))
        x, o = here.loops("x"), here.loops("o")
        ranks[len(x), len(o)] += 1
        if len(x) == len(o) == 1:
            assert x == o
            common[next(iter(x))] += 1
    assert ranks == TABLE[n]
    assert common == dict.fromkeys(((0, 1), (1, 0), (1, 1)), TABLE[n][1, 1] // 3)


def test_one_stone_completes_one_class_or_three_on_3x3() -> None:
    numbers: Counter[int] = Counter()
    for mask in range(1 << 9):
        here = Position(3, 3, "".join("x" if mask >> k & 1 else "." for k in range(9)))
        if here.loops("x"):
            continue
        for cell in range(9):
            if here.stones[cell] == ".":
                classes = sorted(here.completed(cell, "x"))
                numbers[len(classes)] += 1
                if len(classes) == 3:
                    assert {parity_owner(*c) for c in classes} == set(PLAYERS)
                    for (a, b), (c, d) in itertools.combinations(classes, 2):
                        assert abs(a * d - b * c) == 1
    assert numbers.keys() == {0, 1, 3}
    assert (numbers[1], numbers[3]) == (486, 36)


@given(st.integers(4, 7), st.data())
def test_one_stone_completes_one_class_or_three(n: int, data: st.DataObject) -> None:
    """Of three, any two have determinant 1 or -1, and each player by parity owns one."""
    here = make(n, n)
    for cell in data.draw(st.permutations(range(n * n))):
        classes = sorted(here.completed(cell, "x"))
        assert len(classes) in (0, 1, 3)
        if len(classes) == 3:
            assert {parity_owner(*c) for c in classes} == set(PLAYERS)
            for (a, b), (c, d) in itertools.combinations(classes, 2):
                assert abs(a * d - b * c) == 1
        if classes:
            return
        here = Position(n, n, here.stones[:cell] + "x" + here.stones[cell + 1 :])


@given(st.integers(2, 5), st.integers(2, 5), st.randoms(use_true_random=False))
def test_a_random_game_ends_with_one_winner(n: int, m: int, source: object) -> None:
    here = make(n, m)
    while here.result() is None:
        moves = here.moves()
        here = here.play(moves[source.randrange(len(moves))])  # type: ignore[attr-defined]
        text = here.move_text(here.last) if here.last else ""
        assert here.parse_move(text) == here.last
    assert here.result() in PLAYERS


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((0,), "cells"),
        ((3, 3, "xx"), "rows"),
        ((2, 2, "xx/x?"), "rows"),
        ((3, 3, None, "parity", "V", "A1x,A1o"), "not empty"),
        ((3, 3, None, "parity", "V", "D1x"), "no cell"),
        ((3, 3, None, "parity", "V", "A1"), "cell and a colour"),
    ],
)
def test_bad_words_are_told(words: tuple[object, ...], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make(*words)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["1_0,1", "\u0967,0", "1", "1,0,", "0,0", "1.0,1", "1,2)3"])
def test_a_class_is_two_numbers(text: str) -> None:
    assert read_class(text) is None
    assert read_class("( -1, +2)") == (1, -2)
