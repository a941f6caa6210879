"""The atlas of Snort: small families against all play, stopped and gone on, and its tables."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.games.graph import neighbour_masks
from gameproof.games.snort import make_snort
from gameproof.instances.graphs import take_graph
from gameproof.solvers.limits import Limits
from gameproof.studies import atlas
from gameproof.studies.atlas import FAMILIES, OPEN
from gameproof.studies.experiments import EXPERIMENTS, snort_atlas

SMALL = {
    "paths": ["path 1", "path 4", "path 7"],
    "grids": ["grid 2 2", "grid 2 3"],
    "tori": ["torus 3 3"],
    "Kneser": ["kneser 4 2"],
    "generalised Petersen": ["generalised-petersen 4 1"],
    "complete multipartite": ["multipartite 2 2 2", "multipartite 1 2 3"],
}


def first_wins(words: str) -> bool:
    """Does who starts win on the empty board? All play, from the rules as they are told."""
    graph, _ = take_graph(words.split())
    near = neighbour_masks(graph)

    @cache
    def wins(mine: int, yours: int) -> bool:
        return any(
            not wins(yours & ~near[v] & ~(1 << v), mine & ~(1 << v))
            for v in range(graph.n)
            if mine >> v & 1
        )

    everywhere = (1 << graph.n) - 1
    return wins(everywhere, everywhere)


def test_small_families_are_as_all_play_says() -> None:
    lines = atlas.atlas(Limits(), families=SMALL)
    assert [line.words for line in lines] == [
        words for listed in SMALL.values() for words in listed
    ]
    for line in lines:
        assert line.outcome == ("N" if first_wins(line.words) else "P")
        assert line.verified


def test_every_board_stands_once_and_can_be_made() -> None:
    boards = [words for listed in FAMILIES.values() for words in listed]
    assert len(set(boards)) == len(boards)
    for words in boards:
        graph, used = take_graph(words.split())
        assert used == len(words.split())
        make_snort(graph)


def test_without_time_everything_is_open() -> None:
    result = snort_atlas(Limits(time_limit=0.0), families=SMALL)
    assert {row[2] for row in result.rows} == {OPEN}
    assert ElementTree.fromstring(result.svg).tag.endswith("svg")


def test_a_run_goes_on_from_its_results(tmp_path: Path) -> None:
    kept = tmp_path / "atlas.jsonl"
    some = {"grids": SMALL["grids"]}
    first = atlas.atlas(Limits(), kept, some)
    written = kept.read_text()
    assert written.count("\n") == 2
    assert atlas.atlas(Limits(), kept, some) == first  # to the hundredth of a second
    assert kept.read_text() == written
    more = atlas.atlas(Limits(), kept, SMALL)
    assert [line for line in more if line.family == "grids"] == first
    assert kept.read_text().startswith(written)


def test_what_is_open_tells_its_bounds() -> None:
    said = "red wins with 9 free moves more, loses with 8 fewer"
    record: dict[str, object] = {"type": "answer", "answer": "unknown", "seconds": 1.0}
    record["detail"] = {"red_starts": said}
    line = atlas._line("random", "regular 3 60 seed 1", record)
    assert (line.outcome, line.verified, line.known) == (OPEN, False, said)


def test_tables_for_a_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(EXPERIMENTS["snort-atlas"], run=partial(snort_atlas, families=SMALL))
    monkeypatch.setitem(EXPERIMENTS, "snort-atlas", small)
    kept = str(tmp_path / "kept.jsonl")
    for suffix in ("csv", "md", "tex", "svg"):
        output = str(tmp_path / f"atlas.{suffix}")
        assert run(["experiment", "snort-atlas", "--results", kept, "-o", output]) == Status.DONE
    with (tmp_path / "atlas.csv").open() as stream:
        rows = list(csv.reader(stream))
    assert tuple(rows[0]) == atlas.COLUMNS
    assert ["grids", "grid 2 2", "P"] in [row[:3] for row in rows]
    assert "| grids | grid 2 2 | P | opposition | yes |" in (tmp_path / "atlas.md").read_text()
    tex = (tmp_path / "atlas.tex").read_text()
    assert "grids & grid 2 2 & P & opposition & yes" in tex
    assert tex.count(r"\\") == len(rows)
    assert (tmp_path / "atlas.svg").read_text().startswith("<svg")


def test_other_experiments_keep_no_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "kept.jsonl")
    assert run(["experiment", "snort-values", "--results", kept]) == Status.USAGE
    assert "snort-values keeps no results" in capsys.readouterr().err
