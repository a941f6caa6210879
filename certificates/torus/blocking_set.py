"""A smallest set of stones that keeps a class from being formed, and why none is smaller.

The set blocks: a refutation of a cycle through the other cells. No smaller set does:
every blocking set meets each of the listed cycles of the class (and, when it is to be
``loop-free``, holds none of the listed essential loops wholly); a refutation shows that
fewer cells cannot do that.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Composite, Key, Rejected
from gameproof.certificates.clauses.refutation import Refutation, follow
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.clauses.cycles import LARGEST, hitting_set
from gameproof.games.counts.torus_counts import asked_class, asked_loop_free, cycle_class
from gameproof.games.meaning.answers import Value, whole
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, entails, quantity
from gameproof.games.torus_cycles import Position


class BlockingSet(Composite, frozen=True, tag="blocking-set"):
    """Used is that the ``cells`` block; ``fewer`` refutes fewer for ``cycles`` and ``loops``.

    Where no set blocks there are no cells, nothing is used, and ``fewer`` refutes any number.
    """

    cells: list[int]
    cycles: list[list[int]]
    loops: list[list[int]]
    fewer: Refutation


def part(goal: Goal[Position], key: Key) -> Goal[Position]:
    """That the class is blocked after stones on the cells that are named."""
    try:
        cells = [whole(cell) for cell in str(key).split()]
    except ValueError:
        raise Rejected("blocking stones are named by numbers") from None
    return Goal(goal.position.blocked_by(cells), "blocked", about(goal))


def about(goal: Goal[Position]) -> dict[str, Value]:
    """The arguments of ``blocked``."""
    if goal.question != "smallest-block":
        raise Rejected(f"a blocking set says nothing about {goal.question!r}")
    return {"class": goal.arguments["class"]}


def conclude(goal: Goal[Position], certificate: BlockingSet) -> Conclusion:
    """The least number of further stones of colour o, or that no number is enough."""
    position = goal.position
    if goal.question != "smallest-block":
        raise Rejected(f"a blocking set says nothing about {goal.question!r}")
    if len(position.stones) > LARGEST:
        raise Rejected(f"blocking sets are checked on boards of at most {LARGEST} cells")
    wanted = asked_class(goal.arguments)
    loop_free = asked_loop_free(goal.arguments)
    kind = "loop-free stones" if loop_free else "stones"
    asked = quantity(goal.question, goal.arguments)
    for cycle in certificate.cycles:
        if cycle_class(position, cycle) != wanted:
            raise Rejected("a listed cycle has another class")
        if any(position.stones[v] == "o" for v in cycle):
            raise Rejected("a listed cycle is blocked already")
    for loop in certificate.loops:
        cycle_class(position, loop)  # rejects a trivial one
    if certificate.loops and not loop_free:
        raise Rejected("loops are allowed in the set")
    number = len(certificate.cells) if goal.known else None
    made = hitting_set(position, certificate.cycles, certificate.loops, number)
    follow(made.clauses, certificate.fewer)
    if not goal.known:
        if certificate.cells:
            raise Rejected("nothing shows that the set blocks")
        return Conclusion((Is(asked, None),), f"no {kind} on empty cells block the class {wanted}")
    after = position.blocked_by(certificate.cells)
    if loop_free and after.loops("o"):
        raise Rejected("the stones hold an essential loop")
    if not entails(goal.of(after), Is(quantity("blocked", about(goal)), True)):
        raise Rejected("nothing shows that the set blocks")
    listed = " ".join(position.cell_text(v) for v in sorted(certificate.cells)) or "none"
    fewest = len(certificate.cells)
    return Conclusion(
        (AtLeast(asked, fewest), AtMost(asked, fewest)),
        f"{fewest} {kind} ({listed}) block the class {wanted}, fewer never do",
    )


KIND = Kind(
    record=BlockingSet,
    scope=Scope(derives=("smallest-block",), positions=(Position,)),
    theorem="a blocking set meets every cycle of the class; sets that meet the cycles listed bound "
    "its size (implicit hitting sets: Moreno-Centeno, Karp 2013)",
    evidence="the set, a refutation of a cycle that avoids it, cycles of the class, and a "
    "refutation of fewer cells that meet them",
    conclude=conclude,
    part=part,
)
