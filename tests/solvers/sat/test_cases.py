"""Clauses proved by cases: every lemma follows by unit propagation, none is made up."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from gameproof.solvers.sat.cases import by_cases
from gameproof.solvers.sat.cnf import Cnf, xor_clauses
from gameproof.solvers.sat.drat import to_lrat
from gameproof.solvers.sat.proof import Drat, Rows


def follows(clauses: list[list[int]], target: list[int], variables: int) -> bool:
    """By all assignments."""
    for bits in product((0, 1), repeat=variables):
        true = {v if bit else -v for v, bit in enumerate(bits, 1)}
        if all(true.intersection(c) for c in clauses) and not true.intersection(target):
            return False
    return True


@pytest.mark.parametrize("seed", range(60))
def test_lemmas_follow_from_clauses_and_each_other(seed: int) -> None:
    rng = random.Random(seed)
    variables = 6
    clauses = [
        [rng.choice((-1, 1)) * v for v in rng.sample(range(1, variables + 1), 3)]
        for _ in range(rng.randrange(12, 26))
    ]
    target = [rng.choice((-1, 1)) * v for v in rng.sample(range(1, variables + 1), 2)]
    order = range(1, variables + 1)
    if not follows(clauses, target, variables):
        with pytest.raises(ValueError, match="does not follow"):
            by_cases(clauses, order, target)
        return
    lemmas = by_cases(clauses, order, target)
    assert lemmas[-1] == target
    denied = [[-literal] for literal in target]
    steps = Drat(Rows.of([*lemmas, []]), np.zeros(len(lemmas) + 1, dtype=np.bool_))
    assert len(to_lrat(Cnf(variables, [*clauses, *denied]), steps).lemmas)
    known = list(clauses)
    for lemma in lemmas:
        assert follows(known, lemma, variables)
        known.append(lemma)


def test_parities_add_up_by_cases_of_what_they_share() -> None:
    clauses = xor_clauses([1, 2, 3], True) + xor_clauses([3, 4, 5], False)
    for target in xor_clauses([1, 2, 4, 5], True):
        assert by_cases(clauses, [3], target)[-1] == target
    with pytest.raises(ValueError, match="does not follow"):
        by_cases(clauses, [3], [1, 2])
