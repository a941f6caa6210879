"""Tic-Toe in full, from every position, and what is no proof of it."""

from __future__ import annotations

from typing import Any

import pytest
from reference.proved import findings, proved, question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.play import Play
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.tictoe import Position, make


def check(
    position: Position, question: str, answer: str, certificate: Certificate, **arguments: Any
) -> str:
    return verify(
        position, question_of("tictoe", question), arguments, answer, certificate
    ).sentence


def test_tictoe() -> None:
    start = make()
    assert proved("tictoe", start, "outcome") == "first"
    counts = "24 plays (8 draw, 16 first), 49 nodes, 31 positions"
    assert proved("tictoe", start, "tree") == counts
    assert proved("tictoe", start, "winning-strategy", player="first") == "yes"
    assert proved("tictoe", start, "winning-strategy", player="second") == "no"
    assert proved("tictoe", start, "can-win", player="second") == "no"
    assert proved("tictoe", start, "can-win", player="first") == "yes"


def test_tictoe_with_diagonals() -> None:
    start = make(diagonals=True)
    assert proved("tictoe", start, "tree").startswith("24 plays (24 first), 41 nodes")
    assert proved("tictoe", start, "outcome") == "first"


def test_tictoe_from_later_positions() -> None:
    for first in make().moves():
        after = make().play(first)
        # O answers beside or opposite; X still completes a row.
        assert proved("tictoe", after, "outcome") == "first"
        for second in after.moves():
            assert proved("tictoe", after.play(second), "winning-strategy", player="first") == "yes"
    drawn = make().play(0).play(1).play(3)
    assert proved("tictoe", drawn, "outcome") == "draw"
    assert proved("tictoe", drawn, "winning-strategy", player="second") == "no"


def positions(start: Position) -> dict[str, Position]:
    """Every position that play can reach, by its key."""
    found = {start.key(): start}
    for move in start.moves():
        found |= positions(start.play(move))
    return found


def value(position: Position) -> str:
    """The result of best play, by the rules."""
    result = position.result()
    if result is not None:
        return result
    below = {value(position.play(move)) for move in position.moves()}
    own = position.to_move
    return own if own in below else "draw" if "draw" in below else below.pop()


@pytest.mark.parametrize("diagonals", [False, True])
def test_every_position_and_every_transplanted_certificate(diagonals: bool) -> None:
    """Finished positions are answered too; a certificate serves only what is true."""
    known = positions(make(diagonals)).values()
    made = [findings("tictoe", place, "outcome")["tree"].certificate for place in known]
    for place in known:
        truth = value(place)
        assert proved("tictoe", place, "outcome") == truth
        for player in ("first", "second"):
            answer = "yes" if truth == player else "no"
            assert proved("tictoe", place, "winning-strategy", player=player) == answer
        for certificate in made:
            assert certificate is not None
            for answer in {"first", "second", "draw"} - {truth}:
                with pytest.raises(Rejected):
                    check(place, "outcome", answer, certificate)


def test_wrong_tree_is_rejected() -> None:
    with pytest.raises(Rejected):
        check(make(), "tree", "24 plays (8 draw, 16 first), 48 nodes, 31 positions", Definition())
    with pytest.raises(Rejected):
        check(make(), "can-win", "yes", Definition(), player="second")
    with pytest.raises(Rejected):
        check(make(), "can-win", "no", Definition(), player="third")
    with pytest.raises(Rejected):
        check(make(), "outcome", "first", Definition())
    good = findings("tictoe", make(), "winning-strategy", player="first")["tree"].certificate
    assert isinstance(good, Play)
    with pytest.raises(Rejected):
        check(make(), "winning-strategy", "yes", good, player="second")
    with pytest.raises(Rejected):
        check(make(), "winning-strategy", "no", good, player="first")
    with pytest.raises(Rejected):
        check(make(), "winning-strategy", "no", good, player="third")
    with pytest.raises(BadInput):
        make().parse_move("c3")


@pytest.mark.parametrize("cells", ["...", ".....", "x...", "O...", "XX..", "XOO."])
def test_positions_that_no_play_reaches_are_refused(cells: str) -> None:
    with pytest.raises(BadInput):
        Position(cells)
