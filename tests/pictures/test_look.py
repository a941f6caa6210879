"""The look: contrasts as WCAG 2 defines them, one source for pages and pictures."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from gameproof.pictures.boards.board import board_of, grid
from gameproof.pictures.sheet.look import CELL, READ, ROLES, variables
from gameproof.pictures.sheet.palette import DARK, HEAT, INK, LINE, TINTS
from gameproof.web.scripts import static

THEMES = {"light": dict(zip(DARK, DARK, strict=True)), "dark": DARK}
LOOK = Path(__file__).parents[2] / "docs" / "look.md"


def luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour (WCAG 2.2)."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_is_that_of_the_standard() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # WebAIM's example


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read(theme: str) -> None:
    colours = THEMES[theme]
    for role, paper in product(READ, ("paper", "surface")):
        assert contrast(colours[ROLES[role]], colours[ROLES[paper]]) >= 4.5, (role, paper)
    for tint in (*TINTS, *HEAT, ROLES["mark"]):
        assert contrast(colours[INK], colours[tint]) >= 4.5, tint
    for role in ("first", "second", "link"):
        assert contrast(colours[ROLES[role]], colours[ROLES["on-stone"]]) >= 4.5, role


@pytest.mark.parametrize("theme", THEMES)
def test_shapes_can_be_seen(theme: str) -> None:
    colours = THEMES[theme]
    for role in ("first", "second"):  # stones, on free cells and on what is marked
        for paper in ("paper", "mark"):
            assert contrast(colours[ROLES[role]], colours[ROLES[paper]]) >= 3, (role, paper)
    assert contrast(colours[LINE], colours[ROLES["paper"]]) >= 3


def test_pages_have_no_colours_and_no_sizes_of_their_own() -> None:
    style = static("style.css")
    assert not re.findall(r"#[0-9a-f]{3,8}\b(?![^{]*\{)", style)
    known = set(re.findall(r"--[a-z0-9-]+(?=:)", variables()))
    used = set(re.findall(r"var\((--[a-z0-9-]+)", style)) - {"--board", "--width"}
    assert used <= known
    assert not re.findall(r"font-size: [0-9.]+(?!.*svg)(?:rem|em)", style)


def test_every_role_is_explained() -> None:
    page = LOOK.read_text(encoding="utf-8")
    for role in ROLES:
        assert f"`{role}`" in page or role in ("on-stone",) or role.startswith("tint-"), role


def test_a_board_is_described_once() -> None:
    """Cells touch and do not overlap; letters and borders lie inside; planes do not overlap."""
    import gameproof as gp

    for words in (
        "tictactoe 5 2",
        "hex 3 4",
        "polyhex i3 2 3",
        "tictactoe 3 3",
        "tictactoe 2 4",
        "mnk 1 7 3",
    ):
        rules = gp.position(words).rules
        board = board_of(rules.board)  # type: ignore[attr-defined]
        middles = [board.middle(cell) for cell in range(board.cells)]
        assert len(set(middles)) == board.cells == rules.board.cells  # type: ignore[attr-defined]
        nearest = min(
            ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
            for k, a in enumerate(middles)
            for b in middles[:k]
        )
        assert nearest == pytest.approx(CELL)
        wide, tall = board.size
        for x, y in middles:
            for dx, dy in board.outline:
                assert 0 <= x + dx <= wide
                assert 0 <= y + dy <= tall
        for _, (x, y) in board.letters:
            assert 5 <= x <= board.wide - 5
            assert 5 <= y <= board.tall - 5
    assert grid((), 13, []).size == (10 * CELL + 20, 2 * CELL + 20)
