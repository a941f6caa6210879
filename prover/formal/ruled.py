"""Falling stones, exact rows, paper soccer and Hex on surfaces as numbers, as ``Turns.v``,
``Soccer.v`` and ``Glued.v`` of ``formal/rules`` read them."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any

from gameproof.games import klein_cycles, paper_soccer
from gameproof.games.variants.exact import ExactPosition
from gameproof.games.variants.gravity import GravityPosition
from gameproof.prover.formal.numbers import Numbers

FALLING, EXACTLY, SOCCER, GLUED = range(23, 27)
POSITIONS = GravityPosition | ExactPosition | paper_soccer.Position | klein_cycles.Position
"""The positions that are told here."""


def rules(position: Any, shape: Numbers) -> Numbers:
    """The game; ``shape`` is the board where stones fall."""
    match position:
        case GravityPosition():
            return [FALLING, *shape, prod(position.board.shape[1:])]
        case ExactPosition():
            return [EXACTLY, *position.board.parameters]
        case paper_soccer.Position():
            width, length, kind = position.field_
            return [SOCCER, width, length, int(kind != "document"), int(kind == "standard-mouth")]
        case klein_cycles.Position():
            return [GLUED, int(position.surface == "klein"), position.rows, position.columns]
    raise TypeError(f"{type(position).__name__} is told elsewhere")


def parts(position: Any) -> list[int | list[int]]:
    """The numbers and sets of a position."""
    match position:
        case GravityPosition() | ExactPosition():
            return [sorted(position.first), sorted(position.second)]
        case paper_soccer.Position():
            pitch = position.pitch
            x, y = pitch.points[position.ball]
            number = lines_of(pitch)
            drawn = [number[e] for e in range(len(pitch.edges)) if position.drawn >> e & 1]
            return [sorted(drawn), x, y + raised(pitch)]
        case klein_cycles.Position():
            return [[v for v, s in enumerate(position.stones) if s == own] for own in "xo"]
    raise TypeError(f"{type(position).__name__} is told elsewhere")


def raised(pitch: paper_soccer.Pitch) -> int:
    """By how much the rows are numbered higher: the lower goal has row 0."""
    return int(pitch.rules != "document")


@cache
def lines_of(pitch: paper_soccer.Pitch) -> dict[int, int]:
    """The number of each line in ``formal/rules/Soccer.v``: by the point where a king's step to
    the right or up begins, then by the step."""
    steps = [(1, 0), (-1, 1), (0, 1), (1, 1)]

    def key(edge: int) -> tuple[int, int, int]:
        ends = [pitch.points[v] for v in pitch.edges[edge]]
        low, high = sorted(ends, key=lambda p: (p[1], p[0]))
        return low[1], low[0], steps.index((high[0] - low[0], high[1] - low[1]))

    return {edge: k for k, edge in enumerate(sorted(range(len(pitch.edges)), key=key))}


def soccer_moves(position: paper_soccer.Position) -> list[int]:
    """The legal moves, in that order of the lines."""
    pitch = position.pitch
    number = lines_of(pitch)
    edge = {v: e for e, v in pitch.steps[position.ball]}
    return sorted(position.moves(), key=lambda v: number[edge[v]])
