"""Proofs of every engine, turned into hints and followed by the checker."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solvers.test_sat import pigeons

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.lrat import check_lrat_text, check_refutation, read_dimacs
from gameproof.solvers import drat
from gameproof.solvers.cnf import Cnf
from gameproof.solvers.drat import Lrat, ProofError, read_lrat, to_lrat
from gameproof.solvers.formats import dimacs
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.model import Model
from gameproof.solvers.result import Proof
from gameproof.solvers.sat import PROOF_ENGINES, solve


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


def follow(cnf: Cnf, lrat: Lrat) -> None:
    check_refutation(
        cnf.clauses, lrat.lemmas.numbers, lrat.lemmas.ends, lrat.hints.numbers, lrat.hints.ends
    )


@pytest.mark.parametrize("engine", PROOF_ENGINES)
@pytest.mark.parametrize("kernel_from", [0, 10**9])
def test_every_engines_proof_is_followed(
    engine: str, kernel_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drat, "KERNEL_FROM", kernel_from)
    for model in (pigeons(3), random_formula(5, 30, 7.0)):
        proof = proof_of(model, engine)
        follow(proof.cnf, to_lrat(proof.cnf, proof.lines))


def test_a_proof_with_units_deletions_and_many_lemmas() -> None:
    proof = proof_of(random_formula(1, 200, 4.9))
    assert any(line.startswith("d") for line in proof.lines)
    lrat = to_lrat(proof.cnf, proof.lines)
    assert len(lrat.hints.numbers) > 20_000  # the compiled checker
    follow(proof.cnf, lrat)
    assert len(lrat.lemmas) < len(proof.lines)


@pytest.mark.parametrize("seed", range(4))
def test_cp_sats_own_hints_are_followed(seed: int) -> None:
    model = pigeons(5) if seed == 0 else random_formula(seed, 50, 6.0)
    result = solve(model, Limits(time_limit=60), engine="cp-sat", encoding="pairwise", proof=True)
    assert result.status == "unsat"
    assert result.proof is not None
    assert result.proof.form == "lrat"
    follow(result.proof.cnf, read_lrat(result.proof.cnf, result.proof.lines))
    with pytest.raises(ProofError):
        read_lrat(result.proof.cnf, result.proof.lines[:-1])
    with pytest.raises(ProofError):
        read_lrat(result.proof.cnf, ["1 x 0"])


def test_cp_sat_with_a_proof_asked_for_still_finds_assignments() -> None:
    model = pigeons(4)
    model.clauses.pop(0)
    result = solve(model, Limits(time_limit=60), engine="cp-sat", proof=True)
    assert result.status == "sat"
    assert result.values is not None
    assert model.holds(result.values)


def test_the_text_forms_say_the_same() -> None:
    proof = proof_of(pigeons(4))
    lrat = to_lrat(proof.cnf, proof.lines)
    clauses = read_dimacs(dimacs(proof.cnf, ["a comment"]))
    assert clauses == [list(clause) for clause in proof.cnf.clauses]
    sentence = check_lrat_text(clauses, ["c a comment", *lrat.lines()])
    assert sentence.endswith(f"{len(lrat.lemmas)} lemmas checked")


@pytest.mark.parametrize("kernel_from", [0, 10**9])
def test_wrong_proofs_are_refused_with_their_line(
    kernel_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drat, "KERNEL_FROM", kernel_from)
    cnf = proof_of(pigeons(3)).cnf
    with pytest.raises(ProofError, match="proof line 1 does not follow"):
        to_lrat(cnf, ["1 0", "0"])
    with pytest.raises(ProofError, match="proof line 1 does not follow"):
        to_lrat(cnf, ["0"])
    with pytest.raises(ProofError, match="ends without the empty clause"):
        to_lrat(cnf, [])
    with pytest.raises(ProofError, match="only 0"):
        to_lrat(cnf, ["1 2"])
    with pytest.raises(ProofError, match="no number"):
        to_lrat(cnf, ["1 x 0"])


def test_the_compiled_pass_follows_deletions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drat, "KERNEL_FROM", 0)
    proof = proof_of(pigeons(3))
    erased = [f"d {' '.join(map(str, clause))} 0" for clause in proof.cnf.clauses]
    with pytest.raises(ProofError, match="does not follow"):
        to_lrat(proof.cnf, [*erased, *proof.lines])


def test_formulas_that_need_no_lemma() -> None:
    formulas: list[list[list[int]]] = [
        [[1], [-1]],
        [[]],
        [[1], [-1, 2], [-2]],
        [[1, 1], [-1, -1]],
    ]
    for clauses in formulas:
        cnf = Cnf(2, list(clauses))
        follow(cnf, to_lrat(cnf, ["0"]))
        follow(cnf, to_lrat(cnf, []))


def test_the_time_limit_holds_while_converting() -> None:
    proof = proof_of(pigeons(7))
    with pytest.raises(LimitReached):
        to_lrat(proof.cnf, proof.lines, Limits(time_limit=0.0))


def satisfiable_core(clauses: list[list[int]], variables: int) -> bool:
    return any(
        all(any((bits >> (abs(x) - 1) & 1) == (x > 0) for x in clause) for clause in clauses)
        for bits in range(1 << variables)
    )


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_no_mutation_refutes_a_satisfiable_formula(data: st.DataObject) -> None:
    """Change a proof, or take clauses away, as you like: what is accepted is unsatisfiable."""
    model = random_formula(3, 6, 9.0)
    proof = proof_of(model)
    lrat = to_lrat(proof.cnf, proof.lines)
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
    with pytest.raises(Rejected):
        check_lrat_text(clauses, ["3 0 1 2"])
    with pytest.raises(Rejected):
        check_lrat_text(clauses, ["3 0 1 9 0"])
    with pytest.raises(Rejected):
        check_lrat_text(clauses, ["2 0 1 2 0"])
    with pytest.raises(Rejected):
        check_lrat_text(clauses, ["three"])
    with pytest.raises(Rejected):
        check_lrat_text(clauses, [])
