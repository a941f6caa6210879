"""A smallest set of stones that keeps a class from being formed, and why none is smaller.

The set blocks: a refutation of a cycle through the other cells. No smaller set does:
every blocking set meets each of the listed cycles of the class (and, when it is to be
``loop-free``, holds none of the listed essential loops wholly); a refutation shows that
fewer cells cannot do that.
"""

from __future__ import annotations

from dataclasses import replace

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.clauses import Formula
from gameproof.certificates.clauses_blocked import cycle_through_free_cells
from gameproof.certificates.refutation import Refutation, follow
from gameproof.certificates.torus_cycle import class_of, parse_class
from gameproof.games.torus_cycles import Position


class BlockingSet(Certificate, frozen=True, tag="blocking-set"):
    """``cells`` blocks by ``blocked``; ``fewer`` refutes fewer cells for ``cycles`` and ``loops``.

    For the answer ``impossible`` there are no cells and no ``blocked``.
    """

    cells: list[int]
    cycles: list[list[int]]
    loops: list[list[int]]
    fewer: Refutation
    blocked: Refutation | None = None


def check(position: Position, claim: Claim, certificate: BlockingSet) -> str:
    """The least number of further stones of colour o, or that no number is enough."""
    if claim.question != "smallest-block":
        raise Rejected(f"a blocking set says nothing about {claim.question!r}")
    wanted = parse_class(str(claim.arguments.get("class", "")))
    if wanted is None:
        raise Rejected("the claim names no class")
    loop_free = bool(claim.arguments.get("loop_free", False))
    for cycle in certificate.cycles:
        if class_of(position, cycle, False) != wanted:
            raise Rejected("a listed cycle has another class")
        if any(position.stones[v] == "o" for v in cycle):
            raise Rejected("a listed cycle is blocked already")
    for loop in certificate.loops:
        class_of(position, loop, False)  # rejects a trivial one
    if certificate.loops and not loop_free:
        raise Rejected("loops are allowed in the set")
    number = None if claim.answer == "impossible" else _number(claim.answer)
    made = hitting_set(position, certificate.cycles, certificate.loops, number)
    follow(made.clauses, certificate.fewer)
    kind = "loop-free stones" if loop_free else "stones"
    if number is None:
        return f"no {kind} on empty cells block the class {wanted}"
    if len(certificate.cells) != number or len(set(certificate.cells)) != number:
        raise Rejected("the set has another number of cells")
    after = with_stones(position, certificate.cells)
    if loop_free and after.loops("o"):
        raise Rejected("the stones hold an essential loop")
    if certificate.blocked is None:
        raise Rejected("nothing shows that the set blocks")
    follow(cycle_through_free_cells(after, wanted)[0].clauses, certificate.blocked)
    shown = " ".join(position.cell_text(v) for v in sorted(certificate.cells))
    return f"{number} {kind} ({shown}) block the class {wanted}, fewer never do"


def _number(answer: str) -> int:
    if not answer.isdecimal() or len(answer) > 6:
        raise Rejected(f"expected a number of stones, got {answer!r}")
    return int(answer)


def with_stones(position: Position, cells: list[int]) -> Position:
    """The board with further stones of colour o; raises :class:`Rejected` on a taken cell."""
    stones = list(position.stones)
    for v in cells:
        if type(v) is not int or not 0 <= v < len(stones) or stones[v] != ".":
            raise Rejected("a blocking stone needs an empty cell")
        stones[v] = "o"
    return replace(position, stones="".join(stones), last=None)


def hitting_set(
    position: Position, cycles: list[list[int]], loops: list[list[int]], number: int | None
) -> Formula:
    """Clauses: fewer than ``number`` (or any number of) empty cells meet all cycles and,
    with the stones of colour o there are, cover no loop."""
    made = Formula("fewer stones meet all the cycles")
    put = {v: made.fresh() for v, stone in enumerate(position.stones) if stone == "."}
    for cycle in cycles:
        made.add([put[v] for v in cycle if v in put])
    for loop in loops:
        if any(position.stones[v] == "x" for v in loop):
            continue
        made.add([-put[v] for v in loop if v in put])
    if number is not None:
        made.at_most(number - 1, list(put.values()))
    return made
