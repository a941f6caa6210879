"""Maps of positional games: small ones in full, and how a cell follows from another."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from gameproof.games.meaning.bad_input import BadInput
from gameproof.pictures.sheet import palette
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.studies import map_plot, maps
from gameproof.studies.experiments import EXPERIMENTS, mnk_map
from gameproof.studies.map_counts import cut_short
from gameproof.studies.map_plot import LETTERS, squares
from gameproof.studies.shortest_wins import count_plies

SHORT = 120.0
"""Seconds for a search that needs a fraction of one, also on a busy machine."""


def test_cubes() -> None:
    found = maps.hypercubes(Limits(), sides=6, dimensions=2)
    strong = [found["strong", n, 2].winner for n in range(1, 7)]
    assert strong == ["first", "first", "draw", "draw", "draw", "draw"]
    weak = [found["weak", n, 2].winner for n in range(1, 7)]
    assert weak == ["maker", "maker", "maker", "breaker", "breaker", "breaker"]
    assert [found["strong", n, 1].winner for n in range(1, 4)] == ["first", "draw", "draw"]
    assert all(cell.verified for cell in found.values())


def test_three_in_a_row() -> None:
    found = maps.rows(3, Limits(), sides=5, searched=SHORT)
    for m in range(1, 6):
        for n in range(m, 6):
            weak, strong = found["weak", m, n], found["strong", m, n]
            assert weak.winner == ("breaker" if m < 3 else "maker")
            assert strong.winner == ("draw" if m < 3 or (m, n) == (3, 3) else "first")
            assert weak.verified
            assert strong.verified
    assert found["weak", 5, 5].source == "mnk 3 3 3 --rule weak"
    assert found["strong", 2, 5].source == "mnk 2 5 3 --rule weak"


def test_nine_in_a_row_is_a_draw_everywhere() -> None:
    found = maps.rows(9, Limits(), sides=12, searched=SHORT)
    assert {cell.winner for cell in found.values()} == {"breaker", "draw"}
    assert {cell.argument for cell in found.values()} == {"tiling"}
    assert all(cell.verified for cell in found.values())


def test_proofs_kept_with_the_package_are_used_under_either_rule() -> None:
    """Also where a board inside is open."""
    near: dict[tuple[int, int], maps.Cell] = {(4, 5): maps.Cell("mnk 4 5 4", "weak")}
    for m, n, k, winner in ((4, 7, 4, "breaker"), (4, 8, 4, "maker"), (6, 10, 5, "breaker")):
        for known in ({}, near):
            cell = maps._weak(m, n, k, known, Limits(), SHORT)
            assert (cell.winner, cell.argument, cell.verified) == (winner, "kept-proof", True)


def test_breakers_win_is_carried_to_boards_inside() -> None:
    around = maps.ask("mnk 4 5 4", "weak", ("regions",), Limits(), 60)
    assert around.winner == "breaker"
    cell = maps.Cell("mnk 4 4 4", "weak")
    maps._inside(4, 4, cell, {(4, 4): cell, (4, 5): around})
    assert (cell.winner, cell.argument) == ("breaker", "super-board")
    assert (cell.source, cell.verified) == ("mnk 4 5 4 --rule weak", True)
    assert cell.certificate is not None
    strong = maps.Cell("mnk 4 4 4", "strong")
    assert maps.follow(strong, "draw", cell.certificate, "super-board", cell.source)
    refused = maps.Cell("mnk 4 4 3", "weak")
    assert not maps.follow(refused, "breaker", cell.certificate, "super-board", cell.source)
    assert (refused.winner, refused.verified) == ("open", False)


def test_without_time_everything_is_open() -> None:
    found = maps.rows(9, Limits(time_limit=0.0), sides=2, searched=SHORT)
    assert {cell.winner for cell in found.values()} == {"open"}
    assert not any(cell.verified for cell in found.values())
    assert {cell.argument for cell in found.values()} == {maps.CUT_SHORT}


def test_a_map_that_was_cut_short_says_so() -> None:
    result = mnk_map(Limits(time_limit=0.0), 3, sides=4, searched=SHORT)
    told = "cut short: 20 boards not asked to the end"
    assert result.notes[-1] == told
    assert result.notes[0] == "weak: 10 boards, 10 open (cut short 10)"
    assert {row[4] for row in result.rows} == {"cut short"}
    texts = [node.text or "" for node in ElementTree.fromstring(result.svg).iter()]
    assert f"Who gets 3 in a row on m x n ({told})" in texts
    assert "mnk 3 4 3 --rule weak: open, cut short" in texts
    whole = mnk_map(Limits(), 3, sides=2, searched=SHORT)
    assert "cut short" not in whole.svg + " ".join(whole.notes)


def test_a_limit_noticed_between_two_boards_keeps_what_is_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    follow, calls = maps.follow, []

    def late(*told: Any) -> bool:
        calls.append(told)
        if len(calls) > 2:
            raise LimitReached("time")
        return follow(*told)

    monkeypatch.setattr(maps, "follow", late)
    found = maps.rows(3, Limits(), sides=5, searched=SHORT)
    assert len(found) == 30
    assert found["weak", 3, 3].winner == "maker"
    assert found["weak", 3, 5].verified
    assert {found["strong", m, m].argument for m in range(1, 6)} == {maps.CUT_SHORT}


def test_wins_whose_plies_were_not_counted_are_counted() -> None:
    found = maps.rows(3, Limits(), sides=3, searched=SHORT)
    wins = [cell for cell in found.values() if cell.winner in ("first", "maker")]
    assert count_plies(found.values(), Limits(time_limit=0.0), SHORT) == len(wins) == 1
    assert cut_short(found.values(), len(wins)) == "cut short: plies of 1 wins not counted"
    assert cut_short(found.values(), 0) == ""


def test_the_seconds_of_a_map_are_those_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the clock says meanwhile."""
    processor = iter([10.0, 10.25])
    monkeypatch.setattr("gameproof.studies.maps.time.process_time", lambda: next(processor, 10.25))
    cell = maps.ask("mnk 3 3 3", "weak", ("tiling",), Limits(), SHORT)
    assert cell.seconds == 0.25


def test_the_table_and_the_picture() -> None:
    result = mnk_map(Limits(), 3, sides=4, searched=SHORT)
    assert result.columns == maps.COLUMNS
    assert len(result.rows) == 2 * 10
    assert all(len(row) == len(maps.COLUMNS) for row in result.rows)
    texts = [node.text or "" for node in ElementTree.fromstring(result.svg).iter()]
    for rule, letters in (("strong", "1="), ("weak", "MB")):
        assert rule in texts
        assert set(letters) <= set(texts)
    told = "mnk 3 4 3 --rule weak: maker in 7 plies by sub-board, from mnk 3 3 3 --rule weak"
    assert texts.count(told) == 2  # the board and its mirror image
    for k in (0, 11):
        with pytest.raises(BadInput, match="expected k from 1 to 10"):
            mnk_map(Limits(), k)
    assert EXPERIMENTS["mnk-map"].numbers == ("K",)


def test_every_winner_has_a_letter_of_its_own() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS) == 8
    svg = squares("t", ("x", "y"), [("s", {(1, 1): "open"})], lambda *_: "words")
    assert "? open" in svg


def test_a_square_and_its_letter_say_the_same() -> None:
    """Whatever is pointed at lies in a group that has the words; large sheets stand below each
    other."""
    for side, beside in ((5, True), (40, False)):
        sheet = {(x, y): "draw" for x in range(1, side + 1) for y in range(1, side + 1)}
        sheets = [("weak", sheet), ("strong", sheet)]
        root = ElementTree.fromstring(squares("T", ("m", "n"), sheets, lambda *at: f"{at}"))
        groups = root.findall("{*}g")
        assert len(groups) == 2 * side * side
        assert all(
            [child.tag.split("}")[1] for child in g] == ["title", "rect", "text"] for g in groups
        )
        first, second = groups[0][1].attrib, groups[side * side][1].attrib
        assert (first["y"] == second["y"], first["x"] == second["x"]) == (beside, not beside)
        wide, tall = float(root.attrib["width"]), float(root.attrib["height"])
        assert all(float(g[1].attrib["x"]) + 14 <= wide for g in groups)
        assert all(float(g[1].attrib["y"]) + 14 <= tall for g in groups)


def test_the_colours_are_those_of_the_pictures() -> None:
    for name in ("FIRST", "SECOND", "PAPER", "INK", "LINE", "ON_STONE"):
        assert getattr(map_plot, name) == getattr(palette, name)
    assert map_plot.EITHER in palette.TINTS
