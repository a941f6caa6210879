"""What a game tells about itself: its name, rule, parameters and questions.

A game module holds its ``Position`` and a tuple ``GAMES`` of :class:`Game`
records. Nothing else registers a game: the records are found by looking
through the modules of this package (:func:`games`).
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, Protocol, Self


class BadInput(ValueError):
    """Input that no rule allows; the message is one line for a person.

    ``where`` names the place inside the input (``board.graph.edges[3]``).
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where


Kind = Literal[
    "integer",  # 3
    "integers",  # 3 4 5
    "graph",  # path 7 | grid 3 4 | FILE | -      -> gameproof.games.graph.Graph
    "digraph",  # FILE | path 4 ...                -> gameproof.games.graph.Graph, directed
    "vertex",  # a vertex of the graph, by number or by the name its file gave
    "vertices",  # V,V,...
    "text",  # one word
    "words",  # all the words that remain
    "choice",  # one of ``choices``
    "flag",  # present or absent
    "file",  # the text of a file              -> (str) its content
]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One word (or, with ``option``, one ``--name``) of a game or a question.

    ``name`` is also the keyword that ``Game.make`` receives and the key in an
    instance file (dashes become underscores there).
    """

    name: str
    kind: Kind
    help: str = ""
    option: bool = False
    required: bool = True
    default: Any = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question one may ask of a position, and the words of its answers.

    ``answers`` is empty when the answer is free text (a value, a count).
    """

    name: str
    text: str
    answers: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()


class Position(Protocol):
    """What every position offers; concrete classes are frozen and hashable."""

    def moves(self) -> Iterable[Any]:
        """The legal moves of the player to move."""

    def play(self, move: Any) -> Self:
        """The position after ``move``; raises :class:`BadInput` when it is illegal."""

    def result(self) -> str | None:
        """The result when the game is over, else ``None``."""

    @property
    def to_move(self) -> str:
        """The player to move."""

    def parse_move(self, text: str) -> Any:
        """A move from its notation; raises :class:`BadInput`."""

    def move_text(self, move: Any) -> str:
        """The notation of a move."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the command line and the instance files know it.

    ``make(**parameters)`` builds the starting position and raises
    :class:`BadInput`. The first question is the default one.
    """

    name: str
    rule: str
    parameters: tuple[Parameter, ...]
    questions: tuple[Question, ...]
    make: Callable[..., Any]
    source: str = ""
    examples: tuple[str, ...] = ()
    module: str = field(default="", compare=False)


@cache
def modules() -> tuple[str, ...]:
    """Names of the modules of this package that may hold games."""
    package = importlib.import_module(__package__)
    return tuple(sorted(info.name for info in pkgutil.iter_modules(package.__path__)))


@cache
def games() -> dict[str, tuple[Game, str]]:
    """Every game by name, with the name of the module that holds it."""
    found: dict[str, tuple[Game, str]] = {}
    for name in modules():
        module = importlib.import_module(f"{__package__}.{name}")
        for game in getattr(module, "GAMES", ()):
            if game.name in found:
                raise RuntimeError(f"two modules define the game {game.name!r}")
            found[game.name] = (game, name)
    return found
