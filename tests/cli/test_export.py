"""Refutations leave in the field's formats, and a propagator that is not ours accepts them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pysat.solvers import Minisat22

from gameproof.certificates.certificate import Rejected
from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.prover.lrat_text import check_lrat_text

QUESTIONS = [
    "tictactoe 3 3 -q drawn-position",
    "klein-cycles 3 -q one-winner",
    "torus-cycles 3 -q full-board",
]


def exported(words: str, folder: Path) -> tuple[list[list[int]], list[str]]:
    proof, clauses = folder / "proof.json", folder / "proof.cnf"
    assert run(["solve", *words.split(), "-o", str(proof)]) == Status.DONE
    assert run(["export", str(proof), "-o", str(clauses)]) == Status.DONE
    lines = clauses.read_text(encoding="utf-8").splitlines()
    header = next(line for line in lines if line.startswith("p cnf"))
    body = [[int(x) for x in line.split()[:-1]] for line in lines if line[0] not in "cp"]
    assert header.split()[3] == str(len(body))
    return body, (folder / "proof.lrat").read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize("words", QUESTIONS)
def test_unit_propagation_of_another_program_confirms_each_lemma(
    words: str, tmp_path: Path
) -> None:
    clauses, lemmas = exported(words, tmp_path)
    with Minisat22(bootstrap_with=clauses) as solver:
        last = [0]
        for line in lemmas:
            numbers = [int(x) for x in line.split()]
            last = numbers[1 : numbers.index(0)]
            consistent, _ = solver.propagate(assumptions=[-x for x in last])
            assert not consistent, line
            solver.add_clause(last)
        assert last == []


@pytest.mark.parametrize("words", QUESTIONS[:1])
def test_a_proof_without_one_of_its_lemmas_is_refused(words: str, tmp_path: Path) -> None:
    clauses, lemmas = exported(words, tmp_path)
    assert check_lrat_text(clauses, lemmas)
    with pytest.raises(Rejected):
        check_lrat_text(clauses, lemmas[1:])


def test_what_holds_no_refutation_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "proof.json"
    assert run(["solve", "tictactoe", "5", "2", "-q", "pairing", "-o", str(proof)]) == 0
    assert run(["export", str(proof), "-o", str(tmp_path / "x.cnf")]) == Status.USAGE
    assert "holds no refutation" in capsys.readouterr().err
