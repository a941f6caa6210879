"""A cycle with a given winding in a graph drawn on a torus, as a Boolean model.

Arcs are chosen so that every vertex has as many arcs in as out, at most one, and
the crossings of all arcs sum to the winding. The result is a set of disjoint
directed cycles; on a torus disjoint essential cycles have one class up to
direction, so a primitive sum belongs to one of them and no subtour need be
forbidden. With ``chordless``, neighbours that are both used are joined by an arc.
"""

from __future__ import annotations

from collections.abc import Sequence

from gameproof.solvers.sat.model import Model

Steps = Sequence[Sequence[tuple[int, int, int]]]


def build(steps: Steps, winding: tuple[int, int], *, chordless: bool, title: str) -> Model:
    """The model for ``steps[v]`` = (neighbour, x, y); variables ``arc(v,k)`` and ``used(v)``."""
    model = Model(title)
    arcs = model.group("arc", [(v, k) for v, row in enumerate(steps) for k in range(len(row))])
    used = model.group("used", range(len(steps)))
    into: list[list[int]] = [[] for _ in steps]
    for v, row in enumerate(steps):
        for k, (to, _, _) in enumerate(row):
            into[to].append(arcs[v, k])
    for v, row in enumerate(steps):
        out = [arcs[v, k] for k in range(len(row))]
        for literals in (out, into[v]):
            model.at_most(1, literals)
            model.clause([-used[v], *literals])
            for literal in literals:
                model.implies([literal], [used[v]])
    for axis in (1, 2):
        terms = [
            (step[axis], arcs[v, k])
            for v, row in enumerate(steps)
            for k, step in enumerate(row)
            if step[axis]
        ]
        model.linear(terms, "==", winding[axis - 1])
    if chordless:
        for v, row in enumerate(steps):
            for k, (to, _, _) in enumerate(row):
                if v < to:
                    back = [arcs[to, j] for j, (w, _, _) in enumerate(steps[to]) if w == v]
                    model.implies([used[v], used[to]], [arcs[v, k], *back])
    return model


def cycles(steps: Steps, values: Sequence[bool]) -> list[list[int]]:
    """The directed cycles of an assignment, as lists of vertices. O(vertices + arcs)."""
    after: dict[int, int] = {}
    number = 1
    for v, row in enumerate(steps):
        for to, _, _ in row:
            if values[number]:
                after[v] = to
            number += 1
    found = []
    while after:
        start = next(iter(after))
        cycle = [start]
        at = after.pop(start)
        while at != start:
            cycle.append(at)
            at = after.pop(at)
        found.append(cycle)
    return found
