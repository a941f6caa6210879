"""Proofs of every engine, turned into hints and followed by the checker."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.models import pigeons, satisfies

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.lrat import (
    MOST_LITERALS,
    SLICE,
    check_refutation,
    literals_named,
)
from gameproof.certificates.kernel import Goal
from gameproof.encodings import refute
from gameproof.encodings.method import Options
from gameproof.games.positional import Position
from gameproof.prover.lrat_text import check_lrat_text, read_dimacs
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.drat import to_lrat
from gameproof.solvers.sat.formats import dimacs
from gameproof.solvers.sat.model import Model
from gameproof.solvers.sat.proof import Drat, Lrat, Proof, ProofError
from gameproof.solvers.sat.sat import PROOF_ENGINES, solve


def random_formula(seed: int, variables: int, ratio: float) -> Model:
    rng = random.Random(seed)
    model = Model(f"random 3-SAT {seed}")
    x = [model.variable(f"x{i}") for i in range(variables)]
    for _ in range(int(ratio * variables)):
        model.clause(rng.choice([1, -1]) * v for v in rng.sample(x, 3))
    return model


def proof_of(model: Model, engine: str = "cadical195") -> Proof:
    result = solve(model, Limits(time_limit=60), engine=engine, proof=True)
    assert result.status == "unsat"
    assert result.proof is not None
    return result.proof


def drat_of(proof: Proof) -> Drat:
    assert isinstance(proof.steps, Drat)
    return proof.steps


def follow(cnf: Cnf, lrat: Lrat, most_literals: int = MOST_LITERALS) -> None:
    check_refutation(
        cnf.clauses,
        lrat.lemmas.numbers,
        lrat.lemmas.ends,
        lrat.hints.numbers,
        lrat.hints.ends,
        most_literals=most_literals,
    )


@pytest.mark.parametrize("engine", PROOF_ENGINES)
def test_every_engines_proof_is_followed(engine: str) -> None:
    for model in (pigeons(3), random_formula(5, 30, 7.0)):
        proof = proof_of(model, engine)
        follow(proof.cnf, to_lrat(proof.cnf, drat_of(proof)))


def test_a_proof_with_units_deletions_and_many_lemmas() -> None:
    proof = proof_of(random_formula(1, 200, 4.9))
    assert drat_of(proof).deleted.any()
    lrat = to_lrat(proof.cnf, drat_of(proof))
    assert len(lrat.hints.numbers) > 20_000
    assert len(lrat.lemmas) > SLICE
    follow(proof.cnf, lrat)
    assert len(lrat.lemmas) < len(drat_of(proof))


@pytest.mark.parametrize("seed", range(4))
def test_cp_sats_own_hints_are_followed(seed: int) -> None:
    model = pigeons(5) if seed == 0 else random_formula(seed, 50, 6.0)
    result = solve(model, Limits(time_limit=60), engine="cp-sat", encoding="pairwise", proof=True)
    assert result.status == "unsat"
    assert result.proof is not None
    cnf, lrat = result.proof.cnf, result.proof.steps
    assert isinstance(lrat, Lrat)
    follow(cnf, lrat)
    lines = list(lrat.lines())
    follow(cnf, Lrat.read(cnf, ["1 d 2 0", *lines]))
    with pytest.raises(ProofError, match="without the empty clause"):
        Lrat.read(cnf, lines[:-1])
    with pytest.raises(ProofError, match="not LRAT"):
        Lrat.read(cnf, ["1 x 0"])


def test_cp_sat_with_a_proof_asked_for_still_finds_assignments() -> None:
    model = pigeons(4)
    model.clauses.pop(0)
    result = solve(model, Limits(time_limit=60), engine="cp-sat", proof=True)
    assert result.status == "sat"
    assert result.values is not None
    assert satisfies(model, result.values)


def test_cp_sats_proofs_go_through_private_folders() -> None:
    """Two at once have each their own, and nobody else's file of the usual name is touched."""
    usual = Path("/tmp/lrat.txt")
    mine = not usual.exists()
    if mine:
        usual.write_text("a stranger's")
    before = usual.read_bytes()
    models = [pigeons(5), random_formula(3, 50, 6.0)] * 2

    def prove(model: Model) -> Proof | None:
        limits = Limits(time_limit=60)
        return solve(model, limits, engine="cp-sat", encoding="pairwise", proof=True).proof

    with ThreadPoolExecutor(2) as pool:
        for proof in pool.map(prove, models):
            assert proof is not None
            assert isinstance(proof.steps, Lrat)
            follow(proof.cnf, proof.steps)
    assert usual.read_bytes() == before
    if mine:
        usual.unlink()


def test_the_text_forms_say_the_same() -> None:
    proof = proof_of(pigeons(4))
    lrat = to_lrat(proof.cnf, drat_of(proof))
    clauses = read_dimacs(dimacs(proof.cnf, ["a comment"]))
    assert clauses == [list(clause) for clause in proof.cnf.clauses]
    sentence = check_lrat_text(clauses, ["c a comment", *lrat.lines()])
    assert sentence.endswith(f"{len(lrat.lemmas)} lemmas checked")


def test_wrong_proofs_are_refused_with_their_line() -> None:
    cnf = proof_of(pigeons(3)).cnf
    with pytest.raises(ProofError, match="proof line 1 does not follow"):
        to_lrat(cnf, Drat.read(["1 0", "0"]))
    with pytest.raises(ProofError, match="proof line 1 does not follow"):
        to_lrat(cnf, Drat.read(["0"]))
    with pytest.raises(ProofError, match="ends without the empty clause"):
        to_lrat(cnf, Drat.read([]))
    with pytest.raises(ProofError, match="only 0"):
        Drat.read(["1 2"])
    for line in ("1 x 0", "1-2 0", "- 0", "--1 0", "-1- 0", "1 d 0", "0 -", "dd 1 0", "1.5 0"):
        with pytest.raises(ProofError, match="no number"):
            Drat.read([line])
    for line in ("4294967297 0", f"{10**30} 0", "-9223372036854775808 0"):
        with pytest.raises(ProofError, match="too large"):
            Drat.read([line])
    for line in ("1 0 2 0", "1 0 2", "", " ", "10"):
        with pytest.raises(ProofError, match="only 0"):
            Drat.read([line])
    with pytest.raises(ProofError, match="only 0"):
        Drat.read(["1 0 2 0", "10"])
    assert list(Drat.read(["-1  2 0", "d 1 0", "d 0"]).closed().lines()) == [
        "-1 2 0",
        "d 1 0",
        "d 0",
        "0",
    ]


def test_deletions_are_followed() -> None:
    proof = proof_of(pigeons(3))
    erased = [f"d {' '.join(map(str, clause))} 0" for clause in proof.cnf.clauses]
    with pytest.raises(ProofError, match="does not follow"):
        to_lrat(proof.cnf, Drat.read([*erased, *drat_of(proof).lines()]))


def test_formulas_that_need_no_lemma() -> None:
    formulas: list[list[list[int]]] = [
        [[1], [-1]],
        [[]],
        [[1], [-1, 2], [-2]],
        [[1, 1], [-1, -1]],
        [[1], [2, -1, -1, 2], [-2, -2, -1, -1]],
        [[2, 2, 1, 1], [-2, 1, -2], [-1, -1]],
    ]
    for clauses in formulas:
        cnf = Cnf(2, list(clauses))
        follow(cnf, to_lrat(cnf, Drat.read(["0"])))
        follow(cnf, to_lrat(cnf, Drat.read([])))


def test_the_time_limit_holds_while_converting() -> None:
    proof = proof_of(pigeons(7))
    with pytest.raises(LimitReached):
        to_lrat(proof.cnf, drat_of(proof), Limits(time_limit=0.0))


def satisfiable_core(clauses: list[list[int]], variables: int) -> bool:
    return any(
        all(any((bits >> (abs(x) - 1) & 1) == (x > 0) for x in clause) for clause in clauses)
        for bits in range(1 << variables)
    )


@given(data=st.data())
@settings(max_examples=150)
def test_no_mutation_refutes_a_satisfiable_formula(data: st.DataObject) -> None:
    """Change a proof, or take clauses away, as you like: what is accepted is unsatisfiable."""
    model = random_formula(3, 6, 9.0)
    proof = proof_of(model)
    lrat = to_lrat(proof.cnf, drat_of(proof))
    clauses = [list(clause) for clause in proof.cnf.clauses]
    parts = [
        lrat.lemmas.numbers.tolist(),
        lrat.lemmas.ends.tolist(),
        lrat.hints.numbers.tolist(),
        lrat.hints.ends.tolist(),
    ]
    if data.draw(st.booleans()):
        drop = data.draw(st.integers(0, len(clauses) - 1))
        clauses[drop] = data.draw(st.sampled_from([[1, -1], [1, 2, 3], clauses[0]]))
    for _ in range(data.draw(st.integers(0, 2))):
        part = data.draw(st.sampled_from(parts))
        if part:
            place = data.draw(st.integers(0, len(part) - 1))
            part[place] = data.draw(st.integers(-8, len(clauses) + 8))
    try:
        check_refutation(clauses, *parts)
    except Rejected:
        return
    assert not satisfiable_core(clauses, 6)


def test_hostile_arrays_are_rejected() -> None:
    clauses = [[1], [-1]]
    good: tuple[list[int], ...] = ([], [0, 0], [0, 1], [0, 2])
    check_refutation(clauses, good[0], good[1], good[2], good[3])
    bad: list[tuple[object, object, object, object]] = [
        ([], [], [0, 1], [0, 2]),
        ([], [0, 0], [0, 2], [0, 2]),
        ([], [0, 0], [-1, 1], [0, 2]),
        ([], [0, 0], [0], [0, 1]),
        ([], [0, 0], [0.5, 1], [0, 2]),
        ("x", [0, 0], [0, 1], [0, 2]),
        ([], [0, 0], [[0, 1]], [0, 2]),
        ([1], [0, 1], [0], [0, 1]),
        ([], [0, 0, 0], [0, 1], [0, 2]),
        ([2**40], [0, 1, 1], [0, 1, 0, 1], [0, 2, 4]),
        ([], [0, 0], [0, 1], [0, 3]),
        ([], [0, 0], [0, 1], [2, 0]),
        (None, [0, 0], [0, 1], [0, 2]),
        ([0], [0, 1, 1], [0, 1, 0, 1], [0, 2, 4]),
    ]
    for parts in bad:
        with pytest.raises(Rejected):
            check_refutation(clauses, *parts)
    for lines, reason in (
        (["3 0 1 2"], "not a line of an LRAT proof"),
        (["3 0 1 9 0"], "names the unknown clause 9"),
        (["2 0 1 2 0"], "not a line of an LRAT proof"),
        (["three"], "expected numbers"),
        ([], "never reaches the empty clause"),
        (["3 1 0 1 0"], "never reaches the empty clause"),
    ):
        with pytest.raises(Rejected, match=reason):
            check_lrat_text(clauses, lines)
    with pytest.raises(Rejected, match="not a row of integers"):
        check_refutation(clauses, [[1], [1, 2]], [0, 0], [0, 1], [0, 2])
    with pytest.raises(Rejected, match="no closing 0"):
        read_dimacs(["p cnf 1 2", "1 0", "-1"])


def test_a_short_file_that_takes_long_is_refused_before_it_is_followed() -> None:
    """A lemma of ten thousand literals, and a clause of as many that a million hints name."""
    long = list(range(1, 10_001))
    clauses = [long, [-x for x in long]]
    lemma = np.arange(2, 10_002)
    hints = np.zeros(1_000_000, dtype=np.int64)
    with pytest.raises(Rejected, match="the hints name 10000000000 literals, more than"):
        check_refutation(clauses, lemma, [0, 10_000, 10_000], hints, [0, 999_999, 1_000_000])
    model = pigeons(4)
    proof = proof_of(model)
    lrat = to_lrat(proof.cnf, drat_of(proof))
    named = literals_named(proof.cnf.clauses, lrat.lemmas.ends, lrat.hints.numbers)
    known = [*proof.cnf.clauses, *lrat.lemmas]
    assert named == sum(len(known[hint]) for hint in lrat.hints.numbers.tolist())
    follow(proof.cnf, lrat, named)
    with pytest.raises(Rejected, match=f"the hints name {named} literals"):
        follow(proof.cnf, lrat, named - 1)


def test_a_proof_that_would_take_its_checker_too_long_is_a_limit() -> None:
    goal = Goal(Position.parse("tictactoe 3 3"), "drawn-position")
    with pytest.raises(LimitReached, match="proof size limit reached"):
        refute.refute(goal, Limits(), Options(), most_literals=10)
