"""Strategy certificates on Snort and on a small game with draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameproof.certificates.certificate import Claim, Rejected
from gameproof.certificates.strategy import Strategy, build, check, reply
from gameproof.games import snort
from gameproof.games.game import BadInput
from gameproof.games.graph import Graph

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Noughts:
    """Tic-tac-toe as plain as can be."""

    cells: str = "........."

    @property
    def to_move(self) -> str:
        return "second" if self.cells.count(".") % 2 == 0 else "first"

    def moves(self) -> list[int]:
        return [i for i, c in enumerate(self.cells) if c == "."]

    def play(self, move: int) -> Noughts:
        if not 0 <= move < 9 or self.cells[move] != ".":
            raise BadInput("occupied")
        mark = "X" if self.to_move == "first" else "O"
        return Noughts(self.cells[:move] + mark + self.cells[move + 1 :])

    def result(self) -> str | None:
        for line in LINES:
            row = {self.cells[i] for i in line}
            if row in ({"X"}, {"O"}):
                return "first" if row == {"X"} else "second"
        return None if "." in self.cells else "draw"

    def parse_move(self, text: str) -> int:
        return int(text)

    def move_text(self, move: int) -> str:
        return str(move)

    def __str__(self) -> str:
        return self.cells


@cache
def value(position: Any, side: str) -> int:
    """1 the side wins, 0 draw, -1 it loses."""
    result = position.result()
    if result is not None:
        return 0 if result == "draw" else 1 if result == side else -1
    values = [value(position.play(move), side) for move in position.moves()]
    return max(values) if position.to_move == side else min(values)


def best(side: str) -> Callable[[Any], Any]:
    return lambda position: max(position.moves(), key=lambda move: value(position.play(move), side))


def noughts_draw() -> Strategy:
    return build(
        [(Noughts(), "first"), (Noughts(), "second")],
        lambda position: best(position.to_move)(position),
    )


def snort_path(n: int) -> tuple[snort.Position, Strategy]:
    start = snort.Position(snort.SNORT, path(n))
    goals = [(start.turn(colour), colour) for colour in snort.COLOURS]
    return start, build(goals, lambda position: best(position.to_move)(position))


def path(n: int) -> Graph:
    return Graph.of(n, [(i, i + 1) for i in range(n - 1)])


def test_draw_needs_both_sides() -> None:
    certificate = noughts_draw()
    sentence = check(Noughts(), Claim("outcome", "draw"), certificate)
    assert "first at least draws" in sentence
    assert "second at least draws" in sentence
    half = build([(Noughts(), "first")], best("first"))
    with pytest.raises(Rejected, match="each player"):
        check(Noughts(), Claim("outcome", "draw"), half)
    with pytest.raises(Rejected, match="ends with draw"):
        check(Noughts(), Claim("outcome", "first"), certificate)


def test_win_within_counts_plies() -> None:
    start = Noughts("XO.......")  # the first player wins
    certificate = build([(start, "first")], best("first"))
    longest = int(check(start, Claim("outcome", "first"), certificate).split()[-2])
    check(start, Claim("win-within", "yes", {"plies": longest}), certificate)
    with pytest.raises(Rejected, match="longest play"):
        check(start, Claim("win-within", "yes", {"plies": longest - 1}), certificate)


def test_partizan_outcome_needs_both_starts() -> None:
    start, certificate = snort_path(5)
    assert "when blue starts" in check(start, Claim("outcome", "N"), certificate)
    one = build([(start, "red")], best("red"))
    check(start, Claim("winner", "red"), one)
    with pytest.raises(Rejected):
        check(start, Claim("outcome", "N"), one)
    for wrong in ("P", "L", "R", "draw", "blue"):
        with pytest.raises(Rejected):
            check(start, Claim("outcome", wrong), certificate)


def test_reply_follows_the_certificate() -> None:
    certificate = noughts_draw()
    position = Noughts()
    while position.result() is None:
        if position.to_move == "first":
            move = reply(position, certificate)
            assert move is not None
        else:
            move = position.moves()[-1]
        position = position.play(move)
    assert position.result() in ("first", "draw")
    assert reply(position, certificate) is None


CERTIFICATE = noughts_draw()


@given(st.sampled_from(["starts", "moves", "children"]), st.data())
def test_changed_numbers_are_rejected(field: str, data: st.DataObject) -> None:
    array = np.array(getattr(CERTIFICATE, field))
    at = data.draw(st.integers(0, len(array) - 1))
    bad = data.draw(st.integers(-3, len(array) + 3).filter(lambda value: value != array[at]))
    array[at] = bad
    changed = msgspec.structs.replace(CERTIFICATE, **{field: array})
    try:
        check(Noughts(), Claim("outcome", "draw"), changed)
    except Rejected:
        return
    # A reply or a merge may be another right one; then a proof of a win must still fail.
    with pytest.raises(Rejected):
        check(Noughts(), Claim("outcome", "first"), changed)


@pytest.mark.parametrize(
    "change",
    [
        {"proofs": []},
        {"proofs": [("first", "first", 10**9), ("first", "second", 0)]},
        {"proofs": [["first"]]},
        {"texts": ["nine"] * 9},
        {"texts": [1] * 9},
        {"starts": np.zeros(0, dtype=np.int64)},
        {"moves": np.zeros(3)},
        {"children": np.zeros((3, 3), dtype=np.int64)},
    ],
)
def test_hostile_certificates_are_rejected(change: dict[str, Any]) -> None:
    changed = msgspec.structs.replace(CERTIFICATE, **change)
    with pytest.raises(Rejected):
        check(Noughts(), Claim("outcome", "draw"), changed)


def test_build_refuses_repetition() -> None:
    @dataclass(frozen=True)
    class Circle:
        at: int = 0
        to_move: str = "first"

        def moves(self) -> list[int]:
            return [1]

        def play(self, move: int) -> Circle:
            return replace(self, at=(self.at + move) % 3)

        def result(self) -> str | None:
            return None

        def move_text(self, move: int) -> str:
            return str(move)

    with pytest.raises(ValueError, match="repeats"):
        build([(Circle(), "first")], lambda position: 1)
