"""Values of any partizan game: every lie about a table is refused for its own reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np
import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.values.games import Games
from gameproof.encodings.partizan import proved_value
from gameproof.games.grids.domineering import Domineering
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Is, quantity, wins
from gameproof.games.partizan import LEFT, RIGHT, Partizan
from gameproof.games.short.game_notation import written
from gameproof.replies.replies import reply
from gameproof.solvers.limits import Limits


def size(rows: int, columns: int) -> Domineering:
    return Domineering.make((str(rows), str(columns)))


def proof(position: Partizan[Any]) -> Games:
    return proved_value(position, Limits())[1]


def said(position: Any, question: str, certificate: Games, **arguments: str) -> tuple[Any, ...]:
    return conclude(Goal(position, question, arguments), certificate).statements


BOARD = size(3, 3)
TWO = replace(size(0, 0), lines=("..#..", "..#..", "##...", "##..."))


def test_what_a_value_says() -> None:
    certificate = proof(BOARD)
    assert said(BOARD, "value", certificate) == (Is(quantity("value"), written("±1")),)
    assert said(BOARD, "outcome", certificate) == (wins(LEFT, LEFT), wins(RIGHT, RIGHT))
    for game, same in (("±1", True), ("{1|-1}", True), ("1", False), ("0", False)):
        asked = quantity("equals", {"game": game})
        assert said(BOARD, "equals", certificate, game=game) == (Is(asked, same),)


@pytest.mark.parametrize(
    ("rows", "columns", "winners"),
    [(0, 0, (RIGHT, LEFT)), (2, 1, (LEFT, LEFT)), (1, 2, (RIGHT, RIGHT)), (2, 2, (LEFT, RIGHT))],
)
def test_outcomes_come_from_the_order(rows: int, columns: int, winners: tuple[str, str]) -> None:
    board = size(rows, columns)
    expected = tuple(wins(s, w) for s, w in zip((LEFT, RIGHT), winners, strict=True))
    assert said(board, "outcome", proof(board)) == expected


def test_a_sum_of_parts_needs_its_rows() -> None:
    certificate = proof(TWO)
    assert len(TWO.parts()) == 2
    said(TWO, "value", certificate)
    assert len(certificate.sums)
    none = msgspec.structs.replace(certificate, sums=np.zeros((0, 3), dtype=np.int32))
    with pytest.raises(Rejected, match="is not among the rows"):
        said(TWO, "value", none)


def test_each_row_is_verified() -> None:
    certificate = proof(BOARD)
    games = len(certificate.exponents)
    for key, game in certificate.values.items():
        without = {k: g for k, g in certificate.values.items() if k != key}
        with pytest.raises(Rejected, match="no value for the position"):
            said(BOARD, "value", msgspec.structs.replace(certificate, values=without))
        for lie in range(games):
            if lie != game:
                values = {**certificate.values, key: lie}
                with pytest.raises(Rejected):
                    said(BOARD, "value", msgspec.structs.replace(certificate, values=values))


@pytest.mark.parametrize("number", [-1, 10**9, True, 0.0, None, "0"])
def test_a_row_names_a_game(number: Any) -> None:
    certificate = proof(BOARD)
    values = dict.fromkeys(certificate.values, number)
    with pytest.raises(Rejected, match="no value for the position"):
        said(BOARD, "value", msgspec.structs.replace(certificate, values=values))


def test_nothing_proves_nothing() -> None:
    certificate = msgspec.structs.replace(proof(BOARD), values={})
    with pytest.raises(Rejected, match="no value"):
        said(BOARD, "outcome", certificate)


def test_other_questions_are_not_answered() -> None:
    for question, arguments in (("grundy", {}), ("equals", {}), ("values", {"game": "0"})):
        with pytest.raises(Rejected, match=r"does not answer|names no game"):
            said(BOARD, question, proof(BOARD), **arguments)


@dataclass(frozen=True)
class Strange(Partizan[int]):
    """So many steps for both; ``back`` steps can be taken back, ``ends`` for the wrong one."""

    left: int
    back: bool = False
    ends: bool = False
    torn: bool = False

    def options(self, player: str) -> Iterable[int]:
        return [1] if self.left or self.back else []

    def after(self, move: int, /) -> Strange:
        return replace(self, left=1 - self.left if self.back else self.left - 1)

    def board_key(self) -> str:
        return str(self.left)

    def result(self) -> str | None:
        return self.to_move if self.ends and not self.left else super().result()

    def parts(self) -> tuple[Strange, ...]:
        return () if self.torn else (self,)


@pytest.mark.parametrize(
    ("position", "because"),
    [
        (Strange(1, back=True), "can return to the position"),
        (Strange(1, ends=True), "does not end as in normal play"),
        (Strange(1, torn=True), "without parts still has moves"),
    ],
)
def test_rules_that_break_their_laws(position: Strange, because: str) -> None:
    zero = proof(size(1, 2))
    values = {f"{n} left": 0 for n in (0, 1)}
    with pytest.raises(Rejected, match=because):
        said(position, "value", msgspec.structs.replace(zero, values=values))


class Misere(Strange):
    @property
    def laws(self) -> frozenset[Law]:
        return super().laws - {Law.NORMAL_PLAY}


def test_laws_and_positions_of_the_scope() -> None:
    with pytest.raises(Rejected, match="the play ends when"):
        said(Misere(1), "value", proof(Strange(1)))
    from gameproof.games.impartial.nim import GAMES

    nim = GAMES[0].make(heaps=(1,))
    with pytest.raises(Rejected, match="is not about"):
        said(nim, "outcome", proof(BOARD))


def test_replies_win() -> None:
    """Left begins on ±1 and wins: after each of his moves the value is >= 0."""
    certificate = proof(BOARD)
    here = BOARD
    while here.result() is None:
        move = reply(here, certificate)
        if here.to_move == LEFT:
            assert move is not None
        here = here.play(next((m for m in here.moves() if m == move), here.moves()[0]))
    assert here.result() == LEFT
    lost = size(1, 2)
    assert reply(lost, proof(lost)) is None
    assert reply(size(5, 5), certificate) is None
