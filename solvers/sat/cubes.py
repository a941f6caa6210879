"""Cube and conquer: clauses divided by look-ahead, their refutations joined into one.

A cube is a row of literals that are taken to be true. Look-ahead chooses the next literal of a
cube; each half is refuted apart, and the refutations of all cubes make one of the clauses
(Heule, Kullmann, Wieringa, Biere, "Cube and conquer: guiding CDCL SAT solvers by lookaheads",
HVC 2011; the proofs joined as in Heule, Kullmann, Marek, "Solving and verifying the Boolean
Pythagorean triples problem via cube-and-conquer", SAT 2016).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.drat import to_lrat
from gameproof.solvers.sat.proof import Lrat, ProofError, Rows
from gameproof.solvers.sat.result import Result
from gameproof.solvers.sat.sat import Session

Cube = tuple[int, ...]

PROPAGATES = "glucose4"
"""The engine that looks ahead; it says what follows from assumptions."""
PRESELECTED = 60
"""Variables that are looked at, those that stand in most clauses that the cube has shortened."""


class Lookahead(ExitStack):
    """Chooses the literals that divide cubes; a context manager, for its engine's memory."""

    def __init__(self, cnf: Cnf) -> None:
        from pysat.solvers import Solver

        super().__init__()
        self._cnf = cnf
        self._with: dict[int, list[Sequence[int]]] = {}
        for clause in cnf.clauses:
            for literal in clause:
                self._with.setdefault(literal, []).append(clause)
        self._solver: Any = Solver(name=PROPAGATES, bootstrap_with=[c for c in cnf.clauses if c])
        self.callback(self._solver.delete)

    def variable(self, cube: Cube) -> int:
        """The variable whose halves of the cube are the simplest: the product of how much each
        half shortens the clauses is greatest. The same cube gives the same variable.

        A clause of which k + 1 literals are left counts as 5^-k, as in march. Literals that fail
        are taken to be false meanwhile. Where propagation decides the cube, or both halves of
        a variable, some variable outside the cube is returned, for halves that are refuted at
        once. Raises :class:`ValueError` where all variables are in the cube.
        O(``PRESELECTED`` * size of the clauses).
        """
        inside = {abs(literal) for literal in cube}
        free = next((v for v in range(1, self._cnf.variables + 1) if v not in inside), None)
        if free is None:
            raise ValueError("all variables are in the cube")
        assumed = list(cube)
        holds, values = self._propagated(assumed)
        chosen, best = free, (0.0, 0.0)
        for variable in self._preselected(values) if holds else []:
            if variable in values or -variable in values:
                continue  # a literal that failed has settled it
            halves = [self._propagated([*assumed, sign * variable]) for sign in (1, -1)]
            works = [holds for holds, _ in halves]
            if not any(works):
                return variable
            if not all(works):
                assumed.append(variable if works[0] else -variable)
                values = halves[0][1] if works[0] else halves[1][1]
                continue
            one, two = (self._shortened(half, values) for _, half in halves)
            if (one * two, one + two) > best:
                chosen, best = variable, (one * two, one + two)
        return chosen

    def _propagated(self, literals: list[int]) -> tuple[bool, set[int]]:
        """Does unit propagation end without a conflict, and what is true then?"""
        holds, values = self._solver.propagate(assumptions=literals)
        return bool(holds), {*literals, *values}

    def _preselected(self, values: set[int]) -> list[int]:
        """Free variables that weigh most in the clauses that are left, heaviest first."""
        weights: dict[int, float] = {}
        for clause in self._cnf.clauses:
            if values.isdisjoint(clause):
                free = [abs(x) for x in clause if -x not in values]
                for variable in free:
                    weights[variable] = weights.get(variable, 0.0) + 5.0 ** -len(free)
        return sorted(weights, key=lambda v: (-round(weights[v], 9), v))[:PRESELECTED]

    def _shortened(self, after: set[int], before: set[int]) -> float:
        """The weight of the clauses that became shorter without becoming true, and a little
        for each literal that follows."""
        new = after - before
        touched = {id(c): c for literal in new for c in self._with.get(-literal, ())}
        open_ = [clause for clause in touched.values() if after.isdisjoint(clause)]
        weights = (5.0 ** (1 - sum(-x not in after for x in clause)) for clause in open_)
        return round(sum(sorted(weights)) + len(new) / 1000, 9)


def conquer(cnf: Cnf, cube: Cube, limits: Limits, engine: str | None = None) -> Result:
    """Solve the clauses where the cube holds; "unsat" comes with its proof. As
    :meth:`Session.solve <gameproof.solvers.sat.sat.Session.solve>` otherwise."""
    with_cube = Cnf(cnf.variables, [*cnf.clauses, *([literal] for literal in cube)])
    with Session(with_cube, limits, engine=engine, proof=True) as session:
        return session.solve()


def refutation(result: Result, cube: Cube, limits: Limits) -> Lrat:
    """The refutation of clauses and cube with the cube named in the last lemma alone.

    Every other lemma holds for the clauses themselves: it has the negation of those literals
    of the cube that it rests on beside its own. So the lemma before the last says which part of
    the cube cannot hold. O(hints). Raises :class:`ProofError`, ``LimitReached``.
    """
    if result.proof is None:
        raise ProofError("there is no proof")
    steps = result.proof.steps
    lrat = steps if isinstance(steps, Lrat) else to_lrat(result.proof.cnf, steps, limits)
    clauses = lrat.formula - len(cube)
    lemmas, hints = [], []
    # Bit i of ``rests[j]``: clause j rests on the i-th literal of the cube.
    rests = [0] * clauses + [1 << i for i in range(len(cube))]
    for lemma, row in zip(lrat.lemmas, lrat.hints, strict=True):
        on = 0
        for hint in row:
            on |= rests[hint]
        rests.append(on)
        lemmas.append([*lemma, *(-x for x in _chosen(cube, on) if -x not in lemma)])
        hints.append([hint for hint in row if not clauses <= hint < lrat.formula])
    units = [clauses + i for i in range(len(cube)) if rests[-1] >> i & 1]
    lemmas.append([])
    hints.append([*units, lrat.formula + len(lemmas) - 2])
    return Lrat(lrat.formula, Rows.of(lemmas), Rows.of(hints))


def _chosen(cube: Cube, bits: int) -> list[int]:
    return [literal for i, literal in enumerate(cube) if bits >> i & 1]


def is_lifted(lrat: Lrat, cube: Cube) -> bool:
    """Is the cube named in the last lemma alone, and is the one before it about the cube?
    O(size)."""
    rows = len(lrat.lemmas)
    if rows < 2 or lrat.lemmas.ends[-1] != lrat.lemmas.ends[-2]:
        return False
    clauses = lrat.formula - len(cube)
    early = lrat.hints.numbers[: lrat.hints.ends[-2]]
    says = lrat.lemmas.numbers[lrat.lemmas.ends[-3] : lrat.lemmas.ends[-2]]
    named = (early >= clauses) & (early < lrat.formula)
    return not named.any() and {-x for x in says.tolist()} <= set(cube)


@dataclass(slots=True)
class Joined:
    """One refutation of ``clauses`` clauses, made of those of cubes."""

    clauses: int
    lemmas: list[Rows] = field(default_factory=list)
    hints: list[Rows] = field(default_factory=list)
    size: int = 0

    def piece(self, lrat: Lrat, cube: Cube) -> tuple[int, Cube]:
        """Take in the refutation of a cube, as :func:`refutation` makes it; the number of its
        clause, and that clause. O(size)."""
        rows = len(lrat.lemmas) - 1
        some = np.arange(rows)
        lemmas, hints = lrat.lemmas.choose(some), lrat.hints.choose(some)
        shift = self.clauses + self.size - lrat.formula
        moved = hints.numbers + np.where(hints.numbers >= self.clauses, shift, 0)
        last = lemmas.numbers[lemmas.ends[-2] :].tolist()
        if not {-x for x in last} <= set(cube):
            raise ProofError("the refutation is not that of the cube")
        self._add(lemmas, Rows(moved.astype(np.int32), hints.ends))
        return self.clauses + self.size - 1, tuple(last)

    def resolved(
        self, literal: int, one: tuple[int, Cube], two: tuple[int, Cube]
    ) -> tuple[int, Cube]:
        """The clause of a cube, of those of its halves: ``one`` where ``literal`` holds, ``two``
        where it does not."""
        for half, unwanted in ((one, -literal), (two, literal)):
            if unwanted not in half[1]:
                return half  # it did not need the literal
        clause = tuple(dict.fromkeys(x for x in (*one[1], *two[1]) if abs(x) != abs(literal)))
        self._add(Rows.of([clause]), Rows.of([[one[0], two[0]]]))
        return self.clauses + self.size - 1, clause

    def whole(self, last: tuple[int, Cube]) -> Lrat:
        """The refutation, ended by the empty clause ``last``, without what it does not need."""
        if last[1]:
            raise ProofError("the cubes leave something open")
        self._add(Rows.of([[]]), Rows.of([[last[0]]]))
        return Lrat(self.clauses, _concatenated(self.lemmas), _concatenated(self.hints)).trimmed()

    def _add(self, lemmas: Rows, hints: Rows) -> None:
        self.lemmas.append(lemmas)
        self.hints.append(hints)
        self.size += len(lemmas)


def _concatenated(parts: Sequence[Rows]) -> Rows:
    """The rows of all parts, one after the other. O(size)."""
    shifts = np.cumsum([0, *(part.ends[-1] for part in parts)])
    ends = [part.ends[1:] + shift for part, shift in zip(parts, shifts, strict=False)]
    return Rows(
        np.concatenate([part.numbers for part in parts]),
        np.concatenate([np.zeros(1, dtype=np.int64), *ends]),
    )
