"""Exact transportation: against networkx' maximum flow, witnesses checked by definition."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.matching.transport import transport

problems = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, 10**30), min_size=size[0], max_size=size[0]),
        st.lists(st.integers(0, 10**30), min_size=size[1], max_size=size[1]),
        st.lists(
            st.lists(st.integers(0, size[1] - 1), unique=True),
            min_size=size[0],
            max_size=size[0],
        ),
    )
)


def most_sent(supply: list[int], capacity: list[int], arcs: list[list[int]]) -> int:
    graph: nx.DiGraph[object] = nx.DiGraph()
    graph.add_nodes_from(["in", "out"])
    for s, amount in enumerate(supply):
        graph.add_edge("in", ("s", s), capacity=amount)
        for t in arcs[s]:
            graph.add_edge(("s", s), ("t", t), capacity=amount)
    for t, amount in enumerate(capacity):
        graph.add_edge(("t", t), "out", capacity=amount)
    return int(nx.maximum_flow_value(graph, "in", "out"))


@settings(max_examples=200)
@given(problems)
def test_against_networkx(problem: tuple[list[int], list[int], list[list[int]]]) -> None:
    supply, capacity, arcs = problem
    witness = transport(supply, capacity, arcs, Limits())
    received = [0] * len(capacity)
    for s, row in enumerate(witness.flow):
        assert set(row) <= set(arcs[s])
        assert all(amount > 0 for amount in row.values())
        assert sum(row.values()) <= supply[s]
        for t, amount in row.items():
            received[t] += amount
    assert all(got <= room for got, room in zip(received, capacity, strict=True))
    assert sum(received) == sum(supply) - witness.unsent == most_sent(supply, capacity, arcs)
    if witness.unsent == 0:
        assert witness.violator is None
    else:
        assert witness.violator is not None
        near = {t for s in witness.violator for t in arcs[s]}
        excess = sum(supply[s] for s in witness.violator) - sum(capacity[t] for t in near)
        assert excess == witness.unsent  # the most violating union: König's equality


def test_limits_are_obeyed() -> None:
    with pytest.raises(LimitReached):
        transport([1], [1], [[0]], Limits(time_limit=0.0))


def test_a_long_alternating_path() -> None:
    """A chain that the greedy start fills the wrong way round."""
    k = 200
    arcs = [[i, i + 1] for i in range(k)] + [[0]]
    witness = transport([1] * (k + 1), [1] * (k + 1), arcs, Limits())
    assert witness.unsent == 0
    assert witness.flow[k] == {0: 1}
