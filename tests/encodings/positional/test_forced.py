"""The method ``forced``: where it is asked, and that it says nothing where it finds nothing."""

from __future__ import annotations

from typing import Any

import pytest

from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.positional import forced
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
        "tictactoe 5 3 --first 1,1,1;2,2,2",
        "mnk 15 15 5 --second h8",
        "mnk 15 15 5 --first h8 --second a1;b1 --to-move second --rule weak",
    ],
)
def test_boards_on_which_it_is_asked(words: str) -> None:
    assert METHOD.applies(Position.parse(words))


@pytest.mark.parametrize(
    "words",
    [
        "mnk 15 15 5",
        "mnk 8 8 5 --first d4;e5 --second a1",
        "mnk 21 21 5 --first h8;i9",
        "mnk 15 15 5 --second a1;b1 --to-move second --rule weak",
        "mnk 15 15 5 --first a1;b1;c1;d1;e1",
        "hex 11 11 --first a1;b1",
        "mnk 1000000000 1000000000 4",
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
    board: Any = Position.parse("mnk 13 13 5 --first h8;i9 --second m2;f7")
    table = [m.name for m in entry("mnk").portfolio("outcome") if m.applies(board)]
    assert table.index("forced") < table.index("zone") < table.index("search")
