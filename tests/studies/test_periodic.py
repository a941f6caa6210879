"""The table of tiles: its families, what is known of them, and how a run goes on."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.limits import Limits
from gameproof.studies import periodic
from gameproof.studies.experiments import EXPERIMENTS, periodic_tiles
from gameproof.studies.periodic import OPEN, Line, animals, families, table

SOME = [
    Line("rows", 3, "shapes 3e+3s 1000 1000"),
    Line("rows", 5, "shapes 5e+5s 1000 1000"),
    Line("rows", 8, "mnk 1000 1000 8"),
    Line("animals", 4, "polyomino fatty 1000 1000"),
    Line("animals", 4, "polyomino tippy 1000 1000"),
    Line("animals", 6, "polyomino XXX..,..XXX 1000 1000"),
    Line("animals", 6, "polyomino snaky 1000 1000"),
]


def test_animals_are_counted() -> None:
    """Free polyominoes and polyhexes, OEIS A000105 and A000228."""
    assert [len(animals(size)) for size in range(1, 7)] == [1, 1, 2, 5, 12, 35]
    assert [len(animals(size, "polyhex")) for size in range(1, 6)] == [1, 1, 3, 7, 22]


def test_every_family_stands_once() -> None:
    boards = [line.board for line in families()]
    assert len(set(boards)) == len(boards) == 9 * 8 + 56 + 34
    assert sum("snaky" in board or "skinny" in board for board in boards) == 2


def test_what_is_known() -> None:
    """Harary's fatty and tippy, Zetters' eight in a row; a tile has the cells that are told."""
    lines = table(8, Limits(), asked=SOME[:-1])
    assert [line.winner for line in lines] == [
        "maker", "breaker", "breaker", "breaker", "maker", "breaker"
    ]  # fmt: skip
    assert [line.area for line in lines] == [None, 4, 10, 2, None, 6]
    assert [line.verified for line in lines] == [line.winner != OPEN for line in lines]
    assert lines[0].pairs == "none: 2 of all cells"
    assert (lines[2].argument, lines[2].pairs) == ("regions", "none: 8/7 of all cells")


@pytest.mark.parametrize("cells", [5, pytest.param(8, marks=pytest.mark.slow)])
def test_snaky_has_no_pairs_with_small_tiles(cells: int) -> None:
    (snaky,) = table(cells, Limits(), asked=SOME[-1:])
    assert (snaky.winner, snaky.area, snaky.verified) == (OPEN, None, False)
    assert snaky.pairs == f"none to {cells} cells"


def test_without_time_everything_is_open() -> None:
    assert {line.winner for line in table(8, Limits(time_limit=0.0), asked=SOME)} == {OPEN}


def test_a_run_goes_on_from_its_results(tmp_path: Path) -> None:
    kept = tmp_path / "tiles.jsonl"
    assert table(4, Limits(time_limit=0.0), kept, SOME[1:3]) == SOME[1:3]
    assert kept.read_text() == ""
    first = table(4, Limits(), kept, SOME[1:3])
    written = kept.read_text()
    assert table(4, Limits(), kept, SOME[1:3]) == first  # to the hundredth of a second
    assert kept.read_text() == written
    assert table(4, Limits(), kept, SOME[1:4])[:2] == first
    assert kept.read_text().startswith(written)


def test_tables_for_a_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(EXPERIMENTS["periodic-tiles"], run=partial(periodic_tiles, asked=SOME[1:4]))
    monkeypatch.setitem(EXPERIMENTS, "periodic-tiles", small)
    for suffix in ("csv", "md", "tex", "svg"):
        output = str(tmp_path / f"tiles.{suffix}")
        assert run(["experiment", "periodic-tiles", "6", "-o", output]) == Status.DONE
    with (tmp_path / "tiles.csv").open() as stream:
        rows = list(csv.reader(stream))
    assert tuple(rows[0]) == periodic.COLUMNS
    assert rows[1][:6] == ["rows", "5", "shapes 5e+5s 1000 1000", "breaker", "pairs", "4"]
    texts = [
        n.text or "" for n in ElementTree.fromstring((tmp_path / "tiles.svg").read_text()).iter()
    ]
    assert "mnk 1000 1000 8: breaker regions, 10 cells" in texts


def test_areas_are_bounded() -> None:
    for area in (1, 65):
        with pytest.raises(BadInput, match="expected an area from 2 to 64"):
            periodic_tiles(Limits(), area)
