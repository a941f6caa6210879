"""Comparisons, equalities and sums of games of a table, beside the bare definitions."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import product

import msgspec
import numpy as np
import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.game_sums import (
    Equalities,
    read_games,
    read_negatives,
    read_sums,
)
from gameproof.certificates.values.games import Games
from gameproof.encodings.method import Options
from gameproof.encodings.snort.value import METHODS
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.short.game_tables import GameTable, ShortGame
from gameproof.games.snort import Position
from gameproof.solvers.limits import Limits

Form = tuple[frozenset["Form"], frozenset["Form"]]
VALUE = next(m for m in METHODS if m.question == "value")


@cache
def number_form(x: Fraction) -> Form:
    """A number by its options."""
    if x.denominator > 1:
        step = Fraction(1, x.denominator)
        return frozenset([number_form(x - step)]), frozenset([number_form(x + step)])
    left = [number_form(x - 1)] if x > 0 else []
    right = [number_form(x + 1)] if x < 0 else []
    return frozenset(left), frozenset(right)


@cache
def at_most(g: Form, h: Form) -> bool:
    """g <= h by nothing but the definition."""
    return not any(at_most(h, o) for o in g[0]) and not any(at_most(o, g) for o in h[1])


@cache
def plus(g: Form, h: Form) -> Form:
    left = [plus(o, h) for o in g[0]] + [plus(g, o) for o in h[0]]
    right = [plus(o, h) for o in g[1]] + [plus(g, o) for o in h[1]]
    return frozenset(left), frozenset(right)


def equal(g: Form, h: Form) -> bool:
    return at_most(g, h) and at_most(h, g)


def forms(table: GameTable) -> list[Form]:
    """The games of a table by their options down to 0."""
    found: list[Form] = []
    for x, left, right in zip(table.number, table.left, table.right, strict=True):
        listed = frozenset(found[o] for o in left), frozenset(found[o] for o in right)
        found.append(listed if x is None else number_form(x))
    return found


def some_table(seed: int, games: int = 24, numbers: str = "0 1 -1 1/2 2 -3/4") -> GameTable:
    """Games of one to three options of either player, chosen at random."""
    chance = random.Random(seed)
    table = GameTable()
    for x in numbers.split():
        table.add_number(Fraction(x))
    while len(table.left) < games:
        left, right = (
            chance.choices(range(len(table.left)), k=chance.randint(1, 3)) for _ in range(2)
        )
        try:
            table.add_game(left, right)
        except BadInput:  # a number
            numbers_between = [number_form(Fraction(n, 8)) for n in range(-40, 41)]
            known = forms(table)
            game = frozenset(known[o] for o in left), frozenset(known[o] for o in right)
            assert any(equal(game, x) for x in numbers_between)
    return table


@pytest.mark.parametrize("seed", range(40))
def test_the_order_is_that_of_the_definition(seed: int) -> None:
    table = some_table(seed)
    games = forms(table)
    for (g, x), (h, y) in product(enumerate(games), repeat=2):
        assert table.below(g, h) == at_most(x, y)


@pytest.mark.parametrize("seed", range(20))
def test_stops_tell_which_numbers_a_game_is_above_and_below(seed: int) -> None:
    table = some_table(seed)
    for g, form in enumerate(forms(table)):
        for n in range(-28, 29):
            x = Fraction(n, 8)
            assert (table.left_stop[g] <= x * table.unit) == at_most(form, number_form(x))
            assert (x * table.unit <= table.right_stop[g]) == at_most(number_form(x), form)


@pytest.mark.parametrize("seed", range(20))
def test_a_number_that_needs_a_smaller_unit_leaves_the_order_as_it_was(seed: int) -> None:
    """1/128 does not fit the first unit, 1/2^80 needs one of many digits."""
    table = some_table(seed)
    games = forms(table)
    small = [number_form(Fraction(n, 128)) for n in (-1, 1)]
    first = table.unit
    for n in (-1, 1):
        table.add_number(Fraction(n, 128))
    assert table.unit > first
    tiny = [table.add_number(Fraction(n, 1 << 80)) for n in (-1, 1)]
    for (g, x), (h, y) in product(enumerate([*games, *small]), repeat=2):
        assert table.below(g, h) == at_most(x, y)
    for g, x in enumerate(games):
        # Between numbers of small games nothing tells 1/2^80 from 1/128.
        assert table.below(tiny[1], g) == at_most(small[1], x)
        assert table.below(g, tiny[1]) == at_most(x, small[1])
        assert table.below(tiny[0], g) == at_most(small[0], x)
        assert table.below(g, tiny[0]) == at_most(x, small[0])


def test_numbers_are_dyadic() -> None:
    with pytest.raises(ValueError, match="no dyadic number"):
        GameTable().add_number(Fraction(1, 3))


def claimed(table: GameTable, left: list[int], right: list[int], w: int) -> bool:
    claims = Equalities(table)
    claims.add([], [], table.add_number(Fraction(0)))
    claims.add(left, right, w)
    try:
        claims.verify(str)
    except Rejected as reason:
        if str(reason).startswith("1: "):  # of the second claim
            return False
        raise
    return True


@pytest.mark.parametrize("seed", range(40))
def test_only_true_equalities_are_verified(seed: int) -> None:
    """All values for some lists of options, as many of them equal as not."""
    table = some_table(seed, games=16)
    chance = random.Random(seed)
    games = forms(table)
    for _ in range(8):
        left, right = (chance.choices(range(len(games)), k=chance.randint(0, 3)) for _ in range(2))
        game = frozenset(games[o] for o in left), frozenset(games[o] for o in right)
        for w, value in enumerate(games):
            if claimed(table, left, right, w):
                assert equal(game, value)
    for w, value in enumerate(games):  # with its own options every game is verified
        assert claimed(table, list(table.left_options(w)), list(table.right_options(w)), w)
        assert not any(
            claimed(table, list(table.left_options(w)), list(table.right_options(w)), other)
            for other, another in enumerate(games)
            if not equal(value, another)
        )


def test_plain_forms_are_in_no_claim() -> None:
    table = GameTable()
    zero = table.add_number(Fraction(0))
    table.add_form([zero], [])
    with pytest.raises(ValueError, match="plain forms"):
        claimed(table, [], [], zero)


def proof(words: str) -> Games:
    found = VALUE.run(Position.parse(words), Limits(), Options()).certificate
    assert isinstance(found, Games)
    return found


PATH = proof("snort graph 0-1,1-2,2-3,3-4,4-5,5-6 ....... red")


def read(certificate: Games) -> tuple[GameTable, dict[int, int]]:
    table = read_games(
        certificate.numerators, certificate.exponents, certificate.counts, certificate.options
    )
    games = len(table.number)
    negatives = read_negatives(table, certificate.negatives, games)
    return table, read_sums(table, certificate.sums, games, negatives)


def test_sums_are_those_of_the_definition() -> None:
    table, sums = read(PATH)
    games = forms(table)
    assert len(sums) > len(PATH.sums)  # those of the negatives too
    for key, w in sums.items():
        assert equal(plus(games[key >> 32], games[key & 0xFFFFFFFF]), games[w])


def test_no_other_sum_and_no_other_negative_is_accepted() -> None:
    """Every entry of the rows replaced by every other game."""
    table, _ = read(PATH)
    games = len(table.number)
    chance = random.Random(0)
    places = [(i, k) for i in range(len(PATH.sums)) for k in range(3)]
    for i, k in chance.sample(places, 60):
        for other in chance.sample(range(games), 20):
            sums = PATH.sums.copy()
            if sums[i, k] == other:
                continue
            sums[i, k] = other
            with pytest.raises(Rejected):
                read(msgspec.structs.replace(PATH, sums=sums))
    for g in range(games):
        for other in range(games):
            negatives = PATH.negatives.copy()
            if negatives[g] == other:
                continue
            negatives[g] = other
            with pytest.raises(Rejected, match="is not the negative of"):
                read_negatives(table, negatives, games)


def test_two_rows_of_one_sum_are_both_verified() -> None:
    """A right row before or behind a wrong one does not vouch for it, nor does its negative."""
    table, _ = read(PATH)
    games, chance = len(table.number), random.Random(1)
    for row in PATH.sums:
        wrong = row.copy()
        wrong[2] = chance.choice([w for w in range(games) if w != row[2]])
        for rows in ((wrong[None], PATH.sums), (PATH.sums, wrong[None])):
            with pytest.raises(Rejected, match="the sum"):
                read(msgspec.structs.replace(PATH, sums=np.concatenate(rows)))
    read(msgspec.structs.replace(PATH, sums=np.concatenate([PATH.sums, PATH.sums[-1:]])))


@pytest.mark.parametrize("seed", range(20))
def test_values_are_equal_when_the_games_are(seed: int) -> None:
    """Games of two tables, as forms that may be numbers in disguise."""
    one, other = some_table(seed, games=12), some_table(seed + 1000, games=12)
    for g, x in enumerate(forms(one)):
        for h, y in enumerate(forms(other)):
            assert (ShortGame(one, g) == ShortGame(other, h)) == equal(x, y)
            assert (ShortGame(other, h) == ShortGame(one, g)) == equal(x, y)
    assert ShortGame(one, 0) != 0


def test_no_game_is_given_twice() -> None:
    for numerators, exponents, counts, options in (
        ([0, 0], [0, 0], [[0, 0], [0, 0]], []),
        ([0, 0, 0], [0, -1, 0], [[0, 0], [1, 1], [0, 0]], [0, 0]),
        ([0, 0, 0], [0, -1, -1], [[0, 0], [1, 1], [1, 1]], [0, 0, 0, 0]),
        ([0, 0, 0, 0], [0, -1, -1, -1], [[0, 0], [1, 1], [2, 1], [2, 1]], [0, 0, 0, 1, 0, 1, 0, 0]),
    ):
        arrays = (np.array(a, dtype=np.int64) for a in (numerators, exponents, counts, options))
        with pytest.raises(Rejected, match="given twice"):
            read_games(*arrays)
    # {0,*|0} is not {0|0,*}, though the numbers are the same one after another.
    rows = [0, 0, 0, 0], [0, -1, -1, -1], [[0, 0], [1, 1], [2, 1], [1, 2]], [0, 0, 0, 1, 0, 0, 1, 0]
    assert len(read_games(*(np.array(a, dtype=np.int64) for a in rows)).left) == 4


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ((-1, 1, 1), "names no games"),
        ((1, 1, -1), "names no games"),
        ((0, 99, 0), "names no games"),
        ((1, 1, 99), "names no games"),
        ((2, 1, 1), "smaller game first"),
        ((0, 0, 0), "needs no row"),
    ],
)
def test_what_is_no_row(row: tuple[int, int, int], reason: str) -> None:
    """0, * and *2."""
    rows = [0, 0, 0], [0, -1, -1], [[0, 0], [1, 1], [2, 2]], [0, 0, 0, 1, 0, 1]
    table = read_games(*(np.array(a, dtype=np.int64) for a in rows))
    assert read_sums(table, np.array([(1, 1, 0)]), 3) == {1 << 32 | 1: 0}
    with pytest.raises(Rejected, match=reason):
        read_sums(table, np.array([(1, 1, 0), row]), 3)
