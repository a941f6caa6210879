"""Refutations as certificates: the checker's own clauses, a solver's proof, our hints.

Shared by every game whose questions have clauses in ``games/clauses/``. A
proof is asked for on exactly the clauses the checker will write, so nothing about
the encoding used to find the answer need be trusted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.kernel import Goal
from gameproof.encodings.engines import sat_engine
from gameproof.encodings.method import Options
from gameproof.games.clauses.clauses import Formula, formula
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import cpsat, sat
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.drat import to_lrat
from gameproof.solvers.sat.formats import dimacs
from gameproof.solvers.sat.model import Model, ModelError
from gameproof.solvers.sat.proof import Drat, Lrat, Rows

P = TypeVar("P")


def proof_engine(options: Options) -> str:
    """The engine asked for where it writes proofs, else the default one."""
    wanted = sat_engine(options)
    proves = (*sat.PROOF_ENGINES, sat.CP_SAT)
    return wanted if wanted in proves else sat.DEFAULT_ENGINE


def refute(
    goal: Goal[P],
    limits: Limits,
    options: Options,
    bound: int | None = None,
    *,
    most_literals: int = Refutation.MOST_LITERALS,
    lemmas: Sequence[Sequence[int]] | None = None,
) -> Refutation:
    """A certificate that the clauses of the goal's question cannot hold together.

    ``bound`` is the number that the clauses are about, where they are about one; a checker
    follows hints that name ``most_literals`` at most. ``lemmas`` is a proof that is known
    already, of clauses that follow by unit propagation, the last one empty; else an engine
    is asked.

    Writes ``options.proof`` (``.drat`` or ``.lrat`` by suffix) and the clauses beside
    it where asked for. Raises ``LimitReached``, also when the proof would take its checker
    too long, and ``ModelError`` when the clauses turn out satisfiable.
    """
    made = formula(goal, bound)
    if lemmas is None:
        lrat, drat = refute_formula(made, limits, proof_engine(options))
    else:
        drat = Drat(Rows.of(lemmas), np.zeros(len(lemmas), dtype=np.bool_))
        lrat = to_lrat(Cnf(made.variables, list(made.clauses)), drat, limits)
    certificate = as_certificate(made.clauses, lrat, bound, most_literals)
    if options.proof is not None:
        write_proof(options.proof, made, lrat, drat)
    return certificate


def as_certificate(
    clauses: Sequence[Sequence[int]],
    lrat: Lrat,
    bound: int | None = None,
    most_literals: int = Refutation.MOST_LITERALS,
) -> Refutation:
    """A refutation of the clauses as a certificate; raises ``LimitReached`` where it would take
    its checker too long."""
    if lrat.literals_named(clauses) > most_literals:
        raise LimitReached("proof size")
    lemmas, hints = lrat.lemmas, lrat.hints
    return Refutation(lemmas.numbers, lemmas.ends, hints.numbers, hints.ends, bound)


def as_model(made: Formula, names: Mapping[str, Iterable[Hashable]]) -> Model:
    """The checker's clauses as a model, whose first variables are named, group by group."""
    model = Model(made.meaning)
    for group, keys in names.items():
        model.group(group, keys)
    while model.variables < made.variables:
        model.auxiliary()
    for clause in made.clauses:
        model.clause(clause)
    return model


def refute_formula(made: Formula, limits: Limits, engine: str) -> tuple[Lrat, Drat]:
    """The proof with hints, and as the engine wrote it."""
    cnf = Cnf(made.variables, list(made.clauses))
    if engine == sat.CP_SAT:
        result = cpsat.refute(cnf, limits)
    else:
        with sat.Session(cnf, limits, engine=engine, proof=True) as session:
            result = session.solve()
    if result.status == "unknown":
        raise LimitReached(result.reason or "time")
    if result.proof is None:
        raise ModelError(f"the clauses of {made.meaning!r} are satisfiable")
    found = result.proof.steps
    if isinstance(found, Lrat):
        return found, found.drat()
    return to_lrat(cnf, found, limits), found


def write_proof(path: Path, made: Formula, lrat: Lrat, drat: Drat) -> None:
    """The proof as a file, and the clauses as ``.cnf`` beside it."""
    if path.suffix not in (".drat", ".lrat"):
        raise ModelError(f"a proof is written as .drat or .lrat, not {path.suffix or path.name!r}")
    cnf = Cnf(made.variables, list(made.clauses))
    comments = [made.meaning, f"refuted by {path.name}"]
    text = (drat if path.suffix == ".drat" else lrat).lines()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in text), encoding="ascii")
    path.with_suffix(".cnf").write_text(
        "".join(f"{line}\n" for line in dimacs(cnf, comments)), encoding="utf-8"
    )
