"""SAT by PySAT's engines, in slices of conflicts, so that limits and Ctrl-C work.

``solve`` answers one model, on PySAT or (engine ``cp-sat``) on OR-Tools;
:class:`Session` keeps a solver open for clauses learned later and for assumptions. An
engine runs a bounded number of conflicts at a time; between two slices the limits are
looked at and a pending Ctrl-C is raised.

Proofs are DRAT lines of the whole run. A proof refutes the clauses it started
from plus those added on the way; it says nothing about a run under assumptions,
so assumptions and proofs exclude each other here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import Any

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.cnf import DEFAULT_ENCODING, Cnf, clausify
from gameproof.solvers.sat.model import Linear, Model, ModelError
from gameproof.solvers.sat.proof import Drat, Proof
from gameproof.solvers.sat.result import Result, Status

DEFAULT_ENGINE = "cadical195"
CP_SAT = "cp-sat"

# Engines that stop at a conflict budget. Lingeling and Kissat do not (Kissat even ends
# the process when asked to go on), so no limit could hold them and they are left out.
# MapleSAT is left out too: it crashes when solved again after a new clause, and its
# proofs have every variable off by one.
PROOF_ENGINES = ("cadical195", "cadical153", "cadical103", "glucose4", "glucose42", "glucose3",
                 "gluecard4", "gluecard3", "maplechrono", "maplecm")  # fmt: skip
PYSAT_ENGINES = (*PROOF_ENGINES, "mergesat3", "minicard", "minisat22", "minisat-gh")
ENGINES = (*PYSAT_ENGINES, CP_SAT)

LEAST_CONFLICTS, MOST_CONFLICTS = 100, 10_000
CLAUSES_A_SLICE = 1 << 25
"""Clauses times conflicts between two looks at the limits, about a tenth of a second."""
OFTEN = 4096  # clauses handed to an engine between looks at the limits


def solve(
    model: Model,
    limits: Limits,
    *,
    engine: str | None = None,
    encoding: str = DEFAULT_ENCODING,
    proof: bool = False,
) -> Result:
    """Satisfy (or, with an objective, optimise) the model within the limits.

    ``engine`` is one of ``ENGINES`` (``cadical195`` when None); ``encoding``
    names the cardinality encoding for PySAT. With ``proof`` an "unsat" carries its
    proof (DRAT, from CP-SAT LRAT) over the clauses in ``result.proof.cnf``. Running out of limits
    gives "unknown" (with the best assignment and bounds when optimising).
    Raises :class:`ModelError` on an unknown engine, on one that cannot write
    proofs, and on a quantified model.
    """
    engine = DEFAULT_ENGINE if engine is None else engine
    if model.prefix:
        raise ModelError("the model has quantifiers: ask a QBF solver, not a SAT solver")
    if engine == CP_SAT:
        from gameproof.solvers.sat import cpsat

        if not proof:
            return cpsat.solve(model, limits)
        if model.objective is not None:
            raise ModelError("cp-sat proves clauses only, not an optimum")
        return cpsat.refute(clausify(model, encoding), limits)
    try:
        session = Session(model, limits, engine=engine, encoding=encoding, proof=proof)
    except LimitReached as reached:  # while the engine was handed the clauses
        return Result("unknown", engine, reason=reached.reason, stats=dict(model.summary()))
    with session:
        if model.objective is None:
            return session.solve()
        return _optimise(model, session)


def _optimise(model: Model, session: Session) -> Result:
    """Ask for something better than the last answer until there is nothing better."""
    assert model.objective is not None
    objective = model.objective
    sign = -1 if objective.negated else 1
    best: Result | None = None
    while True:
        result = session.solve()
        if result.status == "sat":
            assert result.values is not None
            best = result
            cost = objective.cost(result.values)
            probe = Model("improvement")
            probe.variables = model.variables
            terms = zip(objective.weights, objective.literals, strict=True)
            probe.linear(terms, "<=", sign * cost - 1)
            session.add_linear(probe.linears[0])
            continue
        if best is None:
            return result
        cost = objective.cost(best.values or ())
        return Result(
            "sat",
            best.engine,
            values=best.values,
            objective=cost,
            bound=cost if result.status == "unsat" else None,
            reason=result.reason,
            stats=result.stats,
        )


class Session(ExitStack):
    """An open solver: add clauses, solve again, solve under assumptions.

    Use it as a context manager; the engine's memory is freed at the end. Raises
    :class:`LimitReached` where a limit runs out while the engine is handed the clauses.
    """

    def __init__(
        self,
        model: Model | Cnf,
        limits: Limits,
        *,
        engine: str | None = None,
        encoding: str = DEFAULT_ENCODING,
        proof: bool = False,
    ) -> None:
        engine = DEFAULT_ENGINE if engine is None else engine
        if engine not in PYSAT_ENGINES:
            raise ModelError(f"unknown SAT engine {engine!r}; known: {', '.join(ENGINES)}")
        if proof and engine not in PROOF_ENGINES:
            raise ModelError(
                f"{engine} gives no trustworthy proof; use one of {', '.join(PROOF_ENGINES)}"
            )
        from pysat.solvers import Solver

        self.engine = engine
        self.limits = limits
        self.encoding = encoding
        self.cnf = clausify(model, encoding) if isinstance(model, Model) else model
        self._proof = proof
        self._empty = False
        extra = {"with_proof": True} if proof else {}
        super().__init__()
        self._solver: Any = Solver(name=engine, **extra)
        self.callback(self._solver.delete)
        try:
            for number, clause in enumerate(self.cnf.clauses):
                if number and number % OFTEN == 0:
                    limits.check()
                self._feed(clause)
        except BaseException:
            self.close()
            raise

    def _feed(self, clause: Sequence[int]) -> None:
        # PySAT engines take an empty clause for "nothing to add"; remember it ourselves.
        if clause:
            self._solver.add_clause(list(clause))
        else:
            self._empty = True

    def add_clause(self, literals: Iterable[int]) -> None:
        """One more clause; it becomes part of what a later proof refutes."""
        clause = list(literals)
        self.cnf.variables = max(self.cnf.variables, *(abs(x) for x in clause), 0)
        self.cnf.clauses.append(clause)
        self._feed(clause)

    def add_linear(self, linear: Linear) -> None:
        """One more linear constraint, by the session's encoding."""
        from gameproof.solvers.sat.cnf import add_linear

        known = len(self.cnf.clauses)
        add_linear(self.cnf, linear, self.encoding)
        for clause in self.cnf.clauses[known:]:
            self._feed(clause)

    def fresh(self) -> int:
        """A new variable, for clauses added later."""
        return self.cnf.fresh()

    def solve(self, assumptions: Iterable[int] = ()) -> Result:
        """Solve what there is. Raises :class:`ModelError` for assumptions with a proof."""
        given = list(assumptions)
        if given and self._proof:
            raise ModelError("a proof under assumptions refutes nothing; add them as clauses")
        if self._empty:
            return self._result("unsat", proof=self._proof_of([]))
        while True:
            reason = self.limits.exceeded()
            if reason is not None:
                return self._result("unknown", reason=reason)
            conflicts = (self._solver.accum_stats() or {}).get("conflicts")
            if conflicts:
                self.limits.progress(f"{self.engine}, {conflicts} conflicts")
            self._solver.conf_budget(self._slice())
            answer = self._solver.solve_limited(assumptions=given)
            if answer is not None:
                break
        if answer:
            return self._result("sat", values=self._values())
        if given:
            return self._result("unsat", core=tuple(self._solver.get_core() or ()))
        lines = [line for line in self._solver.get_proof() or [] if line] if self._proof else []
        return self._result("unsat", proof=self._proof_of(lines))

    def _slice(self) -> int:
        """Conflicts until the next look at the limits. They depend on the clauses, never on the
        clock: an engine that is stopped elsewhere goes on another way, with another proof."""
        fits = CLAUSES_A_SLICE // (1 + len(self.cnf.clauses))
        return max(LEAST_CONFLICTS, min(MOST_CONFLICTS, fits))

    def _values(self) -> list[bool]:
        # Variables that occur in no clause may be missing from the model: they are free.
        values = [False] * (self.cnf.variables + 1)
        for literal in self._solver.get_model() or []:
            if literal > 0 and literal <= self.cnf.variables:
                values[literal] = True
        return values

    def _proof_of(self, lines: list[str]) -> Proof | None:
        return Proof(self.cnf, Drat.read(lines).closed()) if self._proof else None

    def _result(self, status: Status, **parts: Any) -> Result:
        counts = dict(self._solver.accum_stats() or {})
        sizes = {"variables": self.cnf.variables, "clauses": len(self.cnf.clauses)}
        return Result(status, self.engine, stats={**counts, **sizes}, **parts)
