"""Cube and conquer: refutations of cubes joined into one, against brute force."""

from __future__ import annotations

import random
from itertools import product

import pytest

from gameproof.certificates.clauses.lrat import check_refutation
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.cubes import (
    Cube,
    Joined,
    Lookahead,
    conquer,
    is_lifted,
    refutation,
)
from gameproof.solvers.sat.proof import Lrat, ProofError, Rows


def formula(seed: int, variables: int = 9) -> Cnf:
    chance = random.Random(seed)
    clauses = []
    for _ in range(chance.randrange(3 * variables, 6 * variables)):
        chosen = chance.sample(range(1, variables + 1), chance.choice((2, 3, 3, 3, 4)))
        clauses.append([v * chance.choice((1, -1)) for v in chosen])
    return Cnf(variables, list(clauses))


def satisfiable(cnf: Cnf, cube: Cube = ()) -> bool:
    rows = [*cnf.clauses, *([x] for x in cube)]
    return any(
        all(any(values[abs(x) - 1] == (x > 0) for x in row) for row in rows)
        for values in product((False, True), repeat=cnf.variables)
    )


def refuted(cnf: Cnf, cube: Cube) -> Lrat:
    return refutation(conquer(cnf, cube, Limits()), cube, Limits())


def accepted(clauses: list[list[int]], lrat: Lrat) -> None:
    check_refutation(
        clauses, lrat.lemmas.numbers, lrat.lemmas.ends, lrat.hints.numbers, lrat.hints.ends
    )


def joined(cnf: Cnf, depth: int, chance: random.Random) -> Lrat:
    """All cubes of an uneven tree of halves, refuted and joined."""
    made = Joined(len(cnf.clauses))

    def clause(cube: Cube) -> tuple[int, Cube]:
        if len(cube) == depth or (cube and chance.random() < 0.3):
            return made.piece(refuted(cnf, cube), cube)
        with Lookahead(cnf) as ahead:
            variable = ahead.variable(cube)
        halves = [clause((*cube, sign * variable)) for sign in (1, -1)]
        return made.resolved(variable, *halves)

    return made.whole(clause(()))


def test_cubes_make_one_refutation() -> None:
    refuted_ones = 0
    for seed in range(30):
        cnf = formula(seed)
        if satisfiable(cnf):
            continue
        refuted_ones += 1
        for depth in (0, 1, 4):
            lrat = joined(cnf, depth, random.Random(seed))
            assert lrat.formula == len(cnf.clauses)
            accepted([list(clause) for clause in cnf.clauses], lrat)
    assert refuted_ones > 5


def test_a_cube_is_refuted_exactly_where_it_cannot_hold() -> None:
    chance = random.Random(1)
    seen = set()
    for seed in range(25):
        cnf = formula(seed)
        cube = tuple(v * chance.choice((1, -1)) for v in chance.sample(range(1, 10), 3))
        holds = satisfiable(cnf, cube)
        seen.add(holds)
        result = conquer(cnf, cube, Limits())
        assert result.status == ("sat" if holds else "unsat")
        if holds:
            continue
        lrat = refutation(result, cube, Limits())
        accepted([*(list(c) for c in cnf.clauses), *([x] for x in cube)], lrat)
        assert is_lifted(lrat, cube)
        # Without the last two rows it says what cannot hold, for the clauses alone.
        says = list(lrat.lemmas)[-2]
        assert {-x for x in says} <= set(cube)
        assert not satisfiable(cnf, tuple(-x for x in says))
    assert seen == {True, False}


def test_what_names_its_cube_too_early_is_not_lifted() -> None:
    clauses = [[1, 2], [1, -2]]
    made = refuted(Cnf(2, list(clauses)), (-1,))
    assert is_lifted(made, (-1,))
    # An ordinary refutation of clauses and cube: the second lemma rests on the cube.
    plain = Lrat(3, Rows.of([[2], []]), Rows.of([[2, 0], [3, 2, 1]]))
    accepted([*clauses, [-1]], plain)
    assert not is_lifted(plain, (-1,))
    assert not is_lifted(Lrat(3, Rows.of([[]]), Rows.of([[2, 0, 1]])), (-1,))
    with pytest.raises(ProofError, match="not that of the cube"):
        Joined(2).piece(made, (2,))


def test_what_is_left_open_is_no_refutation() -> None:
    cnf = Cnf(2, [[1, 2], [1, -2]])
    made = Joined(2)
    half = made.piece(refuted(cnf, (-1,)), (-1,))
    assert half[1] == (1,)
    with pytest.raises(ProofError, match="something open"):
        made.whole(half)


def test_look_ahead_divides_where_propagation_does_most() -> None:
    # Variable 5 decides all others by itself; 1 to 4 decide nothing.
    cnf = Cnf(6, [[5, 1, 2], [5, 3, 4], [-5, -1, -2], [-5, -3, -4], [5, 6, 1], [-5, -6, 2]])
    with Lookahead(cnf) as ahead:
        assert ahead.variable(()) == 5
        assert ahead.variable(()) == 5
        assert abs(ahead.variable((5,))) != 5
        with pytest.raises(ValueError, match="all variables"):
            ahead.variable((1, 2, 3, 4, 5, 6))
    # Where propagation decides the cube there is always something to divide it by.
    with Lookahead(Cnf(2, [[1], [-1]])) as ahead:
        assert ahead.variable(()) == 1
