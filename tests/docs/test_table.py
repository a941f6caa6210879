"""The table of games names every game and every question that the code has."""

from __future__ import annotations

from pathlib import Path

import pytest

import gameproof as gp
from gameproof.games.game import games
from gameproof.prover.registry import entry

TABLE = (Path(__file__).parents[2] / "docs" / "games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [n for n in games() if entry(n).origin == "gameproof"])
def test_the_table_has_the_game_and_its_questions(name: str) -> None:
    rows = [line for line in TABLE.splitlines() if line.startswith("|") and f"`{name}`" in line]
    assert len(rows) >= 1, f"no row for {name}"
    words = set(rows[0].replace(",", " ").replace("(", " ").split())
    missing = [q.name for q in games()[name][0].questions if q.name not in words]
    assert not missing, f"{name}: {missing} not in the table"


FIGURES = {
    "five_by_five": ("tictactoe 5 2", "pairing"),
    "violator": ("tictactoe 4 2", "pairing"),
    "decomposition": ("geography path 7", "all"),
    "connection": ("hex 5 5 --first a1 --to-move second", "outcome"),
}


def test_every_figure_is_one_of_these() -> None:
    names = {path.stem for path in (Path(__file__).parents[2] / "docs" / "figures").iterdir()}
    assert names == set(FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_what_is_drawn_today(name: str) -> None:
    path = Path(__file__).parents[2] / "docs" / "figures" / f"{name}.svg"
    assert path.read_text(encoding="utf-8") == gp.draw(gp.solve(*FIGURES[name])).svg


def test_the_readme_is_short() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 90
