"""Random Boolean models, and all their assignments by a plain walk."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from gameproof.solvers.sat.model import Model
from gameproof.solvers.sat.result import Result
from gameproof.solvers.sat.sat import Session


def random_model(seed: int) -> Model:
    rng = random.Random(seed)
    model = Model(f"random {seed}")
    x = [model.variable(f"x{i}") for i in range(rng.randint(1, 7))]

    def literal() -> int:
        return rng.choice([1, -1]) * rng.choice(x)

    for _ in range(rng.randint(0, 4)):
        model.clause([literal() for _ in range(rng.randint(1, 3))])
    for _ in range(rng.randint(0, 3)):
        weighted = rng.random() < 0.5
        terms = [
            (rng.randint(-4, 4) if weighted else 1, literal()) for _ in range(rng.randint(0, 7))
        ]
        model.linear(terms, rng.choice(["<=", ">=", "=="]), rng.randint(-3, 6))
    for _ in range(rng.randint(0, 2)):
        model.xor([literal() for _ in range(rng.randint(0, 7))], rng.random() < 0.5)
    return model


def satisfies(model: Model, values: Sequence[bool]) -> bool:
    """Does the assignment (entry 0 unused) satisfy every constraint?"""

    def true(literal: int) -> bool:
        return values[abs(literal)] == (literal > 0)

    def total(weights: Sequence[int], literals: Sequence[int]) -> int:
        return sum(w for w, literal in zip(weights, literals, strict=True) if true(literal))

    return (
        all(any(map(true, clause)) for clause in model.clauses)
        and all(
            (total(c.weights, c.literals) == c.bound)
            if c.relation == "=="
            else (total(c.weights, c.literals) >= c.bound)
            for c in model.linears
        )
        and all(sum(values[v] for v in xor.variables) % 2 == xor.parity for xor in model.xors)
    )


def assignments(model: Model) -> list[tuple[bool, ...]]:
    everything = itertools.product([False, True], repeat=model.variables)
    return sorted(values for values in everything if satisfies(model, (False, *values)))


def enumerated(session: Session, over: Sequence[int]) -> Iterator[Result]:
    """An assignment for each value that these variables can have together."""
    while (result := session.solve()).status == "sat":
        yield result
        session.add_clause(-v if result.true(v) else v for v in over)
    assert result.status == "unsat"


def pigeons(holes: int) -> Model:
    model = Model(f"{holes + 1} pigeons in {holes} holes")
    sits = model.group("sits", itertools.product(range(holes + 1), range(holes)))
    for pigeon in range(holes + 1):
        model.clause(sits[pigeon, hole] for hole in range(holes))
    for hole in range(holes):
        model.at_most(1, (sits[pigeon, hole] for pigeon in range(holes + 1)))
    return model
