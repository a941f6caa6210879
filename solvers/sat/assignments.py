"""Assignments that solvers print: the ``v`` lines of the SAT and pseudo-Boolean competitions,
and MiniSat's file of results."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gameproof.solvers.sat.model import Model, ModelError

_LITERAL = re.compile(r"([+-]?)x?([0-9]{1,18})")
_NONE = {"unsatisfiable", "unsat", "unknown", "indet", "indeterminate"}
_SOME = {"satisfiable", "sat", "optimum found"}


def read_assignment(text: str, variables: int) -> list[bool]:
    """The value of each variable 1 to ``variables``, entry 0 unused.

    Later variables (a file's auxiliaries) are not looked at; what the lines leave out is false,
    which competitions allow where it does not matter. Raises :class:`ModelError` with the line
    for anything else than an assignment. O(length of the text).
    """
    values: dict[int, bool] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] in ("c", "o") or line.startswith("c "):
            continue
        status = " ".join(words[words[0] == "s" :]).lower()
        if status in _NONE:
            raise ModelError(
                f"line {number}: the solver says {status!r}; an assignment is read, and a "
                "refutation as .lrat beside the .cnf, by 'gameproof check'"
            )
        if words[0] == "s" or status in _SOME:
            continue
        for word in words[words[0].lower() == "v" :]:
            match = _LITERAL.fullmatch(word)
            if match is None:
                raise ModelError(f"line {number}: expected literals as -3 or x3, not {word[:60]!r}")
            variable, value = int(match[2]), match[1] != "-"
            if values.setdefault(variable, value) != value:
                raise ModelError(f"line {number}: variable {variable} has two values")
    if not values.keys() - {0}:
        raise ModelError("no literals: expected the lines 'v ...' of a solver")
    return [values.get(variable, False) for variable in range(variables + 1)]


def unsatisfied(model: Model, values: Sequence[bool]) -> str | None:
    """The first constraint that the assignment breaks, for people; ``None``: it satisfies all."""

    def true(literal: int) -> bool:
        return values[abs(literal)] == (literal > 0)

    for clause in model.clauses:
        if not any(map(true, clause)):
            told = " or ".join(
                ("" if x > 0 else "not ") + model.name(abs(x)) for x in clause[:4]
            ) + (" or ..." if len(clause) > 4 else "")
            return told or "the empty clause"
    for linear in model.linears:
        total = sum(w for w, x in zip(linear.weights, linear.literals, strict=True) if true(x))
        if total < linear.bound or (linear.relation == "==" and total != linear.bound):
            return f"a sum of {len(linear.literals)} literals is {total}, not {linear.bound}"
    for xor in model.xors:
        if sum(values[v] for v in xor.variables) % 2 != xor.parity:
            return f"a parity of {len(xor.variables)} variables"
    return None
