"""Positional games: two players take cells of a board in turn and want whole sets.

Strong rule: whoever first owns a whole set of his wins; a full board without one is
a draw. Weak rule (Maker-Breaker): the first player is Maker and wins with a whole set,
the second is Breaker and wins when the board is full without one. The players are
named ``first`` and ``second`` whoever is to move.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.games import positional_file
from gameproof.games.game import BadInput, Game, Parameter, Question
from gameproof.games.positional_board import Board
from gameproof.games.set_family import (
    MOST_CELLS,
    MOST_MEMBERS,
    SetFamily,
    hex_paths,
    placements,
)

OTHER = {"first": "second", "second": "first"}


@dataclass(frozen=True)
class Position:
    """A board with the stones of both players; moves are cell numbers.

    ``horizon`` is the number of plies a file asks about (``win-within``), if any.
    """

    board: Board
    first: frozenset[int] = frozenset()
    second: frozenset[int] = frozenset()
    to_move: str = "first"
    rule: str = "strong"
    horizon: int | None = None

    def __post_init__(self) -> None:
        for stones, name in ((self.first, "first"), (self.second, "second")):
            if any(not 0 <= cell < self.board.cells for cell in stones):
                raise BadInput(f"a stone lies outside the {self.board.cells} cells", name)
        both = self.first & self.second
        if both:
            raise BadInput(f"both players have a stone on {self.board.label(min(both))}", "second")

    # -- the rules ---------------------------------------------------------------------

    def sets(self, player: str) -> SetFamily:
        """The whole sets that ``player`` wants; the weak rule's Breaker wants none."""
        if player == "first":
            return self.board.first_sets
        if self.rule == "weak":
            return SetFamily.of(self.board.cells, [])
        return self.board.second_sets

    def stones(self, player: str) -> frozenset[int]:
        """The cells that ``player`` owns."""
        return self.first if player == "first" else self.second

    def moves(self) -> list[int]:
        """The free cells, ascending; none when the game is over."""
        if self.result() is not None:
            return []
        if self.board.cells > MOST_MEMBERS:
            raise BadInput(f"a board of {self.board.cells} cells is too large to be played on")
        taken = self.first | self.second
        return [cell for cell in range(self.board.cells) if cell not in taken]

    def play(self, move: int) -> Position:
        """The position after the player to move took the cell."""
        if not 0 <= move < self.board.cells or move in self.first or move in self.second:
            raise BadInput(f"cell {move} is not free")
        if self.result() is not None:
            raise BadInput("the game is over")
        if self.to_move == "first":
            return replace(self, first=self.first | {move}, to_move="second")
        return replace(self, second=self.second | {move}, to_move="first")

    def result(self) -> str | None:
        """``first``, ``second`` or ``draw`` (strong), ``maker`` or ``breaker`` (weak)."""
        return self._result

    @cached_property
    def _result(self) -> str | None:
        for player in ("first", "second"):
            if self._owns_a_set(player):
                return player if self.rule == "strong" else "maker"
        if len(self.first) + len(self.second) < self.board.cells:
            return None
        return "draw" if self.rule == "strong" else "breaker"

    def _owns_a_set(self, player: str) -> bool:
        stones = self.stones(player)
        if not stones:  # also spares huge boards from being listed
            return False
        family = self.sets(player)
        return bool((family.counts(self.mask(player)) == family.sizes).any())

    # -- what is still alive -------------------------------------------------------------

    def mask(self, player: str) -> NDArray[np.bool_]:
        """One flag a cell: does ``player`` own it?"""
        flags = np.zeros(self.board.cells, dtype=np.bool_)
        flags[list(self.stones(player))] = True
        return flags

    def live_numbers(self, player: str) -> NDArray[np.int64]:
        """Numbers, among :meth:`sets`, of the sets without a stone of the opponent."""
        family = self.sets(player)
        if not self.stones(OTHER[player]):
            return np.arange(len(family))
        return np.flatnonzero(family.counts(self.mask(OTHER[player])) == 0)

    def live(self, player: str) -> SetFamily:
        """What ``player`` still needs: his live sets in the order of :meth:`live_numbers`,
        restricted to free cells. Sets may be equal or nested; cells keep their numbers."""
        family = self.sets(player)
        if not self.first and not self.second:
            return family
        chosen = np.zeros(len(family), dtype=np.bool_)
        chosen[self.live_numbers(player)] = True
        return family.choose(chosen, ~(self.mask("first") | self.mask("second")))

    # -- text ---------------------------------------------------------------------------

    def parse_move(self, text: str) -> int:
        """A cell from its notation; raises ``BadInput``."""
        return self.board.cell(text)

    def move_text(self, move: int) -> str:
        """The notation of a cell."""
        return self.board.label(move)

    def __str__(self) -> str:
        """Command-line words of a generated board, one line of JSON for a file's."""
        content = self.board.parameters[0] if self.board.kind == "sets" else None
        if isinstance(content, positional_file.FileContent):
            data: dict[str, Any] = {
                "cells": list(content.labels) if content.labels else content.cells,
                "sets": _named(content.first_sets, content.labels),
                "second_sets": _named(content.second_sets, content.labels),
                "shape": list(content.shape),
                "first": _named([sorted(self.first)], content.labels)[0],
                "second": _named([sorted(self.second)], content.labels)[0],
                "to_move": self.to_move,
                "rule": self.rule,
                "horizon": self.horizon,
            }
            return json.dumps({key: value for key, value in data.items() if value is not None})
        words = [self.board.words]
        for name, default in (("to_move", "first"), ("rule", "strong")):
            if getattr(self, name) != default:
                words.append(f"--{name.replace('_', '-')} {getattr(self, name)}")
        for player in ("first", "second"):
            if self.stones(player):
                cells = ";".join(self.board.label(cell) for cell in sorted(self.stones(player)))
                words.append(f"--{player} {cells}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position that ``str`` wrote, or a file's content; raises ``BadInput``."""
        if text.lstrip().startswith("{") or text.lstrip().startswith(("#", "%")):
            return from_file(file=text)
        words = text.split()
        game = next((g for g in GAMES if words and g.name == words[0]), None)
        if game is None or game.name == "positional":
            raise BadInput(f"expected a board such as 'tictactoe 3 2', got {text!r}")
        values: dict[str, Any] = {}
        plain = iter(p for p in game.parameters if not p.option)
        rest = iter(words[1:])
        for word in rest:
            if word.startswith("--"):
                name = word[2:].replace("-", "_")
                if name not in ("to_move", "rule", "first", "second"):
                    raise BadInput(f"unknown option {word!r}")
                values[name] = next(rest, "")
                continue
            parameter = next(plain, None)
            if parameter is None:
                raise BadInput(f"one word too many: {word!r}")
            if parameter.kind == "integer":
                if not word.isdecimal():
                    raise BadInput(f"expected a number, got {word!r}", parameter.name)
                values[parameter.name] = int(word)
            else:
                values[parameter.name] = word
        missing = next(plain, None)
        if missing is not None:
            raise BadInput(f"{game.name} needs {missing.name}", missing.name)
        made: Position = game.make(**values)
        return made


def _named(sets: Any, labels: tuple[str, ...] | None) -> list[list[Any]]:
    return [[labels[cell] if labels else cell for cell in row] for row in sets]


def _generated(kind: str, *names: str) -> Callable[..., Position]:
    """``make`` of a generated board whose parameters are ``names``."""

    def make(
        *,
        rule: str | None = None,
        to_move: str | None = None,
        first: str | None = None,
        second: str | None = None,
        **parameters: Any,
    ) -> Position:
        for name in names:
            value = parameters[name]
            if isinstance(value, int) and value < 1:
                raise BadInput(f"expected a positive number, got {value}", name)
        board = Board(kind, tuple(parameters[name] for name in names))
        if kind != "tictactoe" and board.cells > MOST_CELLS:  # cubes are counted unlisted
            raise BadInput(f"a board of {board.cells} cells is too large")
        if kind == "polyomino":
            placements(*board.parameters)  # names the animals when the name is unknown
        if kind == "hex":
            hex_paths(board.shape[0], board.shape[1], across=False)
        return Position(
            board,
            board.parse_cells(first or ""),
            board.parse_cells(second or ""),
            to_move or "first",
            rule or "strong",
        )

    return make


def from_file(
    *,
    file: str,
    rule: str | None = None,
    to_move: str | None = None,
    first: str | None = None,
    second: str | None = None,
) -> Position:
    """The position of a JSON or ``.pg`` file (its text); options override the file."""
    content = positional_file.read(file)
    board = Board("sets", (replace(content, first=frozenset(), second=frozenset()),))
    return Position(
        board,
        content.first if first is None else board.parse_cells(first),
        content.second if second is None else board.parse_cells(second),
        to_move or content.to_move,
        rule or content.rule,
        content.horizon,
    )


OPTIONS = (
    Parameter(
        "rule", "choice", "strong, or weak (Maker-Breaker)", True, False, None, ("strong", "weak")
    ),
    Parameter("to-move", "choice", "who moves next", True, False, None, ("first", "second")),
    Parameter("first", "text", "cells the first player owns, as a1;b2", True, False, None),
    Parameter("second", "text", "cells the second player owns", True, False, None),
)

PLIES = Parameter("plies", "integer", "number of plies from here", False, False, None)
EVEN = Parameter("even", "flag", "cells shared as play in turn shares them", True, False, False)

QUESTIONS = (
    Question(
        "outcome",
        "who wins with best play?",
        ("first", "second", "draw", "maker", "breaker"),
    ),
    Question("second-wins", "can the second player win?", ("yes", "no")),
    Question(
        "pairing",
        "are there disjoint pairs of free cells, one inside every live set of the first player?",
        ("exists", "impossible"),
    ),
    Question(
        "own-pairing",
        "can every live set of the first player be given a pair of its own, all disjoint?",
        ("exists", "impossible"),
    ),
    Question("sets", "how many winning sets does the first player have?"),
    Question("degree", "how many winning sets lie through one cell at most?"),
    Question(
        "drawn-position",
        "can the board be filled without a whole set of either player?",
        ("yes", "no"),
        (EVEN,),
    ),
    Question("count-drawn", "how many full boards are without a whole set?", (), (EVEN,)),
    Question("fewest-crosses", "how few cells can the first player have on such a board?"),
    Question(
        "win-within",
        "does the first player complete a set within so many plies, before the second does?",
        ("yes", "no"),
        (PLIES,),
    ),
)

FROM_HERE = Question(
    "pairing-from",
    "has every board [m]^d with m >= n a draw-forcing pairing?",
    ("yes", "no"),
)

COUNT_PAIRINGS = Question(
    "count-pairings",
    "how many pairings of the torus, repeated over the plane, have a pair in every k in a row?",
    (),
    (
        Parameter("up-to-symmetry", "flag", "count classes", True, False, False),
        Parameter("resume", "text", "file that keeps the count so far", True, False, None),
    ),
)

CENSUS = Question(
    "opening-census",
    "in sampled openings, after how many answers do pairs (and regions) hold all lines?",
    (),
    (Parameter("games", "integer", "number of openings, 8 by default", False, False, None),),
)


def _number(name: str, text: str) -> Parameter:
    return Parameter(name, "integer", text)


GAMES: tuple[Game, ...] = (
    Game(
        "tictactoe",
        "take cells of [n]^d in turn; whoever first owns a whole line of n cells wins",
        (_number("n", "cells along a side"), _number("d", "dimension"), *OPTIONS),
        (*QUESTIONS, FROM_HERE, CENSUS),
        _generated("tictactoe", "n", "d"),
        "Hales, Jewett, Regularity and positional games, Trans. AMS 106 (1963)",
        ("tictactoe 3 2", "tictactoe 8 3 -q pairing", "tictactoe 4 2 --first b2 --second c3"),
    ),
    Game(
        "mnk",
        "take cells of an m x n board in turn; k in a row, in any of four directions, wins",
        (_number("m", "rows"), _number("n", "columns"), _number("k", "cells in a row"), *OPTIONS),
        QUESTIONS,
        _generated("mnk", "m", "n", "k"),
        "Uiterwijk, van den Herik, The advantage of the initiative (2000)",
        ("mnk 4 3 3", "mnk 5 5 4 --rule weak"),
    ),
    Game(
        "torus-row",
        "as mnk, on a p x q torus",
        (_number("p", "rows"), _number("q", "columns"), _number("k", "cells in a row"), *OPTIONS),
        (*QUESTIONS, COUNT_PAIRINGS),
        _generated("torus-row", "p", "q", "k"),
        "Győrffy, London, Makay, The structure of pairing strategies for k-in-a-row (2017)",
        ("torus-row 4 4 4",),
    ),
    Game(
        "polyomino",
        "take cells in turn; whoever first owns a turned or reflected copy of the animal wins",
        (
            Parameter(
                "name", "text", "tic, el, elly, knobby, tippy, fatty, skinny, snaky, i5, ..."
            ),
            _number("m", "rows"),
            _number("n", "columns"),
            *OPTIONS,
        ),
        QUESTIONS,
        _generated("polyomino", "name", "m", "n"),
        "Harary's generalised tic-tac-toe; Gardner, Scientific American 240 (April 1979)",
        ("polyomino el 3 3", "polyomino fatty 6 6"),
    ),
    Game(
        "hex",
        "first joins the top and bottom row, second the left and right column; no draws",
        (_number("m", "rows"), _number("n", "columns"), *OPTIONS),
        QUESTIONS,
        _generated("hex", "m", "n"),
        "Hein 1942, Nash 1949; Gale, The game of Hex, Amer. Math. Monthly 86 (1979)",
        ("hex 3 3",),
    ),
    Game(
        "positional",
        "take elements in turn; whoever first owns a whole set of the family wins",
        (Parameter("file", "file", "a .json or .pg file"), *OPTIONS),
        QUESTIONS,
        from_file,
        "Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008)",
        ("positional family.json -q pairing",),
    ),
)
