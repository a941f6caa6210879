"""Cells of their own for sets: every engine against the slow twin, on random families."""

from __future__ import annotations

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.hall import most_given

from gameproof.games.boards.grid_rows import cube_lines, rows_of_k
from gameproof.games.boards.hypergraph import Hypergraph
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.matching import hall

families = st.integers(1, 14).flatmap(
    lambda cells: st.tuples(
        st.just(cells),
        st.lists(st.frozensets(st.integers(0, cells - 1), max_size=6), max_size=12),
        st.integers(0, 3),
    )
)


def verify(family: Hypergraph, witness: hall.HallWitness, demand: int) -> None:
    """The witness is right by its own definition."""
    given_cells = np.flatnonzero(witness.owner >= 0)
    assert all(int(cell) in family[int(witness.owner[cell])] for cell in given_cells)
    counts = np.bincount(witness.owner[given_cells], minlength=len(family))
    assert (counts <= demand).all()
    assert witness.missing == demand * len(family) - len(given_cells)
    if witness.violator is None:
        assert witness.missing == 0
    else:
        sets = [set(family[int(s)].tolist()) for s in witness.violator]
        assert len(set().union(*sets)) < demand * len(sets)
        for leave in range(len(sets)):  # nothing can be left out
            rest = sets[:leave] + sets[leave + 1 :]
            assert len(set().union(*rest)) >= demand * len(rest) or not rest


@settings(max_examples=100)
@given(case=families)
def test_as_much_as_the_twin_finds(case: tuple[int, list[frozenset[int]], int]) -> None:
    cells, sets, demand = case
    family = Hypergraph.of(cells, sets)
    witness = hall.assign(family.indptr, family.members, cells, demand, Limits())
    verify(family, witness, demand)
    assert demand * len(family) - witness.missing == most_given(family.sets(), demand)


@settings(max_examples=40)
@given(case=families, seed=st.integers(0, 10**6))
def test_demands_may_differ(case: tuple[int, list[frozenset[int]], int], seed: int) -> None:
    cells, sets, _ = case
    family = Hypergraph.of(cells, sets)
    wants = np.random.default_rng(seed).integers(0, 4, len(family)).astype(np.int32)
    witness = hall.assign(family.indptr, family.members, cells, wants, Limits())
    graph: networkx.DiGraph[object] = networkx.DiGraph([("out", "in")])
    for number, want in enumerate(wants.tolist()):
        graph.add_edge("out", (number,), capacity=want)
        for cell in family[number].tolist():
            graph.add_edge((number,), cell, capacity=1)
            graph.add_edge(cell, "in", capacity=1)
    graph.remove_edge("out", "in")
    assert wants.sum() - witness.missing == networkx.maximum_flow_value(graph, "out", "in")
    if witness.violator is not None:
        union = {int(c) for s in witness.violator for c in family[int(s)]}
        assert len(union) < wants[witness.violator].sum()


@pytest.mark.parametrize(
    ("n", "d", "exists"),
    [(3, 2, False), (4, 2, False), (5, 2, True), (6, 2, True), (7, 2, True), (7, 3, False),
     (8, 3, True), (9, 3, True), (10, 4, False), (11, 4, True)],
)  # fmt: skip
def test_cubes(n: int, d: int, exists: bool) -> None:
    family = cube_lines(n, d)
    witness = hall.assign(family.indptr, family.members, family.cells, 2, Limits())
    assert (witness.violator is None) == exists
    if exists:
        verify(family, witness, 2)
    else:
        assert witness.violator is not None
        inside = np.zeros(len(family), dtype=np.bool_)
        inside[witness.violator] = True
        union = family.choose(inside, np.ones(family.cells, dtype=np.bool_))
        assert len(np.unique(union.members)) < 2 * len(witness.violator)


def test_limits_are_obeyed() -> None:
    family = rows_of_k(30, 30, 5)
    with pytest.raises(LimitReached):
        hall.assign(family.indptr, family.members, family.cells, 2, Limits(time_limit=0.0))
