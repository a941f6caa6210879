"""DRAT proofs turned into LRAT: every lemma checked by unit propagation, with hints.

A DRAT lemma is accepted when it has reverse unit propagation (RUP): assuming all
its literals false, unit propagation reaches a conflict. The clauses used on the way
are its hints; with them a checker needs no search (Cruz-Filipe, Heule, Hunt,
Kaufmann, Schneider-Kamp, "Efficient certified RAT verification", 2017). Lemmas
without RUP (proper RAT) are not accepted; the engines here make none.

The pass goes forward with watched literals; units that hold outright get lemmas of
their own, so hints stay short, and lemmas that the empty clause does not need are
dropped at the end. Deletions of clauses are followed; what was found to hold outright stays
(``rup.cpp``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.proof import Drat, Lrat, ProofError, Rows

SLICE = 1_000_000
"""Watches visited between two looks at the limits, about 50 ms."""

_engine = native.engine("rup")
DONE, FULL, BAD, ENDED, NEXT = _engine.constants("DONE", "FULL", "BAD", "ENDED", "NEXT")
NONE = _engine.constant("NONE")
_advance, _needed = _engine.functions("advance", "needed")


def to_lrat(cnf: Cnf, proof: Drat, limits: Limits | None = None) -> Lrat:
    """A DRAT proof of ``cnf`` as an LRAT proof.

    Raises :class:`ProofError` where a lemma does not follow by unit propagation or
    the empty clause is never reached, ``LimitReached`` when limits run out.
    """
    limits = Limits() if limits is None else limits
    formula = Rows.of(cnf.clauses)
    targets = _targets(proof, formula)
    lemmas = proof.clauses.choose(np.flatnonzero(~proof.deleted))
    numbers = np.concatenate([formula.numbers, lemmas.numbers]).astype(np.int64)
    variables = max(cnf.variables, int(np.abs(numbers).max(initial=0)))
    ends = np.concatenate([formula.ends, lemmas.ends[1:] + formula.ends[-1]]).astype(np.int64)
    clauses = len(ends) - 1
    tables = native.arrays(
        literals=np.where(numbers > 0, 2 * numbers, -2 * numbers + 1).astype(np.int32),
        ends=ends,
        head=np.full(2 * variables + 2, NONE, dtype=np.int64),
        link=np.full(2 * clauses, NONE, dtype=np.int64),
        value=np.zeros(2 * variables + 2, dtype=np.int8),
        position=np.zeros(variables + 1, dtype=np.int64),
        reason=np.full(variables + 1, NONE, dtype=np.int64),
        unit=np.full(variables + 1, NONE, dtype=np.int64),
        trail=np.zeros(2 * variables + 2, dtype=np.int32),
        gone=np.zeros(clauses, dtype=np.bool_),
        number=np.full(clauses, NONE, dtype=np.int64),
        seen=np.zeros(variables + 1, dtype=np.int64),
        targets=targets,
    )
    state = _advance.numbers(phase=NEXT, conflict=NONE)
    room = 2 * variables + int(np.diff(ends).max(initial=0)) + 4
    out = native.arrays(
        source=np.zeros(1024, dtype=np.int64),
        hints=np.zeros(4 * room, dtype=np.int32),
        ends=np.zeros(1024, dtype=np.int64),
    )
    while True:
        limits.check()
        limits.progress("checking the proof, and noting its hints")
        code = _advance(tables, out, state, len(formula), room, SLICE)
        if code == DONE:
            return _collected(len(formula), numbers, ends, out, state.lemmas)
        if code == FULL:
            out = _grown(out, state, room)
        elif code == BAD:
            raise ProofError(f"proof line {state.event + 1} does not follow by unit propagation")
        elif code == ENDED:
            raise ProofError("the proof ends without the empty clause")


def _targets(proof: Drat, formula: Rows) -> NDArray[np.int64]:
    """For each step its target: -1 for a lemma to add, else the number of the clause to
    delete, or -2 for one that is unknown. Of equal clauses the last one added goes first."""
    targets = np.full(len(proof), -1, dtype=np.int64)
    keys = _keys(proof.clauses)
    gone = np.unique(keys[proof.deleted])
    known: dict[int, list[int]] = {}
    stated = _keys(formula)
    for index in np.flatnonzero(np.isin(stated, gone)).tolist():
        known.setdefault(int(stated[index]), []).append(index)
    numbers = len(formula) + np.cumsum(~proof.deleted) - 1
    for index in np.flatnonzero(np.isin(keys, gone)).tolist():
        places = known.setdefault(int(keys[index]), [])
        if not proof.deleted[index]:
            places.append(int(numbers[index]))
        else:
            targets[index] = places.pop() if places else -2
    return targets


def _keys(rows: Rows) -> NDArray[np.uint64]:
    """A 64-bit key of each row that does not depend on the order of its literals.

    Two clauses with one key could only make a deletion hit the wrong clause, after
    which a proof may be refused; nothing false can be accepted.
    """
    mixed = rows.numbers.astype(np.int64).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    sums = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(mixed, dtype=np.uint64)])
    keys: NDArray[np.uint64] = sums[rows.ends[1:]] - sums[rows.ends[:-1]]
    return keys


def _grown(out: native.Arrays, state: native.Numbers, room: int) -> native.Arrays:
    """Output arrays of twice the length, where they are short."""
    source, hints, ends = out
    if state.lemmas + 2 >= len(ends):
        source, ends = np.resize(source, 2 * len(source)), np.resize(ends, 2 * len(ends))
    if state.hints + room >= len(hints):
        hints = np.resize(hints, 2 * len(hints))
    return native.arrays(source=source, hints=hints, ends=ends)


def _collected(
    formula: int,
    numbers: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: native.Arrays,
    count: int,
) -> Lrat:
    """The lemmas that the empty clause needs, renumbered."""
    new = np.full(count, -1, dtype=np.int64)
    _needed(formula, out, new)
    source = out.source[:count]
    # Behind all clauses an empty row stands for the empty clause, then the units.
    codes = -1 - source[source < 0]
    units = np.where(codes & 1, -(codes >> 1), codes >> 1)
    clauses = Rows(
        np.concatenate([numbers, units]).astype(np.int32),
        np.concatenate([ends, ends[-1] + np.arange(len(units) + 1)]),
    )
    rows = np.minimum(source, len(ends) - 1)
    rows[source < 0] = len(ends) + np.arange(len(units))
    hints = Rows(out.hints[: out.ends[count]], out.ends[: count + 1])
    return Lrat(formula, clauses.choose(rows), hints).kept(new >= 0)
