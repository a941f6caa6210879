"""The census of openings: boards whose answer is known, limits, repeatability."""

from __future__ import annotations

import pytest

from gameproof.encodings.method import Finding, Options
from gameproof.encodings.positional.census import METHODS
from gameproof.games.positional import Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.matching.opening_census import census


def asked(words: str, games: int, limits: Limits | None = None) -> Finding:
    position = Position.parse(words)
    assert METHODS[0].applies(position)
    return METHODS[0].run(position, limits or Limits(), Options(arguments={"games": games}))


def test_boards_with_a_pairing_need_no_answer() -> None:
    finding = asked("tictactoe 5 2", 2)
    assert finding.answer == "pairs after 0 answers; regions after 0 answers"
    assert finding.certificate is None


def test_four_by_four_needs_one_answer() -> None:
    assert asked("tictactoe 4 2", 4).detail["pairs"] == {"1": 1.0}


def test_six_cubed_needs_far_fewer_answers_with_regions() -> None:
    finding = asked("tictactoe 6 3", 2)
    assert max(map(int, finding.detail["regions"])) <= 5
    assert min(map(int, finding.detail["pairs"])) >= 7
    assert asked("tictactoe 6 3", 2).answer == finding.answer


def test_three_cubed_is_lost_and_never_closed() -> None:
    lines = Position.parse("tictactoe 3 3").sets("first").sets()
    for opening in census(27, lines, 4, Limits()):
        assert opening.pairs is None or opening.pairs > 2


def test_mid_play_and_small_boards_do_not_apply() -> None:
    for words in ("tictactoe 2 3", "mnk 4 4 3", "tictactoe 4 2 --first b2"):
        assert not METHODS[0].applies(Position.parse(words))


def test_limits_are_kept() -> None:
    with pytest.raises(LimitReached):
        asked("tictactoe 6 3", 2, Limits(time_limit=0.0))
