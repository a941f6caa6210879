"""A cycle of a class, chordless or through free cells, or more classes of cycles than are short
enough: ``cycle``, ``blocked``, ``classes``.

Free cells hold no stone of colour o. A variable for each step between free cells: a simple
cycle, walked in the direction in which its crossings are (x, y), makes its own steps true,
no other. Each cell then has at most one step out, at most one in, one of them only with
the other, and the crossings add up to the class. A contradiction shows that no cycle exists. For
chordless cycles a variable more for each cell, true on the cycle: neighbours that are both on it
are joined by one of its steps.

Some classes no cycle has: nothing then need be written but the empty clause. A simple essential
cycle has a primitive class: its two numbers are coprime. On an n x n board a cycle of class (x, y)
has at least n max(|x|, |y|, |x - y|) cells, since that is the lifted distance between its ends
(Schepler 2004). The complement of a chordless cycle holds a loop of the same class (on a full board
the ranks of both colours add up to 2, and the cycle's is 1), disjoint from it, which needs as many.
"""

from __future__ import annotations

from dataclasses import replace
from math import gcd

from gameproof.games.clauses.clauses import Asked, Formula
from gameproof.games.counts.torus_counts import NARROWEST, asked_class, asked_kind
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import AtMost, Is, quantity
from gameproof.games.torus_classes import Class, classes_within, hex_norm
from gameproof.games.torus_cycles import Position

Step = tuple[int, int]

MOST_ROWS = 512  # of boards whose classes are counted
LARGEST = 1 << 14  # cells
LONGEST = 341  # of a side, with whose square the clauses grow


def formula(goal: Asked, bound: int | None = None) -> Formula:
    """The clauses; raises :class:`BadInput` for another game or a board too large."""
    position = goal.position
    if not isinstance(position, Position):
        raise BadInput("these clauses are about the torus game")
    if goal.question == "classes":
        return _more_classes(position, goal, bound)
    wanted = asked_class(goal.arguments)
    if goal.question == "blocked":
        made, _ = cycle_through_free_cells(position, wanted)
        made.refutes = (Is(quantity("blocked", goal.arguments), True),)
        return made
    kind = asked_kind(goal.arguments)
    empty = replace(position, stones="." * len(position.stones), last=None)
    made, steps = cycle_through_free_cells(empty, wanted, chordless=kind == "chordless")
    made.refutes = (Is(quantity("cycle", goal.arguments), False),)
    if not steps:
        return made
    made.meaning = f"no {kind} cycle of class {wanted} fits"
    if kind == "chordless":
        used = [made.fresh() for _ in position.stones]
        for (v, w), step in steps.items():
            made.add([-step, used[v]])
            if v < w:
                made.add([-used[v], -used[w], step, steps[w, v]])
    return made


def _more_classes(position: Position, goal: Asked, bound: int | None) -> Formula:
    """The empty clause, where no more classes than ``bound`` are primitive and short enough.
    O(rows^2)."""
    if position.rows > MOST_ROWS:
        raise BadInput(f"classes are counted on boards of at most {MOST_ROWS} rows")
    kind = asked_kind(goal.arguments)
    most = longest(position, kind == "chordless")
    if most is None:
        raise BadInput("the counting bound is for square boards")
    possible = len(classes_within(most))
    if type(bound) is not int or bound < possible:
        raise BadInput(f"counting cells leaves {possible} classes")
    text = f"of all classes but {possible} a {kind} cycle has more cells than the board"
    return Formula(text, (AtMost(quantity("classes", goal.arguments), bound),), clauses=[[]])


def longest(position: Position, chordless: bool) -> int | None:
    """The greatest max(|x|, |y|, |x - y|) for which a cycle of class (x, y) has no more cells than
    the board; ``None`` where the board is not square, and nothing is known."""
    if min(position.rows, position.columns) < NARROWEST:
        raise BadInput(f"on fewer than {NARROWEST} rows or columns a step is ambiguous")
    if position.rows != position.columns:
        return None
    return position.rows // 2 if chordless else position.rows


def cycle_through_free_cells(
    position: Position, wanted: Class, *, chordless: bool = False
) -> tuple[Formula, dict[Step, int]]:
    """The clauses and the variable of each step. O(cells + crossing steps squared)."""
    bound = longest(position, chordless)
    if gcd(*wanted) != 1:
        text = f"a simple cycle has a primitive class, and {wanted} is none"
        return Formula(text, clauses=[[]]), {}
    if bound is not None and hex_norm(*wanted) > bound:
        kind = "chordless" if chordless else "simple"
        text = f"a {kind} cycle of class {wanted} would need more cells than the board has"
        return Formula(text, clauses=[[]]), {}
    if len(position.stones) > LARGEST or max(position.rows, position.columns) > LONGEST:
        limits = f"{LARGEST} cells with sides of at most {LONGEST}"
        raise BadInput(f"the clauses are for boards of at most {limits}")
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
