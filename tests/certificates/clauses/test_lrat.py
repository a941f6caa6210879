"""Refutations with hints: what is no proof, and files of clauses and lemmas."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.lrat import check_refutation
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.kernel import Goal, conclude
from gameproof.games.clauses.clauses import FORMULAS, formula
from gameproof.games.geography import make
from gameproof.games.graph import Graph
from gameproof.prover.lrat_text import check_lrat_text, read_dimacs


def test_clauses_are_about_their_own_positions() -> None:
    """A position of another game is refused, never an accident."""
    position = make(Graph.of(2, [(0, 1)]), 0)
    for question in FORMULAS:
        for bound in (None, 0, 3):
            with pytest.raises(Rejected):
                conclude(Goal(position, question), refutation([], [0, 0], [0], [0, 1], bound))


def refutation(
    lemmas: list[int], ends: list[int], hints: list[int], stops: list[int], bound: int | None = None
) -> Refutation:
    one, two, three, four = (np.array(f, dtype=np.int64) for f in (lemmas, ends, hints, stops))
    return Refutation(one, two, three, four, bound)


def test_no_refutation_of_what_holds() -> None:
    """The path of three has an even kernel round its end: nothing refutes that."""
    position = make(Graph.of(3, [(0, 1), (1, 2)]), 0, edge=True)
    size = len(formula(Goal(position, "even-kernel")).clauses)
    for hints in ([], [0], [size - 1], list(range(size)), [0] * 5, [size], [-1]):
        with pytest.raises(Rejected):
            conclude(Goal(position, "even-kernel"), refutation([], [0, 0], hints, [0, len(hints)]))
    with pytest.raises(Rejected, match="about no number"):
        conclude(Goal(position, "even-kernel"), refutation([], [0, 0], [], [0, 0], 1))


@pytest.mark.parametrize("slice_", [1, 2, 4096])
def test_clauses_that_are_forgotten_prove_nothing(slice_: int) -> None:
    """A clause goes after the last lemma that names it: before, after and beside the border."""
    check = partial(check_refutation, at_a_time=slice_)
    clauses = [[1, 2], [1, -2], [-1, 3], [-1, -3]]
    # 1 from the first two; then -1 from the others; then nothing.
    check(clauses, [1, -1], [0, 1, 2, 2], [0, 1, 2, 3, 4, 5], [0, 2, 4, 6])
    check(clauses, [1, 1], [0, 1, 2, 2], [0, 1, 4, 5, 2, 3], [0, 2, 3, 6])
    for hints in ([0, 1, 0, 0, 0, 0], [0, 1, 2, 3, 5, 5], [0, 1, 2, 3, 0, 1], [0, 0, 2, 3, 4, 5]):
        with pytest.raises(Rejected, match="does not follow"):
            check(clauses, [1, -1], [0, 1, 2, 2], hints, [0, 2, 4, 6])
    with pytest.raises(Rejected, match="not known before"):
        check(clauses, [1, -1], [0, 1, 2, 2], [0, 1, 2, 3, 4, 6], [0, 2, 4, 6])


def test_a_lemma_that_says_nothing_does_no_harm() -> None:
    """x or not x is no contradiction, nor does it help to one."""
    with pytest.raises(Rejected):
        check_refutation([[1, 2]], [1, -1], [0, 2, 2], [0, 1], [0, 1, 2])
    with pytest.raises(Rejected):
        check_refutation([[1, -1]], [], [0, 0], [0, 0], [0, 2])


FAULTS: list[tuple[list[list[int]], list[list[int]], str]] = [
    # clauses, then lemmas, their ends, hints, their ends
    ([[1]], [[0], [0, 1, 1], [0], [0, 1, 1]], "a lemma holds the literal 0"),
    ([[1, 0]], [[], [0, 0], [0], [0, 1]], "a lemma holds the literal 0"),
    ([[1]], [[1 << 32, -1], [0, 2, 2], [0], [0, 1, 1]], "hold a number beyond 32 bits"),
    ([[1]], [[-(1 << 32)], [0, 1, 1], [0], [0, 1, 1]], "hold a number beyond 32 bits"),
    ([[1]], [[1], [0, 1], [0], [0, 1]], "the last lemma is not the empty clause"),
    ([[1]], [[], [0], [], [0]], "the last lemma is not the empty clause"),
]


@pytest.mark.parametrize(("clauses", "fields", "said"), FAULTS)
def test_numbers_that_are_no_proof(
    clauses: list[list[int]], fields: list[list[int]], said: str
) -> None:
    with pytest.raises(Rejected, match=said):
        check_refutation(clauses, *fields)


def test_what_is_no_row_of_integers() -> None:
    for values in ([[1], [2, 3]], [1.5], [[1]], ["1"], [1 << 70]):
        with pytest.raises(Rejected, match="are not a row of integers"):
            check_refutation([[1]], values, [0, 1, 1], [0], [0, 1, 1])


def test_the_work_is_known_before_it_begins() -> None:
    with pytest.raises(Rejected, match="the hints name 4 literals, more than 3"):
        check_refutation([[1, 2]], [], [0, 0], [0, 0], [0, 2], most_literals=3)


TEXTS = [
    ("1 2 0\n-1", ["2 0 1 0"], "no closing 0"),
    ("1 x 0", ["2 0 1 0"], "expected numbers"),
    ("1 0", ["2 y 0 1 0"], "expected numbers"),
    ("1 0", ["2 0 1"], "not a line of an LRAT proof"),
    ("1 0", ["2 0 1 0 1 0"], "not a line of an LRAT proof"),
    ("1 0", ["1 0 1 0"], "not a line of an LRAT proof"),
    ("1 0", ["0 0 1 0"], "not a line of an LRAT proof"),
    ("1 0", ["-2 0 1 0"], "not a line of an LRAT proof"),
    ("1 0", ["2 0 3 0"], "names the unknown clause 3"),
    ("1 0", ["2 0 -1 0"], "names the unknown clause -1"),
    ("1 0", [], "never reaches the empty clause"),
    ("1 0", ["2 1 0 1 0"], "never reaches the empty clause"),
]


@pytest.mark.parametrize(("cnf", "lrat", "said"), TEXTS)
def test_texts_that_are_no_proof(cnf: str, lrat: list[str], said: str) -> None:
    with pytest.raises(Rejected, match=said):
        check_lrat_text(read_dimacs(cnf.splitlines()), lrat)


@pytest.mark.parametrize("line", ["p wcnf 2 1", "p", "problem cnf 1 1", "pcnf 1 1"])
def test_other_files_are_no_clauses(line: str) -> None:
    with pytest.raises(Rejected, match="not a file of clauses"):
        read_dimacs([line, "1 0"])
