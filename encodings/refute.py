"""Refutations as certificates: the checker's own clauses, a solver's proof, our hints.

Shared by every game whose questions have clauses in ``certificates/clauses_*``. A
proof is asked for on exactly the clauses the checker will write, so nothing about
the encoding used to find the answer need be trusted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gameproof.certificates.certificate import Claim
from gameproof.certificates.clauses import Formula, formula
from gameproof.certificates.refutation import Refutation
from gameproof.encodings.engines import sat_engine
from gameproof.encodings.method import Options
from gameproof.solvers import cpsat, sat
from gameproof.solvers.cnf import Cnf
from gameproof.solvers.drat import Lrat, read_lrat, to_lrat
from gameproof.solvers.formats import dimacs
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.model import ModelError


def proof_engine(options: Options) -> str:
    """The engine asked for where it writes proofs, else the default one."""
    wanted = sat_engine(options)
    proves = (*sat.PROOF_ENGINES, sat.CP_SAT)
    return wanted if wanted in proves else sat.DEFAULT_ENGINE


def refute(position: Any, claim: Claim, limits: Limits, options: Options) -> Refutation:
    """A certificate that the claim's clauses cannot hold together.

    Writes ``options.proof`` (``.drat`` or ``.lrat`` by suffix) and the clauses beside
    it where asked for. Raises ``LimitReached``, and ``ModelError`` when the clauses
    turn out satisfiable, that is when the claim is false.
    """
    made = formula(position, claim)
    lrat, lines = refute_formula(made, limits, proof_engine(options))
    if options.proof is not None:
        write_proof(options.proof, made, lrat, lines)
    return Refutation(lrat.lemmas.numbers, lrat.lemmas.ends, lrat.hints.numbers, lrat.hints.ends)


def refute_formula(made: Formula, limits: Limits, engine: str) -> tuple[Lrat, list[str]]:
    """The proof with hints, and its lemmas as DRAT lines."""
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
    lines = list(result.proof.lines)
    if result.proof.form == "lrat":
        lrat = read_lrat(cnf, lines)
        # without their hints, LRAT lemmas are a DRAT proof
        rows = (lrat.lemmas.row(index) for index in range(len(lrat.lemmas)))
        return lrat, [" ".join(map(str, (*row, 0))) for row in rows]
    return to_lrat(cnf, lines, limits), lines


def write_proof(path: Path, made: Formula, lrat: Lrat, lines: list[str]) -> None:
    """The proof as a file, and the clauses as ``.cnf`` beside it."""
    if path.suffix not in (".drat", ".lrat"):
        raise ModelError(f"a proof is written as .drat or .lrat, not {path.suffix or path.name!r}")
    cnf = Cnf(made.variables, list(made.clauses))
    comments = [made.meaning, f"refuted by {path.name}"]
    text = lines if path.suffix == ".drat" else lrat.lines()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in text), encoding="ascii")
    path.with_suffix(".cnf").write_text(
        "".join(f"{line}\n" for line in dimacs(cnf, comments)), encoding="utf-8"
    )
