"""Arc consistency of binary constraint satisfaction problems: AC-3 and forward checking.

A value of a variable is *supported* by a constraint when the other variable has a value
it is allowed with. The arc-consistent closure removes unsupported values until none is
left; it is unique, whatever the order (AC-3: Mackworth, "Consistency in networks of relations",
1977).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits

_BETWEEN_CHECKS = 4096


@dataclass(frozen=True, slots=True)
class Constraint:
    """Which pairs of values two variables may take together.

    ``allowed[x]`` is the set of values of ``second`` allowed with value x of ``first``, as a
    bit set; values beyond its length are allowed with nothing.
    """

    first: int
    second: int
    allowed: tuple[int, ...]

    def reversed(self) -> Constraint:
        """The same constraint seen from the other variable."""
        size = max((mask.bit_length() for mask in self.allowed), default=0)
        rows = [0] * size
        for x, mask in enumerate(self.allowed):
            for y in bits(mask):
                rows[y] |= 1 << x
        return Constraint(self.second, self.first, tuple(rows))


@dataclass(frozen=True, slots=True)
class BinaryProblem:
    """Domains as bit sets of values 0, 1, 2, ... and constraints between two variables.

    Several constraints may join the same variables; a constraint of a variable with
    itself is not allowed (``ValueError``).
    """

    domains: tuple[int, ...]
    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        n = len(self.domains)
        for c in self.constraints:
            if not (0 <= c.first < n and 0 <= c.second < n) or c.first == c.second:
                raise ValueError(f"constraint between variables {c.first} and {c.second} of {n}")


@dataclass(frozen=True, slots=True)
class Closure:
    """The remaining domains, and for every removal (variable, value, constraint number) in
    order, the constraint being one that no longer supported the value. ``revisions``
    counts support tests."""

    domains: tuple[int, ...]
    removals: tuple[tuple[int, int, int], ...]
    revisions: int

    @property
    def consistent(self) -> bool:
        """No domain is empty (an empty one proves that there is no solution)."""
        return all(self.domains)


def arc_consistency(problem: BinaryProblem, limits: Limits | None = None) -> Closure:
    """The arc-consistent closure. Raises ``LimitReached``. With e constraints and d values
    O(e d^3) steps and O(e) space."""
    limits = limits or Limits()
    domains = list(problem.domains)
    removals: list[tuple[int, int, int]] = []
    arcs = _arcs(problem)
    waiting = deque((number, arc) for row in arcs for number, arc in row)
    queued = {(number, arc.first) for number, arc in waiting}
    revisions = 0
    while waiting:
        number, arc = waiting.popleft()
        queued.discard((number, arc.first))
        revisions += 1
        if revisions % _BETWEEN_CHECKS == 0:
            limits.check()
        if _revise(domains, arc, number, removals):
            for other, back in arcs[arc.first]:
                if other != number and (other, back.first) not in queued:
                    queued.add((other, back.first))
                    waiting.append((other, back))
    return Closure(tuple(domains), tuple(removals), revisions)


def forward_checking(problem: BinaryProblem, assigned: Iterable[int]) -> Closure:
    """Only the constraints that touch an assigned variable, once each: values of its
    neighbours that its domain does not allow are removed, and nothing is passed on.
    O(degree * values) for each assigned variable."""
    domains = list(problem.domains)
    removals: list[tuple[int, int, int]] = []
    arcs = _arcs(problem)
    revisions = 0
    for v in assigned:
        for number, arc in arcs[v]:
            revisions += 1
            _revise(domains, arc, number, removals)
    return Closure(tuple(domains), tuple(removals), revisions)


def _arcs(problem: BinaryProblem) -> list[list[tuple[int, Constraint]]]:
    """For each variable v the arcs with ``second == v``, whose ``first`` v can support."""
    arcs: list[list[tuple[int, Constraint]]] = [[] for _ in problem.domains]
    for number, c in enumerate(problem.constraints):
        arcs[c.second].append((number, c))
        arcs[c.first].append((number, c.reversed()))
    return arcs


def _revise(
    domains: list[int], arc: Constraint, number: int, removals: list[tuple[int, int, int]]
) -> bool:
    """Remove the values of ``arc.first`` without support in ``arc.second``."""
    there = domains[arc.second]
    changed = False
    for x in bits(domains[arc.first]):
        allowed = arc.allowed[x] if x < len(arc.allowed) else 0
        if not allowed & there:
            domains[arc.first] &= ~(1 << x)
            removals.append((arc.first, x, number))
            changed = True
    return changed
