"""Question ``cycle``, answer ``no``: clauses of a simple (or chordless) cycle of the class.

The clauses of ``clauses_blocked`` on the empty board. For chordless cycles a variable more for
each cell, true on the cycle: neighbours that are both on it are joined by one of its steps.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gameproof.certificates.certificate import Claim, Rejected
from gameproof.certificates.clauses import Formula
from gameproof.certificates.clauses_blocked import cycle_through_free_cells
from gameproof.certificates.torus_cycle import parse_class
from gameproof.games.torus_cycles import Position

KINDS = ("simple", "chordless")


def formula(position: Any, claim: Claim) -> Formula:
    """The clauses; raises :class:`Rejected` for another claim."""
    if not isinstance(position, Position):
        raise Rejected("these clauses are about the torus game")
    if claim.answer != "no":
        raise Rejected(f"a refutation does not prove the answer {claim.answer!r}")
    wanted = parse_class(str(claim.arguments.get("class", "")))
    kind = claim.arguments.get("kind", "simple")
    if wanted is None or kind not in KINDS:
        raise Rejected("the claim names no class, or no kind of cycle")
    cells = position.rows * position.columns
    empty = replace(position, stones="." * cells, last=None)
    made, steps = cycle_through_free_cells(empty, wanted)
    made.meaning = f"no {kind} cycle of class {wanted} fits"
    if kind == "chordless":
        used = [made.fresh() for _ in range(cells)]
        for (v, w), step in steps.items():
            made.add([-step, used[v]])
            if v < w:
                made.add([-used[v], -used[w], step, steps[w, v]])
    return made
