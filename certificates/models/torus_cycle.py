"""Cycles of given classes on an n x n hexagonal torus, and the counting bounds above them.

A cycle of class (x, y) has at least n * max(|x|, |y|, |x - y|) cells, since that is the
lifted distance between its ends. So a simple one needs max(...) <= n. The complement of a
chordless cycle holds a loop of the same class (on a full board the ranks of both
colours add up to 2, and the cycle's is 1), disjoint from it: 2 n max(...) <= n^2.
A simple cycle's class is primitive: its two numbers are coprime.
"""

from __future__ import annotations

from math import gcd

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.models.torus_loops import NARROWEST, closed_walk
from gameproof.games.counts.torus_counts import asked_class, asked_kind, asked_loop_free
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, quantity
from gameproof.games.torus_classes import Class, hex_norm, normal
from gameproof.games.torus_cycles import Position

MOST_ROWS = 512  # of boards whose classes are counted


class TorusCycle(Certificate, frozen=True, tag="torus-cycle"):
    """``cycles`` are closed walks as lists of cells; none when a bound rules the class out."""

    cycles: list[list[int]]


def conclude(goal: Goal[Position], certificate: TorusCycle) -> Conclusion:
    """``cycle``, ``blocked`` and ``smallest-block`` (one cycle, or the bound), and ``classes``
    (bounds of their number). O(total length of the cycles)."""
    if min(goal.position.rows, goal.position.columns) < NARROWEST:
        raise Rejected(f"on fewer than {NARROWEST} rows or columns a step is ambiguous")
    if goal.question == "classes":
        return _number_of_classes(goal, certificate)
    if goal.question not in ("cycle", "blocked", "smallest-block"):
        raise Rejected(f"cycles say nothing about {goal.question!r}")
    wanted = asked_class(goal.arguments)
    chordless = goal.question == "cycle" and asked_kind(goal.arguments) == "chordless"
    if not certificate.cycles:
        return _ruled_out(goal, wanted, chordless)
    if len(certificate.cycles) != 1:
        raise Rejected("one cycle is needed")
    return _shown(goal, wanted, chordless, certificate.cycles[0])


def _number_of_classes(goal: Goal[Position], certificate: TorusCycle) -> Conclusion:
    """At least as many as are shown, at most as many as the counting bound admits."""
    if goal.position.rows > MOST_ROWS:
        raise Rejected(f"classes are counted on boards of at most {MOST_ROWS} rows")
    kind = asked_kind(goal.arguments)
    chordless = kind == "chordless"
    possible = len(classes_within(largest(goal.position, chordless)))
    shown = len({class_of(goal.position, cycle, chordless) for cycle in certificate.cycles})
    asked = quantity(goal.question, goal.arguments)
    return Conclusion(
        (AtLeast(asked, shown), AtMost(asked, possible)),
        f"{shown} classes have {kind} cycles, each shown; of the others all but "
        f"{possible - shown} are too long",
    )


def _shown(goal: Goal[Position], wanted: Class, chordless: bool, cycle: list[int]) -> Conclusion:
    found = class_of(goal.position, cycle, chordless)
    if found != wanted:
        raise Rejected(f"the cycle has the class {found}")
    asked = quantity(goal.question, goal.arguments)
    if goal.question == "cycle":
        kind = "chordless" if chordless else "simple"
        sentence = f"a {kind} cycle of class {wanted} with {len(cycle)} cells fits"
        return Conclusion((Is(asked, True),), sentence)
    if goal.question != "blocked":
        raise Rejected("a cycle shows no set of stones that blocks its class")
    if any(goal.position.stones[v] == "o" for v in cycle):
        raise Rejected("the cycle runs over a stone of colour o")
    return Conclusion(
        (Is(asked, False),),
        f"a cycle of class {wanted} with {len(cycle)} cells avoids the stones of colour o",
    )


def _ruled_out(goal: Goal[Position], wanted: Class, chordless: bool) -> Conclusion:
    """No cycle has the class, and no stone is needed to block it."""
    if gcd(*wanted) != 1:
        sentence = f"a simple cycle has a primitive class, and {wanted} is none"
    elif hex_norm(*wanted) > largest(goal.position, chordless):
        kind = "chordless" if chordless else "simple"
        sentence = f"a {kind} cycle of class {wanted} would need more cells than the board has"
    else:
        raise Rejected("the counting bound does not rule the class out")
    asked = quantity(goal.question, goal.arguments)
    if goal.question == "cycle":
        return Conclusion((Is(asked, False),), sentence)
    if goal.question == "blocked":
        return Conclusion((Is(asked, True),), sentence)
    if asked_loop_free(goal.arguments) and goal.position.loops("o"):
        raise Rejected("the stones of colour o on the board hold an essential loop")
    return Conclusion((Is(asked, 0),), sentence)


def largest(position: Position, chordless: bool) -> int:
    """The greatest max(|x|, |y|, |x - y|) that the counting bound admits, on square boards."""
    if position.rows != position.columns:
        raise Rejected("the counting bound is for square boards")
    return position.rows // 2 if chordless else position.rows


def classes_within(bound: int) -> set[Class]:
    """All primitive classes with max(|x|, |y|, |x - y|) <= bound, in normal form."""
    span = range(-bound, bound + 1)
    return {normal(x, y) for x in span for y in span if gcd(x, y) == 1 and hex_norm(x, y) <= bound}


def class_of(position: Position, cycle: list[int], chordless: bool) -> Class:
    """The class of a simple (chordless) cycle; raises :class:`Rejected` if it is not one."""
    used = set(cycle)
    if len(used) != len(cycle):
        raise Rejected("a cycle visits a cell twice")
    found = closed_walk(position, cycle)
    if chordless:
        for at in cycle:
            if sum(n in used for n, _, _ in position.neighbours(at)) != 2:
                raise Rejected(f"the cycle has a chord at {position.cell_text(at)}")
    if found == (0, 0):
        raise Rejected("the cycle is not essential")
    return normal(*found)


KIND = Kind(
    record=TorusCycle,
    scope=Scope(derives=("cycle", "blocked", "smallest-block", "classes"), positions=(Position,)),
    theorem="a cycle of class (x, y) on the n x n torus has at least n max(|x|, |y|, |x - y|) "
    "cells (Schepler 2004); off a chordless cycle runs a loop of the same class; simple cycles "
    "have primitive classes",
    evidence="cycles as lists of cells; none where the bound rules a class out",
    conclude=conclude,
)
