"""What a game tells about itself: its name, rule, parameters and questions.

A game module holds its ``Position`` and a tuple ``GAMES`` of :class:`Game`
records. Nothing else registers a game: the records are found by looking
through the modules of this package, and those that installed packages name (:func:`games`).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Generic, Literal, TypeVar

from gameproof.games.meaning.modules import imported, modules_of
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Question

P = TypeVar("P")

Colour = Literal["red", "blue"]
COLOURS: tuple[Colour, Colour] = ("red", "blue")
"""The players where one is Left and the other Right; Left is Red."""


@dataclass(frozen=True, slots=True)
class Game(Generic[P]):
    """A game as the command line and the instance files know it.

    ``make(**parameters)`` builds the starting position and raises
    :class:`BadInput`. The first question is the default one, unless ``implied`` names another
    from the text of the game's file.
    """

    name: str
    rule: str
    parameters: tuple[Parameter, ...]
    questions: tuple[Question[P], ...]
    make: Callable[..., P]
    source: str = ""
    examples: tuple[str, ...] = ()
    module: str = field(default="", compare=False)
    implied: Callable[[str], str | None] | None = None

    @property
    def left_and_right(self) -> bool:
        """Are the players Red and Blue, and has a position a value, one of them being Left?"""
        coloured = any(p.name == "to-move" and p.choices == COLOURS for p in self.parameters)
        return coloured and any(question.name == "value" for question in self.questions)


AnyGame = Game[AnyPosition]
"""A game that is known only while the program runs."""


@cache
def _paths() -> dict[str, str]:
    """Full names of the modules of this package that may hold games, by their last part."""
    package = importlib.import_module(__package__)
    found: dict[str, str] = {}
    for full in modules_of(package):
        name = full.rpartition(".")[2]
        if found.setdefault(name, full) != full:
            raise RuntimeError(f"two modules of rules are called {name!r}")
    return dict(sorted(found.items()))


def full_name(module: str) -> str:
    """The full name of a module that may hold games, from its last part."""
    return _paths()[module]


def modules() -> tuple[str, ...]:
    """Names, without their packages, of the modules that may hold games."""
    return tuple(_paths())


class Games(Mapping[str, tuple[AnyGame, str]]):
    """Every game by name, with the module that holds it: ours by its last name, one of an
    installed package by its full name.

    Looking a game up imports the one module that holds it; going through all imports all.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[AnyGame, str]] = {}
        self._all = False

    def __getitem__(self, name: str) -> tuple[AnyGame, str]:
        if name not in self._found and not self._all:
            for module in _candidates(name):
                self._take(module, module)
                if name in self._found:
                    break
            else:
                from gameproof.games.plugins import plugin

                one = plugin(name)
                if one is not None:
                    self._take(one.rules, one.rules)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        if not self._all:
            from gameproof.games.plugins import PluginFailed, left_out, plugins

            for module in modules():
                self._take(module, module)
            for one in plugins():
                try:
                    self._take(one.rules, one.rules)
                except PluginFailed as failure:
                    left_out(failure)
            self._all = True
        return iter(sorted(self._found))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _take(self, module: str, name: str) -> None:
        full = module if "." in module else full_name(module)
        for game in getattr(imported(full), "GAMES", ()):
            if self._found.setdefault(game.name, (game, name))[1] != name:
                other = self._found[game.name][1]
                raise RuntimeError(f"{other} and {name} both define the game {game.name!r}")


_games = Games()


def games() -> Games:
    """Every game by name, with the name of the module that holds it."""
    return _games


def _candidates(name: str) -> Iterator[str]:
    """Our modules that may hold the game: the one of its name, those with games that name it.

    All of them where there are no sources to look into.
    """
    own = name.replace("-", "_")
    if own in _paths():
        yield own
    package = importlib.import_module(__package__)
    for module, full in _paths().items():
        relative = full.removeprefix(f"{package.__name__}.").replace(".", "/")
        sources = [Path(folder) / f"{relative}.py" for folder in package.__path__]
        texts = [path.read_text(encoding="utf-8") for path in sources if path.is_file()]
        said = any("\nGAMES" in text and f'"{name}"' in text for text in texts)
        if module != own and (said or not texts):
            yield module
