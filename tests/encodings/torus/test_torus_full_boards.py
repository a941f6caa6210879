"""Full boards of the torus game: a loop on each, their ranks, three colours of stones."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from pysat.solvers import Solver
from reference.proved import methods, proved
from reference.torus import GAME, accepted, ask, rejected

from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.method import Options
from gameproof.encodings.torus import torus_cycles
from gameproof.games.clauses.clauses import Formula
from gameproof.games.clauses.full_board import add_board, add_step
from gameproof.games.torus_cycles import Position, make
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.cases import by_cases

# -- full boards ------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 4])
def test_every_full_board_has_a_loop(n: int) -> None:
    finding = ask(make(n, n), "full-board")
    assert finding.answer is True
    proof = finding.certificate
    rejected(make(n + 1, n + 1), "full-board", "yes", proof)
    rejected(make(n, n), "full-board", "no", proof)
    cut = Refutation(proof.lemmas, proof.lemma_ends[:-1], proof.hints, proof.hint_ends[:-1])
    rejected(make(n, n), "full-board", "yes", cut)
    nothing = np.zeros(0, dtype=np.int64)
    none = Refutation(nothing, np.zeros(1, dtype=np.int64), nothing, np.zeros(1, dtype=np.int64))
    for rows, columns in ((n, n), (n, n + 1), (2, 2), (1, 1), (41, 41)):
        rejected(make(rows, columns), "full-board", "yes", none)
    for rows, columns in ((n, n + 1), (n + 1, n), (2, 2)):
        rejected(make(rows, columns), "full-board", "yes", proof)


def method_of_full_boards(name: str) -> Any:
    methods = torus_cycles.ENCODING.methods
    (method,) = (m for m in methods if (m.question, m.name) == ("full-board", name))
    return method


@pytest.mark.parametrize("n", [5, 8, pytest.param(11, marks=pytest.mark.slow)])
def test_intersection_numbers_prove_every_larger_full_board(n: int) -> None:
    board = make(n, n)
    method = method_of_full_boards("intersection")
    finding = method.run(board, Limits(), Options())
    assert accepted(board, "full-board", "yes", finding.certificate)
    assert finding.stats["lemmas"] < 300 * n * n
    with pytest.raises(LimitReached):
        method.run(board, Limits(time_limit=0), Options())


def test_definitions_of_full_boards_forbid_nothing() -> None:
    """Every colouring with potentials extends to the variables that are defined by them."""
    made = Formula("")
    names = add_board(made, make(4, 4))
    basic = {v for cell in names.cells for v in cell}
    with Solver("minisat22") as solver:
        for clause in made.clauses:
            if not basic.issuperset(map(abs, clause)):
                solver.add_clause(clause)
        rng = np.random.default_rng(17)
        for _ in range(300):
            assert solver.solve([v if rng.random() < 0.5 else -v for v in sorted(basic)])


def test_sums_around_triangles_need_the_colouring() -> None:
    """Without the clauses of the colouring a triangle's sides add up to anything."""
    made = Formula("")
    corners = [(made.fresh(), made.fresh(), made.fresh()) for _ in range(3)]
    cut = [add_step(made, corners[u], corners[v], 0, 0) for u, v in ((0, 1), (1, 2), (0, 2))]
    order = [v for corner in corners for v in corner]
    assert by_cases(made.clauses, order, [cut[0], cut[1], -cut[2]])
    defining = [c for c in made.clauses if set(map(abs, c)) & set(cut)]
    with pytest.raises(ValueError, match="does not follow"):
        by_cases(defining, order, [cut[0], cut[1], -cut[2]])


@pytest.mark.slow
def test_sat_proves_full_boards_of_five_rows_too() -> None:
    board = make(5, 5)
    finding = method_of_full_boards("sat").run(board, Limits(), Options())
    assert accepted(board, "full-board", "yes", finding.certificate)


TABLE = {2: "0,2: 5; 1,1: 6; 2,0: 5", 3: "0,2: 166; 1,1: 180; 2,0: 166"}


@pytest.mark.parametrize("n", TABLE)
def test_full_boards_by_rank(n: int) -> None:
    here = make(n, n)
    assert proved(GAME, here, "colourings") == TABLE[n]
    assert "entail" in rejected(here, "colourings", "0,2: 5; 1,1: 5; 2,0: 6", Definition())
    assert "too many steps" in rejected(make(4, 5), "colourings", TABLE[n], Definition())


@pytest.mark.slow
def test_full_boards_by_rank_4x4() -> None:
    assert proved(GAME, make(4, 4), "colourings") == "0,2: 21017; 1,1: 23502; 2,0: 21017"


# -- three colours, last stones ---------------------------------------------------------


@pytest.mark.parametrize(("n", "answer"), [(2, "0 of 81"), (3, "3660 of 19683")])
def test_three_colours_stalemate(n: int, answer: str) -> None:
    assert proved(GAME, make(n, n), "three-colours") == answer
    assert "entail" in rejected(make(n, n), "three-colours", "1 of 81", Definition())
    assert "too many steps" in rejected(make(4, 5), "three-colours", answer, Definition())


def test_three_colours_by_brute_force() -> None:
    board = make(2, 3)
    loose = 0
    for colours in itertools.product("xo3", repeat=6):
        here = ["".join("x" if k == colour else "." for k in colours) for colour in "xo3"]
        loose += not any(Position(2, 3, stones).loops("x") for stones in here)
    assert proved(GAME, board, "three-colours") == f"{loose} of 729"


@pytest.mark.slow
def test_three_colours_of_4x4() -> None:
    """Found by partitions; more than the kernel counts again, so there is no certificate."""
    (method,) = methods(GAME, "three-colours")
    board: Any = make(4, 4)
    finding = method.run(board, Limits(), Options())
    assert finding.answer == "14931360 of 43046721"
    assert finding.certificate is None
