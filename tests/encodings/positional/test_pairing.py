"""Pairings: tables of the literature, orbits against explicit matchings, the theorem."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference.hall import most_given
from reference.positional import accepted, checked

from gameproof.certificates.pairings.orbit_flow import OrbitFlow
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.positional.pairings import hall as positional_pairing
from gameproof.encodings.positional.pairings import orbits as positional_orbits
from gameproof.games.boards.grid_rows import cube_lines, line_count
from gameproof.games.cube_orbits import CubeOrbits, always_from, partitions
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching import hall


def asked(
    words: str, question: str = "pairing", method: str = "hall", explicit: bool = False
) -> Finding:
    """The finding of one method, its certificate checked on a fresh position."""
    table = {(m.question, m.name): m for m in ALL}
    finding = table[question, method].run(
        Position.parse(words), Limits(60), Options(explicit=explicit)
    )
    if finding.answer is not UNKNOWN:
        assert finding.certificate is not None
        checked(Position.parse(words), question, finding.answer, finding.certificate)
    return finding


ALL = positional_pairing.METHODS + positional_orbits.METHODS


@pytest.mark.parametrize("n", range(5, 31))
def test_plane_boards_have_pairings(n: int) -> None:
    """Also n = 7, which the literature had settled by a search."""
    assert asked(f"tictactoe {n} 2").answer is True
    assert asked(f"tictactoe {n} 2", method="orbits").answer is True


@pytest.mark.parametrize(
    ("n", "d"), [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3),
                 (3, 4), (4, 4), (9, 4), (10, 4), (1, 1), (1, 3)],
)  # fmt: skip
def test_boards_without_pairing(n: int, d: int) -> None:
    assert asked(f"tictactoe {n} {d}").answer is False


@pytest.mark.parametrize(("n", "d"), [(2, 1), (8, 3), (9, 3), (10, 3), (11, 4), (12, 4)])
def test_boards_with_pairing(n: int, d: int) -> None:
    assert asked(f"tictactoe {n} {d}").answer is True


@pytest.mark.parametrize(
    ("d", "least", "odd", "even"),
    [(1, 2, 3, 2), (2, 5, 5, 6), (3, 8, 9, 8), (4, 11, 11, 12), (5, 14, 15, 14), (6, 17, 17, 18),
     (7, 20, 21, 20), (8, 23, 23, 24), (9, 25, 25, 26), (10, 28, 29, 28), (11, 31, 31, 32)],
)  # fmt: skip
def test_least_side_for_every_dimension(d: int, least: int, odd: int, even: int) -> None:
    assert asked(f"tictactoe {least} {d}", "pairing-from", "orbits").answer is True
    assert asked(f"tictactoe {least - 1} {d}", "pairing-from", "orbits").answer is False
    found = asked(f"tictactoe 1 {d}", "pairing-from", "orbits")
    assert (found.answer, found.detail["least n"]) == (False, least)
    assert {least, least + 1} == {odd, even}


@pytest.mark.parametrize(
    ("n", "d", "answer"),
    [(40, 12, True), (1000, 12, True), (999, 11, True), (34, 12, True),
     (33, 12, False), (3, 12, False), (1000, 2, True), (17, 6, True),
     (16, 6, False), (500, 100, True), (100, 100, False),
     (10**15, 5, True)],
)  # fmt: skip
def test_any_size_at_once(n: int, d: int, answer: bool) -> None:
    assert asked(f"tictactoe {n} {d}", method="orbits").answer is answer


def test_between_the_bounds_only_small_dimensions_are_decided() -> None:
    assert asked("tictactoe 118 40", method="orbits").answer is UNKNOWN
    assert 2 * line_count(118, 40) <= 118**40


def test_partitions() -> None:
    counts = [len(partitions(total, total)) for total in range(13)]
    assert counts == [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77]
    assert partitions(4, 2) == [(4,), (3, 1), (2, 2)]


def orbit_of(cell: tuple[int, ...], n: int) -> tuple[int, tuple[int, ...]]:
    """(central coordinates, multiplicities of mirror pairs) straight from the definition."""
    pairs = [min(x, n - 1 - x) for x in cell if 2 * x != n - 1]
    parts = sorted((pairs.count(p) for p in set(pairs)), reverse=True)
    return len(cell) - len(pairs), tuple(parts)


@pytest.mark.parametrize(("n", "d"), [(2, 3), (3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (6, 2)])
def test_orbits_count_cells_lines_and_incidences(n: int, d: int) -> None:
    orbits = CubeOrbits(n, d)
    assert orbits.consistent()
    sizes: dict[tuple[int, tuple[int, ...]], int] = {}
    kinds = []
    for cell in range(n**d):
        place = tuple(cell // n ** (d - 1 - i) % n for i in range(d))
        kinds.append(orbit_of(place, n))
        sizes[kinds[-1]] = sizes.get(kinds[-1], 0) + 1
    assert sizes == {
        orbit: size for orbit, size in zip(orbits.cells, orbits.cell_sizes, strict=True) if size
    }
    # lines, told apart by the multiset of their cells' orbits and counted both ways
    found: dict[tuple[tuple[int, int], ...], int] = {}
    number = {orbit: i for i, orbit in enumerate(orbits.cells)}
    for line in cube_lines(n, d).sets():
        row: dict[int, int] = {}
        for cell in line:
            row[number[kinds[cell]]] = row.get(number[kinds[cell]], 0) + 1
        key = tuple(sorted(row.items()))
        found[key] = found.get(key, 0) + 1
    expected: dict[tuple[tuple[int, int], ...], int] = {}
    for row, size in zip(orbits.incidence, orbits.line_sizes, strict=True):
        key = tuple(sorted(row.items()))
        expected[key] = expected.get(key, 0) + size
    assert found == expected


def missing_by_both(n: int, d: int) -> tuple[int, int]:
    """Cells that lines lack in the explicit matching and in the flow between orbits."""
    family = cube_lines(n, d)
    witness = hall.assign(family.indptr, family.members, family.cells, 2, Limits())
    return witness.missing, positional_orbits.orbit_flow(CubeOrbits(n, d), Limits()).unsent


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 6, 7])
def test_orbits_agree_with_explicit_matchings(d: int) -> None:
    for n in range(2, 61):
        if n**d > 20_000:
            break
        explicit, orbits = missing_by_both(n, d)
        assert explicit == orbits, (n, d)


@pytest.mark.slow
@pytest.mark.parametrize("d", range(2, 21))
def test_orbits_agree_to_two_million_cells(d: int) -> None:
    """Every board with at most two million cells. Where lines are too many to list (more
    than 30 million places) they are also more than half the cells."""
    for n in range(2, 1415):
        if n**d > 2_000_000:
            break
        if n * line_count(n, d) > 30_000_000:
            assert 2 * line_count(n, d) > n**d
            assert positional_orbits.orbit_flow(CubeOrbits(n, d), Limits()).unsent > 0
        elif d > 2 or n <= 60 or n % 10 == 0:
            explicit, orbits = missing_by_both(n, d)
            assert explicit == orbits, (n, d)


def greatest_load(n: int, d: int) -> Fraction:
    """The greatest load of a cell under the weights of the theorem's proof."""
    orbits, m = CubeOrbits(n, d), n // 2
    number = {orbit: i for i, orbit in enumerate(orbits.cells)}
    load = [Fraction(0)] * len(orbits.cells)
    weight = {0: Fraction(1), 1: Fraction(1, 2)}
    for (j, k, parts), size in zip(orbits.lines, orbits.line_sizes, strict=True):
        constants = list(parts) + [0] * (m - len(parts))
        v = min(Fraction(1), Fraction(j, 2 ** (j - 1))) if n % 2 and k == 0 else Fraction(0)
        z = v / 2 + sum(weight.get(a, Fraction(0)) for a in constants)
        given = v / z
        if v:
            load[number[k + j, parts]] += size * v / z
        for i, a in enumerate(constants):
            if a in weight:
                grown = [*constants[:i], a + j, *constants[i + 1 :]]
                target = tuple(sorted((x for x in grown if x), reverse=True))
                load[number[k, target]] += size * 2 * weight[a] / z
                given += 2 * weight[a] / z
        assert given == 2
    return max(x / size for x, size in zip(load, orbits.cell_sizes, strict=True))


@pytest.mark.parametrize("d", range(1, 8))
def test_theorem_from_three_d_minus_one(d: int) -> None:
    """Loads are what the proof says: at most 2 d / (n - d + 1)."""
    for n in range(max(2, 3 * d - 2), 3 * d + 4):
        assert greatest_load(n, d) <= Fraction(2 * d, n - d + 1)
    assert greatest_load(always_from(d), d) <= 1


def test_theorem_is_sharp_to_dimension_eight() -> None:
    for d in range(2, 9):
        n = always_from(d) - 1
        assert 2 * line_count(n, d) > n**d


def test_hostile_orbit_flows_are_rejected() -> None:
    position = Position.parse("tictactoe 25 9")
    good = asked("tictactoe 25 9", method="orbits").certificate
    assert isinstance(good, OrbitFlow)
    line, cell, amount = good.flows[0][0]
    rest = good.flows[0][1:]
    for flow in (
        [(line, cell, str(int(amount) + 1)), *rest],
        [(line, cell, "-" + amount), *rest],
        [(line, cell, "+" + amount), *rest],
        [(line, cell, "9" * 5000), *rest],
        [(line, cell, "x"), *rest],
        [(10**6, cell, amount), *rest],
        [(-1, cell, amount), *rest],
        [(line, 10**6, amount), *rest],
        [(line, -1, amount), *rest],
        [(line, cell, amount), (line, cell, amount), *rest],
        rest,
        [],
    ):
        assert not accepted(position, "pairing", True, OrbitFlow([25], [flow]))
    for certificate in (
        OrbitFlow([26], good.flows),
        OrbitFlow([], []),
        OrbitFlow([25], []),
        OrbitFlow([25, 25], good.flows * 2),
        OrbitFlow([25], good.flows, []),
    ):
        assert not accepted(position, "pairing", True, certificate)
    for violator in ([], [0, 1, 2], [0, 0], [-1], [10**6], None):
        assert not accepted(position, "pairing", False, OrbitFlow([25], [], violator))
    # a stone breaks the symmetry
    assert not accepted(Position.parse("tictactoe 25 9 --first 0"), "pairing", True, good)
    # no theorem below 3 d - 1
    assert not accepted(Position.parse("tictactoe 22 8"), "pairing", True, OrbitFlow([22], [[]]))
    for sides in ([25], list(range(25, 27)), []):
        wrong = OrbitFlow(sides, [[] for _ in sides])
        assert not accepted(position, "pairing-from", True, wrong)


def test_orbits_give_no_more_cells_than_they_have() -> None:
    """Each line gets its two cells from one orbit; where that is too small, it must show."""
    for n, d in ((3, 2), (4, 2), (5, 2), (3, 3), (8, 3)):
        orbits = CubeOrbits(n, d)
        for choose in (min, max):
            rows = [
                (line, choose(cells), str(2 * size))
                for line, (cells, size) in enumerate(
                    zip(orbits.incidence, orbits.line_sizes, strict=True)
                )
            ]
            position = Position.parse(f"tictactoe {n} {d}")
            assert not accepted(position, "pairing", True, OrbitFlow([n], [rows]))
            # and a line must get two cells, no more
            assert not accepted(position, "pairing", True, OrbitFlow([n], [rows * 2]))


def test_violators_name_orbits_once_within_their_dimensions() -> None:
    eight = Position.parse("tictactoe 8 3")
    for line in range(len(CubeOrbits(8, 3).lines)):
        for times in (1, 2, 10, 100):
            assert not accepted(eight, "pairing", False, OrbitFlow([8], [], [line] * times))
    assert accepted(Position.parse("tictactoe 3 3"), "pairing", False, OrbitFlow([3], [], [0, 1]))
    two = Position.parse("tictactoe 2 2")
    assert not accepted(two, "pairing", False, OrbitFlow([2], [], []))
    for violator in ([], [0]):
        far = OrbitFlow([3], [], violator)
        assert not accepted(Position.parse("tictactoe 3 20000"), "pairing", False, far)
    assert not accepted(Position.parse("tictactoe 3 40"), "pairing", False, OrbitFlow([3], [], [0]))
    one = Position.parse("tictactoe 1 2")
    for flow in ([], [(0, 0, "2")], [(0, 0, "0")], [(1, 0, "2")]):
        assert not accepted(one, "pairing", True, OrbitFlow([1], [flow]))


def test_a_flow_proves_what_it_says_and_nothing_else() -> None:
    eight = asked("tictactoe 8 3", method="orbits").certificate
    assert isinstance(eight, OrbitFlow)
    for words in ("tictactoe 8 3", "tictactoe 8 3 --to-move second"):
        position = Position.parse(words)
        for question, answer in (("pairing", True), ("own-pairing", True), ("outcome", "draw"),
                                 ("second-wins", False)):  # fmt: skip
            assert accepted(position, question, answer, eight)
        for question, answer in (("pairing", False), ("outcome", "first"), ("outcome", "second"),
                                 ("pairing-from", True), ("second-wins", True)):  # fmt: skip
            assert not accepted(position, question, answer, eight)
    weak = Position.parse("tictactoe 8 3 --rule weak")
    assert accepted(weak, "outcome", "breaker", eight)
    assert not accepted(weak, "outcome", "maker", eight)
    assert not accepted(Position.parse("mnk 8 8 8"), "outcome", "draw", eight)
    # a violator of a larger board says nothing about all smaller ones, nor one below the board
    nine = Position.parse("tictactoe 9 3")
    assert not accepted(nine, "pairing-from", False, OrbitFlow([7], [], []))
    assert not accepted(nine, "pairing-from", False, OrbitFlow([10**50], [], []))
    assert accepted(Position.parse("tictactoe 6 3"), "pairing-from", False, OrbitFlow([7], [], []))


@pytest.mark.slow
def test_explicit_asks_for_pairs() -> None:
    words = "tictactoe 40 4"
    assert asked(words).answer is UNKNOWN  # left to the orbits
    assert asked(words, explicit=True).answer is True
    assert asked(words, method="orbits", explicit=True).answer is UNKNOWN


@pytest.mark.slow
def test_half_a_million_cells() -> None:
    assert asked("tictactoe 14 5").answer is True
    assert asked("tictactoe 16 5").answer is True
    assert asked("tictactoe 13 5").answer is False


def test_shared_cells_leave_the_question_open() -> None:
    found = asked("mnk 12 12 8")
    assert (found.answer, found.detail["own pairs"]) == (UNKNOWN, "impossible")
    assert asked("mnk 12 12 8", "own-pairing").answer is False
    # equal and nested live sets share a pair but cannot own one each
    words = '{"cells": 4, "sets": [[0, 1], [0, 1, 2], [1, 0, 3]]}'
    assert asked(words).answer is True
    assert asked(words, "own-pairing").answer is False


def test_partly_played_boards() -> None:
    assert asked("tictactoe 4 2 --first a1 --second b2").answer is True
    assert asked("tictactoe 4 2 --first b2;c3").answer is False
    assert asked("tictactoe 3 2 --first a1 --second b2").answer is False


def pairing_by_search(sets: list[frozenset[int]]) -> bool:
    """Is there a set of disjoint pairs, one in every set? One set after the other."""
    pairs: list[frozenset[int]] = []

    def place(number: int) -> bool:
        if number == len(sets):
            return True
        row = sets[number]
        if any(pair <= row for pair in pairs):
            return place(number + 1)
        free = row - frozenset().union(*pairs) if pairs else row
        for a, b in combinations(sorted(free), 2):
            pairs.append(frozenset((a, b)))
            if place(number + 1):
                return True
            pairs.pop()
        return False

    return place(0)


@settings(max_examples=150)
@given(
    st.lists(st.frozensets(st.integers(0, 8), max_size=5), max_size=7),
    st.frozensets(st.integers(0, 8), max_size=3),
    st.frozensets(st.integers(0, 8), max_size=3),
)
def test_random_families_with_stones(
    sets: list[frozenset[int]], first: frozenset[int], second: frozenset[int]
) -> None:
    whole = [any(row and row <= stones for row in sets) for stones in (first - second, second)]
    assume(not all(whole))  # no play comes there, and the reader says so
    words = json.dumps(
        {"cells": 9, "sets": [sorted(row) for row in sets], "first": sorted(first - second),
         "second": sorted(second)}
    )  # fmt: skip
    live = [row - first for row in dict.fromkeys(sets) if row.isdisjoint(second)]
    own = asked(words, "own-pairing").answer
    assert (own is True) == (most_given([sorted(row) for row in live], 2) == 2 * len(live))
    answer = asked(words).answer
    if answer is not UNKNOWN:
        assert (answer is True) == pairing_by_search(live)
    else:
        assert own is False


PRINTED_5 = "11 1 8 1 12 6 2 2 9 10 3 7 0 9 3 6 7 4 4 10 12 5 8 5 11"
PRINTED_7 = """13 6 5 6 16 8 14  0 11 11 0 16 9 0  0 2 10 12 2 0 0  0 4 0 10 4 0 0
               13 1 3 12 3 8 14  0 9 0 0 7 7 0  0 1 5 0 15 15 0"""


@pytest.mark.parametrize(("n", "text"), [(5, PRINTED_5), (7, PRINTED_7)])
def test_printed_arrays_are_pairings(n: int, text: str) -> None:
    """The array of Frieze, slide 64, and one for 7 x 7."""
    numbers = [int(word) for word in text.split()]
    pairs = [[i for i, x in enumerate(numbers) if x == k] for k in range(1, max(numbers) + 1)]
    position = Position.parse(f"tictactoe {n} 2")
    owner = []
    for row in position.live("first").sets():
        inside = [k for k, pair in enumerate(pairs) if set(pair) <= set(row)]
        assert len(inside) == 1  # every line has exactly one whole pair
        owner += inside
    assert accepted(position, "outcome", "draw", Pairing(np.array(pairs), np.array(owner)))
