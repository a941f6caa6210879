"""OR-Tools' CP-SAT on the same models, with the same kind of answer.

Linear and XOR constraints go over as they are, no encoding needed. The search is
repeatable for ``workers=1``: the seed comes from the limits.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.cpsat_proofs import write_proofs_to
from gameproof.solvers.sat.model import Linear, Model, ModelError
from gameproof.solvers.sat.proof import Lrat, Proof
from gameproof.solvers.sat.result import Result

ENGINE = "cp-sat"
OFTEN = 4096  # variables or clauses between looks at the limits


def build(model: Model, tick: Callable[[], None] = lambda: None) -> tuple[Any, list[Any]]:
    """The model as an OR-Tools ``CpModel`` and its Boolean variables (index 0 unused).

    ``tick`` is called now and then (for limits).
    """
    from ortools.sat.python import cp_model

    if model.prefix:
        raise ModelError("the model has quantifiers: ask a QBF solver, not CP-SAT")
    cp = cp_model.CpModel()
    cp.name = model.title
    booleans: list[Any] = [None]
    for v in range(1, model.variables + 1):
        if v % OFTEN == 0:
            tick()
        booleans.append(cp.new_bool_var(model.names.get(v, f"aux{v}")))

    def literal(number: int) -> Any:
        return booleans[number] if number > 0 else booleans[-number].negated()

    for place, clause in enumerate(model.clauses):
        if place % OFTEN == 0:
            tick()
        cp.add_bool_or([literal(number) for number in clause])
    for linear in model.linears:
        tick()
        _add_linear(cp, cp_model, linear, literal)
    for xor in model.xors:
        # add_bool_xor wants an odd number of true literals: for an even one, turn one over.
        odd = [booleans[v] for v in xor.variables]
        if odd and not xor.parity:
            odd[0] = odd[0].negated()
        if odd or xor.parity:
            cp.add_bool_xor(odd)
    if model.objective is not None:
        terms = zip(model.objective.weights, model.objective.literals, strict=True)
        cp.minimize(sum(weight * literal(number) for weight, number in terms))
    return cp, booleans


def _add_linear(cp: Any, cp_model: Any, linear: Linear, literal: Any) -> None:
    literals = [literal(number) for number in linear.literals]
    count = len(literals)
    if linear.unit and linear.relation == ">=" and linear.bound == count - 1:
        cp.add_at_most_one([literal(-number) for number in linear.literals])
        return
    total = cp_model.LinearExpr.weighted_sum(literals, list(linear.weights))
    if linear.relation == "==":
        cp.add(total == linear.bound)
    else:
        cp.add(total >= linear.bound)


def solve(model: Model, limits: Limits, *, workers: int = 1) -> Result:
    """Satisfy or optimise the model within the limits. Raises :class:`ModelError`.

    ``workers`` is CP-SAT's number of parallel searches. Ctrl-C stops the search
    and is raised again afterwards.
    """
    from ortools.sat.python import cp_model

    try:
        cp, booleans = build(model, limits.check)
        limits.check()
    except LimitReached as reached:
        return Result("unknown", ENGINE, reason=reached.reason, stats=dict(model.summary()))
    solver = _solver(cp_model, limits, workers)
    sign = -1 if model.objective is not None and model.objective.negated else 1
    if model.objective is not None:
        solver.best_bound_callback = lambda bound: limits.progress(f"bound {sign * round(bound)}")
    status = _run(solver, cp, limits)
    stats: dict[str, Any] = {
        "conflicts": solver.num_conflicts,
        "branches": solver.num_branches,
        "deterministic_time": round(solver.response_proto.deterministic_time, 3),
        **model.summary(),
    }
    if status == cp_model.MODEL_INVALID:
        raise ModelError(f"CP-SAT refuses the model: {cp.validate()}")
    if status == cp_model.INFEASIBLE:
        return Result("unsat", ENGINE, stats=stats)
    reason = limits.exceeded() or "time"
    if status == cp_model.UNKNOWN:
        return Result("unknown", ENGINE, reason=reason, stats=stats)
    values = [False, *(bool(solver.boolean_value(boolean)) for boolean in booleans[1:])]
    if model.objective is None:
        return Result("sat", ENGINE, values=values, stats=stats)
    return Result(
        "sat",
        ENGINE,
        values=values,
        objective=model.objective.cost(values),
        bound=sign * round(solver.best_objective_bound),
        reason=None if status == cp_model.OPTIMAL else reason,
        stats=stats,
    )


def _solver(cp_model: Any, limits: Limits, workers: int) -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = limits.seed % (1 << 31)
    if limits.time_limit is not None:
        solver.parameters.max_time_in_seconds = max(limits.remaining(), 0.001)
    if limits.memory_limit is not None:
        solver.parameters.max_memory_in_mb = max(1, limits.memory_limit >> 20)
    return solver


def _run(solver: Any, cp: Any, limits: Limits, callback: Any = None) -> Any:
    """Solve in a second thread, watched from this one.

    CP-SAT's own handler would swallow Ctrl-C, and it looks at memory rarely; this
    way both are noticed within a tenth of a second.
    """
    solver.parameters.catch_sigint_signal = False
    outcome: list[Any] = []

    def work() -> None:
        try:
            outcome.append(solver.solve(cp, callback))
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=work, name="cp-sat", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
            if limits.exceeded() is not None:
                solver.stop_search()
    except BaseException:
        solver.stop_search()
        thread.join()
        raise
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


_proving = threading.Lock()
"""The folder of the proofs is the process's, so that its threads take turns."""


def refute(cnf: Cnf, limits: Limits) -> Result:
    """Solve clauses with CP-SAT writing an LRAT proof; "unsat" carries it.

    Only pure clauses and a bare search (no presolve, one worker, no linear relaxation)
    give a proof of the clauses as they were stated. It goes through a private folder.
    Raises :class:`ModelError` where this build of OR-Tools cannot be told of one.
    """
    from ortools.sat.python import cp_model

    model = Model("clauses")
    model.variables = cnf.variables
    for clause in cnf.clauses:
        model.clause(clause)
    cp, booleans = build(model)
    with _alone(limits), tempfile.TemporaryDirectory(prefix="gameproof-") as folder:
        text = write_proofs_to(Path(folder))
        solver = _solver(cp_model, limits, 1)
        parameters = solver.parameters
        parameters.cp_model_presolve = False
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.linearization_level = 0
        parameters.output_lrat_proof = True
        parameters.check_merged_lrat_proof = True
        status = _run(solver, cp, limits)
        lines = text.read_text(encoding="ascii").splitlines() if text.exists() else []
    stats: dict[str, Any] = {"conflicts": solver.num_conflicts, **model.summary()}
    if status == cp_model.INFEASIBLE:
        proof = Proof(cnf, Lrat.read(cnf, lines).trimmed())
        return Result("unsat", ENGINE, proof=proof, stats=stats)
    if status == cp_model.UNKNOWN:
        return Result("unknown", ENGINE, reason=limits.exceeded() or "time", stats=stats)
    values = [False, *(bool(solver.boolean_value(boolean)) for boolean in booleans[1:])]
    return Result("sat", ENGINE, values=values, stats=stats)


@contextmanager
def _alone(limits: Limits) -> Iterator[None]:
    """No other thread of this process writes a proof."""
    while not _proving.acquire(timeout=0.05):
        limits.check()
    try:
        yield
    finally:
        _proving.release()
