"""Digraph games: peeling, retrograde analysis and kernels by SAT against brute force."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.grundy import grundy
from reference.impartial import confirm
from reference.proved import findings, proved

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.values.digraph_values import DigraphValues
from gameproof.certificates.values.retrograde_table import RetrogradeTable
from gameproof.encodings.impartial.digraph import kernel_model
from gameproof.games.graph import Graph
from gameproof.games.impartial.digraph import Position, make
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.sat import solve
from gameproof.solvers.values.sprague_grundy import dag_values


def subtraction_digraph(n: int, amounts: tuple[int, ...]) -> Graph:
    return Graph.of(
        n + 1, [(x, x - s) for x in range(n + 1) for s in amounts if s <= x], directed=True
    )


@st.composite
def dags(draw: st.DrawFn) -> Graph:
    n = draw(st.integers(1, 9))
    order = draw(st.permutations(range(n)))
    pairs = [(order[i], order[j]) for i in range(n) for j in range(i + 1, n)]
    kept = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return Graph.of(n, kept, directed=True)


@settings(max_examples=60)
@given(dags(), st.data())
def test_values_and_sums_are_those_of_the_definition(graph: Graph, data: st.DataObject) -> None:
    tokens = tuple(data.draw(st.lists(st.integers(0, graph.n - 1), min_size=1, max_size=2)))
    position = make(graph, tokens)
    truth = grundy(position)
    assert proved("digraph", position, "grundy") == str(truth)
    assert proved("digraph", position, "outcome") == ("N" if truth else "P")
    assert proved("digraph", position, "equivalent", heap=truth) == "yes"
    assert proved("digraph", position, "equivalent", heap=truth + 1) == "no"
    wins = {position.move_text(m) for m in position.moves() if grundy(position.play(m)) == 0}
    said = proved("digraph", position, "winning-moves")
    assert set(said.split(", ")) == (wins or {"none"})
    assert proved("digraph", position, "acyclic") == "yes"


@settings(max_examples=60)
@given(dags())
def test_the_kernel_is_the_only_model(graph: Graph) -> None:
    said = proved("digraph", make(graph), "p-positions")
    model, p = kernel_model(graph)
    first = solve(model, Limits())
    assert first.values is not None
    assert " ".join(str(v) for v in p.true(first.values)) == said
    model.clause([-p[v] if first.values[p[v]] else p[v] for v in range(graph.n)])
    assert solve(model, Limits()).status == "unsat"


def test_game_1_of_the_slides() -> None:
    graph = subtraction_digraph(20, (1, 2, 3, 4))
    position = make(graph, (11,))
    assert proved("digraph", position, "p-positions") == "0 5 10 15 20"
    assert proved("digraph", position, "grundy-numbers") == " ".join(str(n % 5) for n in range(21))
    assert proved("digraph", make(graph, (10, 11, 7)), "winning-moves") == "1:8, 2:7, 3:6"


def test_rook_on_a_board_in_the_printed_direction() -> None:
    """Slide 6 prints the arcs of Game 2 reversed; as printed the sink is (3, 5)."""
    cells = list(product(range(4), range(6)))
    number = {cell: k for k, cell in enumerate(cells)}
    arcs = [
        (number[c], number[d])
        for c in cells
        for d in cells
        if (c[0] == d[0] and d[1] > c[1]) or (d[0] > c[0] and c[1] == d[1])
    ]
    names = tuple(f"{x},{y}" for x, y in cells)
    printed = Graph.of(len(cells), arcs, directed=True, names=names)
    assert proved("digraph", make(printed), "p-positions") == "0,2 1,3 2,4 3,5"
    meant = Graph.of(len(cells), [(b, a) for a, b in arcs], directed=True, names=names)
    assert proved("digraph", make(meant), "p-positions") == "0,0 1,1 2,2 3,3"


@pytest.mark.parametrize(
    ("arcs", "start", "outcome"),
    [
        ([(0, 1), (1, 0)], 0, "draw"),
        ([(0, 1), (1, 0), (1, 2)], 0, "P"),
        ([(0, 1), (1, 0), (1, 2)], 1, "N"),
        ([(0, 0)], 0, "draw"),
        ([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)], 0, "draw"),
    ],
)
def test_cyclic_digraphs(arcs: list[tuple[int, int]], start: int, outcome: str) -> None:
    n = max(map(max, arcs)) + 1
    position = make(Graph.of(n, arcs, directed=True), (start,))
    assert proved("digraph", position, "outcome") == outcome
    assert proved("digraph", position, "acyclic") == "no"


def loopy_outcome(position: Position, plies: int) -> str:
    """Won or lost within ``plies`` by plain recursion, else ``draw``."""
    if plies < 0:
        return "draw"
    below = [loopy_outcome(position.play(m), plies - 1) for m in position.moves()]
    if "P" in below:
        return "N"
    return "P" if all(b == "N" for b in below) else "draw"


def test_retrograde_agrees_with_bounded_search() -> None:
    source = random.Random(5)
    for _ in range(60):
        n = source.randint(2, 5)
        arcs = [(u, v) for u in range(n) for v in range(n) if source.random() < 0.25]
        graph = Graph.of(n, arcs, directed=True)
        position = make(graph, (0,))
        assert proved("digraph", position, "outcome") == loopy_outcome(position, n + 2)
        lost = [v for v in range(n) if loopy_outcome(make(graph, (v,)), n + 2) == "P"]
        said = " ".join(map(str, lost)) or "none"
        assert proved("digraph", make(graph), "p-positions") == said


def test_a_table_without_a_vertex_says_nothing_of_the_p_positions() -> None:
    graph = Graph.of(3, [(0, 1), (1, 0), (1, 2)], directed=True)
    confirm("digraph", make(graph), "p-positions", "0 2", RetrogradeTable({"0": 2, "1": 1, "2": 0}))
    for table in ({}, {"1": 1, "2": 0}, {"0": -1, "1": 1, "2": 0}, {"0": 2, "1": 1, "2": -1}):
        for answer in ("0 2", "2", "none", "0"):
            with pytest.raises(Rejected):
                confirm("digraph", make(graph), "p-positions", answer, RetrogradeTable(table))


def test_two_tokens_on_a_cyclic_digraph() -> None:
    graph = Graph.of(4, [(0, 1), (1, 0), (1, 2), (3, 2)], directed=True)
    for tokens in product(range(4), repeat=2):
        position = make(graph, tokens)
        assert proved("digraph", position, "outcome") == loopy_outcome(position, 7)


def test_kernel_and_plain_loop_agree() -> None:
    source = np.random.default_rng(3)
    n = 3000
    tail = source.integers(0, n - 1, 9000)
    head = tail + 1 + source.integers(0, 40, 9000)
    keep = head < n
    graph = Graph.of(n, np.stack([tail[keep], head[keep]], axis=1), directed=True)
    indptr, heads, _ = graph.csr
    values = dag_values(indptr, heads, Limits())
    position = make(graph, (0, 1))
    certificate = DigraphValues(values.grundy, values.number)
    answer = str(values.grundy[0] ^ values.grundy[1])
    confirm("digraph", position, "grundy", answer, certificate)
    for v in range(n - 1, -1, -1):
        seen = {int(values.grundy[w]) for w in graph.neighbours(v)}
        assert values.grundy[v] == next(k for k in range(99) if k not in seen)


@settings(max_examples=80)
@given(dags(), st.data())
def test_a_changed_certificate_is_rejected(graph: Graph, data: st.DataObject) -> None:
    indptr, heads, _ = graph.csr
    values = dag_values(indptr, heads, Limits())
    v = data.draw(st.integers(0, graph.n - 1))
    wrong = values.grundy.copy()
    wrong[v] += data.draw(st.sampled_from([-1, 1, 5]))
    position = make(graph, (v,))
    with pytest.raises(Rejected):
        confirm("digraph", position, "grundy", str(wrong[v]), DigraphValues(wrong, values.number))
    with pytest.raises(Rejected):
        confirm(
            "digraph",
            position,
            "grundy",
            str(values.grundy[v]),
            DigraphValues(values.grundy[:-1], values.number),
        )
    with pytest.raises(Rejected):
        confirm("digraph", position, "acyclic", "no", Definition.of([[v, graph.n]]))


def test_messages() -> None:
    graph = Graph.of(2, [(0, 1)], directed=True)
    with pytest.raises(BadInput, match="directed graph"):
        make(Graph.of(2, [(0, 1)]))
    with pytest.raises(BadInput, match="--start V"):
        findings("digraph", make(graph), "outcome")
    with pytest.raises(BadInput, match="--heap"):
        findings("digraph", make(graph, (0,)), "equivalent")
