"""The table of games names every game and every question that the code has."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

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


FOLDER = Path(__file__).parents[2] / "docs"


def _drawing() -> Any:
    """The script that draws the figures, which is no part of a package."""
    spec = importlib.util.spec_from_file_location("draw_figures", FOLDER / "draw_figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FIGURES: Any = _drawing()


def test_every_figure_is_one_of_these() -> None:
    names = {path.stem for path in (FOLDER / "figures").iterdir()}
    assert names == set(FIGURES.FIGURES)


@pytest.mark.parametrize("name", FIGURES.FIGURES)
def test_a_figure_is_what_is_drawn_today(name: str) -> None:
    path = FOLDER / "figures" / f"{name}.svg"
    assert path.read_text(encoding="utf-8") == FIGURES.draw(name)


@pytest.mark.parametrize("name", FIGURES.FIGURES)
def test_a_page_shows_the_figure(name: str) -> None:
    pages = [FOLDER.parent / "README.md", *FOLDER.glob("*.md")]
    assert any(f"figures/{name}.svg" in page.read_text(encoding="utf-8") for page in pages)


def test_the_path_of_the_figure_frees_its_last_cell() -> None:
    lines, owned, cells, changed = FIGURES.alternating()
    assert set(lines) == (
        {frozenset(range(5 * k, 5 * k + 5)) for k in range(5)}
        | {frozenset(range(k, 25, 5)) for k in range(5)}
        | {frozenset(range(0, 25, 6)), frozenset(range(4, 24, 4))}
    )
    moved = FIGURES.after(owned, cells, changed)
    for pairs, free in ((owned, cells[0]), (moved, cells[-1])):
        assert set().union(*pairs) == set(range(25)) - {free}
        assert all(len(pair) == 2 and pair <= line for pair, line in zip(pairs, lines, strict=True))


def test_the_answers_of_the_nine_cells_hold_every_line() -> None:
    lines = [{3 * k, 3 * k + 1, 3 * k + 2} for k in range(3)] + [
        {k, k + 3, k + 6} for k in range(3)
    ]

    def held(crosses: set[int], rings: set[int]) -> bool:
        """Does the second player get a cell of every line, the first being to move?"""
        if any(line <= crosses for line in lines):
            return False
        free = set(range(9)) - crosses - rings
        return all(
            (not any(line <= crosses | {x} for line in lines))
            and (free == {x} or any(held(crosses | {x}, rings | {o}) for o in free - {x}))
            for x in free
        )

    first, then = FIGURES.answers_in_nine()
    assert held({0}, {first}) is True
    assert set(then) == set(range(9)) - {0, first}
    for cell, answer in then.items():
        replies = set(range(9)) - {0, first, cell} if answer < 0 else {answer}
        assert all(held({0, cell}, {first, reply}) for reply in replies)


def test_the_sets_of_the_figure_are_those_of_gallai_and_edmonds() -> None:
    graph = FIGURES.WALK
    largest = len(nx.max_weight_matching(graph, maxcardinality=True))
    missed = {
        v
        for v in graph
        if len(nx.max_weight_matching(graph.subgraph(set(graph) - {v}), maxcardinality=True))
        == largest
    }
    assert FIGURES.classes() == (missed, {w for v in missed for w in graph[v]} - missed)


def test_the_readme_is_short() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 90
