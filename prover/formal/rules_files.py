"""Which files of definitions in ``formal/rules`` a verdict about a game rests on."""

from __future__ import annotations

from typing import Any

from gameproof.games import (
    geography,
    klein_cycles,
    paper_soccer,
    positional,
    snort,
    tetris,
    tictoe,
    words,
)
from gameproof.games.grids import squares
from gameproof.games.impartial import hackenbush, kayles, notakto, sum
from gameproof.games.positional_turns import TurnsPosition
from gameproof.games.variants.avoid import AvoidPosition
from gameproof.games.variants.exact import ExactPosition
from gameproof.games.variants.gravity import GravityPosition

COUNTED = ("drawn-position", "count-drawn", "fewest-crosses", "partition")
"""Questions whose quantities are counted."""
OF_STONES = ("labels", "terminal", "score")
"""Those of Snort and Col."""


HEAPS = ("grundy", "equivalent", "equal")
"""Questions that compare with heaps of Nim."""


def files_for(position: Any, question: str) -> list[str]:
    """The files of ``formal/rules`` that an answer to the question rests on."""
    found = files_of(position)
    if question in HEAPS:
        found.append("HeapGames")
    if question in OF_STONES and isinstance(position, snort.Position):
        found.append("SnortQuantities")
    if question in COUNTED:
        found += ["PositionalGames", "Quantities"]
    return list(dict.fromkeys(found))


def files_of(position: Any) -> list[str]:
    """The files of ``formal/rules`` that hold the rules of a game."""
    match position:
        case positional.Position() | notakto.Notakto() | tictoe.Position():
            return ["PositionalGames", "Boards"]
        case geography.Position() | words.Position() | kayles.Kayles() | snort.Position():
            return ["GraphGames"]
        case hackenbush.Position() | hackenbush.Coloured() | squares.Squares():
            return ["Drawings"]
        case TurnsPosition() | AvoidPosition() | GravityPosition() | ExactPosition():
            return ["PositionalGames", "Boards", "Turns"]
        case tetris.Position():
            return ["Tetris"]
        case paper_soccer.Position():
            return ["Soccer"]
        case klein_cycles.Position():
            return ["Glued"]
        case sum.Position():
            return sorted({name for one in position.components for name in files_of(one)})
    return ["HeapGames"]
