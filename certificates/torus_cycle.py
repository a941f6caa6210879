"""Cycles of given classes on an n x n hexagonal torus, and the counting bounds above them.

A cycle of class (x, y) has at least n * max(|x|, |y|, |x - y|) cells, since that is the
lifted distance between its ends. So a simple one needs max(...) <= n. The complement of a
chordless cycle holds a loop of the same class (on a full board the ranks of both
colours add up to 2, and the cycle's is 1), disjoint from it: 2 n max(...) <= n^2.
"""

from __future__ import annotations

from math import gcd

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.torus_cycles import Position, hex_norm, normal


class TorusCycle(Certificate, frozen=True, tag="torus-cycle"):
    """``cycles`` are closed walks as lists of cells; none when a bound rules the class out."""

    cycles: list[list[int]]


def check(position: Position, claim: Claim, certificate: TorusCycle) -> str:
    """``cycle`` and ``blocked`` (one cycle, or the bound) and ``classes`` (a cycle of every
    class within the bound). O(total length of the cycles)."""
    chordless = claim.arguments.get("kind", "simple") == "chordless"
    kind = "chordless" if chordless else "simple"
    if min(position.rows, position.columns) < 3:
        raise Rejected("on fewer than 3 rows or columns a step is ambiguous")
    if claim.question in ("cycle", "blocked", "smallest-block"):
        return _check_one(position, claim, certificate, chordless, kind)
    if claim.question != "classes":
        raise Rejected(f"cycles say nothing about {claim.question!r}")
    found_classes = {class_of(position, cycle, chordless) for cycle in certificate.cycles}
    possible = classes_within(largest(position, chordless))
    missing = sorted(possible - found_classes)
    if missing:
        raise Rejected(f"no cycle of class {missing[0]} is shown")
    if claim.answer != str(len(possible)):
        raise Rejected(f"there are {len(possible)} classes")
    return f"exactly {len(possible)} classes have {kind} cycles, each shown, the rest too long"


def _check_one(
    position: Position, claim: Claim, certificate: TorusCycle, chordless: bool, kind: str
) -> str:
    """One class: a cycle of it (off the stones o when it is not ``blocked``), or the bound."""
    wanted = parse_class(str(claim.arguments.get("class", "")))
    if wanted is None:
        raise Rejected("the claim names no class")
    shown, ruled_out = {
        "cycle": ("yes", "no"),
        "blocked": ("no", "yes"),
        "smallest-block": (None, "0"),
    }[claim.question]
    if claim.answer == shown:
        if len(certificate.cycles) != 1:
            raise Rejected("one cycle is needed")
        cycle = certificate.cycles[0]
        found = class_of(position, cycle, chordless)
        if found != wanted:
            raise Rejected(f"the cycle has the class {found}")
        if claim.question == "cycle":
            return f"a {kind} cycle of class {wanted} with {len(cycle)} cells fits"
        if any(position.stones[v] == "o" for v in cycle):
            raise Rejected("the cycle runs over a stone of colour o")
        return f"a cycle of class {wanted} with {len(cycle)} cells avoids the stones of colour o"
    if certificate.cycles or claim.answer != ruled_out:
        raise Rejected("no cycle is shown for a class that does not fit")
    if gcd(*wanted) != 1:
        return f"a simple cycle has a primitive class, and {wanted} is none"
    if hex_norm(*wanted) <= largest(position, chordless):
        raise Rejected("the counting bound does not rule the class out")
    return f"a {kind} cycle of class {wanted} would need more cells than the board has"


def parse_class(text: str) -> tuple[int, int] | None:
    """``1,-2`` as a normal class, ``None`` when it is none."""
    parts = text.strip("()").split(",")
    try:
        x, y = (int(p) for p in parts)
    except ValueError:
        return None
    return None if (x, y) == (0, 0) else normal(x, y)


def largest(position: Position, chordless: bool) -> int:
    """The greatest max(|x|, |y|, |x - y|) that the counting bound admits, on square boards."""
    if position.rows != position.columns:
        raise Rejected("the counting bound is for square boards")
    return position.rows // 2 if chordless else position.rows


def classes_within(bound: int) -> set[tuple[int, int]]:
    """All primitive classes with max(|x|, |y|, |x - y|) <= bound, in normal form."""
    span = range(-bound, bound + 1)
    return {normal(x, y) for x in span for y in span if gcd(x, y) == 1 and hex_norm(x, y) <= bound}


def class_of(position: Position, cycle: list[int], chordless: bool) -> tuple[int, int]:
    """The class of a simple (chordless) cycle; raises :class:`Rejected` if it is not one."""
    cells = position.rows * position.columns
    if not cycle or not all(type(v) is int and 0 <= v < cells for v in cycle):
        raise Rejected("a cycle is a list of cells")
    used = set(cycle)
    if len(used) != len(cycle):
        raise Rejected("a cycle visits a cell twice")
    x = y = 0
    for at, to in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        step = next(((sx, sy) for n, sx, sy in position.neighbours(at) if n == to), None)
        if step is None:
            raise Rejected(
                f"{position.cell_text(at)} and {position.cell_text(to)} are not neighbours"
            )
        x += step[0]
        y += step[1]
        if chordless and sum(n in used for n, _, _ in position.neighbours(at)) != 2:
            raise Rejected(f"the cycle has a chord at {position.cell_text(at)}")
    if (x, y) == (0, 0):
        raise Rejected("the cycle is not essential")
    return normal(x, y)
