"""Tiny boards of every game, each with the questions to be attacked.

With stones already placed, either side to move, reserved vertices, finished games, empty
boards, one cell, loops, parallel edges, every option. They stand beside the oracles; a
question may carry its arguments.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from gameproof.certificates.certificate import Certificate
from gameproof.instances.instance import Resolved, from_object, from_words, resolve

SCHEMA = "gameproof/instance/1"


@cache
def modules() -> tuple[ModuleType, ...]:
    """The oracles beside this module."""
    names = [info.name for info in pkgutil.iter_modules([str(Path(__file__).parent)])]
    found = [name for name in names if name.startswith("oracle_")]
    return tuple(importlib.import_module(f"soundness.{name}") for name in found)


@cache
def goals() -> tuple[Resolved, ...]:
    """Every question of every tiny board, once."""
    found: dict[str, Resolved] = {}
    for module in modules():
        for words, questions in getattr(module, "GOALS", ()):
            for question in questions:
                name, *arguments = question.split()
                goal = resolve(from_words([*words.split(), *arguments], name))
                found.setdefault(goal.key, goal)
        for game, board, questions in getattr(module, "BOARDS", ()):
            for question in questions:
                name, *words = question.split()
                values = dict(zip(words[::2], words[1::2], strict=False))
                arguments = {
                    option.removeprefix("--"): _value(option, values.get(option))
                    for option in words[::2]
                }
                document = {"schema": SCHEMA, "game": game, "board": board,
                            "question": name, "arguments": arguments}  # fmt: skip
                goal = resolve(from_object(document))
                found.setdefault(goal.key, goal)
        for goal in getattr(module, "made", tuple)():
            found.setdefault(goal.key, goal)
    return tuple(found.values())


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) of what no method of ours makes for so small a board."""
    for module in modules():
        yield from getattr(module, "handmade", _none)(goal)


def _none(goal: Resolved) -> tuple[()]:
    return ()


def _value(option: str, word: str | None) -> object:
    if word is None:
        return True
    return int(word) if word.isdecimal() and option != "--game" else word
