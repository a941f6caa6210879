"""The plies of the shortest win, beside a full search from the rules."""

from __future__ import annotations

from itertools import count

import pytest

from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits
from gameproof.studies.experiments import mnk_map
from gameproof.studies.maps import COLUMNS, Cell
from gameproof.studies.shortest_wins import count_plies, plies_of

AMPLE = 120.0
"""Seconds for a search that needs a fraction of one, also on a busy machine."""


def first_within(position: Position, plies: int, known: dict[tuple[Position, int], bool]) -> bool:
    """Does the first player complete a set within so many plies? By trying every move."""
    result = position.result()
    if result is not None or plies == 0:
        return result in ("first", "maker")
    if (position, plies) not in known:
        any_or_all = any if position.to_move == "first" else all
        known[position, plies] = any_or_all(
            first_within(position.play(move), plies - 1, known) for move in position.moves()
        )
    return known[position, plies]


@pytest.mark.parametrize(
    "words",
    [
        "mnk 1 1 1",
        "mnk 2 3 2",
        "mnk 3 3 3 --rule weak",
        "mnk 3 4 3",
        "mnk 4 4 3",
        "mnk 3 4 3 --rule weak",
        "tictactoe 2 2",
        "tictactoe 2 3 --rule weak",
    ],
)
def test_plies_by_trying_every_move(words: str) -> None:
    position, known = Position.parse(words), dict[tuple[Position, int], bool]()
    expected = next(p for p in count(1) if first_within(position, p, known))
    shortest = min(len(row) for row in position.board.first_sets.sets())
    assert plies_of(words, shortest, Limits()) == str(expected)


def test_what_has_no_time_has_no_number() -> None:
    assert plies_of("mnk 3 4 3", 3, Limits(time_limit=0.0)) == ""
    cell = Cell("mnk 3 4 3", "strong", "first", verified=True)
    count_plies([cell], Limits(time_limit=0.0), AMPLE)
    assert cell.plies == ""


def test_only_proved_wins_on_small_boards_are_counted() -> None:
    cells = [
        Cell("mnk 3 4 3", "strong", "first", verified=True),
        Cell("mnk 3 4 3", "strong", "first", verified=False),
        Cell("mnk 3 3 3", "strong", "draw", verified=True),
        Cell("mnk 8 9 3", "strong", "first", verified=True),
    ]
    count_plies(cells, Limits(), AMPLE)
    assert [cell.plies for cell in cells] == ["7", "", "", ""]


def test_the_map_shows_them() -> None:
    result = mnk_map(Limits(), 3, sides=4, searched=AMPLE)
    place = COLUMNS.index("plies")
    said = {(row[0], row[1]): row[place] for row in result.rows}
    assert said["mnk 3 3 3", "weak"] == said["mnk 3 4 3", "strong"] == "7"
    assert said["mnk 3 3 3", "strong"] == ""
    assert "mnk 3 4 3: first in 7 plies by" in result.svg
