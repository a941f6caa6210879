"""Question ``cycle``: clauses of a simple (or chordless) cycle of the class.

The clauses of ``blocked`` on the empty board. For chordless cycles a variable more for
each cell, true on the cycle: neighbours that are both on it are joined by one of its steps.
"""

from __future__ import annotations

from dataclasses import replace

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.blocked import cycle_through_free_cells
from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.kernel import Goal
from gameproof.games.counts.torus_counts import asked_class, asked_kind
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.torus_cycles import Position


def formula(goal: Goal[object], _bound: int | None = None) -> Formula:
    """The clauses; raises :class:`Rejected` for another game or a board too large."""
    position = goal.position
    if not isinstance(position, Position):
        raise Rejected("these clauses are about the torus game")
    wanted, kind = asked_class(goal.arguments), asked_kind(goal.arguments)
    cells = position.rows * position.columns
    empty = replace(position, stones="." * cells, last=None)
    made, steps = cycle_through_free_cells(empty, wanted)
    made.refutes = (Is(quantity("cycle", goal.arguments), False),)
    made.meaning = f"no {kind} cycle of class {wanted} fits"
    if kind == "chordless":
        used = [made.fresh() for _ in range(cells)]
        for (v, w), step in steps.items():
            made.add([-step, used[v]])
            if v < w:
                made.add([-used[v], -used[w], step, steps[w, v]])
    return made
