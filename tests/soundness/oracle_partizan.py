"""Partizan games on the base class: Domineering on tiny boards, values by comparing games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from reference.short_games import Form, form

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.method import Options, Undecided
from gameproof.encodings.partizan import partizan_encoding
from gameproof.games.game import AnyGame, Game
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.partizan import LEFT, QUESTIONS, RIGHT, Partizan
from gameproof.games.short.game_notation import written
from gameproof.instances.instance import Resolved
from soundness import cooled
from soundness.oracle_snort import NAMED, named, simplest, text
from soundness.unhurried import Unhurried

Arguments = Mapping[str, object]
Cells = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Dominoes(Partizan[tuple[int, int]]):
    """Left puts dominoes upright on the free cells, Right lays them; a move is the upper or
    left cell."""

    free: Cells

    def options(self, player: str) -> Iterator[tuple[int, int]]:
        """Every place for a domino."""
        down, right = (1, 0) if player == LEFT else (0, 1)
        return (c for c in sorted(self.free) if (c[0] + down, c[1] + right) in self.free)

    def after(self, move: tuple[int, int]) -> Dominoes:
        """The cells without the domino."""
        down, right = (1, 0) if self.to_move == LEFT else (0, 1)
        return replace(self, free=self.free - {move, (move[0] + down, move[1] + right)})

    def board_key(self) -> str:
        """The free cells."""
        return " ".join(f"{r}.{c}" for r, c in sorted(self.free))

    def move_text(self, move: tuple[int, int]) -> str:
        """Row and column."""
        return f"{move[0]}.{move[1]}"

    def parts(self) -> tuple[Dominoes, ...]:
        """The pieces that hang together."""
        rest, found = set(self.free), []
        while rest:
            piece = {min(rest)}
            while True:
                near = {
                    (r + dr, c + dc)
                    for r, c in piece
                    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
                }
                if near & rest <= piece:
                    break
                piece |= near & rest
            rest -= piece
            found.append(replace(self, free=frozenset(piece)))
        return tuple(found)

    def __str__(self) -> str:
        return f"dominoes {self.board_key() or '-'} {self.to_move}"


@cache
def game(free: Cells) -> Form:
    """The game that the rules make of the whole board, never split into parts."""
    here = Dominoes(free)
    return simplest(
        form(
            [game(here.turn(LEFT).play(move).free) for move in here.options(LEFT)],
            [game(here.turn(RIGHT).play(move).free) for move in here.options(RIGHT)],
        )
    )


def whole(position: Dominoes) -> Form:
    return game(position.free)


def equals(position: Dominoes, arguments: Arguments) -> object:
    return named(game(position.free), arguments)


ORACLES: dict[tuple[type, str], Callable[[Dominoes, Arguments], object]] = {
    (Dominoes, "value"): lambda position, _: written(text(game(position.free))),
    (Dominoes, "equals"): equals,
    **{(Dominoes, question): oracle for question, oracle in cooled.oracles(whole).items()},
}

GAME = Game("dominoes", "put dominoes on a board", (), QUESTIONS, Dominoes)


def board(*rows: str) -> Cells:
    return frozenset((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == ".")


BOARDS_MADE = (
    board(),
    board("."),
    board(".."),
    board(".", "."),
    board("..", ".."),
    board("..", ".#"),
    board("...", "..."),
    board("..#", "#.."),
    board("..#..", ".###."),
    board("...", ".#.", "..."),
)


def made() -> list[Resolved]:
    """The questions about these boards, with either player to move."""
    found = []
    for free in BOARDS_MADE:
        for player in (LEFT, RIGHT):
            position = Dominoes(free, to_move=player)
            for question in QUESTIONS:
                for words in NAMED if question.name == "equals" else (None,):
                    arguments = {} if words is None else {"game": words}
                    name = f"{position} {question.name} {words}"
                    found.append(
                        Resolved(
                            cast(AnyGame, GAME),
                            __name__,
                            question,
                            cast(AnyPosition, position),
                            {},
                            arguments,
                            {},
                            str(position),
                            name,
                        )
                    )
    return found


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) by the methods that all partizan games share."""
    position: object = goal.position
    if not isinstance(position, Dominoes):
        return
    for method in partizan_encoding().methods:
        if method.question == goal.question.name:
            options = Options(arguments=goal.arguments)
            finding = method.run(position, Unhurried(), options)
            if finding.certificate is not None and not isinstance(finding.answer, Undecided):
                answer = goal.question.form.write(finding.answer)
                yield method.name, answer, finding.certificate
