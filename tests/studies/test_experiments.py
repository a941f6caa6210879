"""Borje's experiments."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from gameproof.encodings.snort.evaluation import paper_minimax
from gameproof.games.snort import Position, make_snort
from gameproof.instances.graphs import take_graph
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.studies import experiments
from gameproof.studies.experiments import EXPERIMENTS, family, random_graphs, value_table
from gameproof.studies.plot import bars, lines

#: The paper's evaluation by minimax with edges between R and B kept, by three programs.
RECOMPUTED = {
    "star": [k + 0.5 for k in range(1, 13)],
    "path": [0.5, 1.5, 2.5, 1, 1.5, 0.5, 1.5, 1, 2, 1, 1.5, 1],
    "cycle": [0.5, 1.5, 2.5, 0, 0.5, 0, 1, 0, 1, 0, 0.5, 0],
}


def test_table_of_values() -> None:
    result = value_table(Limits())
    assert len(result.rows) == 36
    column = {name: k for k, name in enumerate(result.columns)}
    got: dict[str, list[object]] = {"star": [], "path": [], "cycle": []}
    for row in result.rows:
        kind = {"K": "star", "P": "path", "C": "cycle"}[str(row[0])[0]]
        got[kind].append(row[column["v"]])
        even_cycle = kind == "cycle" and len(got[kind]) >= 4 and len(got[kind]) % 2 == 0
        assert row[column["outcome"]] == ("P" if even_cycle else "N")
    assert got == RECOMPUTED
    agree = {
        kind: sum(a == b for a, b in zip(experiments.PRINTED[kind], rows, strict=True))
        for kind, rows in RECOMPUTED.items()
    }
    assert agree == {"star": 0, "path": 8, "cycle": 11}
    assert ElementTree.fromstring(result.svg).tag.endswith("svg")


def test_random_graphs_are_repeatable() -> None:
    few = range(5, 9), 12
    one, two = random_graphs(Limits(seed=3), *few), random_graphs(Limits(seed=3), *few)
    assert one.rows == two.rows
    assert random_graphs(Limits(seed=4), *few).rows != one.rows
    total = one.rows[-1]
    assert total[:2] == ("all", 48)
    assert total[2] + total[3] == 48  # type: ignore[operator]
    for row in one.rows[:-1]:
        if row[5]:
            graph, _ = take_graph(str(row[5]).split())
            assert experiments._empty_board_outcome(make_snort(graph), Limits()) == "P"


@pytest.mark.slow
def test_almost_all_random_graphs_are_won_by_the_first_player() -> None:
    share = random_graphs(Limits()).rows[-1][4]
    assert isinstance(share, float)
    assert 0.94 < share < 1


def test_experiments_keep_their_limits() -> None:
    for experiment in (EXPERIMENTS["snort-values"], EXPERIMENTS["snort-random"]):
        result = experiment.run(Limits(time_limit=0.0))
        assert "stopped: time limit" in str(result.rows[-1][0])
        ElementTree.fromstring(result.svg)
    with pytest.raises(LimitReached):
        paper_minimax(make_snort(family("path", 14)), Limits(time_limit=0.0))


def test_the_evaluation_at_terminal_positions() -> None:
    for text, score in (("Rrb blue", 0.5), ("Rrb red", 0), ("bbr blue", -0.5), ("xxx red", 0)):
        position = Position.parse(f"snort graph - {text}")
        assert float(paper_minimax(position, Limits())) == score


def test_plots_are_documents() -> None:
    for svg in (bars("Title", ["a", "b"], [1, 2], 3), lines("T", ["a"], {"s": [None, 1.5]})):
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "Title" in bars("Title", [], [], 0)
