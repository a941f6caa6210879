"""Pairings of [n]^d by Hall's theorem: our engine, and what a user would pick otherwise.

The others are plain uses of public libraries on the same bipartite graph, with every line twice
or a demand of two. Run with ``python -m benchmarks hall``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.harness import compare, table
from gameproof.games.boards.grid_rows import cube_lines
from gameproof.games.boards.hypergraph import Hypergraph
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching import hall

SMALL, MEDIUM = 1000, 10_000
"""Lines of the largest boards that the slow contenders are asked for."""


def ours(family: Hypergraph) -> str:
    witness = hall.assign(family.indptr, family.members, family.cells, 2, Limits())
    return "pairing" if witness.violator is None else "violator"


def by_scipy(family: Hypergraph) -> str:
    from scipy.sparse import csr_array, vstack
    from scipy.sparse.csgraph import maximum_bipartite_matching

    once = csr_array(
        (np.ones(len(family.members), dtype=np.int8), family.members, family.indptr),
        shape=(len(family), family.cells),
    )
    mate = maximum_bipartite_matching(vstack([once, once], format="csr"), perm_type="column")
    return "pairing" if (mate >= 0).all() else "none"


def by_ortools(family: Hypergraph) -> str:
    from ortools.graph.python import max_flow

    sets, cells = len(family), family.cells
    lines = np.repeat(np.arange(sets), np.diff(family.indptr))
    source, sink = sets + cells, sets + cells + 1
    flow = max_flow.SimpleMaxFlow()
    flow.add_arcs_with_capacity(
        np.concatenate([lines, np.full(sets, source), np.arange(sets, sets + cells)]),
        np.concatenate([family.members + sets, np.arange(sets), np.full(cells, sink)]),
        np.repeat(np.array([1, 2, 1]), [len(lines), sets, cells]),
    )
    flow.solve(source, sink)
    return "pairing" if flow.optimal_flow() == 2 * sets else "none"


def by_networkx(family: Hypergraph) -> str:
    import networkx as nx

    graph: nx.Graph[object] = nx.Graph()
    top = [(line, copy) for line in range(len(family)) for copy in (0, 1)]
    graph.add_nodes_from(top)
    for number, row in enumerate(family.sets()):
        graph.add_edges_from(((number, copy), cell) for copy in (0, 1) for cell in row)
    mate = nx.bipartite.hopcroft_karp_matching(graph, top)
    return "pairing" if all(node in mate for node in top) else "none"


def by_rustworkx(family: Hypergraph) -> str:
    import rustworkx

    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph()
    graph.add_nodes_from(range(2 * len(family) + family.cells))
    graph.add_edges_from_no_data(
        [
            (2 * number + copy, 2 * len(family) + cell)
            for number, row in enumerate(family.sets())
            for copy in (0, 1)
            for cell in row
        ]
    )
    mate = rustworkx.max_weight_matching(graph, max_cardinality=True)
    return "pairing" if len(mate) == 2 * len(family) else "none"


def by_pysat(family: Hypergraph) -> str:
    from pysat.card import CardEnc, EncType
    from pysat.formula import IDPool
    from pysat.solvers import Cadical195

    pool = IDPool()
    at_cell: dict[int, list[int]] = {}
    with Cadical195() as solver:
        for number, row in enumerate(family.sets()):
            gets = [pool.id((number, cell)) for cell in row]
            for cell, literal in zip(row, gets, strict=True):
                at_cell.setdefault(cell, []).append(literal)
            for left_out in range(len(gets)):  # at least two of them
                solver.add_clause(gets[:left_out] + gets[left_out + 1 :])
        for literals in at_cell.values():
            cnf = CardEnc.atmost(literals, 1, vpool=pool, encoding=EncType.seqcounter)
            solver.append_formula(cnf.clauses)
        return "pairing" if solver.solve() else "none"


def by_cp_sat(family: Hypergraph) -> str:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    at_cell: dict[int, list[cp_model.IntVar]] = {}
    for row in family.sets():
        gets = [model.new_bool_var("") for _ in row]
        model.add(sum(gets) >= 2)
        for cell, variable in zip(row, gets, strict=True):
            at_cell.setdefault(cell, []).append(variable)
    for variables in at_cell.values():
        model.add_at_most_one(variables)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 120
    status = solver.solve(model)
    return "pairing" if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else "none"


def slow_contenders(family: Hypergraph, satisfiable: bool) -> dict[str, Callable[[], str]]:
    """Other libraries. A board without a pairing is a pigeonhole problem, which clause
    learning cannot refute in reasonable time, so SAT is asked only where one exists."""
    found: dict[str, Callable[[], str]] = {"networkx": partial(by_networkx, family)}
    if len(family) <= SMALL:
        found["rustworkx"] = partial(by_rustworkx, family)
        if satisfiable:
            found["pysat cadical195"] = partial(by_pysat, family)
            found["cp-sat"] = partial(by_cp_sat, family)
    return found


def main() -> None:
    boards = [(8, 3, True), (7, 3, False), (11, 4, True), (14, 5, True), (16, 5, True)]
    rows = []
    for n, d, satisfiable in boards:
        family = cube_lines(n, d)
        contenders: dict[str, Callable[[], str]] = {
            "gameproof": partial(ours, family),
            "scipy": partial(by_scipy, family),
            "ortools": partial(by_ortools, family),
        }
        if len(family) <= MEDIUM:
            contenders |= slow_contenders(family, satisfiable)
        rows += compare(f"[{n}]^{d}, {len(family)} lines", contenders)
    print(table(rows))
