"""Boards on which sets are avoided, stones fall, several are placed in a turn or longer rows are
none, and Notakto: the rules say what is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from gameproof.games.impartial.notakto import Notakto
from gameproof.games.meaning.listed import moves_text

Arguments = Mapping[str, object]
Boards = tuple[str, ...]


def crosses(boards: Boards) -> list[tuple[str, Boards]]:
    """Every cross with its name; boards are rows in one text."""
    found = []
    for k, board in enumerate(boards):
        rows = board.split("/")
        n = len(rows)
        cells = {(r, c) for r in range(n) for c in range(n) if rows[r][c] == "X"}
        lines = [{(r, c) for c in range(n)} for r in range(n)]
        lines += [{(r, c) for r in range(n)} for c in range(n)]
        lines += [{(r, r) for r in range(n)}, {(r, n - 1 - r) for r in range(n)}]
        if any(line <= cells for line in lines):
            continue
        for at, mark in enumerate(board):
            if mark == ".":
                r, c = divmod(at, n + 1)
                after = board[:at] + "X" + board[at + 1 :]
                found.append(
                    (f"{k + 1}/{'abcde'[c]}{r + 1}", (*boards[:k], after, *boards[k + 1 :]))
                )
    return found


@cache
def heap(boards: Boards) -> int:
    below = {heap(after) for _, after in crosses(boards)}
    return next(n for n in range(len(below) + 1) if n not in below)


def boards_of(position: Notakto) -> Boards:
    return tuple(str(position).split())


def grundy(position: Notakto, arguments: Arguments) -> object:
    return heap(boards_of(position))


def equivalent(position: Notakto, arguments: Arguments) -> object:
    return grundy(position, arguments) == arguments["heap"]


def winning(position: Notakto, arguments: Arguments) -> object:
    return moves_text(m for m, after in crosses(boards_of(position)) if heap(after) == 0)


ORACLES: dict[tuple[type, str], Callable[..., object]] = {
    (Notakto, "grundy"): grundy,
    (Notakto, "equivalent"): equivalent,
    (Notakto, "winning-moves"): winning,
}

WHO = ("outcome", "second-wins")
HEAPS = ("misere-outcome", "outcome", "grundy", "winning-moves", "equivalent --heap 0")

GOALS: list[tuple[str, tuple[str, ...]]] = [
    ("tictactoe 1 1 --rule avoid", WHO),
    ("tictactoe 2 2 --rule avoid", WHO),
    ("tictactoe 2 2 --rule avoid --first a1 --to-move second", WHO),
    ("tictactoe 2 2 --rule avoid --first a1;b2 --second a2 --to-move second", WHO),
    ("mnk 2 3 3 --rule avoid", WHO),
    ("mnk 1 5 2 --rule avoid", WHO),
    ("mnk 1 4 5 --rule avoid", WHO),
    ("tictactoe 2 2 --gravity", WHO),
    ("tictactoe 2 3 --gravity", WHO),
    ("mnk 2 3 2 --gravity --first b2 --to-move second", WHO),
    ("mnk 3 3 3 --gravity --first a3;b3 --second a2;b2", WHO),
    ("mnk 3 2 4 --gravity", WHO),
    ("polyomino el 2 3 --gravity", WHO),
    ("mnk 2 2 2 --turns 1 2", WHO),
    ("mnk 1 5 2 --turns 1 2 2 --to-move second", WHO),
    ("mnk 2 3 3 --turns 3 2 --rule weak", WHO),
    ("tictactoe 2 2 --turns 2 --first a1", WHO),
    ("ramsey 4 3 --turns 2 1 --second 1-2 --rule weak", WHO),
    ("hex 2 2 --turns 1 2", WHO),
    ("mnk 1 2 2 --turns 2 --first 0;1", WHO),
    ("mnk 1 3 2 --exact --first a1;c1", WHO),
    ("mnk 1 5 2 --exact", WHO),
    ("mnk 2 2 1 --exact", WHO),
    ("mnk 2 3 2 --exact --first a1;c1 --second a2 --to-move second", WHO),
    ("mnk 1 4 4 --exact", WHO),
    ("sim 3", WHO),
    ("sim 4", WHO),
    ("sim 4 --first 1-2;2-3 --second 1-4", WHO),
    ("sim 3 --first 1-2;2-3;1-3", WHO),
    ("ramsey 4 2 --rule avoid", WHO),
    ("notakto X", HEAPS),
    ("notakto .", HEAPS),
    ("notakto ../..", HEAPS),
    ("notakto ../.. X./..", HEAPS),
    ("notakto XX./.X./...", HEAPS),
]
