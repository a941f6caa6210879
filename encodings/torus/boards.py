"""Full boards of the torus game: no exception by SAT, counts by enumeration."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal
from gameproof.encodings.by_definition import by_definition
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.encodings.refute import as_model, refute
from gameproof.encodings.torus import intersection
from gameproof.encodings.torus.outcome import ends
from gameproof.games.clauses.clauses import Formula
from gameproof.games.clauses.full_board import LARGEST, formula
from gameproof.games.meaning.steps import STEPS
from gameproof.games.torus_cycles import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model

RANKS = (
    "rank x + rank o = 2 on every full board: potentials mod 2, rotations and the "
    "intersection number (see games/clauses/full_board.py)"
)


def _goal(position: Position) -> Goal[object]:
    return Goal(position, "full-board")


def model(position: Position, _options: Options) -> Model:
    """The checker's clauses as a model with named variables."""
    names = [position.cell_text(v) for v in range(position.rows * position.columns)]
    cut = [f"{name} {to}" for name in names for to in ("E", "S", "SW")]
    sums = [name for v, name in enumerate(names) if v % position.columns]
    groups = {"x": names, "a": names, "b": names, "cut": cut, "sum": sums}
    return as_model(formula(_goal(position)), groups)


def full_board(position: Position, limits: Limits, options: Options) -> Finding:
    """Refute an exception by intersection numbers, whatever the size of the board."""
    proof = intersection.lemmas(position, limits)
    certificate = refute(_goal(position), limits, options, lemmas=proof)
    return Finding(True, certificate, {"lemmas": len(certificate.lemma_ends) - 1})


def full_board_by_sat(position: Position, limits: Limits, options: Options) -> Finding:
    """Refute an exception; every SAT engine with proofs, or CP-SAT (then without certificate)."""
    if options.engine == sat.CP_SAT:
        result = sat.solve(model(position, options), limits, engine=sat.CP_SAT)
        answer = True if result.status == "unsat" else UNKNOWN
        return Finding(answer, None, result.stats)
    made: Formula = formula(_goal(position))
    stats = {"variables": made.variables, "clauses": len(made.clauses)}
    certificate = refute(_goal(position), limits, options)
    stats["lemmas"] = len(certificate.lemma_ends) - 1
    return Finding(True, certificate, stats)


def three_colours(position: Position, limits: Limits, _options: Options) -> Finding:
    """Stalemates of a game with three colours of stones: partitions into loop-free sets."""
    _, free = ends(position.rows, position.columns, position.method)
    limits.check()
    sets = np.flatnonzero(free)
    everything = len(free) - 1
    number = 0
    for one in sets.tolist():
        two = sets[(sets & one) == 0]
        number += int(np.count_nonzero(free[everything ^ one ^ two]))
    cells = position.rows * position.columns
    again = len(sets) ** 2 <= STEPS // 2
    return Finding(f"{number} of {3**cells}", Definition() if again else None)


MOST_COUNTED = 16
"""Cells of boards that are all looked at."""
SQUARE = f"square boards with sides of 3 to {LARGEST}"


def square(position: Position) -> bool:
    """Is it one of the boards that ``SQUARE`` names?"""
    return position.rows == position.columns and 3 <= position.rows <= LARGEST


METHODS: tuple[Method[Position], ...] = (
    Method(
        "full-board",
        "intersection",
        full_board,
        RANKS,
        square,
        reach=SQUARE,
    ),
    Method(
        "full-board",
        "sat",
        full_board_by_sat,
        RANKS,
        square,
        reach=SQUARE,
    ),
    Method(
        "colourings",
        "enumeration",
        by_definition("colourings"),
        "exhaustive count",
        lambda p: p.rows * p.columns <= MOST_COUNTED,
        reach=f"boards of at most {MOST_COUNTED} cells",
    ),
    Method(
        "three-colours",
        "partitions",
        three_colours,
        "exhaustive count",
        lambda p: p.rows * p.columns <= MOST_COUNTED,
        reach=f"boards of at most {MOST_COUNTED} cells",
    ),
)
EXPORTS = (Export("full-board", model, "a board with ranks that do not add up to 2"),)
