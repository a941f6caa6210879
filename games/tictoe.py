"""Tic-Toe: two players fill a 2 x 2 board; two own cells in a row or column win.

In the variant with diagonals any two own cells win. A full board without a line is a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gameproof.games.game import Game
from gameproof.games.meaning.answers import TEXT, Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import opponent, winner
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Question
from gameproof.games.meaning.statement import Prevents, Statement, only, wins

ROWS = ((0, 1), (2, 3), (0, 2), (1, 3))
DIAGONALS = ((0, 3), (1, 2))
CELLS = ("a2", "b2", "a1", "b1")
MARKS = {"first": "X", "second": "O"}

PLAYER = Parameter(
    "player", "choice", "first (X) or second (O)", option=True, required=False, default="first",
    choices=("first", "second"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Position:
    """``cells`` holds ``.``, ``X`` or ``O`` for a2, b2, a1, b1."""

    cells: str
    diagonals: bool = False

    def __post_init__(self) -> None:
        crosses, noughts = self.cells.count("X"), self.cells.count("O")
        if len(self.cells) != len(CELLS) or not set(self.cells) <= set(".XO"):
            raise BadInput("expected four cells, each one of . X O", "cells")
        if crosses - noughts not in (0, 1):
            raise BadInput("X moves first, and in turn", "cells")

    @property
    def players(self) -> tuple[str, str]:
        """``first`` marks X, ``second`` O."""
        return ("first", "second")

    @property
    def laws(self) -> frozenset[Law]:
        """The board fills up."""
        return frozenset({Law.TURNS, Law.FINITE})

    def key(self) -> str:
        """The four marks."""
        return self.cells

    @property
    def to_move(self) -> str:
        """``first`` when as many O as X stand on the board."""
        return "first" if self.cells.count("X") == self.cells.count("O") else "second"

    def moves(self) -> Iterator[int]:
        """The free cells, none when somebody has won."""
        if self._winner() is not None:
            return iter(())
        return (k for k, mark in enumerate(self.cells) if mark == ".")

    def play(self, move: int) -> Position:
        """Mark a cell; raises :class:`BadInput`."""
        if move not in self.moves():
            shown = CELLS[move] if 0 <= move < len(CELLS) else move
            raise BadInput(f"the cell {shown} cannot be marked")
        mark = MARKS[self.to_move]
        return Position(self.cells[:move] + mark + self.cells[move + 1 :], self.diagonals)

    def result(self) -> str | None:
        """``first``, ``second`` or ``draw`` at the end."""
        winner = self._winner()
        return winner if winner is not None or "." in self.cells else "draw"

    def _winner(self) -> str | None:
        for a, b in ROWS + (DIAGONALS if self.diagonals else ()):
            if self.cells[a] == self.cells[b] != ".":
                return "first" if self.cells[a] == "X" else "second"
        return None

    def parse_move(self, text: str) -> int:
        """A free cell by its name; raises :class:`BadInput`."""
        name = text.strip().lower()
        if name not in CELLS or CELLS.index(name) not in self.moves():
            raise BadInput(f"{text!r} is not a free cell; cells are {', '.join(CELLS)}")
        return CELLS.index(name)

    def move_text(self, move: int) -> str:
        """The cell's name."""
        return CELLS[move]

    def __str__(self) -> str:
        return f"{self.cells[:2]}/{self.cells[2:]}"


def _winning_strategy(
    position: Position, answer: Value, arguments: Arguments
) -> tuple[Statement, ...]:
    """``yes``: the player can win against every play; ``no``: the other can keep him from it."""
    player = str(arguments.get("player", "first"))
    other = opponent(position, player)
    if answer is True:
        return (wins(position.to_move, player),)
    if answer is False:
        return (Prevents(position.to_move, only(other), only(player)),)
    raise BadInput(f"{answer!r} is neither yes nor no", "answer")


def _plays(position: Position) -> list[Position]:
    """Where play can be, a position as often as there are ways to it; the start included."""
    found = [position]
    for here in found:
        found += [here.play(move) for move in here.moves()]
    return found


def _tree(position: Position, _arguments: Arguments) -> Value:
    """``24 plays (8 draw, 16 first), 49 nodes, 31 positions``: complete plays by their result,
    plays begun, and what they reach."""
    nodes = _plays(position)
    ends = Counter(result for here in nodes if (result := here.result()) is not None)
    parts = ", ".join(f"{number} {result}" for result, number in sorted(ends.items()))
    reached = len({here.key() for here in nodes})
    return f"{ends.total()} plays ({parts}), {len(nodes)} nodes, {reached} positions"


def _can_win(position: Position, arguments: Arguments) -> Value:
    player = str(arguments.get("player", "first"))
    opponent(position, player)
    return any(here.result() == player for here in _plays(position))


def make(diagonals: bool = False) -> Position:
    """The empty board."""
    return Position("....", diagonals)


GAMES = (
    Game(
        name="tictoe",
        rule="mark a cell of a 2 x 2 board; two own cells in a row or column win",
        parameters=(
            Parameter(
                "diagonals", "flag", "two on a diagonal win too", option=True, required=False,
                default=False,
            ),
        ),
        questions=(
            Question(
                "outcome", "Who wins with best play?", ("first", "second", "draw"), means=winner
            ),
            Question(
                "winning-strategy", "Does the player have a winning strategy?", ("yes", "no"),
                (PLAYER,), means=_winning_strategy,
            ),
            Question(
                "can-win", "Does the player win some play, however badly the other plays?",
                ("yes", "no"), (PLAYER,), defined_by=_can_win,
            ),
            Question(
                "tree", "How many plays, nodes and positions has the game tree?", spelling=TEXT,
                defined_by=_tree,
            ),
        ),
        make=make,
        source="Weimer, Introduction to Game Theory (lecture)",
        examples=("tictoe", "tictoe -q tree", "tictoe -q winning-strategy --player second"),
    ),
)  # fmt: skip
