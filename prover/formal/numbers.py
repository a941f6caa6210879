"""Numbers, names and lists as ``formal/Stream.v`` reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any, NamedTuple

from gameproof.certificates.kernel import Goal
from gameproof.games.meaning.statement import Statement

Numbers = list[int]

Steps = dict[str, Callable[[Goal[Any], Any], list[Numbers]]]
"""For each kind of certificate what writes its steps."""


class Claimed(NamedTuple):
    """What the plain checker has accepted: the statements that are claimed, of a goal."""

    goal: Goal[Any]
    statements: tuple[Statement, ...]


After = dict[str, Callable[[Claimed, Any], list[Numbers]]]
"""The same where the evidence says too little: once the plain checker has accepted it, what it
derived is shown in other words."""

PLAYERS = {
    "first": 0, "second": 1, "next": 0, "previous": 1, "red": 0, "blue": 1, "left": 0, "right": 1,
    "x": 0, "o": 1,
}  # fmt: skip
RESULTS = {**PLAYERS, "maker": 0, "breaker": 1, "draw": 2}


class Said(IntEnum):
    """The statements, as ``formal/Check.v`` numbers them."""

    FORCE = 0
    PREVENT = 1
    PAIRED = 2
    STARTS = 3
    HEAP = 4
    VALUE = 5
    MOVES = 6
    FAMILY = 7
    MOST = 8
    COUNTS = 9
    DRAWN = 10
    LARGEST = 11


class NotCovered(Exception):
    """The proved checker has no word for it: a game, a statement or a rule."""


class TooMany(NotCovered):
    """Play reaches too much to be listed, whatever the evidence."""


def row(numbers: Iterable[int]) -> Numbers:
    """A list with its length before it."""
    listed = [int(x) for x in numbers]
    return [len(listed), *listed]


def rows(lists: Iterable[Iterable[int]]) -> Numbers:
    """A list of such lists."""
    return flat(map(row, lists))


def flat(entries: Iterable[Numbers]) -> Numbers:
    """Entries one after the other, with their number before them."""
    listed = [*entries]
    return [len(listed), *(x for entry in listed for x in entry)]


def maybe(number: int | None) -> Numbers:
    """A number that may be missing."""
    return [0 if number is None else number + 1]


def code(names: dict[str, int], name: str) -> int:
    """The number of a player or a result."""
    if name not in names:
        raise NotCovered(f"the name {name!r}")
    return names[name]
