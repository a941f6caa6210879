"""Experiments as files, and the counts of maps."""

from __future__ import annotations

import csv
import io
import re
from xml.etree import ElementTree

import pytest

from gameproof.cli.experiment import to_bytes
from gameproof.solvers.limits import Limits
from gameproof.studies.experiments import Result, mnk_map
from gameproof.studies.map_counts import counted
from gameproof.studies.maps import Cell
from gameproof.studies.plot import lines

MARKS = Result(
    ("name", "a|b"),
    [("<x> & 100%_", 1), ("plain", None)],
    lines("Two rows", ["1", "2"], {"a": [1.0, 2.0], "b": [2.0, 1.0]}),
    ("one note",),
)


@pytest.fixture(scope="module")
def result() -> Result:
    return mnk_map(Limits(), 9, sides=3)


def written(result: Result, suffix: str) -> str:
    return to_bytes(result, suffix).decode()


def test_every_cell_of_the_table_is_in_every_table(result: Result) -> None:
    assert len(result.rows) == 12
    rows = [[str(word) for word in row] for row in result.rows]
    read = list(csv.reader(io.StringIO(written(result, ".csv"))))
    assert read == [list(result.columns), *rows]
    markdown = written(result, ".md").splitlines()
    assert [line[2:-2].split(" | ") for line in markdown[-len(rows) :]] == rows


def test_the_counts_are_those_of_the_table(result: Result) -> None:
    assert sorted(result.notes) == [
        "strong: 6 boards, 6 draw (tiling 6)",
        "weak: 6 boards, 6 breaker (tiling 6)",
    ]
    without = mnk_map(Limits(time_limit=0.0), 3, sides=2)
    assert without.notes == (
        "weak: 3 boards, 3 open (cut short 3)",
        "strong: 3 boards, 3 open (cut short 3)",
        "cut short: 6 boards not asked to the end",
    )
    cells = [Cell("a", "weak", "maker", how) for how in ("search", "sub-board", "sub-board")]
    cells += [Cell("b", "weak"), Cell("c", "strong", "first", "zone")]
    assert counted(cells) == [
        "weak: 4 boards, 3 maker (sub-board 2, search 1), 1 open",
        "strong: 1 boards, 1 first (zone 1)",
    ]


@pytest.mark.parametrize("which", ["map", "plot"])
def test_pictures_for_papers_name_colours_by_numbers(result: Result, which: str) -> None:
    shown = result if which == "map" else MARKS
    tikz = written(shown, ".tikz")
    assert tikz.count(r"\begin{tikzpicture}") == 1
    colours = re.findall(r"\{HTML\}\{(.*?)\}", tikz)
    assert colours
    assert all(re.fullmatch("[0-9A-F]{6}", colour) for colour in colours)
    assert ElementTree.fromstring(written(shown, ".svg")).tag.endswith("svg")
    assert ("dash pattern=on" in tikz) == (which == "plot")
