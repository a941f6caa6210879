"""The words of positional games on generated boards: sizes, shapes, stones and the rule."""

from __future__ import annotations

from gameproof.games.meaning.parameter import Parameter
from gameproof.games.positional_turns import PLAYERS

RULES = ("strong", "weak")


def number(name: str, text: str) -> Parameter:
    """A parameter that is a number."""
    return Parameter(name, "integer", text)


OPTIONS = (
    Parameter("rule", "choice", "strong, or weak (Maker-Breaker)", True, False, None, RULES),
    Parameter("to-move", "choice", "who moves next", True, False, None, PLAYERS),
    Parameter("first", "text", "cells the first player owns, as a1;b2", True, False, None),
    Parameter("second", "text", "cells the second player owns", True, False, None),
)
GRID = (number("m", "rows"), number("n", "columns"))
LENGTH = number("k", "cells in a row")
ANIMAL = Parameter(
    "name", "text", "tic, el, elly, knobby, tippy, fatty, skinny, snaky, i5, ..., or as XX.,.XX"
)
SHAPES = Parameter("shapes", "text", "rows as 5e, 5s, 5se, 5sw, diagrams as XX.,.XX; + between")
