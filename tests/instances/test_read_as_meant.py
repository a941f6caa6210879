"""What is read is what was meant: small files that can be mistaken, and random graphs through the
writers of other libraries, answered as by brute force from the rules."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from reference.graph_writers import by_igraph, by_networkx, by_pandas, by_pydot, walks
from reference.often import often

import gameproof as gp
from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.games import geography
from gameproof.instances.instance import from_words, resolve

TWO_CYCLE = "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n"
ONE_ARC = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"
BY_NETWORKX = "#-\n# GMT Wed Nov 25 23:11:47 2026\n# \n0 1\n1 0 2\n2 1 0\n"
SAME_LABEL = """graph [
 node [ id 10 label "1" ]
 node [ id 1 label "b" ]
 node [ id 2 label "1" ]
 edge [ source 10 target 1 ]
 edge [ source 1 target 2 ]
]
"""

# file, text, words of the question, the answer or what the error says
ROWS = [
    ("two.adjlist", "0 1\n1 0\n", "geography {} --directed --start 1", "N"),
    ("two.mtx", TWO_CYCLE, "geography {} --directed --start 1", "N"),
    ("two.mtx", TWO_CYCLE, "geography {} --directed --start 2", "N"),
    ("two.mtx", TWO_CYCLE, "geography {} --start 1", "N"),
    ("x.adjlist", BY_NETWORKX, "geography {} --directed --edge --start 0", "P"),
    ("x.adjlist", BY_NETWORKX, "geography {} --directed --edge --start 1", "P"),
    ("x.adjlist", BY_NETWORKX, "geography {} --directed --edge --start 2", "N"),
    ("one.mtx", ONE_ARC, "geography {} --directed --start 0", "N"),
    ("one.mtx", ONE_ARC, "geography {} --directed --start 1", "N"),
    ("one.mtx", ONE_ARC, "geography {} --directed --start 2", "P"),
    ("one.mtx", ONE_ARC, "geography {} --start 1", "not symmetric at 1-2: these are arcs"),
    ("path.col", "p edge 3 2\ne 1 2\ne 2 3\n", "geography {} --start 1", "P"),
    ("path.col", "p edge 3 2\ne 1 2\ne 2 3\n", "geography {} -q all", "1 P, 2 N, 3 P"),
    ("path.col", "p edge 3 2\ne 1 2\ne 2 3\n", "geography {} --start 4", "vertices are 1..3"),
    ("count.txt", "2\n0 1\n", "snort {} -q value", "a number of vertices or lines"),
    ("head.tsv", "source target\nn1 n2\nn2 n3\n", "snort {} -q value", "±2"),
    ("one.tsv", "a\nb c\n", "snort {} -q value", "say --format where it is no table"),
    ("head.tsv", "source\ttarget\nn1\tn2\nn2\tn3\n", "snort {} -q value", "±2"),
    ("head.txt", "source target\nn1 n2\nn2 n3\n", "snort {} -q value", "or titles"),
    ("wrong.txt", "4 9\n1 2\n2 3\n3 4\n", "snort {} -q value", "says 4 vertices and 9 edges"),
    ("metis.graph", "3 2\n2\n1 3\n2\n", "geography {} --start 2", "N"),
    ("metis.txt", "3 2\n2\n1 3\n2\n", "geography {} --start 2", "--format"),
    ("metis.txt", "3 2\n2\n1 3\n2\n", "geography {} --format metis --start 2", "N"),
    ("same.gml", SAME_LABEL, "geography {} --start 1", "two vertices are named '1'"),
    ("pins.dot", "graph { a -- a; a -- b; b -- b }", "arc-kayles {} -q grundy", "allows no loops"),
    ("pins.dot", "graph { a -- a; a -- b; b -- b }", "node-kayles {} -q grundy", "1"),
    ("u.dot", "graph { b -- a }", "geography {} --directed --start a", "undirected graph"),
    ("u.dot", "graph { b -- a }", "digraph {} --start a", "undirected graph"),
    ("d.dot", "digraph { b -> a }", "snort {}", "snort is played on an undirected graph"),
    ("ann.txt", "ann bob\nbob cy\n", "geography {} --start 1", "no vertex '1'; vertices are ann"),
    ("ann.txt", "ann bob\nbob cy\n", "geography {} -q all", "ann P, bob N, cy P"),
    ("x.csv", "New York,Boston\nBoston,Yuma\n", "snort {} --red 'New York,Yuma' -q value", "1"),
    ("w.mtx", TWO_CYCLE.replace("pattern", "integer").replace("1 2\n2 1", "1 2 2\n2 1 2"),
     "geography {} --edge --start 1", "may be a weight"),
    ("w.mtx", TWO_CYCLE.replace("pattern", "integer").replace("1 2\n2 1", "1 2 2\n2 1 2"),
     "geography {} --edge --start 1 --format matrix-market", "P"),
    ("twice.txt", "0 1\n1 0\n2 0\n", "geography {} --edge --start 0", "where these are two edges"),
    ("twice.txt", "0 1\n1 0\n2 0\n", "geography {} --start 0", "N"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "words", "right"), ROWS, ids=range(len(ROWS)))
def test_small_files(
    name: str,
    text: str,
    words: str,
    right: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    import shlex

    path = tmp_path / name
    path.write_text(text)
    status = run(["solve", *shlex.split(words.format(path))])
    told = capsys.readouterr()
    if len(right) < 3 or right[0] in "±" or ", " in right:
        assert status == Status.DONE, told.err
        assert f": {right} " in told.out.replace("\n", " ") + " "
        assert "verified" in told.out
    else:
        assert status == Status.USAGE
        assert right in told.err
        assert told.err.count("\n") == 1


def test_a_sum_has_the_vertices_that_it_names() -> None:
    assert str(gp.solve("sum node-kayles:1-2", "grundy").answer) == "1"
    position: Any = resolve(from_words(["sum", "node-kayles:1-2"])).position
    assert [position.move_text(move) for move in position.moves()] == ["1/1", "1/2"]


def random_graph(seed: int, *, arcs: bool) -> Any:
    """Five vertices or fewer, loops and parallel edges."""
    rng = random.Random(seed)
    several = seed % 2 == 1 or not arcs
    kinds: dict[tuple[bool, bool], Any] = {
        (True, False): networkx.DiGraph, (True, True): networkx.MultiDiGraph,
        (False, True): networkx.MultiGraph,
    }  # fmt: skip
    graph = kinds[arcs, several]()
    n = rng.randint(2, 5)
    graph.add_nodes_from(range(n))
    for _ in range(rng.randint(1, 7)):
        a, b = rng.randrange(n), rng.randrange(n)
        if a != b or rng.random() < 0.3:
            graph.add_edge(a, b)
    names: Any = [range(5), range(1, 6), [3, 1, 4, 0, 2], "pqrst", TOWNS][seed % 5]
    return networkx.relabel_nodes(graph, dict(zip(range(n), names, strict=False)))


TOWNS = ["Ulm", "Koeln", "Bad-Ems", "n1", "7a"]


def outcomes_by_rules(graph: Any, names: list[str], edge: bool) -> dict[str, str]:
    """N or P for each of these starts, by the rules of our positions alone."""

    @cache
    def wins(position: Any) -> bool:
        return any(not wins(position.play(move)) for move in position.moves())

    starts = {name: geography.make(graph, graph.vertex(name), edge) for name in names}
    return {name: "N" if wins(start) else "P" for name, start in starts.items()}


UNSURE = "may be one loop or two"


def compared(graph: Any, folder: Path, written: Any) -> list[str]:
    """Every vertex of the graph as start, in both forms and games, as by brute force; what was
    said where the file was refused until its format was said."""
    name, form, text, first = written
    path = folder / name
    path.write_bytes(text)
    arcs = graph.is_directed()
    flag = ["--directed"] if arcs else []
    games: list[list[str]] = [["geography", *flag], ["geography", "--edge", *flag]]
    doubts = []
    # Lists of edges say nothing of isolated vertices.
    lists = form in ("edge-list", "csv") and name != "matrix.csv"
    starts = [v for v in graph if graph.degree(v) or not lists]
    called = {v: str(v if first is None else k + first) for k, v in enumerate(graph)}
    for game in [*games, ["digraph"]] if arcs else games:
        words = [game[0], str(path), *game[1:]]
        if not starts and refusal(words):
            continue
        doubt = refusal(words)
        if doubt:
            doubts.append(doubt)
            words += ["--format", form]
        if UNSURE in doubt and UNSURE in refusal(words):
            continue
        position: Any = resolve(from_words(words)).position
        read, names = position.graph, [called[v] for v in starts]
        assert lists or read.n == len(graph), written
        if game[0] == "digraph":
            found = {
                name: {read.label(w) for w in read.neighbours(read.vertex(name))} for name in names
            }
            pushes = {called[v]: {called[w] for w in graph.successors(v)} for v in starts}
            assert found == pushes, written
        else:
            edge = "--edge" in words
            wanted = walks(graph, edge)
            right = {called[v]: wanted[v] for v in starts}
            assert outcomes_by_rules(read, names, edge) == right, (written, words)
    return doubts


def refusal(words: list[str]) -> str:
    """What is wrong with the words, nothing where all is right."""
    try:
        resolve(from_words(words))
    except gp.BadInput as error:
        return error.message
    return ""


@pytest.mark.parametrize("arcs", [True, False], ids=["digraphs", "multigraphs"])
def test_random_graphs_through_networkx_numpy_and_scipy(arcs: bool, tmp_path: Path) -> None:
    files, doubts = 0, Counter[str]()
    for seed in range(often(20)):
        graph = random_graph(seed, arcs=arcs)
        for written in by_networkx(graph):
            doubts.update(" ".join(d.split()[-4:]) for d in compared(graph, tmp_path, written))
            files += 1
    assert files >= often(20) * 22
    assert sum(doubts.values()) < files / 4, doubts


@pytest.mark.parametrize("library", ["pydot", "pandas", "igraph"])
def test_random_graphs_through_other_libraries(library: str, tmp_path: Path) -> None:
    module = pytest.importorskip(library)
    writers: dict[str, Any] = {
        "pydot": by_pydot, "pandas": by_pandas, "igraph": lambda graph: by_igraph(module, graph)
    }  # fmt: skip
    for seed in range(100):
        graph = random_graph(seed, arcs=seed < 50)
        for written in writers[library](graph):
            compared(graph, tmp_path, written)


def test_networkx_numpy_and_scipy_in_python() -> None:
    """Both walking games on 100 random graphs as values of Python, as by brute force."""
    for seed in range(100):
        graph = random_graph(seed, arcs=seed < 50)
        for edge in (False, True):
            for v, outcome in walks(graph, edge).items():
                position: Any = gp.position("geography", graph, start=v, edge=edge)
                read = position.rules.graph
                assert outcomes_by_rules(read, [str(v)], edge) == {str(v): outcome}
    grid: Any = networkx.grid_2d_graph(2, 3)
    assert str(gp.solve("geography", grid, "outcome", start=(0, 0)).answer) == "N"
    assert str(gp.solve("geography", networkx.path_graph(3), start=np.int64(0)).answer) == "P"
    arcs = np.array([[0, 1], [1, 0]])
    for matrix in (arcs, networkx.to_scipy_sparse_array(networkx.path_graph(2))):
        assert str(gp.solve("geography", matrix, start=1, directed=True).answer) == "N"
        assert str(gp.solve("digraph", matrix, start=0).answer) == "draw"
    assert str(gp.solve("digraph", [(0, 1)], start=np.int64(1)).answer) == "P"
    assert str(gp.solve("snort", networkx.path_graph(5), "value", red=[0, 4]).answer) == "{2|0}"
    corner = gp.solve("snort grid 2 3 --red 0", "value").answer
    assert str(gp.solve("snort", grid, "value", red=(0, 0)).answer) == str(corner)
    end = gp.solve("snort path 3 --red 0", "value").answer
    assert str(gp.solve("snort", networkx.path_graph(3), "value", red=0).answer) == str(end)
    path = networkx.path_graph(3)
    boards = [{0: [1], 1: [2], 2: []}, {0: [1], 1: [0, 2], 2: [1]}, path.edges, b"Bg", path.adj,
              networkx.MultiGraph(path).edges, path.edges(data=True), networkx.node_link_data(path),
              ((a, b) for a, b in [(0, 1), (1, 2)]), [[0, 1], [1, 2]]]  # fmt: skip
    for board in boards:
        assert str(gp.solve("geography", board, start=1).answer) == "N"


def test_views_of_networkx_and_tables_of_pandas() -> None:
    pandas: Any = pytest.importorskip("pandas")
    for seed in range(20):
        graph = random_graph(seed, arcs=True)
        reached = [v for v in graph if graph.degree(v)]
        wanted = walks(graph, True)
        for view in (graph.edges, graph.edges(data=True), graph.out_edges, graph.edges()):
            for v in reached:
                position: Any = gp.position("geography", view, start=v, edge=True)
                name = str(v)
                assert outcomes_by_rules(position.rules.graph, [name], True)[name] == wanted[v]
    table = pandas.DataFrame([[0, 1], [1, 0]], index=["a", "b"], columns=["a", "b"])
    assert str(gp.solve("geography", table, "all").answer) == "a N, b N"
    with pytest.raises(gp.BadInput, match="titles of rows and columns differ"):
        gp.solve("geography", table.T.rename(columns={"a": "c"}))


@pytest.mark.parametrize(
    ("board", "more", "message"),
    [
        (networkx.Graph([(1, "1")]), {"start": "1"}, "two vertices are named '1'"),
        (networkx.path_graph(3), {"start": 7}, "no vertex '7'"),
        (networkx.path_graph(3), {"start": 0.5}, "no vertex '0.5'"),
        (networkx.path_graph(3), {"start": [0]}, "no vertex"),
        (networkx.path_graph(3), {"start": 0, "directed": True}, "holds an undirected graph"),
        (networkx.path_graph(3), {"start": 0, "route": 5}, "no vertex '5'"),
        (7, {}, "expected a graph, not int: taken is a graph of networkx, pairs of vertices"),
        (None, {}, "expected"),
        (object(), {}, "expected a graph, not object"),
        ([0, 1, 2], {}, "an edge is a pair of vertices"),
        ([[0, 1], [1, 0]], {}, "two edges (give a list of tuples) or a matrix"),
        (np.array([[0, 1], [1, 2]]), {}, "two edges (give a list of tuples) or a matrix"),
        ([(0, 1, 2), (1, 2)], {}, "an edge is a pair of vertices"),
        ([({}, 1)], {}, "no vertex can be"),
        ({0: 1}, {}, "expected a list of neighbours"),
        (b"nothing", {}, "expected one line of graph6"),
        (np.ones((2, 3)), {}, "is square, not 2 x 3"),
        (np.ones(4), {}, "is square, not 4"),
        (np.array([[0, 0.5], [0.5, 0]]), {}, "is a number of edges, not 0.5"),
        (np.array([["a", "b"], ["c", "d"]]), {}, "matrix holds numbers"),
        (np.array([[0, 2, 0], [2, 0, 1], [0, 1, 0]]), {"edge": True}, "may be a weight"),
    ],
)  # fmt: skip
def test_what_python_cannot_mean_is_refused(board: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(gp.BadInput) as caught:
        gp.solve("geography", board, "outcome", **more)
    assert message in str(caught.value)
