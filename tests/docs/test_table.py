"""The README's table names every game and every question that the code has."""

from __future__ import annotations

from pathlib import Path

import pytest

from gameproof.games.game import games

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(games()))
def test_the_table_has_the_game_and_its_questions(name: str) -> None:
    rows = [line for line in README.splitlines() if line.startswith("|") and f"`{name}`" in line]
    assert len(rows) >= 1, f"no row for {name}"
    words = set(rows[0].replace(",", " ").replace("(", " ").split())
    missing = [q.name for q in games()[name][0].questions if q.name not in words]
    assert not missing, f"{name}: {missing} not in the README's table"
