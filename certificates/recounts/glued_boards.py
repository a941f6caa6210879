"""Glued boards counted again from the rules: winners, threats, full boards by their loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.recount import Count
from gameproof.certificates.tables.forced_wins import ends
from gameproof.games import klein_cycles, torus_cycles
from gameproof.games.glued_board import COLOURS, GluedBoard
from gameproof.games.klein_cycles import Parity
from gameproof.games.meaning.answers import Value
from gameproof.games.torus_cycles import PLAYERS

LARGEST = 16  # cells of boards that are all looked at
MOST_TRIED = 1 << 28  # stones that could be placed, times stones they could touch

Arguments = Mapping[str, Value]


def _winner(
    position: torus_cycles.Position | klein_cycles.Position, _arguments: Arguments
) -> Value:
    return position.result() or "none"


def _threats(position: torus_cycles.Position, _arguments: Arguments) -> Value:
    """Every legal stone tried. O(empty cells * stones)."""
    empty = position.stones.count(".")
    if empty * (len(position.stones) - empty) > MOST_TRIED:
        raise Rejected("there are too many stones to try")
    counts: Counter[str] = Counter()
    for cell, colour in position.moves():
        classes = position.completed(cell, colour)
        if classes:
            counts[position.owner(classes, position.to_move)] += 1
    return tuple(counts[player] for player in PLAYERS)


def full_boards(position: GluedBoard) -> Iterable[str]:
    """The colourings in which x has cell 0; the others are these with colours exchanged."""
    cells = len(position.stones)
    if cells > LARGEST:
        raise Rejected(f"at most {LARGEST} cells are counted again")
    for mask in range(1 << (cells - 1)):
        yield "x" + "".join("ox"[mask >> k & 1] for k in range(cells - 1))


def _colourings(position: torus_cycles.Position, _arguments: Arguments) -> Value:
    """O(2^cells * cells): seconds at 16 cells."""
    counts: Counter[str] = Counter()
    for stones in full_boards(position):
        board = torus_cycles.Position(position.rows, position.columns, stones)
        x, o = (len(board.loops(colour)) for colour in COLOURS)
        counts[f"{x},{o}"] += 1
        counts[f"{o},{x}"] += 1
    return told(counts)


def _census(position: klein_cycles.Position, _arguments: Arguments) -> Value:
    """O(2^cells * cells): seconds at 16 cells."""
    counts: Counter[str] = Counter()
    for stones in full_boards(position):
        board = klein_cycles.Position(position.surface, position.rows, position.columns, stones)
        counts[parities_text(board.parities("x"), board.parities("o"))] += 1
    return told(counts)


def _three_colours(position: torus_cycles.Position, _arguments: Arguments) -> Value:
    cells = len(position.stones)
    if cells > LARGEST:
        raise Rejected(f"at most {LARGEST} cells are counted again")
    return told_three(count_partitions(ends(position)[1]), cells)


def count_partitions(free: np.ndarray) -> int:
    """Ordered partitions of the cells into three sets with ``free[mask]``. O(sets squared)."""
    sets = np.flatnonzero(free)
    everything = len(free) - 1
    total = 0
    for one in sets.tolist():
        two = sets[(sets & one) == 0]
        total += int(np.count_nonzero(free[everything ^ one ^ two]))
    return total


def told(counts: Mapping[str, int]) -> str:
    """``0,2: 5; 1,1: 6; 2,0: 5``, ascending."""
    return "; ".join(f"{name}: {counts[name]}" for name in sorted(counts))


def told_three(number: int, cells: int) -> str:
    """``3660 of 19683``."""
    return f"{number} of {3**cells}"


def parities_text(one: frozenset[Parity], two: frozenset[Parity]) -> str:
    """``none + 01/10/11``: the parities of both colours, the colours in either order."""
    words = ("/".join(f"{p}{q}" for p, q in sorted(part)) or "none" for part in (one, two))
    return " + ".join(sorted(words, key=lambda w: (w != "none", w)))


RESULT = "the result by the rules: spanning trees with potentials, one pass over the cells"

COUNTS = (
    Count("winner", (torus_cycles.Position,), _winner, RESULT),
    Count("winner", (klein_cycles.Position,), _winner, RESULT),
    Count("threats", (torus_cycles.Position,), _threats, "every legal stone is tried"),
    Count(
        "colourings",
        (torus_cycles.Position,),
        _colourings,
        "every full board; the rank of a colour is that of its loops' classes",
    ),
    Count("census", (klein_cycles.Position,), _census, "every full board, up to exchange"),
    Count(
        "three-colours",
        (torus_cycles.Position,),
        _three_colours,
        "every set of cells without a loop, and every way to split the board into three of them",
    ),
)
