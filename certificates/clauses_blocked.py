"""Question ``blocked``, answer ``yes``: clauses of a cycle of the class through free cells.

Free cells hold no stone of colour o. A variable for each step between free cells: a simple
cycle, walked in the direction in which its crossings are (x, y), makes its own steps true,
no other. Each cell then has at most one step out, at most one in, one of them only with
the other, and the crossings add up to the class. A contradiction shows that no cycle exists.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Claim, Rejected
from gameproof.certificates.clauses import Formula
from gameproof.certificates.torus_cycle import parse_class
from gameproof.games.torus_cycles import Position

Step = tuple[int, int]


def formula(position: Any, claim: Claim) -> Formula:
    """The clauses; raises :class:`Rejected` for another claim."""
    if not isinstance(position, Position):
        raise Rejected("these clauses are about the torus game")
    if claim.answer != "yes":
        raise Rejected(f"a refutation does not prove the answer {claim.answer!r}")
    wanted = parse_class(str(claim.arguments.get("class", "")))
    if wanted is None:
        raise Rejected("the claim names no class")
    return cycle_through_free_cells(position, wanted)[0]


def cycle_through_free_cells(
    position: Position, wanted: tuple[int, int]
) -> tuple[Formula, dict[Step, int]]:
    """The clauses and the variable of each step. O(cells + crossing steps squared)."""
    if min(position.rows, position.columns) < 3:
        raise Rejected("on fewer than 3 rows or columns a step is ambiguous")
    made = Formula(f"no cycle of class {wanted} avoids the stones of colour o")
    free = [v for v, stone in enumerate(position.stones) if stone != "o"]
    out: dict[int, list[int]] = {v: [] for v in free}
    into: dict[int, list[int]] = {v: [] for v in free}
    steps: dict[Step, int] = {}
    crossing: dict[tuple[int, int], list[int]] = {
        (axis, way): [] for axis in (0, 1) for way in (1, -1)
    }
    for v in free:
        for to, x, y in position.neighbours(v):
            if to not in out:
                continue
            step = steps[v, to] = made.fresh()
            out[v].append(step)
            into[to].append(step)
            for axis, way in ((0, x), (1, y)):
                if way:
                    crossing[axis, way].append(step)
    for v in free:
        made.at_most_one(out[v])
        made.at_most_one(into[v])
        for step in into[v]:
            made.add([-step, *out[v]])
        for step in out[v]:
            made.add([-step, *into[v]])
    for axis in (0, 1):
        _difference(made, crossing[axis, 1], crossing[axis, -1], wanted[axis])
    return made, steps


def _difference(made: Formula, one: list[int], two: list[int], value: int) -> None:
    """As many literals of ``one`` are true as of ``two``, and ``value`` more."""
    if value < 0:
        one, two, value = two, one, -value
    count_one = made.counter(one, len(one))
    count_two = made.counter(two, len(two))
    for j in range(1, max(len(one), len(two) + value) + 1):
        # At least j of the first if and only if at least j - value of the second.
        first = count_one[j] if j <= len(one) else None
        if j <= value:
            made.add([first] if first is not None else [])
            continue
        second = count_two[j - value] if j - value <= len(two) else None
        if first is not None:
            made.add([-first, *([second] if second is not None else [])])
        if second is not None:
            made.add([-second, *([first] if first is not None else [])])
