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
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.cnf import Cnf
from gameproof.solvers.limits import Limits

KERNEL_FROM = 3000  # literals in formula and proof; plain Python is done sooner below


class ProofError(Exception):
    """The proof does not refute the formula; the message names the first bad line."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of integers: row ``i`` is ``numbers[ends[i]:ends[i + 1]]``."""

    numbers: NDArray[np.int32]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ends) - 1

    def row(self, index: int) -> list[int]:
        """One row as a list."""
        return [int(x) for x in self.numbers[self.ends[index] : self.ends[index + 1]]]

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Rows:
        """Rows from any nested sequence. O(size)."""
        ends = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=ends[1:])
        flat = [x for row in rows for x in row]
        return cls(np.array(flat, dtype=np.int32), ends)


@dataclass(frozen=True, slots=True)
class Lrat:
    """A refutation with hints. Clause numbers count from 0: first the formula's, then
    the lemmas in order; the last lemma is empty."""

    formula: int
    lemmas: Rows
    hints: Rows

    def lines(self) -> list[str]:
        """The proof in LRAT's text form (clause numbers from 1 there)."""
        found = []
        for index in range(len(self.lemmas)):
            hints = " ".join(str(hint + 1) for hint in self.hints.row(index))
            literals = "".join(f"{literal} " for literal in self.lemmas.row(index))
            found.append(f"{self.formula + index + 1} {literals}0 {hints} 0")
        return found


def to_lrat(cnf: Cnf, lines: Sequence[str], limits: Limits | None = None) -> Lrat:
    """The DRAT proof ``lines`` of ``cnf`` as an LRAT proof.

    Raises :class:`ProofError` where a lemma does not follow by unit propagation or
    the empty clause is never reached, ``LimitReached`` when limits run out.
    """
    limits = Limits() if limits is None else limits
    formula = Rows.of(cnf.clauses)
    lemmas, targets = read_drat(lines, formula)
    if len(formula.numbers) + len(lemmas.numbers) < KERNEL_FROM:
        return _plain(formula, lemmas, targets, limits)
    return _compiled(cnf.variables, formula, lemmas, targets, limits)


def read_lrat(cnf: Cnf, lines: Sequence[str]) -> Lrat:
    """An LRAT proof written by an engine, as far as its first empty clause, trimmed.

    Nothing is checked here beyond the form; raises :class:`ProofError`.
    """
    place = {number + 1: number for number in range(len(cnf.clauses))}
    lemmas: list[list[int]] = []
    hints: list[list[int]] = []
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or (len(words) > 1 and words[1] == "d"):
            continue
        try:
            numbers = [int(word) for word in words]
            middle = numbers.index(0)
            hints.append([place[hint] for hint in numbers[middle + 1 : -1]])
        except (ValueError, KeyError):
            raise ProofError(f"proof line {number} is not LRAT") from None
        lemmas.append(numbers[1:middle])
        place[numbers[0]] = len(cnf.clauses) + len(lemmas) - 1
        if not lemmas[-1]:
            return _needed_only(len(cnf.clauses), lemmas, hints)
    raise ProofError("the proof ends without the empty clause")


def read_drat(lines: Sequence[str], formula: Rows) -> tuple[Rows, NDArray[np.int64]]:
    """Lemmas as rows, and for each proof line its target: -1 for a lemma to add (they come
    in order), else the number of the clause to delete, or -2 for one that is unknown."""
    erased = np.array([line.startswith("d") for line in lines], dtype=np.bool_)
    try:
        flat = np.array(" ".join(lines).replace("d", " ").split(), dtype=np.int64)
    except (ValueError, OverflowError):
        raise ProofError("the proof holds something that is no number") from None
    stops = np.flatnonzero(flat == 0)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), stops + 1])[: len(stops)]
    if len(stops) != len(lines) or (len(lines) and stops[-1] != len(flat) - 1):
        raise ProofError("every line of a proof must end with its only 0")
    lengths = stops - starts
    literals = flat[flat != 0].astype(np.int32)
    keys = _keys(literals, np.concatenate([[0], np.cumsum(lengths)]))
    keep = np.repeat(~erased, lengths)
    added = Rows(
        np.ascontiguousarray(literals[keep]),
        np.concatenate([[0], np.cumsum(lengths[~erased])]).astype(np.int64),
    )
    known: dict[int, list[int]] = {}
    for index, key in enumerate(_keys(formula.numbers, formula.ends).tolist()):
        known.setdefault(key, []).append(index)
    targets = np.full(len(lines), -1, dtype=np.int64)
    number = len(formula)
    for index, (key, erase) in enumerate(zip(keys.tolist(), erased.tolist(), strict=True)):
        if erase:
            places = known.get(key)
            targets[index] = places.pop() if places else -2
        else:
            known.setdefault(key, []).append(number)
            number += 1
    return added, targets


def _keys(literals: NDArray[np.int32], ends: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A 64-bit key of each row that does not depend on the order of its literals.

    Two clauses with one key could only make a deletion hit the wrong clause, after
    which a proof may be refused; nothing false can be accepted.
    """
    mixed = literals.astype(np.int64).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    sums = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(mixed, dtype=np.uint64)])
    keys: NDArray[np.uint64] = sums[ends[1:]] - sums[ends[:-1]]
    return keys


def _plain(formula: Rows, lemmas: Rows, targets: NDArray[np.int64], limits: Limits) -> Lrat:
    """The pass without watches or units of their own: whole sweeps over all clauses."""
    active = {i: set(formula.row(i)) for i in range(len(formula))}
    hints: list[list[int]] = []
    added: list[list[int]] = []
    # Deletions only save time, and solvers delete clauses that they keep using as units
    # (they are satisfied at the root): small proofs are checked without them.
    for line in np.flatnonzero(targets == -1).tolist():
        limits.check()
        lemma = lemmas.row(len(added))
        used = _sweep(active, lemma)
        if used is None:
            raise ProofError(f"proof line {line + 1} does not follow by unit propagation")
        active[len(formula) + len(added)] = set(lemma)
        added.append(lemma)
        hints.append(used)
        if not lemma:
            return _needed_only(len(formula), added, hints)
    last = _sweep(active, [])
    if last is None:
        raise ProofError("the proof ends without the empty clause")
    return _needed_only(len(formula), [*added, []], [*hints, last])


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


def _needed_only(formula: int, lemmas: list[list[int]], hints: list[list[int]]) -> Lrat:
    needed = {len(lemmas) - 1}
    for index in range(len(lemmas) - 1, -1, -1):
        if index in needed:
            needed |= {hint - formula for hint in hints[index] if hint >= formula}
    order = sorted(needed)
    new = {formula + old: formula + place for place, old in enumerate(order)}
    return Lrat(
        formula,
        Rows.of([lemmas[index] for index in order]),
        Rows.of([[new.get(hint, hint) for hint in hints[index]] for index in order]),
    )


def _compiled(
    variables: int, formula: Rows, lemmas: Rows, targets: NDArray[np.int64], limits: Limits
) -> Lrat:
    """The pass with watched literals, in slices of about a tenth of a second."""
    from gameproof.solvers.jit import kernels

    kernel: Any = kernels("rup_kernel")
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


def _grown(kernel: Any, out: Any, state: NDArray[np.int64], room: int) -> Any:
    """Output arrays of twice the length, where they are short."""
    source, hints, ends = out
    if state[kernel.LEMMAS] + 2 >= len(ends):
        source, ends = np.resize(source, 2 * len(source)), np.resize(ends, 2 * len(ends))
    if state[kernel.HINTS] + room >= len(hints):
        hints = np.resize(hints, 2 * len(hints))
    return kernel.Output(source, hints, ends)


def _collected(
    kernel: Any,
    formula: int,
    numbers: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: Any,
    count: int,
) -> Lrat:
    """The lemmas that the empty clause needs, renumbered."""
    new = np.full(count, -1, dtype=np.int64)
    kernel.needed(formula, count, out.hints, out.ends, new)
    lemmas: list[NDArray[np.int32]] = []
    hints: list[NDArray[np.int32]] = []
    for index in np.flatnonzero(new >= 0).tolist():
        source = int(out.source[index])
        if source < 0:
            code = -1 - source
            lemma = np.array([-(code >> 1) if code & 1 else code >> 1], dtype=np.int32)
        elif source < len(ends) - 1:
            lemma = numbers[ends[source] : ends[source + 1]].astype(np.int32)
        else:
            lemma = np.zeros(0, dtype=np.int32)
        lemmas.append(lemma)
        used = out.hints[out.ends[index] : out.ends[index + 1]].astype(np.int64)
        later = used >= formula
        used[later] = new[used[later] - formula] + formula
        hints.append(used.astype(np.int32))
    return Lrat(formula, _joined(lemmas), _joined(hints))


def _joined(parts: list[NDArray[np.int32]]) -> Rows:
    ends = np.zeros(len(parts) + 1, dtype=np.int64)
    np.cumsum([len(part) for part in parts], out=ends[1:])
    flat = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)
    return Rows(flat.astype(np.int32), ends)
