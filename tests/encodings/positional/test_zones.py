"""Wins in zones: boards of any size, the strips, positions with stones."""

from __future__ import annotations

import pytest

from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.positional import zones
from gameproof.games.meaning.statement import wins
from gameproof.games.positional import Position
from gameproof.games.sets.zone_board import zone_board
from gameproof.solvers.limits import Limits


def run(words: str) -> PositionalStrategy | None:
    position = Position.parse(words)
    (method,) = zones.METHODS
    assert method.applies(position)
    finding = method.run(position, Limits(), Options())
    if finding.answer is UNKNOWN:
        return None
    assert finding.answer == position.to_move
    assert isinstance(finding.certificate, PositionalStrategy)
    proved = conclude(Goal(position, "outcome"), finding.certificate)
    assert wins(position.to_move, position.to_move) in proved.statements
    assert position.board.cells > 1 << 20 or finding.winning_moves[0] in position.moves()
    return finding.certificate


@pytest.mark.parametrize(
    "words",
    [
        "mnk 5 7 4",
        "mnk 6 6 4",
        "mnk 7 5 4",
        "mnk 100 5 4",
        "mnk 1000000000 1000000000 4",
        "mnk 3 9 3",
        "mnk 1000 3 3",
        "polyomino el 1000 1000",
        "polyomino tippy 1000 4",
        "polyomino tic 9 9",
        "polyomino elly 1000 1000",
        "polyomino knobby 6 5",
        "polyhex v3 1000 1000",
        "polyhex XX.,.XX 9 9",
        "polyhex u4 1000 6",
        "polyhex t5 1000 1000",
        "mnk 400 400 3",
        "mnk 19 19 4 --first j9;j10 --second k9;h9",
    ],
)
def test_the_player_to_move_wins_in_a_zone(words: str) -> None:
    assert run(words) is not None


def test_a_zone_without_a_win() -> None:
    """Nothing is said of it, and no strategy of the other written."""
    position = Position.parse("polyhex u4 1000 1000")
    assert zones.attempt(position, "first", ([0, 0], [4, 4]), Limits()).answer is UNKNOWN


STONES = (
    ("--first g8;h8;i8 --second a1;m12", "first"),
    ("--first f5;h5;h6;k9 --second e5;k6;f8;f9", "first"),
    ("--first i5;j6;i8 --second k5;e8;f10", "first"),
    ("--first k5;e8;f10;a1 --second i5;j6;i8 --to-move second", "second"),
    ("--first f5;g5;g7;e8;k8;i11 --second f6;h6;f7;f10;j10;h11", "first"),
    ("--first h8;g8;i8 --second h9;a1 --to-move second", None),
    ("--first h8;g8;i8;j9;k10 --second a1;c1;e1 --to-move second", "first"),
)
"""Five in a row: who wins by fours and threes, whoever is to move."""


@pytest.mark.parametrize(
    ("board", "stones", "winner"),
    [*(("1000 1000", *row) for row in STONES), *(("15 15", *row) for row in STONES[3:5])],
)
def test_a_win_around_stones(
    board: str, stones: str, winner: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if winner is None:
        monkeypatch.setattr(zones, "SECONDS", 0.2)
    position = Position.parse(f"mnk {board} 5 {stones}")
    (method,) = zones.METHODS
    assert method.applies(position)
    finding = method.run(position, Limits(), Options())
    if winner is None:
        assert finding.answer is UNKNOWN
        return
    assert finding.answer == winner
    assert isinstance(finding.certificate, PositionalStrategy)
    proved = conclude(Goal(position, "outcome"), finding.certificate)
    assert wins(position.to_move, winner) in proved.statements


def test_no_win_is_claimed_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(zones.ZONES, 3, ((3, 3),))
    assert run("mnk 30 30 3") is None
    assert run("mnk 30 4 3") is None


def test_boards_without_a_zone() -> None:
    (method,) = zones.METHODS
    for words in ("mnk 3 3 3", "mnk 3 5 3", "mnk 5 6 4", "mnk 9 9 5", "mnk 9 9 4 --rule weak",
                  "tictactoe 4 4", "mnk 8 8 5 --first a1"):  # fmt: skip
        assert not method.applies(Position.parse(words)), words


def test_the_symmetries_keep_the_game() -> None:
    """A zone in the middle: its sides change places with it."""
    position = Position.parse("mnk 30 30 3")
    board = zone_board(position, "first", [10, 10], [5, 5])
    group = zones.symmetries(board, [5, 5])
    assert len(group) == 4
    assert all(board.keeps_sides(row) for row in group.tolist())
    corner = zone_board(position, "first", [0, 0], [3, 5])
    assert zones.symmetries(corner, [3, 5]).tolist()[0] == list(range(corner.cells))
