"""Question ``blocked``: clauses of a cycle of the class through free cells.

Free cells hold no stone of colour o. A variable for each step between free cells: a simple
cycle, walked in the direction in which its crossings are (x, y), makes its own steps true,
no other. Each cell then has at most one step out, at most one in, one of them only with
the other, and the crossings add up to the class. A contradiction shows that no cycle exists.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.kernel import Goal
from gameproof.certificates.models.torus_loops import NARROWEST
from gameproof.games.counts.torus_counts import asked_class
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.torus_classes import Class
from gameproof.games.torus_cycles import Position

Step = tuple[int, int]

LARGEST = 1024  # cells: the clauses grow with the square of the longer side


def formula(goal: Goal[object], _bound: int | None = None) -> Formula:
    """The clauses; raises :class:`Rejected` for another game or a board too large."""
    if not isinstance(goal.position, Position):
        raise Rejected("these clauses are about the torus game")
    made, _ = cycle_through_free_cells(goal.position, asked_class(goal.arguments))
    made.refutes = (Is(quantity("blocked", goal.arguments), True),)
    return made


def cycle_through_free_cells(position: Position, wanted: Class) -> tuple[Formula, dict[Step, int]]:
    """The clauses and the variable of each step. O(cells + crossing steps squared)."""
    if min(position.rows, position.columns) < NARROWEST:
        raise Rejected(f"on fewer than {NARROWEST} rows or columns a step is ambiguous")
    if len(position.stones) > LARGEST:
        raise Rejected(f"the clauses are for boards of at most {LARGEST} cells")
    made = Formula(f"no cycle of class {wanted} avoids the stones of colour o")
    if max(map(abs, wanted)) > len(position.stones):  # a simple cycle has fewer crossings
        made.add([])
        return made, {}
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
