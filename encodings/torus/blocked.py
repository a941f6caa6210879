"""Can stones of colour o keep a class from being formed, and how few are enough?

``blocked`` asks a SAT solver for a cycle through the free cells and keeps the proof when
there is none. ``smallest-block`` is an implicit hitting set problem (Moreno-Centeno and
Karp, Operations Research 61, 2013): a smallest set that meets the cycles known so far,
then a cycle that avoids it with all its translations, until there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import gcd

import numpy as np

from gameproof.certificates.certificate import Certificate, Use
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal
from gameproof.certificates.torus.blocking_set import BlockingSet
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.refute import as_certificate, proof_engine, refute, refute_formula
from gameproof.encodings.torus.classes import cycle_in
from gameproof.encodings.torus.mesh import mesh
from gameproof.games.clauses.cycles import cycle_through_free_cells, hitting_set
from gameproof.games.counts.torus_counts import asked_class, asked_loop_free
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.torus_classes import Class
from gameproof.games.torus_cycles import Position
from gameproof.solvers.algebra.homology import closed_walks
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.model import Model

DUALITY = (
    "a set of steps with balanced cells and a primitive sum of crossings holds a cycle of that "
    "class: disjoint essential cycles share their class"
)
LARGEST = 256


def shown(blocked: Certificate, cells: Sequence[int]) -> tuple[Use]:
    """The use of a certificate that the cells block."""
    return (Use(blocked, " ".join(map(str, cells))),)


def wanted_class(options: Options) -> Class:
    """The class asked for, which must be primitive: no other has simple cycles."""
    found = asked_class(options.arguments)
    if gcd(*found) != 1:
        raise BadInput(f"a class is two coprime numbers x,y, not {found}", "arguments.class")
    return found


def free_cycle(
    position: Position, wanted: Class, limits: Limits, options: Options
) -> list[int] | None:
    """A cycle of the class without a stone of colour o, ``None`` when there is none.

    Raises ``LimitReached``.
    """
    made, steps = cycle_through_free_cells(position, wanted)
    engine = options.engine if options.engine in sat.PYSAT_ENGINES else sat.DEFAULT_ENGINE
    cnf = Cnf(made.variables, list(made.clauses))
    with sat.Session(cnf, limits, engine=engine) as session:
        result = session.solve()
    if result.status == "unknown":
        limits.check()
    if result.values is None:
        return None
    after = {v: to for (v, to), step in steps.items() if result.values[step]}
    cycle = cycle_in(position, after, wanted)
    if cycle is None:
        raise RuntimeError("balanced steps with a primitive sum held no cycle of the class")
    return cycle


def _refutation(position: Position, limits: Limits, options: Options) -> Refutation:
    asked = {"class": options.arguments["class"]}
    return refute(Goal(position, "blocked", asked), limits, options)


def blocked(position: Position, limits: Limits, options: Options) -> Finding:
    """A cycle of the class through free cells, or a proof that there is none."""
    wanted = wanted_class(options)
    cycle = free_cycle(position, wanted, limits, options)
    if cycle is not None:
        return Finding(False, Definition.of([cycle]), detail={"length": len(cycle)})
    certificate = _refutation(position, limits, options)
    return Finding(True, certificate, {"lemmas": len(certificate.lemma_ends) - 1})


def smallest_block(position: Position, limits: Limits, options: Options) -> Finding:
    """The least number of further stones of colour o, by implicit hitting sets."""
    wanted = wanted_class(options)
    loop_free = asked_loop_free(options.arguments)
    cycles: list[list[int]] = []
    loops: list[list[int]] = []
    rounds = 0
    while True:
        rounds += 1
        cells = _fewest(position, cycles, loops, limits)
        if cells is None:
            fewer = _proof(position, cycles, loops, None, limits, options)
            return Finding(None, BlockingSet([], cycles, loops, fewer))
        after = position.blocked_by(cells)
        if loop_free and (loop := _loop(after, limits)) is not None:
            loops += _translations(position, loop, "x")
            continue
        cycle = free_cycle(after, wanted, limits, options)
        if cycle is None:
            break
        cycles += _translations(position, cycle, "o")
    fewer = _proof(position, cycles, loops, len(cells), limits, options)
    blocks = _refutation(after, limits, replace(options, proof=None))
    certificate = BlockingSet(cells, cycles, loops, fewer, uses=shown(blocks, cells))
    listed = " ".join(position.cell_text(v) for v in cells)
    stats = {"rounds": rounds, "cycles": len(cycles), "loops": len(loops)}
    return Finding(len(cells), certificate, stats, {"cells": listed})


def _fewest(
    position: Position, cycles: list[list[int]], loops: list[list[int]], limits: Limits
) -> list[int] | None:
    """The fewest empty cells that meet all cycles and complete no loop."""
    model = Model("a hitting set")
    empty = [v for v, stone in enumerate(position.stones) if stone == "."]
    put = model.group("put", empty)
    made = hitting_set(position, cycles, loops, None)
    for clause in made.clauses:  # its variables are numbered as the group is
        model.clause(clause)
    model.minimize([(1, put[v]) for v in empty])
    result = sat.solve(model, limits)
    if result.status == "unknown" or (result.values is not None and result.bound is None):
        limits.check()
    return None if result.values is None else put.true(result.values)


def _proof(
    position: Position,
    cycles: list[list[int]],
    loops: list[list[int]],
    number: int | None,
    limits: Limits,
    options: Options,
) -> Refutation:
    made = hitting_set(position, cycles, loops, number)
    lrat, _ = refute_formula(made, limits, proof_engine(options))
    return as_certificate(made.clauses, lrat)


def _loop(position: Position, limits: Limits) -> list[int] | None:
    """A simple essential cycle of colour o; a shortest closing of a search tree."""
    colour = np.array([0 if stone == "o" else -1 for stone in position.stones], dtype=np.int8)
    walks = closed_walks(mesh(position.rows, position.columns), colour, 1, limits)
    return walks[0] if walks else None


def _translations(position: Position, cycle: list[int], never: str) -> list[list[int]]:
    """The cycle moved in all ways, where it keeps off the stones ``never``."""
    rows, columns = position.rows, position.columns
    found: dict[frozenset[int], list[int]] = {}
    for r in range(rows):
        for c in range(columns):
            moved = [
                (v // columns + r) % rows * columns + (v % columns + c) % columns for v in cycle
            ]
            if all(position.stones[v] != never for v in moved):
                found.setdefault(frozenset(moved), moved)
    return list(found.values())


def _fits(position: Position) -> bool:
    return min(position.rows, position.columns) >= 3 and len(position.stones) <= LARGEST


METHODS = (
    Method("blocked", "sat", blocked, DUALITY, _fits),
    Method("smallest-block", "implicit-hitting-set", smallest_block, DUALITY, _fits),
)
