"""Geography as a quantified formula: evaluated by expansion, and by a solver where there is one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from reference.geography import outcomes

from gameproof.encodings.geography.qbf import by_solver, outcome_model
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.games.geography import Position, make
from gameproof.games.graph import Graph
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import qbf
from gameproof.solvers.sat.formats import render
from gameproof.solvers.sat.model import Model
from gameproof.solvers.sat.sat import Session


def true(model: Model) -> bool:
    """The formula's truth: blocks of moves tried one by one, the last block by SAT."""
    *blocks, _ = model.prefix
    plain = Model(model.title)
    plain.variables, plain.clauses, plain.linears = model.variables, model.clauses, model.linears
    with Session(plain, Limits()) as session:

        def holds(depth: int, chosen: list[int]) -> bool:
            if depth == len(blocks):
                return session.solve(chosen).status == "sat"
            kind, variables = blocks[depth]
            if kind == "exists":  # at most one of a ply's moves is true
                rows = [[v if v == one else -v for v in variables] for one in (0, *variables)]
                return any(holds(depth + 1, chosen + row) for row in rows)
            signs = itertools.product((1, -1), repeat=len(variables))
            replies = ([s * v for s, v in zip(sign, variables, strict=True)] for sign in signs)
            return all(holds(depth + 1, chosen + row) for row in replies)

        return holds(0, [])


def positions(seed: int, count: int, edges: int) -> list[tuple[Position, str]]:
    rng = np.random.default_rng(seed)
    found = []
    for k in range(count):
        n = int(rng.integers(1, 5))
        edge, directed = bool(k & 1), bool(k & 2)
        rows = rng.integers(0, n, size=(int(rng.integers(0, edges + 1)), 2)).tolist()
        if not edge:
            rows = [(u, v) for u, v in rows if u != v]
        v = int(rng.integers(0, n))
        table = outcomes(n, rows, edge=edge, directed=directed)
        found.append((make(Graph.of(n, rows), v, edge, directed), table[v]))
    return found


def test_the_formula_is_true_exactly_for_n() -> None:
    answers = set()
    for position, answer in positions(5, 60, 4):
        assert true(outcome_model(position, Options())) == (answer == "N")
        answers.add(answer)
    assert answers == {"N", "P"}


@pytest.mark.skipif("depqbf" not in qbf.found(), reason="depqbf is not installed")
def test_a_solver_agrees() -> None:
    for position, answer in positions(6, 40, 7):
        assert by_solver(position, Limits(), Options(engine="depqbf")).answer == answer


def test_no_solver_named() -> None:
    position = make(Graph.of(2, [(0, 1)]), 0)
    assert by_solver(position, Limits(), Options()).answer == UNKNOWN


def test_the_file_names_its_moves() -> None:
    position = make(Graph.of(3, [(0, 1), (1, 2)]), 0, edge=True, directed=True)
    text = render(outcome_model(position, Options()), "walk.qdimacs")
    assert "move(0-1,1)" in text
    lines = [line for line in text.splitlines() if line[0] in "ea"]
    assert [line[0] for line in lines] == ["e", "a", "e"]
