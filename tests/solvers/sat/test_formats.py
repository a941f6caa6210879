"""Exported files, read back by other readers, mean what the model means."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from reference.models import assignments, random_model

from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import qbf
from gameproof.solvers.sat.cnf import Cnf, clausify
from gameproof.solvers.sat.formats import WRITERS, blocks, render
from gameproof.solvers.sat.model import Model, ModelError

SEEDS = range(0, 40, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_cnf_has_the_models_assignments(seed: int) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    model = random_model(seed)
    formula = CNF(from_string=render(model, ".cnf", "totalizer"))
    if any(not clause for clause in clausify(model, "totalizer").clauses):
        # PySAT's reader drops an empty clause, which is what makes the file false.
        assert assignments(model) == []
        return
    found = set()
    with Solver(bootstrap_with=formula) as solver:
        while solver.solve():
            positive = set(solver.get_model() or [])
            values = tuple(v in positive for v in range(1, model.variables + 1))
            found.add(values)
            solver.add_clause([-v if v in positive else v for v in range(1, model.variables + 1)])
    assert sorted(found) == assignments(model)


def holds(rows: Sequence[tuple[list[tuple[int, int]], str, int]], values: Sequence[bool]) -> bool:
    for terms, relation, bound in rows:
        total = sum(weight * values[v] for weight, v in terms)
        if not {"=": total == bound, ">=": total >= bound, "<=": total <= bound}[relation]:
            return False
    return True


@pytest.mark.parametrize("seed", SEEDS)
def test_opb_has_the_models_assignments(seed: int) -> None:
    model = random_model(seed)
    lines = render(model, "question.opb").splitlines()
    declared = re.match(r"\* #variable= (\d+) #constraint= (\d+)", lines[0])
    assert declared is not None
    rows = []
    for line in (line for line in lines if not line.startswith("*")):
        words = line.removesuffix(" ;").split()
        *terms, relation, bound = words
        pairs = zip(terms[::2], terms[1::2], strict=True)
        rows.append(([(int(w), int(x[1:])) for w, x in pairs], relation, int(bound)))
    assert len(rows) == int(declared[2])
    total = int(declared[1])
    found = {
        values[: model.variables]
        for values in itertools.product([False, True], repeat=total)
        if holds(rows, (False, *values))
    }
    assert sorted(found) == assignments(model)


def read_lp(
    text: str,
) -> tuple[list[tuple[int, int]], list[tuple[list[tuple[int, int]], str, int]], int]:
    plain = " ".join(line for line in text.splitlines() if not line.startswith("\\"))
    head, body = plain.split("Subject To")
    body, names = body.split("Binary")
    assert names.split()[-1] == "End"
    assert head.split()[0] == "Minimize"

    def terms(words: str) -> list[tuple[int, int]]:
        found = re.findall(r"([+-])? ?(\d+) x(\d+)", words)
        return [(int(sign + weight), int(v)) for sign, weight, v in found]

    rows = []
    for words, relation, bound in re.findall(r"c\d+: (.*?) (<=|>=|=) (-?\d+)", body):
        rows.append((terms(words), relation, int(bound)))
    return terms(head), rows, len(names.split()) - 1


@pytest.mark.parametrize("seed", SEEDS)
def test_lp_and_wcnf_and_pbtxt_have_the_models_optimum(seed: int) -> None:
    from google.protobuf import text_format  # type: ignore[import-untyped]
    from ortools.sat import cp_model_pb2
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    model = random_model(seed)
    model.minimize((1 + v % 3, v if v % 2 else -v) for v in range(1, model.variables + 1))
    assert model.objective is not None
    costs = [model.objective.cost((False, *values)) for values in assignments(model)]
    best = min(costs, default=None)

    text = render(model, "question.lp")
    constant = int(re.findall(r"constant (-?\d+)", text)[0]) if "constant" in text else 0
    cost, rows, variables = read_lp(text)
    costs = [
        sum(weight * values[v] for weight, v in cost) + constant
        for tail in itertools.product([False, True], repeat=variables)
        if holds(rows, values := (False, *tail))
    ]
    assert min(costs, default=None) == best

    weighted = WCNF(from_string=render(model, "question.wcnf"))
    if all(clausify(model).clauses):
        with RC2(weighted) as maxsat:
            answer = maxsat.compute()
            assert (maxsat.cost if answer is not None else None) == best

    proto = cp_model_pb2.CpModelProto()
    text_format.Parse(render(model, "question.pbtxt"), proto)
    assert len(proto.variables) == model.variables
    assert [variable.name for variable in proto.variables] == [
        model.names[v] for v in range(1, model.variables + 1)
    ]


def truth(prefix: list[tuple[str, list[int]]], cnf: Cnf, values: dict[int, bool]) -> bool:
    """A quantified formula by trying everything."""
    for depth, (quantifier, block) in enumerate(prefix):
        for v in block:
            if v not in values:
                join = any if quantifier == "exists" else all
                return join(
                    truth(prefix[depth:], cnf, values | {v: value}) for value in (False, True)
                )
    return all(any(values[abs(x)] == (x > 0) for x in clause) for clause in cnf.clauses)


def quantified(seed: int) -> Model:
    model = random_model(seed)
    for v in range(1, model.variables):
        model.quantify("forall" if (seed >> v) & 1 else "exists", [v])
    return model


def read_qdimacs(text: str) -> tuple[list[tuple[str, list[int]]], Cnf]:
    prefix, clauses, variables = [], [], 0
    for line in text.splitlines():
        word, *rest = line.split()
        if word == "p":
            variables = int(rest[1])
        elif word in "ae":
            prefix.append(({"a": "forall", "e": "exists"}[word], [int(x) for x in rest[:-1]]))
        elif word != "c":
            clauses.append([int(x) for x in line.split()[:-1]])
    return prefix, Cnf(variables, list(clauses))


def read_qcir(text: str) -> tuple[list[tuple[str, list[int]]], Cnf]:
    prefix, gates, output = [], {}, 0
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if match := re.fullmatch(r"(exists|forall)\((.*)\)", line):
            prefix.append((match[1], [int(x) for x in match[2].split(",")]))
        elif match := re.fullmatch(r"output\((\d+)\)", line):
            output = int(match[1])
        elif match := re.fullmatch(r"(\d+) = (and|or)\((.*)\)", line):
            gates[int(match[1])] = [int(x) for x in match[3].split(",") if x.strip()]
    return prefix, Cnf(0, [gates[gate] for gate in gates.pop(output)])


@pytest.mark.parametrize("seed", range(10, 50))
def test_quantified_files_have_the_models_truth(seed: int) -> None:
    model = quantified(seed)
    if clausify(model).variables > 14:
        model.linears.clear()
        model.xors.clear()
    cnf = clausify(model)
    expected = truth(blocks(model, cnf), cnf, {})
    assert truth(*read_qdimacs(render(model, "q.qdimacs")), {}) == expected
    assert truth(*read_qcir(render(model, "q.qcir")), {}) == expected
    if qbf.found():
        answer = qbf.solve(model, Limits(time_limit=20))
        assert answer.status == ("sat" if expected else "unsat")


def test_every_file_says_what_it_holds() -> None:
    model = Model("two colours on a triangle", "gameproof encode triangle")
    red = model.group("red", ["a", (0, 1), "c"])
    model.at_most(2, red.values())
    for suffix in WRITERS:
        text = render(model, f"question{suffix}")
        for part in (model.title, model.origin, "variable 1 = red(a)", "variable 2 = red(0,1)"):
            assert part in text, (suffix, part)
        assert "/" not in text.split("made by")[0]


def test_what_a_format_cannot_hold_is_refused() -> None:
    model = Model("x")
    x = model.variable("x")
    with pytest.raises(ModelError, match=r"unknown format '.doc'; known: .cnf"):
        render(model, "file.doc")
    model.minimize([(1, x)])
    with pytest.raises(ModelError, match="objective"):
        render(model, "file.cnf")
    model.objective = None
    model.quantify("forall", [x])
    with pytest.raises(ModelError, match="quantifiers"):
        render(model, "file.opb")


def test_a_missing_or_broken_qbf_solver_is_named(tmp_path: Path) -> None:
    model = quantified(11)
    with pytest.raises(qbf.BackendMissing, match="apt-get install depqbf"):
        qbf.solve(model, Limits(), engine="no-such-program")
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho cannot read\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(ModelError, match="ended with status 3: cannot read"):
        qbf.solve(model, Limits(), engine=str(broken))
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    assert qbf.solve(model, Limits(time_limit=0.2), engine=str(slow)).reason == "time"
