"""The one place that joins the layers: a game's rules, its encoding and its picture.

Each layer declares a game by one typed record: ``GAMES`` in ``games/``, ``ENCODING`` in a
module of the same name somewhere below ``encodings/``, ``PICTURE`` in one in ``pictures/``;
what an installed package brings stands in its :class:`~gameproof.games.plugins.Plugin`. A
record of another type, or one that speaks of a question that the game does not have, is an
error as soon as the game is asked for. A game is joined by importing its own modules alone.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from gameproof.encodings.method import (
    AnyDivision,
    AnyEncoding,
    AnyExport,
    AnyMethod,
    Encoding,
)
from gameproof.games.game import AnyGame, full_name, games, modules
from gameproof.games.meaning.modules import imported, modules_of

if TYPE_CHECKING:
    from gameproof.games.plugins import Plugin
    from gameproof.pictures.picture import AnyDepiction

GRAPH_QUESTION = "outcome"
"""What every bounded game can be asked as a quantified formula over its positions."""

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Entry:
    """A game with what the layers have for it; empty where a layer has nothing."""

    game: AnyGame
    module: str
    encoding: AnyEncoding

    @property
    def origin(self) -> str:
        """The installed package that the game comes from."""
        plugin = _plugin_of(self.module)
        return "gameproof" if plugin is None else plugin.distribution

    @property
    def family(self) -> str:
        """The package of its encoding; empty where an installed package brings it."""
        return (_modules("encodings").get(self.module, "") or "..").split(".")[-2]

    @property
    def picture(self) -> AnyDepiction | None:
        """How its positions are drawn, ``None`` where only their text is shown."""
        return picture(self.module)

    @property
    def instances(self) -> Path | None:
        """The folder of its instance files, ``None`` where there is none."""
        from importlib.resources import files

        plugin = _plugin_of(self.module)
        package = "gameproof.instances" if plugin is None else plugin.instances
        if not package:
            return None
        folder = Path(str(files(package))) / "data"
        own = folder / self.game.name
        return own if own.is_dir() else folder if plugin is not None and folder.is_dir() else None

    def methods(self, question: str) -> list[AnyMethod]:
        """The methods that answer ``question`` in the order they are tried; last what runs
        only by name."""
        found = self.own(question)
        if question == GRAPH_QUESTION and self._needs_graph():
            from gameproof.encodings import game_graph_qbf

            found.append(game_graph_qbf.method(question, self._outcomes()))
        return sorted(found, key=lambda m: m.only_by_name)

    def portfolio(self, question: str) -> list[AnyMethod]:
        """The methods that are tried when none is named."""
        return [m for m in self.own(question) if not m.only_by_name]

    def own(self, question: str) -> list[AnyMethod]:
        """The methods that its encoding has for the question, in their order."""
        return [m for m in self._all("methods", question) if m.question == question]

    def divisions(self, question: str) -> list[AnyDivision]:
        """How the question is divided."""
        return [d for d in self._all("divisions", question) if d.question == question]

    def same_answer(self, question: str) -> Callable[[str, str], bool]:
        """Do two texts say the same? Where equal words are not needed, as the encoding says."""
        for same in (self.encoding.same_answer, *self._tables("SAME_ANSWER", question)):
            if question in same:
                return cast(Callable[[str, str], bool], same[question])
        return str.__eq__

    def _all(self, what: str, question: str | None) -> list[Any]:
        """Methods, exports or divisions of the encoding and of its parts for the question, of
        all its parts for ``None``."""
        more = self._tables(what.upper(), question)
        return [*getattr(self.encoding, what), *(one for table in more for one in table)]

    def _tables(self, name: str, question: str | None) -> list[Any]:
        parts = self.encoding.parts
        named = parts.values() if question is None else [parts.get(question, ())]
        return [
            getattr(part(self.module, module, parts), name, ())
            for module in dict.fromkeys(module for modules in named for module in modules)
        ]

    def exports(self, question: str | None = None) -> list[AnyExport]:
        """The questions that can be written as files for other programs."""
        found: list[AnyExport] = self._all("exports", question)
        if self._needs_graph():
            from gameproof.encodings import game_graph_qbf

            found.append(game_graph_qbf.export(GRAPH_QUESTION))
        return [e for e in found if question in (None, e.question)]

    def lacks(self) -> tuple[str, ...]:
        """What the game does not have: questions without a method, a picture."""
        missing = [
            f"a method for {q.name}" for q in self.game.questions if not self.methods(q.name)
        ]
        return (*missing, *(() if self.picture else ("a picture",)))

    def _outcomes(self) -> tuple[str, ...]:
        asked = (q.answers for q in self.game.questions if q.name == GRAPH_QUESTION)
        return next(asked, ())

    def _needs_graph(self) -> bool:
        """Has the game an outcome, and its encoding no quantified formula of its own?"""
        return bool(self._outcomes()) and not any(
            e.quantified for e in self._all("exports", GRAPH_QUESTION)
        )


@cache
def entry(name: str) -> Entry:
    """The game of that name, joined; raises ``KeyError`` for an unknown game."""
    game, module = games()[name]
    return Entry(game, module, encoding(module))


def encoding(module: str) -> AnyEncoding:
    """What the encoding module of a game's module declares; empty where there is none yet."""
    name = _module_of("encodings", module)
    if name is None:
        return Encoding(())
    found = _record(name, "ENCODING", Encoding)
    _check_questions(module, name, found)
    return found


@cache
def _part(rules: str, module: str, questions: tuple[str, ...]) -> ModuleType:
    """A module that answers these questions alone."""
    found = imported(module)
    named = [*getattr(found, "METHODS", ()), *getattr(found, "DIVISIONS", ())]
    strange = {one.question for one in named} - set(questions)
    if strange:
        raise RuntimeError(f"{module} is no part of {rules} for {strange}")
    return found


def part(rules: str, module: str, parts: Mapping[str, tuple[str, ...]]) -> ModuleType:
    """A part of an encoding; an answer to a question of which it is no part would be lost."""
    return _part(rules, module, tuple(q for q, modules in parts.items() if module in modules))


def picture(module: str) -> AnyDepiction | None:
    """How positions of a game's module are drawn, ``None`` where only their text is shown."""
    from gameproof.pictures.picture import Depiction

    name = _module_of("pictures", module)
    return None if name is None else _record(name, "PICTURE", Depiction)


def _plugin_of(module: str) -> Plugin | None:
    """The package that a game's module comes from, ``None`` for gameproof itself: our modules
    are known by their last name, those of packages by their full name."""
    if "." not in module:
        return None
    from gameproof.games.plugins import plugins

    return next((one for one in plugins() if one.rules == module), None)


def _module_of(layer: str, module: str) -> str | None:
    plugin = _plugin_of(module)
    if plugin is None:
        return _modules(layer).get(module)
    return {"encodings": plugin.encoding, "pictures": plugin.picture}[layer] or None


@cache
def _modules(layer: str) -> dict[str, str]:
    """Modules of a layer that bear the name of a module of rules, by that name."""
    package = importlib.import_module(f"gameproof.{layer}")
    known = set(modules())
    found: dict[str, str] = {}
    for full in modules_of(package):
        name = full.rpartition(".")[2]
        if name not in known:
            continue
        if name in found:
            raise RuntimeError(f"two modules of {layer} for {name!r}: {found[name]}, {full}")
        found[name] = full
    return found


def _record(module: str, name: str, kind: type[R]) -> R:
    found = getattr(imported(module), name, None)
    if not isinstance(found, kind):
        raise RuntimeError(f"{module} declares no {name} of type {kind.__name__}")
    return found


def _check_questions(module: str, name: str, found: AnyEncoding) -> None:
    """A misspelt question would silently remove a method."""
    rules = module if "." in module else full_name(module)
    own: tuple[AnyGame, ...] = imported(rules).GAMES
    known = {q.name for game in own for q in game.questions}
    named = {m.question for m in found.methods} | {e.question for e in found.exports}
    strange = (named | set(found.same_answer) | set(found.parts)) - known
    if strange:
        raise RuntimeError(f"{name} speaks of questions that {module} does not have: {strange}")
