"""Models on every back-end against a plain walk through all assignments."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.models import assignments, enumerated, pigeons, random_model, satisfies

from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import cpsat, qbf
from gameproof.solvers.sat.backends import backends
from gameproof.solvers.sat.cnf import ENCODINGS, clausify
from gameproof.solvers.sat.model import Model, ModelError, Relation
from gameproof.solvers.sat.sat import ENGINES, PROOF_ENGINES, PYSAT_ENGINES, Session, solve

RELATIONS: tuple[Relation, ...] = ("<=", ">=", "==")


def test_the_normal_form_of_a_linear_constraint_keeps_its_meaning() -> None:
    model = Model("one constraint")
    a, b, c = (model.variable(name) for name in "abc")
    model.linear([(2, a), (-3, -b), (1, c), (1, -c), (4, a)], "<=", 3)
    for va, vb, vc in itertools.product([False, True], repeat=3):
        plain = 2 * va - 3 * (not vb) + vc + (not vc) + 4 * va <= 3
        assert satisfies(model, [False, va, vb, vc]) == plain


@pytest.mark.parametrize("seed", range(40))
def test_every_engine_finds_exactly_the_assignments(seed: int) -> None:
    model = random_model(seed)
    expected = assignments(model)
    engines = [PYSAT_ENGINES[(seed + shift) % len(PYSAT_ENGINES)] for shift in (0, 4, 8)]
    for number, engine in enumerate(engines):
        encoding = ENCODINGS[(seed + number) % len(ENCODINGS)]
        with Session(model, Limits(), engine=engine, encoding=encoding) as session:
            own = range(1, model.variables + 1)
            found = [tuple(map(result.true, own)) for result in enumerated(session, own)]
        assert sorted(found) == expected, (engine, encoding)
    result = cpsat.solve(model, Limits())
    assert (result.status == "sat") == bool(expected)
    assert not expected or tuple(result.values or ())[1:] in expected


@pytest.mark.parametrize("seed", range(40))
def test_the_optimum_is_the_best_assignment(seed: int) -> None:
    model = random_model(seed)
    rng = random.Random(-seed)
    terms = [(rng.randint(-3, 3), rng.choice([1, -1]) * v) for v in range(1, model.variables + 1)]
    (model.minimize if seed % 2 else model.maximize)(terms)
    assert model.objective is not None
    costs = [model.objective.cost((False, *values)) for values in assignments(model)]
    for engine in ("cadical195", "cp-sat"):
        result = solve(model, Limits(), engine=engine)
        if costs:
            best = min(costs) if seed % 2 else max(costs)
            assert (result.status, result.objective, result.bound) == ("sat", best, best)
        else:
            assert result.status == "unsat"


@pytest.mark.parametrize("engine", ENGINES)
def test_each_engine_answers_both_ways(engine: str) -> None:
    assert solve(pigeons(4), Limits(), engine=engine).status == "unsat"
    model = pigeons(4)
    model.clauses.pop(0)
    result = solve(model, Limits(), engine=engine)
    assert result.status == "sat"
    assert result.values is not None
    assert satisfies(model, result.values)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(size=st.integers(1, 8), bound=st.integers(-1, 9), data=st.data())
@settings(max_examples=12)
def test_cardinality_encodings_agree(
    encoding: str, size: int, bound: int, data: st.DataObject
) -> None:
    model = Model("count")
    x = [model.variable(f"x{i}") for i in range(size)]
    relation: Relation = data.draw(st.sampled_from(RELATIONS))
    model.linear(((1, v) for v in x), relation, bound)
    values = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    with Session(model, Limits(), encoding=encoding) as session:
        found = session.solve([v if value else -v for v, value in zip(x, values, strict=True)])
    total = sum(values)
    expected = {"<=": total <= bound, ">=": total >= bound, "==": total == bound}[relation]
    assert found.status == ("sat" if expected else "unsat")


def test_auxiliaries_never_meet_the_models_variables() -> None:
    model = Model("two counters over the same variables")
    x = [model.variable(f"x{i}") for i in range(6)]
    model.at_least(3, x)
    model.at_most(3, x)
    y = model.variable("made after the constraints")
    model.clause([y])
    for encoding in ENCODINGS:
        cnf = clausify(model, encoding)
        assert [y] in [list(clause) for clause in cnf.clauses]
        others = {abs(v) for clause in cnf.clauses for v in clause if abs(v) > model.variables}
        assert others == set(range(model.variables + 1, cnf.variables + 1)), encoding


def test_assumptions_give_a_core_and_leave_the_session_usable() -> None:
    model = Model("a implies b")
    a, b, c = (model.variable(name) for name in "abc")
    model.implies([a], [b])
    with Session(model, Limits()) as session:
        result = session.solve([a, -b, c])
        assert result.status == "unsat"
        assert set(result.core or ()) <= {a, -b}
        assert session.solve([a]).true(b)
        session.add_clause([-b])
        assert session.solve([a]).status == "unsat"
        assert session.solve().status == "sat"


@pytest.mark.parametrize("engine", ["cadical195", "glucose4", "maplechrono", "cp-sat"])
def test_the_time_limit_holds(engine: str) -> None:
    rng = random.Random(7)
    model = Model("random 3-SAT at the threshold")
    x = [model.variable(f"x{i}") for i in range(500)]
    for _ in range(2130):
        model.clause(rng.choice([1, -1]) * v for v in rng.sample(x, 3))
    result = solve(model, Limits(time_limit=0.2), engine=engine)
    assert (result.status, result.reason) == ("unknown", "time")


def test_what_cannot_be_asked_is_refused_in_one_line() -> None:
    model = pigeons(2)
    with pytest.raises(ModelError, match="unknown SAT engine 'cadikal'"):
        solve(model, Limits(), engine="cadikal")
    with pytest.raises(ModelError, match="unknown cardinality encoding"):
        solve(model, Limits(), encoding="abacus")
    with pytest.raises(ModelError, match="minisat22 gives no trustworthy proof"):
        solve(model, Limits(), engine="minisat22", proof=True)
    with pytest.raises(ModelError, match="literal 99 names no variable"):
        model.clause([1, 99])
    with pytest.raises(ModelError, match="twice"):
        model.group("x", [1, 1])
    with (
        pytest.raises(ModelError, match="refutes nothing"),
        Session(model, Limits(), proof=True) as session,
    ):
        session.solve([1])
    model.quantify("forall", [1])
    with pytest.raises(ModelError, match="QBF"):
        solve(model, Limits())


def test_an_empty_clause_is_unsatisfiable_everywhere() -> None:
    model = Model("false")
    model.variable("x")
    model.clause([])
    for engine in ENGINES:
        assert solve(model, Limits(), engine=engine).status == "unsat"


def test_the_table_of_backends_names_what_is_there() -> None:
    table = {backend.name: backend for backend in backends()}
    assert set(ENGINES) <= set(table)
    assert table["cadical195"].default
    assert table["cadical195"].version is not None
    assert {name for name, backend in table.items() if "DRAT" in backend.abilities} == set(
        PROOF_ENGINES
    )
    for name in qbf.SOLVERS:
        assert (table[name].version is not None) == (name in qbf.found())
