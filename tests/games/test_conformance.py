"""Every game of ours keeps its word on tiny boards; what does not is found out."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, Self

import pytest
from soundness.goals import goals
from soundness.rules_oracle import NoOracle, value_of

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.method import Encoding, Finding, Method
from gameproof.games.game import games
from gameproof.games.grids.squares import Square, Squares
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Question
from gameproof.games.meaning.statement import wins
from gameproof.games.partizan import LEFT, Partizan
from gameproof.instances.instance import Resolved, read, resolve
from gameproof.pictures.picture import Depiction, Picture
from gameproof.prover import registry
from gameproof.testing import MOST, NotConforming, NotKnown, Report, conforms, keeps_rules
from gameproof.truth import TooLarge, explore

PER_GAME = 3
"""Boards of a game in the usual run; the slow one takes all."""


WITHOUT_BOARDS = {
    "tetris-3partition": "boards of 48 pieces and more",
}
"""Games without a tiny board, with the reason."""


@cache
def boards() -> dict[str, list[list[Resolved]]]:
    """The boards of each game, each with its questions; most of them are tiny."""
    found: dict[str, dict[str, list[Resolved]]] = defaultdict(lambda: defaultdict(list))
    for goal in goals():
        board = json.dumps([goal.parameters, goal.moves], sort_keys=True, default=str)
        found[goal.game.name][board].append(goal)
    return {
        name: list(found[name].values()) or [[asked] for asked in from_files(name)]
        for name in games()
    }


def tiny(name: str, most: int = MOST) -> Iterator[list[Resolved]]:
    """Those boards of a game that have at most so many positions."""
    return (asked for asked in boards()[name] if is_tiny(asked[0].position, most))


def from_files(name: str) -> Iterator[Resolved]:
    """The instances of a game for which nobody wrote down tiny boards."""
    folder = registry.entry(name).instances
    for path in sorted(folder.glob("*.json")) if folder else ():
        yield resolve(read(path))


def is_tiny(position: AnyPosition, most: int) -> bool:
    try:
        explore(position, most)
    except TooLarge:
        return False
    return True


def truth(position: AnyPosition, name: str, arguments: Mapping[str, Any]) -> object:
    try:
        return value_of(position, name, arguments)
    except NoOracle:
        raise NotKnown(name) from None


@pytest.mark.parametrize("name", [name for name in games() if name not in WITHOUT_BOARDS])
def test_a_game_conforms(name: str) -> None:
    small = list(tiny(name, 300))
    spread = small[:: max(1, len(small) // PER_GAME)][:PER_GAME] or [*islice(tiny(name), 1)]
    report = conforms(name, spread, quantities=truth)
    assert report.boards == len(spread)
    assert report.positions >= report.boards
    assert report.pictures
    assert report.answers
    assert report.certificates


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in games() if name not in WITHOUT_BOARDS])
def test_a_game_conforms_on_all_tiny_boards(name: str) -> None:
    every = list(tiny(name))
    report = conforms(name, every, quantities=truth)
    assert report.boards == len(every)


def test_every_law_is_proved_somewhere() -> None:
    found: set[Law] = set()
    for given in boards().values():
        for position in (asked[0].position for asked in given):
            if not position.laws <= found and is_tiny(position, MOST):
                found |= position.laws
    assert found == set(Law)


# -- wrong games ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Good(Squares, Partizan[tuple[Square, Square]]):
    """Domineering, in a few lines."""

    @classmethod
    def of(cls, rows: int, columns: int) -> Self:
        return cls.make((str(rows), str(columns)))

    def options(self, player: str) -> Iterable[tuple[Square, Square]]:
        return self.pairs(1, 0) if player == LEFT else self.pairs(0, 1)

    def after(self, move: tuple[Square, Square], /) -> Good:
        return replace(self, lines=self.covered(move))

    def board_key(self) -> str:
        return str(self)

    def parts(self) -> tuple[Any, ...]:
        return tuple(replace(self, lines=lines) for lines in self.regions(least=2, turned=False))


class SharedKey(Good):
    def board_key(self) -> str:
        return str(len(self.free()))


class KeyWithoutTurn(Good):
    def key(self) -> str:
        return self.board_key()


class LostPart(Good):
    def parts(self) -> tuple[Any, ...]:
        return super().parts()[:1]


class JoinedMoves(Good):
    """Parts that a move can join are no sum."""

    def parts(self) -> tuple[Any, ...]:
        half = len(self.lines) // 2
        lines = (self.lines[:half], self.lines[half:])
        return tuple(replace(self, lines=part) for part in lines if part)


class Misere(Good):
    def result(self) -> str | None:
        winner = super().result()
        return None if winner is None else self.to_move


class Draws(Good):
    @property
    def laws(self) -> frozenset[Law]:
        return super().laws - {Law.NORMAL_PLAY}

    def result(self) -> str | None:
        return None if super().result() is None else "draw"


class TwiceRunning(Good):
    def play(self, move: tuple[Square, Square], /) -> Any:
        return super().play(move).turn(self.to_move)


class NoTurn(Good):
    def turn(self, player: str, /) -> Any:
        return self


class AnyStranger(Good):
    def turn(self, player: str, /) -> Any:
        return super().turn(player if player in self.players else LEFT)


class Careless(Good):
    """Plays what is not legal."""

    def play(self, move: tuple[Square, Square], /) -> Any:
        return replace(self.after(move), to_move="right" if self.to_move == LEFT else LEFT)


class Crashes(Good):
    def play(self, move: tuple[Square, Square], /) -> Any:
        if move not in self.moves():
            raise IndexError(move)
        return super().play(move)


class OneText(Good):
    def move_text(self, move: Any, /) -> str:
        return "here"


class Unreadable(Good):
    def parse_move(self, text: str, /) -> Any:
        raise BadInput("cannot read")


class ForgetfulLaws(Good):
    @property
    def laws(self) -> frozenset[Law]:
        return super().laws if "#" not in str(self) else frozenset({Law.TURNS})


class MovesAfterTheEnd(Good):
    def result(self) -> str | None:
        return LEFT if "#" in str(self) else super().result()


class Impartial(Good):
    @property
    def laws(self) -> frozenset[Law]:
        return super().laws | {Law.IMPARTIAL}


class SameSets(Good):
    @property
    def laws(self) -> frozenset[Law]:
        return super().laws | {Law.SAME_SETS}


def test_the_good_game_keeps_its_rules() -> None:
    report = Report()
    keeps_rules(Good.of(2, 3), report)
    assert report.illegal > 0
    assert set(report.laws) == set(Good.of(1, 1).laws)


@pytest.mark.parametrize(
    ("wrong", "because"),
    [
        (SharedKey, "have the key"),
        (KeyWithoutTurn, "have the key|who is to move"),
        (LostPart, "sum of its parts"),
        (JoinedMoves, "sum of its parts"),
        (Misere, "in normal play"),
        (Draws, "no player has won"),
        (TwiceRunning, "is to move, not"),
        (NoTurn, "does not turn"),
        (AnyStranger, "takes any player"),
        (Careless, "plays the illegal"),
        (OneText, "written alike"),
        (Unreadable, "cannot be read"),
        (ForgetfulLaws, "do not hold any more"),
        (MovesAfterTheEnd, "the result is"),
        (Impartial, "impartial|other moves|called"),
        (SameSets, "no stones"),
    ],
)
def test_a_wrong_game_is_found_out(wrong: type[Good], because: str) -> None:
    with pytest.raises(NotConforming, match=because):
        keep_rules(wrong.of(r, c) for r, c in ((2, 2), (2, 3), (4, 1), (1, 4), (2, 5)))


def keep_rules(positions: Iterable[Good]) -> None:
    for position in positions:
        keeps_rules(position)


def test_an_illegal_move_that_crashes_is_found_out() -> None:
    with pytest.raises(IndexError):
        keeps_rules(Crashes.of(2, 2))


@dataclass(frozen=True)
class Endless:
    """A token that goes round, though play is said to end."""

    at: int
    to_move: str = "first"
    laws = frozenset({Law.TURNS, Law.FINITE})
    players = ("first", "second")

    def moves(self) -> list[int]:
        return [1]

    def play(self, move: int, /) -> Endless:
        if move != 1:
            raise BadInput("no such move")
        return Endless((self.at + 1) % 4, "second" if self.to_move == "first" else "first")

    def result(self) -> str | None:
        return None

    def key(self) -> str:
        return f"{self.at} {self.to_move}"

    def move_text(self, move: int, /) -> str:
        return "on"

    def parse_move(self, text: str, /) -> int:
        if text != "on":
            raise BadInput("no such move")
        return 1


def test_play_that_returns_is_found_out() -> None:
    with pytest.raises(NotConforming, match="can return"):
        keeps_rules(Endless(0))


@dataclass(frozen=True)
class Unequal:
    """First wins with one cell, second with two."""

    mine: tuple[int, ...] = ()
    yours: tuple[int, ...] = ()
    laws = frozenset({Law.SAME_SETS, Law.FINITE, Law.TURNS})
    players = ("first", "second")

    @property
    def to_move(self) -> str:
        return "first" if len(self.mine) == len(self.yours) else "second"

    def stones(self, player: str, /) -> tuple[int, ...]:
        return self.mine if player == "first" else self.yours

    def moves(self) -> list[int]:
        over = self.result() is not None
        return [] if over else [c for c in range(4) if c not in self.mine + self.yours]

    def play(self, move: int, /) -> Unequal:
        if move not in self.moves():
            raise BadInput("taken")
        if self.to_move == "first":
            return replace(self, mine=tuple(sorted((*self.mine, move))))
        return replace(self, yours=tuple(sorted((*self.yours, move))))

    def result(self) -> str | None:
        if 0 in self.mine:
            return "first"
        if {0, 1} <= set(self.yours):
            return "second"
        return "draw" if len(self.mine + self.yours) == 4 else None

    def key(self) -> str:
        return f"{self.mine}/{self.yours}"

    def move_text(self, move: int, /) -> str:
        return str(move)

    def parse_move(self, text: str, /) -> int:
        if text not in "0123" or not text:
            raise BadInput("no cell")
        return int(text)


def test_unequal_aims_are_found_out() -> None:
    with pytest.raises(NotConforming, match="won by the other player"):
        keeps_rules(Unequal())


# -- wrong questions, methods and pictures -------------------------------------------------------


def test_a_question_with_two_true_answers_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    nim = games()["nim"][0]
    both: Question[AnyPosition] = Question(
        "outcome", "Who?", ("N", "P"), means=lambda p, a, g: (wins(p.to_move, p.to_move),)
    )
    object.__setattr__(nim, "questions", (both, *nim.questions[1:]))
    try:
        with pytest.raises(NotConforming, match=r"\['N', 'P'\] are true|\[\] are true"):
            conforms("nim", ["nim 2 1"])
    finally:
        object.__setattr__(nim, "questions", (QUESTION_OF_NIM, *nim.questions[1:]))


QUESTION_OF_NIM = games()["nim"][0].questions[0]


@pytest.mark.parametrize(
    ("answer", "because"), [("P", "answers 'P', which is false"), ("N", "the certificate is")]
)
def test_a_wrong_method_is_found_out(
    answer: str, because: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(position: Any, limits: Any, options: Any) -> Finding:
        return Finding(answer, proof)

    proof = next(
        m for m in registry.entry("nim").methods("grundy") if m.name == "grundy-table"
    ).run(games()["nim"][0].make(heaps=(1, 1)), limits(), options()).certificate  # fmt: skip
    assert isinstance(proof, Certificate)
    wrong = registry.Entry(
        games()["nim"][0], "nim", Encoding((Method("outcome", "wrong", run, "none"),))
    )
    monkeypatch.setattr(registry, "entry", lambda name: wrong)
    with pytest.raises(NotConforming, match=because):
        conforms("nim", [("nim 2 1", ["outcome"])])


def limits() -> Any:
    from gameproof.solvers.limits import Limits

    return Limits()


def options() -> Any:
    from gameproof.encodings.method import Options

    return Options()


def test_a_picture_that_says_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    mute: Depiction[AnyPosition] = Depiction(
        lambda position, certificate, detail: Picture("", "<svg/>")
    )
    monkeypatch.setattr(registry, "picture", lambda module: mute)
    with pytest.raises(NotConforming, match="the picture has no text"):
        conforms("nim", ["nim 1"])


def test_too_large_a_board_is_refused_and_an_example_left_out() -> None:
    with pytest.raises(NotConforming, match="name a smaller board"):
        conforms("tictactoe", ["tictactoe 4 2"])
    assert conforms("tictoe").boards
