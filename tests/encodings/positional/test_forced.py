"""The method ``forced``: where it is asked, and that it says nothing where it finds nothing."""

from __future__ import annotations

from typing import Any

import pytest

from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones.force import Force
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.positional import forced
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import Position
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.prover.registry import entry
from gameproof.solvers.limits import Cancelled, LimitReached, Limits

(METHOD,) = forced.METHODS


def test_the_prover_takes_it() -> None:
    words = "mnk 15 15 5 --first g7;h8;i6 --second a1;o15"
    found = prove(from_words(words.split(), "outcome"), method="forced")
    assert (found.answer, found.method, found.verified) == ("first", "forced", True)


@pytest.mark.parametrize(
    "words",
    [
        "mnk 15 15 5 --first h8;i9 --second a1;o1",
        "mnk 15 15 5 --first h8 --second h9",
        "mnk 15 15 5 --first h8;i9 --second a1;o1 --rule weak",
        "mnk 15 15 5 --first h8;i9 --second a1;o1 --to-move second",
        "mnk 20 20 6 --first h8;i9",
        "mnk 15 15 5",
        "mnk 15 15 5 --second h8",
        "mnk 21 21 5 --first h8;i9",
        "mnk 15 15 5 --first h8 --second a1;b1 --to-move second --rule weak",
        "mnk 1000000000 1000000000 4",
        "tictactoe 5 3 --first 1,1,1;2,2,2",
        "torus-row 6 6 4",
    ],
)
def test_boards_on_which_it_is_asked(words: str) -> None:
    assert METHOD.applies(Position.parse(words))


@pytest.mark.parametrize(
    "words",
    [
        "mnk 8 8 5 --first d4;e5 --second a1",
        "mnk 3 3 3",
        "mnk 15 15 5 --first a1;b1;c1;d1;e1",
        "mnk 1000000 1000000 5 --first a1;a1000000",
        "torus-row 100 100 4",
        "tictactoe 8 8",
        "hex 11 11 --first a1;b1",
    ],
)
def test_boards_on_which_it_is_not_asked(words: str) -> None:
    assert not METHOD.applies(Position.parse(words))


def test_limits_and_what_is_hopeless() -> None:
    position = Position.parse("mnk 15 15 5 --first h8;i9 --second n2;f7")
    assert METHOD.run(position, Limits(0.6), Options()).answer is UNKNOWN, "half of the time"
    with pytest.raises(LimitReached):
        METHOD.run(position, Limits(0.0), Options())
    hopeless = Position.parse("mnk 15 15 5 --first a1;o15 --second a15;o1")
    assert METHOD.run(hopeless, Limits(), Options()).answer is UNKNOWN
    cancelled = Limits()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        METHOD.run(position, cancelled, Options())


def test_it_is_asked_before_what_looks_at_all_moves() -> None:
    board: Any = Position.parse("mnk 13 13 5 --first h8 --second m2;f7")
    table = [m.name for m in entry("mnk").portfolio("outcome") if m.applies(board)]
    assert table.index("forced") < table.index("search") < table.index("forced-opening")


def outcome(words: str) -> Finding:
    """What the method finds, checked."""
    position = Position.parse(words)
    finding = METHOD.run(position, Limits(), Options())
    if finding.answer is not UNKNOWN:
        assert isinstance(finding.certificate, Force)
        proved = conclude(Goal(position, "outcome"), finding.certificate).statements
        winner = finding.certificate.attacker
        assert proved == (Forces(position.to_move, only(winner), only(str(finding.answer))),)
        assert position.board.cells > 1 << 20 or {*finding.winning_moves} <= {*position.moves()}
        assert bool(finding.winning_moves) == (position.to_move == winner)
    return finding


@pytest.mark.parametrize(
    "words",
    [
        "mnk 5 7 4", "mnk 6 6 4", "mnk 7 5 4", "mnk 100 5 4", "mnk 3 9 3", "mnk 1000 3 3",
        "mnk 1000000000 1000000000 4", "polyomino el 1000 1000", "polyomino tippy 1000 4",
        "polyomino tic 9 9", "polyomino knobby 6 5", "polyhex XX.,.XX 9 9", "polyhex u4 1000 6",
        "mnk 19 19 4 --first j9;j10 --second k9;h9", "torus-row 6 6 4",
    ],
)  # fmt: skip
def test_the_player_to_move_wins(words: str) -> None:
    assert outcome(words).answer == "first"


FOURS_AND_THREES = (
    ("--first g8;h8;i8 --second a1;m12", "first"),
    ("--first f5;h5;h6;k9 --second e5;k6;f8;f9", "first"),
    ("--first i5;j6;i8 --second k5;e8;f10", "first"),
    ("--first k5;e8;f10;a1 --second i5;j6;i8 --to-move second", "second"),
    ("--first f5;g5;g7;e8;k8;i11 --second f6;h6;f7;f10;j10;h11", "first"),
    ("--first h8;g8;i8;j9;k10 --second a1;c1;e1 --to-move second", "first"),
)
"""Stones in free-style Gomoku, and who wins by fours and threes."""


@pytest.mark.parametrize(
    ("board", "stones", "winner"),
    [
        *(("15 15", *row) for row in FOURS_AND_THREES),
        *(("100 100", *row) for row in FOURS_AND_THREES[::5]),
    ],
)
def test_fours_and_threes(board: str, stones: str, winner: str) -> None:
    assert outcome(f"mnk {board} 5 {stones}").answer == winner


def test_no_win_is_claimed_where_there_is_none() -> None:
    """[3]^2 is a draw, and so is 3 x 3 in whatever corner; Breaker holds rows of ten."""
    for words in ("mnk 4 5 4", "mnk 6 6 5", "mnk 5 5 4 --to-move second", "polyomino x5 8 8"):
        assert outcome(words).answer is UNKNOWN
    corner = [0, 0], [3, 3]
    for board in ("mnk 30 30 3", "mnk 30 4 3"):
        position = Position.parse(board)
        assert forced.attempt(position, "first", Limits(), corner).answer is UNKNOWN
