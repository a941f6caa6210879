"""The words of positional games on generated boards: sizes, shapes, stones and the rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
HEXES = Parameter(
    "name", "text", "i3, v3, a3, ..., w5, or drawn in the rows of a Hex board, as XX.,.XX"
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


@dataclass(frozen=True, slots=True)
class Generated:
    """Boards of a kind: the rule in one line, the words that name one, the source, examples."""

    rule: str
    parameters: tuple[Parameter, ...]
    source: str
    examples: tuple[str, ...]


BOARDS = {
    "tictactoe": Generated(
        "take cells of [n]^d in turn; whoever first owns a whole line of n cells wins",
        (number("n", "cells along a side"), number("d", "dimension"), *UPRIGHT),
        "Hales, Jewett, Regularity and positional games, Trans. AMS 106 (1963)",
        ("tictactoe 3 2", "tictactoe 8 3 -q pairing", "tictactoe 4 2 --first b2 --second c3"),
    ),
    "mnk": Generated(
        "take cells of an m x n board in turn; k in a row, in any of four directions, wins",
        (*GRID, LENGTH, *UPRIGHT, EXACT),
        "Uiterwijk, van den Herik, The advantage of the initiative (2000)",
        ("mnk 4 3 3", "mnk 5 5 4 --rule weak"),
    ),
    "torus-row": Generated(
        "as mnk, on a p x q torus",
        (number("p", "rows"), number("q", "columns"), LENGTH, *OPTIONS),
        "Győrffy, London, Makay, The structure of pairing strategies for k-in-a-row (2017)",
        ("torus-row 4 4 4",),
    ),
    "polyomino": Generated(
        "take cells in turn; whoever first owns a turned or reflected copy of the animal wins",
        (ANIMAL, *GRID, *UPRIGHT),
        "Harary's generalised tic-tac-toe; Gardner, Scientific American 240 (April 1979)",
        ("polyomino el 3 3", "polyomino fatty 6 6", "polyomino XX.,.XX 4 4"),
    ),
    "polyhex": Generated(
        "as polyomino, with animals of hexagons on a board as that of hex",
        (HEXES, *GRID, *OPTIONS),
        "Bode, Harborth, Hexagonal polyomino achievement, Discrete Math. 212 (2000)",
        ("polyhex a3 3 3 --rule weak", "polyhex XX.,.XX 4 4"),
    ),
    "shapes": Generated(
        "take cells in turn; whoever first owns a translate of one of the shapes wins",
        (SHAPES, *GRID, *UPRIGHT),
        "Kruczek, Sundberg, A pairing strategy for tic-tac-toe on the integer lattice with "
        "numerous directions, Electron. J. Combin. 15 (2008)",
        ("shapes 3e+3s 4 4", "shapes XX,X.+4se 5 5 --rule weak"),
    ),
    "hex": Generated(
        "first joins the top and bottom row, second the left and right column; no draws",
        (*GRID, *OPTIONS),
        "Hein 1942, Nash 1949; Gale, The game of Hex, Amer. Math. Monthly 86 (1979)",
        ("hex 3 3",),
    ),
}
"""The games on generated boards, by their names."""
