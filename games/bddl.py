"""Any two-player game on a grid that is written in BDDL: a domain file and a problem file.

The players ``black`` and ``white`` move in turn; a move is an action of the mover's at some
(x, y) whose condition holds, and overwrites the cells of its effect. After a move the mover's
goal is looked at first: if it holds, he has won; else, if White's goal holds after a move of
Black's, White has won. White has also won where his goal holds from the start. A goal of
Black's that White's move brings about counts only when it still holds after Black's next move.

A player without an action loses: his only move is to ``resign``, which counts as a ply.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from gameproof.games.bddl_file import (
    COLOURS,
    Domain,
    Masks,
    Move,
    Problem,
    Step,
    goals,
    read_domain,
    read_problem,
    steps,
)
from gameproof.games.game import Game
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import winner
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Question
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only

PLAYERS = COLOURS
OTHER = {"black": "white", "white": "black"}
RESIGN = Move("resign", 0, 0)
"""What a player without an action does; an action of this name has other x and y, or is
called ``resign#2``."""


def move_text(move: Move) -> str:
    """``forward(2,3)``; ``drop(x=2)`` where the action speaks of x alone; ``stay``."""
    match (move.x > 0, move.y > 0):
        case True, True:
            return f"{move.action}({move.x},{move.y})"
        case True, False:
            return f"{move.action}(x={move.x})"
        case False, True:
            return f"{move.action}(y={move.y})"
    return move.action


@dataclass(frozen=True)
class Rules:
    """A domain on the board of a problem."""

    domain: Domain
    problem: Problem

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.domain, self.problem))

    @cached_property
    def steps(self) -> dict[str, dict[Move, Step]]:
        """The actions of each player, at every place where they exist."""
        width, height = self.problem.width, self.problem.height
        return {
            name: {step.move: step for step in steps(actions, width, height)}
            for name, actions in (("black", self.domain.black), ("white", self.domain.white))
        }

    @cached_property
    def texts(self) -> dict[str, dict[str, Move]]:
        """The moves of each player by their notation."""
        return {
            name: {move_text(move): move for move in (RESIGN, *own)}
            for name, own in self.steps.items()
        }

    @cached_property
    def goals(self) -> dict[str, tuple[Masks, ...]]:
        """What each player wants, at every place."""
        width, height = self.problem.width, self.problem.height
        wanted = (("black", self.problem.black_goal), ("white", self.problem.white_goal))
        return {name: goals(lines, width, height) for name, lines in wanted}

    def reached(self, player: str, black: int, white: int) -> bool:
        """Does the player's goal hold on this board?"""
        return any(goal.holds(black, white) for goal in self.goals[player])

    @cached_property
    def measure(self) -> dict[str, tuple[int, ...]] | None:
        """Numbers for each content of each cell whose sum every action lowers, whatever the
        cells hold that its condition leaves open; ``None`` where none was found. They show
        that every play ends. O(candidates * actions * cells of an effect)."""
        width, height = self.problem.width, self.problem.height
        cells = [(i % width + 1, i // width + 1) for i in range(width * height)]
        nothing = tuple(0 for _ in cells)
        ways = [
            nothing,
            tuple(1 for _ in cells),
            tuple(y for _, y in cells),
            tuple(height + 1 - y for _, y in cells),
            tuple(x for x, _ in cells),
            tuple(width + 1 - x for x, _ in cells),
        ]
        for black, white in product(ways, repeat=2):
            for empty in (1, 0, width + height + 2):
                weights = {"open": tuple(empty for _ in cells), "black": black, "white": white}
                if all(
                    _lowers(step, weights) for own in self.steps.values() for step in own.values()
                ):
                    return weights
        return None


def _lowers(step: Step, weights: dict[str, tuple[int, ...]]) -> bool:
    """Is the sum smaller after this action on every board that allows it?"""
    change = 0
    need = step.condition
    needed = need.open | need.black | need.white
    for content, made in (("open", step.opens), ("black", step.blackens), ("white", step.whitens)):
        while made:
            bit = made & -made
            made ^= bit
            cell = bit.bit_length() - 1
            before = [
                name
                for name, must, must_not in (
                    ("open", need.open, need.not_open),
                    ("black", need.black, need.not_black),
                    ("white", need.white, need.not_white),
                )
                if not must_not & bit and not (needed & bit and not must & bit)
            ]
            if before:  # else the action is never possible
                change += weights[content][cell] - min(weights[name][cell] for name in before)
    return change < 0


@dataclass(frozen=True)
class Position:
    """The stones, as words of a bit a cell, and who is to move; ``won`` is set at the end."""

    rules: Rules
    black: int
    white: int
    to_move: str
    won: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """``black`` and ``white``."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """Plays end where a sum over the board is lowered by every action; then somebody wins,
        for a player without an action loses."""
        finite = {Law.FINITE, Law.NO_DRAWS} if self.rules.measure is not None else set()
        return frozenset({Law.TURNS} | finite)

    @property
    def horizon(self) -> int | None:
        """The number of plies that the problem asks about."""
        return self.rules.problem.depth

    @property
    def longest(self) -> int | None:
        """Every play from here has at most so many plies, ``None`` where that is not known."""
        weights = self.rules.measure
        if weights is None:
            return None
        cells = range(self.rules.problem.width * self.rules.problem.height)
        total = sum(weights[self.content(cell)][cell] for cell in cells)
        least = sum(min(weights[name][cell] for name in weights) for cell in cells)
        return total - least + 1

    def content(self, cell: int) -> str:
        """``open``, ``black`` or ``white``; cell (x, y) has the number (y - 1) W + x - 1."""
        if self.black >> cell & 1:
            return "black"
        return "white" if self.white >> cell & 1 else "open"

    def key(self) -> str:
        """Who is to move, the stones, and who has won."""
        return f"{self.to_move}:{self.black:x}/{self.white:x}/{self.won or ''}"

    def _actions(self) -> Iterator[Move]:
        for move, step in self.rules.steps[self.to_move].items():
            if step.condition.holds(self.black, self.white):
                yield move

    def moves(self) -> list[Move]:
        """The actions that are possible; ``resign`` where there is none."""
        if self.won is not None:
            return []
        return list(self._actions()) or [RESIGN]

    def play(self, move: Move) -> Position:
        """The position after the move; raises :class:`BadInput`."""
        if self.won is not None:
            raise BadInput("the game is over")
        mover, other = self.to_move, OTHER[self.to_move]
        if move == RESIGN:
            if next(self._actions(), None) is not None:
                raise BadInput(f"{mover} has a move and does not resign")
            return replace(self, to_move=other, won=other)
        step = self.rules.steps[mover].get(move)
        if step is None or not step.condition.holds(self.black, self.white):
            raise BadInput(f"{mover} cannot play {self.move_text(move)}")
        black = self.black & ~(step.opens | step.whitens) | step.blackens
        white = self.white & ~(step.opens | step.blackens) | step.whitens
        won = None
        if self.rules.reached(mover, black, white):
            won = mover
        elif mover == "black" and self.rules.reached("white", black, white):
            won = "white"
        return Position(self.rules, black, white, other, won)

    def result(self) -> str | None:
        """The winner when the game is over, else ``None``."""
        return self.won

    def parse_move(self, text: str) -> Move:
        """``forward(2,3)``, ``drop(x=2)``, ``stay`` or ``resign``; raises :class:`BadInput`."""
        plain = "".join(text.split())
        move = self.rules.texts[self.to_move].get(plain)
        if move is not None:
            return move
        names = sorted({move.action for move in self.rules.steps[self.to_move]})
        raise BadInput(f"no action {text.strip()[:60]!r} of {self.to_move}: {', '.join(names)}, "
                       "as name(x,y)")  # fmt: skip

    def move_text(self, move: Move) -> str:
        """The action with the x and y that it speaks of."""
        return move_text(move)

    def rows(self) -> list[str]:
        """The board in text, y growing downwards: ``X`` black, ``O`` white, ``.`` open."""
        width, height = self.rules.problem.width, self.rules.problem.height
        signs = {"open": ".", "black": "X", "white": "O"}
        return [
            "".join(signs[self.content(y * width + x)] for x in range(width)) for y in range(height)
        ]

    def __str__(self) -> str:
        end = f"{self.won} has won" if self.won else f"{self.to_move} to move"
        return f"{'/'.join(self.rows())}, {end}"


def plies_asked(position: Position, arguments: Arguments) -> int:
    """The number of plies of the question, the problem's ``#depth`` where it says none; raises
    :class:`BadInput`."""
    plies = arguments.get("plies")
    if plies is None:
        plies = position.horizon
    if isinstance(plies, bool) or not isinstance(plies, int):
        raise BadInput("the problem has no #depth: say --plies", "plies")
    if plies < 0:
        raise BadInput(f"expected a number of plies, got {plies}", "plies")
    return plies


def _win_within(position: Position, answer: Value, arguments: Arguments) -> tuple[Statement, ...]:
    """Black wins within so many plies of both players, whoever is to move; or White prevents it."""
    plies = plies_asked(position, arguments)
    if answer is True:
        return (Forces(position.to_move, only("black"), only("black"), plies),)
    if answer is False:
        return (Prevents(position.to_move, only("white"), only("black"), plies),)
    raise BadInput(f"{answer!r} is neither yes nor no", "answer")


def make(*, domain: str, problem: str) -> Position:
    """The start of a problem; raises :class:`BadInput` with the file and the line."""
    try:
        actions = read_domain(domain)
    except BadInput as error:
        raise BadInput(error.message, f"domain: {error.where}".rstrip(": ")) from None
    try:
        board = read_problem(problem)
        rules = Rules(actions, board)
        won = "white" if rules.reached("white", board.black, board.white) else None
        assert rules.steps
    except BadInput as error:
        raise BadInput(error.message, f"problem: {error.where}".rstrip(": ")) from None
    return Position(rules, board.black, board.white, board.starts, won)


GAMES: tuple[Game[Position], ...] = (
    Game(
        "bddl",
        "play any two-player game on a grid that is written in BDDL",
        (
            Parameter("domain", "file", "the domain file (.ig): the actions of both players"),
            Parameter("problem", "file", "the problem file (.ig): board, start, goals, depth"),
        ),
        (
            Question(
                "win-within",
                "does black win within so many plies (by default the #depth of the problem)?",
                ("yes", "no"),
                (
                    Parameter(
                        "plies",
                        "integer",
                        "plies of both players from here; by default the problem's #depth",
                        False,
                        False,
                        None,
                    ),
                ),
                means=_win_within,
            ),
            Question("outcome", "who wins with best play?", (*PLAYERS, "draw"), means=winner),
        ),
        make,
        "Shaik, van de Pol, Concise QBF encodings for games on a grid (2023)",
        ("bddl domain.ig problem.ig", "bddl domain.ig problem.ig -q win-within --plies 7"),
    ),
)
