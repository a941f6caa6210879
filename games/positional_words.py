"""The words of positional games on generated boards: sizes, shapes, stones and the rule."""

from __future__ import annotations

from collections.abc import Mapping

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Inline, Parameter
from gameproof.games.sets.board_stones import PLAYERS

RULES = ("strong", "weak")
MOST_DIGITS = 4096
"""Bits of a number that names a board."""
MOST_CUBE = 1 << 18
"""Bits of the number of cells of [n]^d, which may be far too many to be listed."""


def number(name: str, text: str) -> Parameter:
    """A parameter that is a number."""
    return Parameter(name, "integer", text)


OPTIONS = (
    Parameter(
        "rule",
        "choice",
        "strong, weak (Maker-Breaker), or avoid (a whole set loses)",
        True,
        False,
        None,
        (*RULES, "avoid"),
    ),
    Parameter("to-move", "choice", "who moves next", True, False, None, PLAYERS),
    Parameter("first", "text", "cells the first player owns, as a1;b2", True, False, between=";"),
    Parameter("second", "text", "cells the second player owns", True, False, between=";"),
    Parameter(
        "turns",
        "integers",
        "stones of each turn from here on, as 1 2 2; the last two numbers are repeated",
        True,
        False,
    ),
)
UPRIGHT = (
    *OPTIONS,
    Parameter("gravity", "flag", "stones fall along the first coordinate", True, False),
)
"""Of grids that may stand upright. Nothing rather than false is the default: what is asked of
other boards has the name that it always had."""
EXACT = Parameter("exact", "flag", "rows longer than k do not win", True, False)
GRID = (number("m", "rows"), number("n", "columns"))
LENGTH = number("k", "cells in a row")
ANIMAL = Parameter(
    "name", "text", "tic, el, elly, knobby, tippy, fatty, skinny, snaky, i5, ..., or as XX.,.XX"
)


def _typed(word: str) -> str | None:
    from gameproof.games.positional_files import positional_file

    return positional_file.typed(word)


def implied(file: str) -> str | None:
    """The question that a file asks, if it asks one."""
    from gameproof.games.positional_files import positional_file

    return positional_file.implied(file)


FILE = Parameter(
    "file",
    "file",
    "a .json or .pg file",
    inline=Inline(_typed, (";", ","), "'a,b,c;c,d'"),
)
SHAPES = Parameter("shapes", "text", "rows as 5e, 5s, 5se, 5sw, diagrams as XX.,.XX; + between")


def bound(kind: str, values: Mapping[str, int | str]) -> None:
    """Raises :class:`BadInput` for numbers that name no board, or one of which not even the number
    of cells has a size: cubes are counted without being listed."""
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    for name, value in numbers.items():
        if value < 1:
            raise BadInput(f"expected a positive number, got {value}", name)
        if value.bit_length() > MOST_DIGITS:
            raise BadInput(f"a number of more than {MOST_DIGITS} bits", name)
    if kind == "tictactoe" and numbers["d"] * numbers["n"].bit_length() > MOST_CUBE:
        raise BadInput(f"a board of more than 2^{MOST_CUBE} cells is too large")
