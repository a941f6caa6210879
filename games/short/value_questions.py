"""What is asked of a position as a short game: its value, its thermograph, numbers beside it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import cast

from gameproof.games.meaning.answers import TEXT, Form, Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Arguments, Defines, Question
from gameproof.games.meaning.rationals import RATIONAL, rational, rational_text
from gameproof.games.meaning.statement import Is, Quantity, quantity


def _corners(text: str) -> Value:
    """``0:2 3/2:1/2``: places of a wall, each a temperature and the stop there."""
    corners = []
    for word in text.split(" "):
        temperature, _, stop = word.partition(":")
        corners.append((rational(temperature), rational(stop)))
    return tuple(corners)


def _walls(text: str) -> Value:
    left, between, right = text.partition("; right ")
    if not left.startswith("left ") or not between:
        raise ValueError(text)
    return _corners(left.removeprefix("left ")), _corners(right)


def _write_walls(value: Value) -> str:
    if not isinstance(value, tuple) or len(value) != 2:
        raise ValueError("not the two walls of a thermograph")
    return f"left {_write_corners(value[0])}; right {_write_corners(value[1])}"


def _write_corners(wall: Value) -> str:
    words = []
    for corner in wall if isinstance(wall, tuple) else ():
        if not isinstance(corner, tuple) or len(corner) != 2:
            raise ValueError("not a corner of a wall")
        t, x = corner
        if not isinstance(t, Fraction) or not isinstance(x, Fraction):
            raise ValueError("not a corner of a wall")
        words.append(f"{rational_text(t)}:{rational_text(x)}")
    if not words:
        raise ValueError("a wall without corners")
    return " ".join(words)


WALLS = Form("two walls such as left 0:2 3/2:1/2; right 0:-1 3/2:1/2", _walls, _write_walls)
"""Both walls of a thermograph: their corners, temperature and stop, from temperature 0 up to the
mast."""


def _equal_to(_position: object, answer: Value, _arguments: object) -> tuple[Is, ...]:
    """The position is equal to the game that the text denotes."""
    if not isinstance(answer, str):
        raise BadInput("no short game", "answer")
    from gameproof.games.short.game_notation import written

    return (Is(quantity("value"), written(answer)),)


def _defined(question: str) -> Defines[object]:
    """What ``short_games`` says that the answer is; it is entered when it is asked."""

    def define(position: object, arguments: Arguments) -> Value:
        from gameproof.games.short.short_games import DEFINITIONS

        return DEFINITIONS[question](cast(AnyPosition, position), arguments)

    return define


VALUE: Question[object] = Question(
    "value",
    "Which short game is the position equal to?",
    spelling=TEXT,
    means=_equal_to,
    defined_by=_defined("value"),
)
EQUALS: Question[object] = Question(
    "equals",
    "Is the value this game, in any notation?",
    ("yes", "no"),
    (Parameter("game", "text", "a short game such as {2|-2} or ±{2|1}"),),
    defined_by=_defined("equals"),
)
MEAN: Question[object] = Question(
    "mean",
    "What is the position worth on average in long sums?",
    spelling=RATIONAL,
    defined_by=_defined("mean"),
)
TEMPERATURE: Question[object] = Question(
    "temperature",
    "How much is a move worth: at which tax on moves do the walls of the thermograph meet?",
    spelling=RATIONAL,
    defined_by=_defined("temperature"),
)
THERMOGRAPH: Question[object] = Question(
    "thermograph",
    "Which stops has the position cooled by each temperature?",
    spelling=WALLS,
    defined_by=_defined("thermograph"),
)
VALUES = (VALUE, EQUALS, MEAN, TEMPERATURE, THERMOGRAPH)
"""What is asked of a position as a short game."""

_BETWEEN = re.compile(r"(0|-?[1-9][0-9]{0,6}) <= G <= (0|-?[1-9][0-9]{0,6})")


def _between(text: str) -> Value:
    match = _BETWEEN.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        raise ValueError(text)
    return int(match[1]), int(match[2])


def _write_between(value: Value) -> str:
    match value:
        case (int(low), int(high)) if low <= high:
            return f"{low} <= G <= {high}"
    raise ValueError("no two whole numbers in order")


BETWEEN = Form("two whole numbers as in -2 <= G <= 3", _between, _write_between)
"""A game G between two whole numbers."""


def at_least(n: int) -> Quantity:
    """Is the value of a position at least the whole number ``n``?"""
    return quantity("at-least", {"integer": n})


def at_most(n: int) -> Quantity:
    """Is the value of a position at most the whole number ``n``?"""
    return quantity("at-most", {"integer": n})


def _next_integers(_position: object, answer: Value, _arguments: object) -> tuple[Is, ...]:
    """The value lies between the two numbers, and between no closer ones."""
    match answer:
        case (int(low), int(high)):
            return (
                Is(at_least(low), True),
                Is(at_least(low + 1), False),
                Is(at_most(high), True),
                Is(at_most(high - 1), False),
            )
    raise BadInput("no two whole numbers", "answer")


BOUNDS: Question[object] = Question(
    "bounds",
    "Which whole numbers are next to the value G: the greatest that is at most G, the least that "
    "is at least G?",
    spelling=BETWEEN,
    means=_next_integers,
    defined_by=_defined("bounds"),
)
_INTEGER = (Parameter("integer", "integer", "a whole number"),)
COMPARED: tuple[Question[object], ...] = (
    Question(
        "at-least",
        "Is the value at least this whole number?",
        ("yes", "no"),
        _INTEGER,
        defined_by=_defined("at-least"),
    ),
    Question(
        "at-most",
        "Is the value at most this whole number?",
        ("yes", "no"),
        _INTEGER,
        defined_by=_defined("at-most"),
    ),
)
