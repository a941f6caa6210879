"""Shortest closed walks on a torus, searched in the plane that covers it.

A closed walk of class (x, y) is there a path from a cell to its translate. It crosses the right
edge if x is not 0, else the top edge, so the search begins at the cells of one column or row. It
goes on where walking so far and the plane's distance to the goal add up to least (A*: Hart,
Nilsson, Raphael 1968), which ends with the shortest path. There is a walk of the class from a cell
iff the class is a sum of those of loops among the cells that are joined to it.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from gameproof.games.boards.glued_board import STEPS
from gameproof.games.counts.torus_counts import NARROWEST, asked_class
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.steps import STEPS as MOST
from gameproof.games.meaning.steps import step, within
from gameproof.games.torus_classes import Class, generators, hex_norm
from gameproof.games.torus_cycles import Position

STEPS_EACH = 5
"""Steps that a cell of the plane is counted as."""


def faster(position: object, _question: str, arguments: Mapping[str, Value]) -> tuple[Value] | None:
    """Cells of a shortest closed walk of the class that avoids the stones of colour o, if any."""
    if not isinstance(position, Position) or min(position.rows, position.columns) < NARROWEST:
        return None
    with within(MOST):
        walk = shortest_walk(position, asked_class(arguments))
    return (None if walk is None else len(walk),)


def shortest_walk(position: Position, wanted: Class) -> list[int] | None:
    """The cells of a shortest closed walk, ``None`` where there is none. It counts its steps."""
    best: list[int] | None = None
    for part, loops in position.components("x."):
        if generators(loops | {wanted}) != generators(loops):
            continue
        for cell in part:
            row, column = divmod(cell, position.columns)
            if column == position.columns - 1 if wanted[0] else row == 0:
                best = _shortest(position, cell, wanted, best)
    return best


def _shortest(
    position: Position, cell: int, wanted: Class, best: list[int] | None
) -> list[int] | None:
    """The shorter of ``best`` and a walk from a cell to its translate, which can be reached."""
    rows, columns = position.rows, position.columns
    start = divmod(cell, columns)
    goal = (start[0] - wanted[1] * rows, start[1] + wanted[0] * columns)  # rows go downwards
    waiting = [(hex_norm(goal[1] - start[1], start[0] - goal[0]), 0, start, start)]
    before: dict[tuple[int, int], tuple[int, int]] = {}
    while waiting:
        least, walked, at, came = heapq.heappop(waiting)
        if best is not None and least >= len(best):
            return best
        if at in before:
            continue
        before[at] = came
        if at == goal:
            walk = []
            while at != start:
                at = before[at]
                walk.append(at[0] % rows * columns + at[1] % columns)
            return walk[::-1]
        step(STEPS_EACH)
        far = 1 - walked
        for down, right in STEPS:
            to = (at[0] + down, at[1] + right)
            if (
                to not in before
                and position.stones[to[0] % rows * columns + to[1] % columns] != "o"
            ):
                left = hex_norm(goal[1] - to[1], to[0] - goal[0])
                heapq.heappush(waiting, (far + left, -far, to, at))
    return best  # not reached: the class is a sum of those of loops here
