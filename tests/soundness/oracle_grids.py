"""Games on squares: values by comparing the games of the rules written once more, no theorem."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

import reference.example  # noqa: F401
from reference.short_games import Form, form

from gameproof.games.grids.chomp import Chomp
from gameproof.games.grids.clobber import Clobber
from gameproof.games.grids.cram import Cram
from gameproof.games.grids.domineering import Domineering
from gameproof.games.grids.squares import Square, Squares
from gameproof.games.grids.toads_and_frogs import ToadsAndFrogs
from gameproof.games.meaning.listed import moves_text
from gameproof.games.short.game_notation import written
from soundness import cooled
from soundness.oracle_snort import NAMED, named, simplest, text
from soundness.rules_oracle import TooLarge

from gameproof_nogo.nogo import NoGo  # isort: skip  # on the path since reference.example

Arguments = Mapping[str, object]
Board = tuple[str, ...]


def board_of(position: Squares | Cram) -> Board:
    """The lines, read from the position's text."""
    lines = tuple(str(position).split("/"))
    if sum(map(len, lines)) > 12:
        raise TooLarge
    return lines


def at(board: Board) -> dict[Square, str]:
    return {(r, c): mark for r, line in enumerate(board) for c, mark in enumerate(line)}


def with_marks(board: Board, marks: Mapping[Square, str]) -> Board:
    return tuple(
        "".join(marks.get((r, c), mark) for c, mark in enumerate(line))
        for r, line in enumerate(board)
    )


def placed(board: Board, down: int) -> Iterator[tuple[Square, Square]]:
    squares = at(board)
    for (r, c), mark in squares.items():
        other = (r + down, c + 1 - down)
        if mark == squares.get(other) == ".":
            yield (r, c), other


def dominoes(board: Board, left: bool) -> Iterator[Board]:
    return (with_marks(board, dict.fromkeys(d, "#")) for d in placed(board, int(left)))


def captures(board: Board, left: bool) -> Iterator[Board]:
    squares, mine, other = at(board), "ox"[left], "xo"[left]
    for (r, c), mark in squares.items():
        for end in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if mark == mine and squares.get(end) == other:
                yield with_marks(board, {(r, c): ".", end: mine})


def hops(board: Board, left: bool) -> Iterator[Board]:
    for r, line in enumerate(board):
        for before, after in (("T.", ".T"), ("TF.", ".FT")):
            if not left:
                before, after = (w[::-1].translate({84: 70, 70: 84}) for w in (before, after))
            for c in range(len(line)):
                if line[c : c + len(before)] == before:
                    yield (*board[:r], line[:c] + after + line[c + len(after) :], *board[r + 1 :])


def liberties(board: Board) -> bool:
    """Every stone sees a free square, itself or through a path of its colour."""
    squares = at(board)

    def sees(path: tuple[Square, ...]) -> bool:
        r, c = path[-1]
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if squares.get(near) == ".":
                return True
            alike = squares.get(near) == squares[r, c]
            if alike and near not in path and sees((*path, near)):
                return True
        return False

    return all(sees((square,)) for square, mark in squares.items() if mark in "xo")


def stones(board: Board, left: bool) -> Iterator[Board]:
    free = (square for square, mark in at(board).items() if mark == ".")
    after = (with_marks(board, {square: "ox"[left]}) for square in free)
    return (board for board in after if liberties(board))


MOVES: dict[str, Callable[[Board, bool], Iterator[Board]]] = {
    "Domineering": dominoes, "Clobber": captures, "ToadsAndFrogs": hops, "NoGo": stones,
}  # fmt: skip
PARTIZAN = (Domineering, Clobber, ToadsAndFrogs, NoGo)


@cache
def game(board: Board, kind: str) -> Form:
    """The game of the whole board."""
    left, right = ([game(b, kind) for b in MOVES[kind](board, side)] for side in (True, False))
    return simplest(form(left, right))


def whole(position: Squares) -> Form:
    return game(board_of(position), type(position).__name__)


def value(position: Squares, arguments: Arguments) -> object:
    return written(text(whole(position)))


def equals(position: Squares, arguments: Arguments) -> object:
    return named(whole(position), arguments)


def bites(board: Board) -> Iterator[tuple[str, Board]]:
    squares = {square for square, mark in at(board).items() if mark == "."}
    for r, c in squares - {(0, 0)}:
        gone = {(y, x): "#" for y, x in squares if y >= r and x >= c}
        yield name((r, c)), with_marks(board, gone)


def pieces(board: Board) -> Iterator[tuple[str, Board]]:
    for down in (0, 1):
        for domino in placed(board, down):
            yield "-".join(map(name, domino)), with_marks(board, dict.fromkeys(domino, "#"))


def name(square: Square) -> str:
    return "abcdefghijkl"[square[1]] + str(square[0] + 1)


BELOW: dict[str, Callable[[Board], Iterator[tuple[str, Board]]]] = {"Cram": pieces, "Chomp": bites}
IMPARTIAL = (Cram, Chomp)


@cache
def heap(board: Board, kind: str) -> int:
    """The Grundy value of the whole board."""
    below = {heap(after, kind) for _, after in BELOW[kind](board)}
    return next(n for n in range(len(below) + 1) if n not in below)


def grundy(position: Squares | Cram, arguments: Arguments) -> object:
    return heap(board_of(position), type(position).__name__)


def equivalent(position: Squares | Cram, arguments: Arguments) -> object:
    return grundy(position, arguments) == arguments["heap"]


def winning(position: Squares | Cram, arguments: Arguments) -> object:
    kind = type(position).__name__
    return moves_text(m for m, b in BELOW[kind](board_of(position)) if heap(b, kind) == 0)


ORACLES: dict[tuple[type, str], Callable[..., object]] = {
    **{(kind, "value"): value for kind in PARTIZAN},
    **{(kind, "equals"): equals for kind in PARTIZAN},
    **{(kind, q): o for kind in PARTIZAN for q, o in cooled.oracles(whole).items()},
    **{(kind, "grundy"): grundy for kind in IMPARTIAL},
    **{(kind, "equivalent"): equivalent for kind in IMPARTIAL},
    **{(kind, "winning-moves"): winning for kind in IMPARTIAL},
}

ABOUT_VALUES = ("outcome", "value", *cooled.QUESTIONS,
                *(f"equals --game={name}" for name in NAMED))  # fmt: skip
ABOUT_HEAPS = ("outcome", "grundy", "winning-moves", "equivalent --heap 0", "equivalent --heap 1")

GOALS: list[tuple[str, tuple[str, ...]]] = [
    *[
        (board, ABOUT_VALUES)
        for board in (
            "domineering 0 0",
            "domineering 1 1",
            "domineering 1 2",
            "domineering 2 1 --to-move right",
            "domineering 1 4",
            "domineering 2 2",
            "domineering 2 2 --to-move right",
            "domineering 2 3",
            "domineering ..#/.#./..#",
            "domineering 3 2 --to-move right",
            "clobber 1 1",
            "clobber 2 2",
            "clobber 2 3 --to-move right",
            "clobber xoo",
            "clobber xoox/o.xo",
            "clobber xx/.x",
            "toads-and-frogs TF",
            "toads-and-frogs T.F",
            "toads-and-frogs TT.FF --to-move right",
            "toads-and-frogs T..F/TF.",
            "toads-and-frogs TF..TF",
            "nogo 1 1",
            "nogo 1 2",
            "nogo 1 4 --to-move right",
            "nogo 2 2",
            "nogo x.#/.o.",
        )
    ],
    *[
        (board, (*ABOUT_HEAPS, *(("misere-outcome",) if board.startswith("cram") else ())))
        for board in (
            "cram 0 3",
            "cram 1 1",
            "cram 1 2",
            "cram 1 4",
            "cram 2 2",
            "cram 2 3",
            "cram ..#/#../...",
            "chomp 0 0",
            "chomp 1 1",
            "chomp 1 3",
            "chomp 2 2",
            "chomp 2 3",
            "chomp .../.##",
        )
    ],
]


def positions(start: Squares) -> Iterator[Squares]:
    """Every position that play reaches, the moves being those of the module under test."""
    todo = [start]
    seen = set()
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            yield here
            todo += [here.play(move) for move in here.moves()]  # type: ignore[attr-defined]
