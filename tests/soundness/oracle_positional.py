"""Positional games: sets listed cell by cell, full boards and pairings by trying them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product

from reference.positional import value

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.positional.hex_laws import shorter
from gameproof.games.positional import Position
from gameproof.games.positional_questions import aim_of
from gameproof.instances.instance import Resolved
from soundness.rules_oracle import TooLarge

Arguments = Mapping[str, object]
Sets = list[frozenset[int]]

MOST_FREE = 12
"""Free cells of a board of which every full board is looked at."""


def sets_of(position: Position, player: str) -> Sets:
    """The sets that the player wants."""
    return [frozenset(row) for row in position.sets(player).sets()]


def free_cells(position: Position) -> list[int]:
    taken = position.first | position.second
    return [cell for cell in range(position.board.cells) if cell not in taken]


def live(position: Position) -> Sets:
    """What the first player still needs of each set without a stone of the second."""
    wanted = sets_of(position, "first")
    return [row - position.first for row in wanted if not row & position.second]


def pairing(position: Position, arguments: Arguments) -> object:
    """Disjoint pairs of free cells such that every live set holds one."""

    def serve(rest: Sets, used: frozenset[int]) -> bool:
        if not rest:
            return True
        for pair in combinations(sorted(rest[0] - used), 2):
            if serve([row for row in rest if not set(pair) <= row], used | set(pair)):
                return True
        return False

    return serve(live(position), frozenset())


def own_pairing(position: Position, arguments: Arguments) -> object:
    """A pair of its own for every live set."""

    def serve(rest: Sets, used: frozenset[int]) -> bool:
        if not rest:
            return True
        return any(
            serve(rest[1:], used | set(pair)) for pair in combinations(sorted(rest[0] - used), 2)
        )

    wanted = live(position)
    if 2 * len(wanted) > len(free_cells(position)):
        return False
    return serve(wanted, frozenset())


def pairing_from(position: Position, arguments: Arguments) -> object:
    """A line needs two cells; in the plane there are pairings from 5 x 5 on."""
    n, d = position.board.parameters
    if d > 2:
        raise TooLarge
    return n >= (2 if d == 1 else 5)


def full_boards(position: Position) -> Iterator[frozenset[int]]:
    """The first player's cells of each full board that holds no whole set."""
    free = free_cells(position)
    if len(free) > MOST_FREE:
        raise TooLarge
    ours, theirs = sets_of(position, "first"), sets_of(position, "second")
    everything = frozenset(range(position.board.cells))
    for owners in product((False, True), repeat=len(free)):
        first = position.first | {cell for cell, mine in zip(free, owners, strict=True) if mine}
        second = everything - first
        if not any(row <= first for row in ours) and not any(row <= second for row in theirs):
            yield first


def shared_evenly(position: Position, first: frozenset[int]) -> bool:
    """Do the free cells go to the players who take them in turn?"""
    free = len(free_cells(position))
    mine = (free + 1) // 2 if position.to_move == "first" else free // 2
    return len(first) - len(position.first) == mine


def drawn_position(position: Position, arguments: Arguments) -> object:
    return count_drawn(position, arguments) != 0


def count_drawn(position: Position, arguments: Arguments) -> object:
    even = arguments.get("even", False)
    return sum(not even or shared_evenly(position, first) for first in full_boards(position))


def fewest_crosses(position: Position, arguments: Arguments) -> object:
    return min(map(len, full_boards(position)), default=None)


def winning_moves(position: Position, arguments: Arguments) -> object:
    """The cells after which whoever took one wins, by trying everything."""
    known: dict[Position, str] = {}
    wanted = {"first": ("first", "maker"), "second": ("second", "breaker")}[position.to_move]
    won = [
        position.move_text(move)
        for move in position.moves()
        if value(position.play(move), known) in wanted
    ]
    return " ".join(won) or "none"


ORACLES: dict[tuple[type, str], Callable[[Position, Arguments], object]] = {
    (Position, "winning-moves"): winning_moves,
    (Position, "sets"): lambda position, _: len(set(sets_of(position, "first"))),
    (Position, "degree"): lambda position, _: max(
        (
            sum(cell in row for row in sets_of(position, "first"))
            for cell in range(position.board.cells)
        ),
        default=0,
    ),
    (Position, "pairing"): pairing,
    (Position, "own-pairing"): own_pairing,
    (Position, "pairing-from"): pairing_from,
    (Position, "drawn-position"): drawn_position,
    (Position, "count-drawn"): count_drawn,
    (Position, "fewest-crosses"): fewest_crosses,
}

USUAL = (
    "outcome",
    "second-wins",
    "winning-moves",
    "pairing",
    "own-pairing",
    "sets",
    "degree",
    "drawn-position",
    "drawn-position --even",
    "count-drawn",
    "count-drawn --even",
    "fewest-crosses",
)
WITHIN = ("win-within --plies 0", "win-within --plies 1", "win-within --plies 3",
          "win-within --plies 5")  # fmt: skip

GOALS: list[tuple[str, tuple[str, ...]]] = [
    *[
        (words, (*USUAL, *WITHIN))
        for words in (
            "tictactoe 2 2",
            "tictactoe 2 1 --rule weak",
            "tictactoe 3 2",
            "tictactoe 3 2 --rule weak",
            "tictactoe 3 2 --to-move second",
            "tictactoe 3 2 --first 4 --second 0",
            "tictactoe 3 2 --first 4 --to-move second",
            "tictactoe 3 2 --first 0,1,2 --second 3,4 --to-move second",
            "tictactoe 3 2 --first 3,4 --second 0,1,2",
            "tictactoe 3 2 --first 0,1,5,6,8 --second 2,3,4,7 --to-move second",
            "tictactoe 3 2 --rule weak --second 4",
            "tictactoe 3 2 --rule weak --second 4 --first 0,8 --to-move second",
            "mnk 1 1 1",
            "mnk 1 1 2",
            "mnk 1 1 1 --rule weak --to-move second",
            "mnk 1 5 2 --rule weak --to-move second",
            "mnk 2 3 2",
            "mnk 2 3 2 --to-move second",
            "mnk 2 2 2 --rule weak",
            "mnk 2 2 2 --rule weak --second 0",
            "mnk 2 3 2 --rule weak --first 0 --second 5",
            "mnk 1 3 2 --rule weak --first 1",
            "mnk 1 4 3 --rule weak --first 1",
            "mnk 3 3 3 --rule weak --first 0,4 --second 8",
            "torus-row 1 3 2 --rule weak",
            "torus-row 2 3 2 --rule weak",
            "polyomino domino 2 2 --rule weak",
            "mnk 3 3 3 --rule weak --to-move second",
            "mnk 3 3 4",
            "mnk 3 3 4 --rule weak",
            "mnk 2 4 3 --rule weak --first 0 --second 5",
            "mnk 2 4 4 --to-move second",
            "torus-row 3 3 3",
            "torus-row 2 2 2 --rule weak",
            "torus-row 1 3 5",
            "polyomino tic 2 3",
            "polyomino domino 2 2",
            "polyomino el 2 3 --rule weak --to-move second",
            "polyomino fatty 3 3",
            "polyomino XX.,.X. 2 4 --rule weak",
            "polyhex a3 3 3",
            "polyhex v3 3 2 --rule weak",
            "polyhex i3 2 4 --rule weak --to-move second",
            "polyhex XX.,.XX 3 3 --rule weak --first b2",
            "shapes 2e+3s 3 3",
            "shapes 2se 3 3 --rule weak",
            "shapes XX,X. 3 3 --rule weak --to-move second",
            "ramsey 3 3",
            "ramsey 3 2 --rule weak",
            "ramsey 4 3",
            "ramsey 4 3 --rule weak --first 1-2 --second 3-4",
            "hex 1 1",
            "hex 2 2",
            "hex 2 3 --to-move second",
            "hex 3 3 --first 4 --second 0,1 --to-move second",
            "hex 3 3 --first 2 --to-move second",
            "hex 3 2 --to-move second --rule weak",
            "hex 2 2 --first 0,2 --second 1 --to-move second",
            "hex 2 4 --second 3 --to-move second",
            "hex 2 4 --second 5",
        )
    ],
    *[(w, ("outcome", "pairing", "own-pairing", "pairing-from")) for w in (
        "tictactoe 1 1", "tictactoe 2 1", "tictactoe 5 1", "tictactoe 1 2")],
    *[(w, ("pairing-from",)) for w in ("tictactoe 2 2", "tictactoe 3 2", "tictactoe 5 2")],
    ("mnk 1 8 4 --rule weak", ("pairing", "own-pairing", "sets", "degree")),
]  # fmt: skip
"""Tiny boards with the questions to be attacked."""

#: Boards that have no words: (game, board as in an instance file, questions).
BOARDS: list[tuple[str, object, tuple[str, ...]]] = [
    ("positional", {"file": {"text": text}}, (*USUAL, *WITHIN))
    for text in (
        '{"cells": 1, "sets": []}',
        '{"cells": 3, "sets": []}',
        '{"cells": 2, "sets": [[]]}',
        '{"cells": 4, "sets": [[0, 1], [2, 3]], "rule": "weak"}',
        '{"cells": 4, "sets": [[0, 1], [2, 3]], "rule": "weak", "to_move": "second"}',
        '{"cells": 5, "sets": [[0, 1, 2], [2, 3, 4]], "second_sets": [[0, 4]]}',
        '{"cells": 5, "sets": [[0, 1, 2], [2, 3, 4]], "second_sets": []}',
        '{"cells": 4, "sets": [[0], [1, 2, 3]], "second_sets": [[1]], "to_move": "second"}',
        '{"cells": 6, "sets": [[0, 1, 2], [0, 3], [0, 4, 5], [1, 4]], "first": [0], "second": [3]}',
    )
]


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) of Hex by its theorem, which our methods leave to larger
    boards."""
    here: object = goal.position
    if goal.question.name != "outcome" or not isinstance(here, Position):
        return
    if here.board.kind == "hex" and (found := shorter(here)) is not None:
        winner, certificate = found
        yield "shorter-side", aim_of(here.rule, winner), certificate
