"""Kayles by components up to isomorphism: names, values by the definition, forgeries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import networkx as nx
import numpy as np
import pytest
from reference.grundy import grundy
from reference.impartial import confirm
from reference.proved import findings

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import convert
from gameproof.certificates.values.mex import Mex
from gameproof.encodings.impartial.kayles import component_values
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.graph_names import name_of, shape_of, twins
from gameproof.games.impartial.kayles import ArcPosition, NodePosition, components
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.position import AnyPosition
from gameproof.solvers.limits import Limits

GAMES = ("node-kayles", "arc-kayles")


def start(game: str, graph: Graph) -> NodePosition | ArcPosition:
    whole = (1 << graph.n) - 1
    return (NodePosition if game == "node-kayles" else ArcPosition)(graph, whole)


def graphs(count: int, most: int, seed: int) -> Iterator[Graph]:
    """Random graphs, trees and graphs with twins, numbered at random."""
    source = random.Random(seed)
    for number in range(count):
        n = source.randrange(1, most + 1)
        if number % 3 == 0:
            edges = [(v, source.randrange(v)) for v in range(1, n)]
        else:
            edges = [e for e in combinations(range(n), 2) if source.random() < 0.35]
        if number % 3 == 2 and n < most - 2:  # a twin of vertex 0, adjacent or not
            edges += [(n, b) for a, b in edges if a == 0] + [(n, a) for a, b in edges if b == 0]
            edges += [(0, n)] * source.randrange(2)
            n += 1
        place = source.sample(range(n), n)
        yield Graph.of(n, [(place[a], place[b]) for a, b in edges])


def genuine(position: NodePosition | ArcPosition, game: str) -> Mex:
    found = findings(game, position, "grundy")["components"].certificate
    assert isinstance(found, Mex)
    return found


def as_networkx(graph: Graph, mask: int) -> nx.Graph[int]:
    whole: nx.Graph[int] = nx.Graph(graph.edges.tolist())
    whole.add_nodes_from(range(graph.n))
    return whole.subgraph(v for v in range(graph.n) if mask >> v & 1)


@pytest.mark.parametrize("game", GAMES)
def test_values_are_those_of_the_definition(game: str) -> None:
    for graph in graphs(60, 8, 7):
        position = start(game, graph)
        value = grundy(position)
        proof = genuine(position, game)
        confirm(game, position, "grundy", str(value), proof)
        confirm(game, position, "outcome", "N" if value else "P", proof)
        with pytest.raises(Rejected):
            confirm(game, position, "grundy", str(value + 1), proof)


def test_equal_names_belong_to_isomorphic_graphs() -> None:
    """And the other way round for all graphs here, among them all of five vertices."""
    named: dict[str, nx.Graph[int]] = {}
    for graph in [*graphs(300, 9, 5), *(_all_graphs(5))]:
        near = neighbour_masks(graph)
        for mask in components(near, (1 << graph.n) - 1):
            one = as_networkx(graph, mask)
            other = named.setdefault(name_of(near, mask), one)
            assert nx.is_isomorphic(one, other)
    for a, b in combinations(named.values(), 2):
        if sorted(d for _, d in a.degree()) == sorted(d for _, d in b.degree()):
            assert not nx.is_isomorphic(a, b)


def _all_graphs(n: int) -> Iterator[Graph]:
    pairs = list(combinations(range(n), 2))
    for code in range(1 << len(pairs)):
        yield Graph.of(n, [e for i, e in enumerate(pairs) if code >> i & 1])


def test_names_are_the_same_on_every_machine() -> None:
    """Files carry them."""
    star = neighbour_masks(Graph.of(4, [(0, 1), (0, 2), (0, 3)]))
    assert name_of(star, 15) == f"t{0b11010100:x}"
    diamond = neighbour_masks(Graph.of(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]))
    assert name_of(diamond, 15) == "g4.77"


def test_shapes() -> None:
    near = neighbour_masks(Graph.of(9, [(0, 1), (1, 2), (3, 4), (4, 5), (5, 3), (6, 7)]))
    kinds = [shape_of(near, mask) for mask in components(near, 511)]
    assert [(s.kind, s.n) for s in kinds] == [("path", 3), ("cycle", 3), ("path", 2), ("path", 1)]
    assert shape_of(neighbour_masks(Graph.of(4, [(0, 1), (0, 2), (0, 3)])), 15).kind == "tree"


def test_twins_are_exchanged_by_symmetries() -> None:
    for graph in graphs(200, 9, 11):
        near = neighbour_masks(graph)
        for v, u in twins(near, (1 << graph.n) - 1).items():
            assert near[v] & ~(1 << u | 1 << v) == near[u] & ~(1 << u | 1 << v)


def test_every_row_counts() -> None:
    graph = Graph.of(8, [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5), (5, 6), (6, 7), (7, 4)])
    for game in GAMES:
        position = start(game, graph)
        proof = genuine(position, game)
        value = str(grundy(position))
        assert len(proof.values) >= 2
        for name, claimed in proof.values.items():
            for wrong in (claimed + 1, claimed - 1, True, "0", None, 1.0):
                rows: Any = {**proof.values, name: wrong}
                forged = Mex(rows, proof.heaps, proof.preperiod, proof.period)
                with pytest.raises(Rejected):
                    confirm(game, position, "grundy", value, forged)
            rest = {k: v for k, v in proof.values.items() if k != name}
            with pytest.raises(Rejected):
                confirm(
                    game,
                    position,
                    "grundy",
                    value,
                    Mex(rest, proof.heaps, proof.preperiod, proof.period),
                )


def test_rows_about_paths_are_not_believed() -> None:
    """A path has its value from the octal table, whatever a row of its name says."""
    path = Graph.of(5, [(i, i + 1) for i in range(4)])
    position = start("node-kayles", path)
    name = name_of(neighbour_masks(path), 31)
    proof = genuine(position, "node-kayles")
    forged = Mex({name: 0}, proof.heaps, proof.preperiod, proof.period)
    confirm("node-kayles", position, "grundy", "3", forged)
    with pytest.raises(Rejected):
        confirm("node-kayles", position, "grundy", "0", forged)


def test_empty_tables_prove_nothing_but_the_empty_board() -> None:
    empty = Mex({}, np.zeros(1, dtype=np.int64), 0, 0)
    confirm("node-kayles", start("node-kayles", Graph.of(0, [])), "grundy", "0", empty)
    confirm("arc-kayles", start("arc-kayles", Graph.of(3, [])), "grundy", "0", empty)
    for game, graph in (
        ("node-kayles", Graph.of(1, [])),
        ("arc-kayles", Graph.of(2, [(0, 1)])),
        ("node-kayles", Graph.of(4, [(0, 1), (0, 2), (0, 3)])),
    ):
        for answer in ("0", "1"):
            with pytest.raises(Rejected):
                confirm(game, start(game, graph), "grundy", answer, empty)


def test_the_table_of_one_game_proves_nothing_in_the_other() -> None:
    both = ((start("node-kayles", g), start("arc-kayles", g)) for g in graphs(40, 8, 3))
    node, arc = next((a, b) for a, b in both if grundy(a) != grundy(b))
    for game, position, foreign in (
        ("node-kayles", node, genuine(arc, "arc-kayles")),
        ("arc-kayles", arc, genuine(node, "node-kayles")),
    ):
        for answer in map(str, range(4)):
            with pytest.raises(Rejected):
                confirm(game, position, "grundy", answer, foreign)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cycle", [False, True])
def test_paths_and_cycles_of_thousands(game: str, cycle: bool) -> None:
    n = 2000
    edges = [(i, i + 1) for i in range(n - 1)] + ([(0, n - 1)] if cycle else [])
    position: AnyPosition = start(game, Graph.of(n, edges))  # type: ignore[assignment]
    proof = genuine(position, game)  # type: ignore[arg-type]
    assert len(proof.values) == cycle
    assert len(proof.heaps) < 300


def needed(position: Any, question: str) -> Mex:
    """Only the graphs that the question needs, on boards of any size."""
    return component_values(position, question, Limits(), 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_graphs_that_a_question_needs_tell_its_answer(game: str) -> None:
    excluded = 0
    for graph in graphs(24, 9, 13):
        position: Any = start(game, graph)
        value = grundy(position)
        outcome = needed(position, "outcome")
        excluded += len(outcome.excluded)
        confirm(game, position, "outcome", "N" if value else "P", outcome)
        with pytest.raises(Rejected):
            confirm(game, position, "outcome", "P" if value else "N", outcome)
        confirm(game, position, "grundy", str(value), needed(position, "grundy"))
        winning = [m for m in position.moves() if grundy(position.play(m)) == 0]
        told = moves_text(map(position.move_text, winning))
        moves = needed(position, "winning-moves")
        confirm(game, position, "winning-moves", told, moves)
    assert excluded > 5


@pytest.mark.parametrize("game", GAMES)
def test_forged_rows_of_what_is_needed_prove_nothing_false(game: str) -> None:
    source = random.Random(17)
    rejected = 0
    for graph in graphs(15, 9, 19):
        position = start(game, graph)
        false = "P" if grundy(position) else "N"
        proof = needed(position, "outcome")
        names = [*proof.values, *proof.excluded]
        for _ in range(20 if names else 0):
            values, excluded = dict(proof.values), dict(proof.excluded)
            for name in source.sample(names, source.randint(1, len(names))):
                values.pop(name, None)
                excluded.pop(name, None)
                if source.random() < 0.5:
                    values[name] = source.randrange(4)
                else:
                    excluded[name] = source.sample(range(5), source.randint(1, 5))
            forged = Mex(values, proof.heaps, proof.preperiod, proof.period, excluded=excluded)
            with pytest.raises(Rejected):
                confirm(game, position, "outcome", false, forged)
            rejected += 1
    assert rejected > 100


def _stars(*leaves: int) -> Graph:
    """Stars side by side."""
    edges: list[tuple[int, int]] = []
    n = 0
    for k in leaves:
        edges += [(n, n + i) for i in range(1, k + 1)]
        n += k + 1
    return Graph.of(n, edges)


def test_what_a_value_is_not_needs_a_move_to_it_and_all_other_parts() -> None:
    """In node Kayles the star of three leaves has the value 1, of four 2, the path of three 2."""
    three, four = (name_of(neighbour_masks(_stars(k)), (2 << k) - 1) for k in (3, 4))
    paths = genuine(start("node-kayles", _stars(2)), "node-kayles")

    def table(values: dict[str, int], excluded: dict[str, list[int]]) -> Mex:
        return Mex(values, paths.heaps, paths.preperiod, paths.period, excluded)

    def claim(graph: Graph, proof: Mex, question: str = "outcome") -> None:
        answer = {"outcome": "N", "grundy": str(grundy(start("node-kayles", graph)))}[question]
        confirm("node-kayles", start("node-kayles", graph), question, answer, proof)

    claim(_stars(3), table({}, {three: [0]}))
    claim(_stars(4, 1), table({}, {four: [1]}))
    for graph, proof, reason in (
        (_stars(3), table({}, {three: [1]}), "no value for"),
        (_stars(4, 2), table({}, {four: [2]}), "no move leaves 2"),
        (_stars(3, 4), table({}, {three: [0], four: [0, 1]}), "no value for"),
    ):
        with pytest.raises(Rejected, match=reason):
            claim(graph, proof)
    with pytest.raises(Rejected, match="no value for"):
        claim(_stars(3), table({}, {three: [0]}), "grundy")


def test_without_exclusions_a_file_is_what_it_was() -> None:
    proof = genuine(start("node-kayles", _stars(3)), "node-kayles")
    assert "excluded" not in msgspec.to_builtins(proof, enc_hook=np.ndarray.tolist)


def test_an_array_is_no_table_of_rows() -> None:
    row = {"numbers": [0, 1], "dtype": "<i8", "shape": [2]}
    forged = {"kind": "mex", "values": row, "heaps": row, "preperiod": 0, "period": 0}
    with pytest.raises(BadInput, match="expected `object`, got an array"):
        convert([forged])
