"""Quantified formulas read from their files and decided by definition, block by block.

The recursion assigns the variables in the order of the prefix and looks out for clauses
with nothing left, for existential units and for literals without their opposite, and
remembers what it was left with. For small formulas.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Formula:
    """``prefix`` lists (is it universal, variable) from the outside in."""

    prefix: list[tuple[bool, int]]
    clauses: list[tuple[int, ...]]
    names: dict[int, str]


def _name(line: str, names: dict[int, str]) -> None:
    match = re.match(r". variable (\d+) = (.*)", line)
    if match:
        names[int(match[1])] = match[2]


def read_qdimacs(text: str) -> Formula:
    """A formula from QDIMACS; every line must be well formed."""
    prefix: list[tuple[bool, int]] = []
    clauses: list[tuple[int, ...]] = []
    names: dict[int, str] = {}
    variables = count = -1
    for line in text.splitlines():
        if line.startswith("c"):
            _name(line, names)
        elif line.startswith("p"):
            kind, variables, count = line.split()[1], *map(int, line.split()[2:])
            assert (kind, prefix, clauses) == ("cnf", [], [])
        else:
            words = line.split()
            assert words.pop() == "0"
            assert variables >= 0
            if words and words[0] in "ae":
                assert not clauses
                prefix += [(words[0] == "a", int(v)) for v in words[1:]]
            else:
                clauses.append(tuple(map(int, words)))
    assert len(clauses) == count
    return _checked(Formula(prefix, clauses, names))


def read_qcir(text: str) -> Formula:
    """A formula from QCIR whose output is a conjunction of disjunctions."""
    prefix: list[tuple[bool, int]] = []
    gates: dict[int, tuple[str, tuple[int, ...]]] = {}
    names: dict[int, str] = {}
    output = 0
    first, *lines = text.splitlines()
    assert first.startswith("#QCIR-G14")
    for line in lines:
        if line.startswith("#"):
            _name(line, names)
            continue
        match = re.fullmatch(r"(?:(\d+) = )?(\w+)\(([-\d, ]*)\)", line)
        assert match is not None, line
        numbers = tuple(int(v) for v in match[3].replace(",", " ").split())
        if match[2] in ("exists", "forall"):
            prefix += [(match[2] == "forall", v) for v in numbers]
        elif match[2] == "output":
            (output,) = numbers
        else:
            gates[int(match[1])] = match[2], numbers
    kind, inputs = gates[output]
    assert kind == "and"
    assert all(gates[g][0] == "or" for g in inputs)
    return _checked(Formula(prefix, [gates[g][1] for g in inputs], names))


def _checked(formula: Formula) -> Formula:
    """Every variable is quantified, and once."""
    bound = [v for _, v in formula.prefix]
    assert len(bound) == len(set(bound))
    assert {abs(x) for clause in formula.clauses for x in clause} <= set(bound)
    return formula


def true(formula: Formula) -> bool:
    """Is the formula true?"""
    place = {v: i for i, (_, v) in enumerate(formula.prefix)}
    universal = {v for is_universal, v in formula.prefix if is_universal}

    def assign(clauses: list[tuple[int, ...]], literal: int) -> list[tuple[int, ...]]:
        left = (c for c in clauses if literal not in c)
        return [tuple(x for x in c if x != -literal) for c in left]

    def pure(clauses: list[tuple[int, ...]]) -> int | None:
        """A literal that its owner may choose: its opposite stands nowhere."""
        literals = {x for c in clauses for x in c}
        one = next((x for x in literals if -x not in literals), None)
        return -one if one is not None and abs(one) in universal else one

    known: dict[frozenset[tuple[int, ...]], bool] = {}

    def holds(clauses: list[tuple[int, ...]]) -> bool:
        key = frozenset(clauses)
        if key not in known:
            known[key] = decide(clauses)
        return known[key]

    def decide(clauses: list[tuple[int, ...]]) -> bool:
        while True:
            if not clauses:
                return True
            if any(all(abs(x) in universal for x in c) for c in clauses):
                return False  # an empty clause, or one that the universal player falsifies
            unit = next((c[0] for c in clauses if len(c) == 1), None)
            if unit is None:
                unit = pure(clauses)
            if unit is None:
                break
            clauses = assign(clauses, unit)
        v = min((abs(x) for c in clauses for x in c), key=place.__getitem__)
        # False first: a play that does not come to a position leaves its clauses out.
        branches = (holds(assign(clauses, literal)) for literal in (-v, v))
        return all(branches) if v in universal else any(branches)

    return holds(list(formula.clauses))
