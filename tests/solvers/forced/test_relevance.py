"""A strategy written by what it relies on is accepted, and says what it said before."""

from __future__ import annotations

import pytest

from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones.force import Force
from gameproof.encodings.positional import search
from gameproof.encodings.positional.search import as_achievement, by_force
from gameproof.games.meaning.statement import Forces
from gameproof.games.positional import Position
from gameproof.solvers.limits import Cancelled, Limits
from gameproof.solvers.positional import set_search

WON = (
    "mnk 3 4 3",
    "mnk 4 4 3",
    "mnk 3 5 3 --first 2 --second 0;1",
    "mnk 5 5 4 --rule weak",
    "mnk 3 3 3 --first 0;8 --second 1;2 --to-move first",
    "mnk 4 4 3 --first 15 --second 5 --to-move second",
    "mnk 4 5 3 --first 19 --second 0;1 --to-move second",
    "torus-row 4 4 3",
    "polyomino el 3 3",
    "polyomino tippy 4 4",
    "polyomino elly 4 4 --rule weak",
)


@pytest.mark.parametrize("words", WON)
def test_a_win_is_written_as_claims(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FEWEST_CELLS", 0)
    position = Position.parse(words)
    written = 0
    for attacker in position.players:
        if not position.wants_sets(attacker):
            continue
        strategy = set_search.solve(as_achievement(position, attacker), Limits())
        if not strategy.forces:
            continue
        certificate = by_force(position, attacker, strategy, Limits())
        if certificate is None:  # a position in which each answer needs a reply of its own
            continue
        (found,) = conclude(Goal(position, "outcome"), certificate).statements
        assert isinstance(found, Forces)
        assert attacker in found.side
        written += 1
    assert written == 1


def test_small_boards_are_written_move_by_move() -> None:
    position = Position.parse("mnk 3 4 3")
    strategy = set_search.solve(as_achievement(position, "first"), Limits())
    assert by_force(position, "first", strategy, Limits()) is None


def test_an_opening_that_completes_a_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FEWEST_CELLS", 0)
    position = Position.parse("mnk 3 3 3 --first 0;1 --second 3;4")
    strategy = set_search.solve(as_achievement(position, "first"), Limits())
    certificate = by_force(position, "first", strategy, Limits())
    assert isinstance(certificate, Force)
    assert (certificate.opening, certificate.root) == (2, -1)
    assert conclude(Goal(position, "outcome"), certificate).statements


def test_limits_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FEWEST_CELLS", 0)
    position = Position.parse("mnk 4 4 3")
    strategy = set_search.solve(as_achievement(position, "first"), Limits())
    limits = Limits()
    limits.cancelled.set()
    with pytest.raises(Cancelled):
        by_force(position, "first", strategy, limits)
