"""Domineering and Cram: every domino placed on sets of squares; values by comparing games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from reference.domineering import install
from reference.short_games import Form, form

from gameproof.games.impartial.impartial import moves_text
from gameproof.games.squares import Square, Squares
from soundness import cooled
from soundness.oracle_snort import NAMED, named, simplest, text
from soundness.rules_oracle import TooLarge

install()

from gameproof_domineering.cram import Cram  # noqa: E402
from gameproof_domineering.domineering import Domineering  # noqa: E402

Arguments = Mapping[str, object]
Free = frozenset[Square]


def free(position: Squares) -> Free:
    """The free squares, read from the position's text."""
    rows = str(position).split("/")
    found = frozenset(
        (r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."
    )
    if len(found) > 12:
        raise TooLarge
    return found


def placed(squares: Free, down: int) -> Iterator[tuple[Square, Square]]:
    for r, c in sorted(squares):
        other = (r + down, c + 1 - down)
        if other in squares:
            yield (r, c), other


@cache
def game(squares: Free) -> Form:
    """The game of the whole board: Left's dominoes stand."""
    left, right = (
        [game(squares - set(domino)) for domino in placed(squares, down)] for down in (1, 0)
    )
    return simplest(form(left, right))


def whole(position: Squares) -> Form:
    return game(free(position))


def value(position: Squares, arguments: Arguments) -> object:
    return text(whole(position))


def equals(position: Squares, arguments: Arguments) -> object:
    return named(whole(position), arguments)


@cache
def heap(squares: Free) -> int:
    """The Grundy value of the whole board in Cram."""
    below = {heap(squares - set(domino)) for down in (0, 1) for domino in placed(squares, down)}
    return next(n for n in range(len(below) + 1) if n not in below)


def winning(position: Squares, arguments: Arguments) -> object:
    squares = free(position)
    dominoes = (domino for down in (0, 1) for domino in placed(squares, down))
    return moves_text(
        "-".join("abcdefghijkl"[c] + str(r + 1) for r, c in domino)
        for domino in dominoes
        if heap(squares - set(domino)) == 0
    )


ORACLES: dict[tuple[type, str], Callable[..., object]] = {
    (Domineering, "value"): value,
    (Domineering, "equals"): equals,
    **{(Domineering, question): oracle for question, oracle in cooled.oracles(whole).items()},
    (Cram, "grundy"): lambda position, arguments: heap(free(position)),
    (Cram, "equivalent"): lambda position, arguments: heap(free(position)) == arguments["heap"],
    (Cram, "winning-moves"): winning,
}

ABOUT_VALUES = ("outcome", "value", *cooled.QUESTIONS,
                *(f"equals --game={name}" for name in NAMED))  # fmt: skip
ABOUT_HEAPS = ("outcome", "grundy", "winning-moves", "equivalent --heap 0", "equivalent --heap 1")

GOALS: list[tuple[str, tuple[str, ...]]] = [
    *[
        (f"domineering {board}", ABOUT_VALUES)
        for board in (
            "0 0",
            "1 1",
            "1 2",
            "2 1 --to-move right",
            "1 4",
            "2 2",
            "2 2 --to-move right",
            "2 3",
            "3 2 --to-move right",
        )
    ],
    *[(f"cram {board}", ABOUT_HEAPS) for board in ("0 3", "1 1", "1 2", "1 4", "2 2", "2 3")],
]


def positions(rows: int, columns: int) -> Iterator[Domineering]:
    """Every position that play reaches from an empty board."""
    todo = [Domineering.make(rows, columns)]
    seen = set()
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            yield here
            todo += [here.play(move) for move in here.moves()]
