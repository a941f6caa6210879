"""DRAT proofs turned into LRAT: every lemma checked by unit propagation, with hints.

A DRAT lemma is accepted when it has reverse unit propagation (RUP): assuming all
its literals false, unit propagation reaches a conflict. The clauses used on the way
are its hints; with them a checker needs no search (Cruz-Filipe, Heule, Hunt,
Kaufmann, Schneider-Kamp, "Efficient certified RAT verification", 2017). Lemmas
without RUP (proper RAT) are not accepted; the engines here make none.

The pass goes forward with watched literals; units that hold outright get lemmas of
their own, so hints stay short, and lemmas that the empty clause does not need are
dropped at the end. The compiled pass follows deletions of clauses; what it has found to
hold outright stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.proof import Drat, Lrat, ProofError, Rows

if TYPE_CHECKING:
    from gameproof.solvers.sat.rup_kernel import Output

KERNEL_FROM = 3000  # literals in formula and proof; plain Python is done sooner below


def to_lrat(
    cnf: Cnf, proof: Drat, limits: Limits | None = None, kernel_from: int = KERNEL_FROM
) -> Lrat:
    """A DRAT proof of ``cnf`` as an LRAT proof.

    Formulas and proofs of ``kernel_from`` literals or more are given to the compiled pass.
    Raises :class:`ProofError` where a lemma does not follow by unit propagation or
    the empty clause is never reached, ``LimitReached`` when limits run out.
    """
    limits = Limits() if limits is None else limits
    formula = Rows.of(cnf.clauses)
    targets = _targets(proof, formula)
    lemmas = proof.clauses.choose(np.flatnonzero(~proof.deleted))
    if len(formula.numbers) + len(lemmas.numbers) < kernel_from:
        return _plain(formula, lemmas, targets, limits)
    return _compiled(cnf.variables, formula, lemmas, targets, limits)


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


def _plain(formula: Rows, lemmas: Rows, targets: NDArray[np.int64], limits: Limits) -> Lrat:
    """The pass without watches or units of their own: whole sweeps over all clauses."""
    active = {number: set(clause) for number, clause in enumerate(formula)}
    hints: list[list[int]] = []
    added: list[list[int]] = []
    # Deletions only save time, and solvers delete clauses that they keep using as units
    # (they are satisfied at the root): small proofs are checked without them.
    for line, lemma in zip(np.flatnonzero(targets == -1).tolist(), lemmas, strict=True):
        limits.check()
        used = _sweep(active, lemma)
        if used is None:
            raise ProofError(f"proof line {line + 1} does not follow by unit propagation")
        active[len(formula) + len(added)] = set(lemma)
        added.append(lemma)
        hints.append(used)
        if not lemma:
            return Lrat(len(formula), Rows.of(added), Rows.of(hints)).trimmed()
    last = _sweep(active, [])
    if last is None:
        raise ProofError("the proof ends without the empty clause")
    return Lrat(len(formula), Rows.of([*added, []]), Rows.of([*hints, last])).trimmed()


def _sweep(active: dict[int, set[int]], lemma: Sequence[int]) -> list[int] | None:
    """Hints that refute the lemma's negation (in order), or None; a tautology needs none."""
    true = {-literal for literal in lemma}
    if any(-literal in true for literal in true):
        return []
    reasons: dict[int, int] = {}  # literal -> clause that forced it, in order of assignment
    changed = True
    while changed:
        changed = False
        for number, clause in active.items():
            free = [literal for literal in clause if -literal not in true]
            if not free:
                return _trace(active, reasons, number)
            if len(free) == 1 and free[0] not in true:
                true.add(free[0])
                reasons[free[0]] = number
                changed = True
    return None


def _trace(active: dict[int, set[int]], reasons: dict[int, int], conflict: int) -> list[int]:
    """The reasons that the conflict rests on, in order of assignment, then the conflict."""
    wanted = {-literal for literal in active[conflict]}
    used = [conflict]
    for literal, number in reversed(reasons.items()):
        if literal in wanted:
            used.append(number)
            wanted |= {-other for other in active[number] if other != literal}
    return used[::-1]


def _compiled(
    variables: int, formula: Rows, lemmas: Rows, targets: NDArray[np.int64], limits: Limits
) -> Lrat:
    """The pass with watched literals, in slices of about a tenth of a second."""
    from gameproof.solvers.jit import kernels

    kernel = kernels("sat.rup_kernel")
    numbers = np.concatenate([formula.numbers, lemmas.numbers]).astype(np.int64)
    variables = max(variables, int(np.abs(numbers).max(initial=0)))
    ends = np.concatenate([formula.ends, lemmas.ends[1:] + formula.ends[-1]])
    clauses = len(ends) - 1
    tables = kernel.Tables(
        literals=np.where(numbers > 0, 2 * numbers, -2 * numbers + 1).astype(np.int32),
        ends=ends,
        head=np.full(2 * variables + 2, -1, dtype=np.int64),
        link=np.full(2 * clauses, -1, dtype=np.int64),
        value=np.zeros(2 * variables + 2, dtype=np.int8),
        position=np.zeros(variables + 1, dtype=np.int64),
        reason=np.full(variables + 1, -1, dtype=np.int64),
        unit=np.full(variables + 1, -1, dtype=np.int64),
        trail=np.zeros(2 * variables + 2, dtype=np.int32),
        gone=np.zeros(clauses, dtype=np.bool_),
        number=np.full(clauses, -1, dtype=np.int64),
        seen=np.zeros(variables + 1, dtype=np.int64),
        state=np.zeros(kernel.STATE, dtype=np.int64),
    )
    tables.state[kernel.CONFLICT] = -1
    tables.state[kernel.PHASE] = kernel.NEXT
    room = 2 * variables + int(np.diff(ends).max(initial=0)) + 4
    out = kernel.Output(
        np.zeros(1024, dtype=np.int64),
        np.zeros(4 * room, dtype=np.int32),
        np.zeros(1024, dtype=np.int64),
    )
    code = kernel.MORE
    while code != kernel.DONE:
        limits.check()
        limits.progress("checking the proof, and noting its hints")
        if code != kernel.FULL:
            tables.state[kernel.BUDGET] = 2_000_000
        code = kernel.advance(tables, out, targets, len(formula), room)
        if code == kernel.FULL:
            out = _grown(kernel, out, tables.state, room)
        elif code == kernel.BAD:
            line = int(tables.state[kernel.EVENT]) + 1
            raise ProofError(f"proof line {line} does not follow by unit propagation")
        elif code == kernel.ENDED:
            raise ProofError("the proof ends without the empty clause")
    return _collected(kernel, len(formula), numbers, ends, out, int(tables.state[kernel.LEMMAS]))


def _grown(kernel: ModuleType, out: Output, state: NDArray[np.int64], room: int) -> Output:
    """Output arrays of twice the length, where they are short."""
    source, hints, ends = out
    if state[kernel.LEMMAS] + 2 >= len(ends):
        source, ends = np.resize(source, 2 * len(source)), np.resize(ends, 2 * len(ends))
    if state[kernel.HINTS] + room >= len(hints):
        hints = np.resize(hints, 2 * len(hints))
    grown: Output = kernel.Output(source, hints, ends)
    return grown


def _collected(
    kernel: ModuleType,
    formula: int,
    numbers: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: Output,
    count: int,
) -> Lrat:
    """The lemmas that the empty clause needs, renumbered."""
    new = np.full(count, -1, dtype=np.int64)
    kernel.needed(formula, count, out.hints, out.ends, new)
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
