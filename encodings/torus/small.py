"""Tori with a side below 3, where a list of cells is no walk: counted by definition."""

from __future__ import annotations

from gameproof.encodings.by_definition import by_definition
from gameproof.encodings.method import Method
from gameproof.games.torus_cycles import Position

MOST_CELLS, LARGEST = 10, 16
"""Cells of boards all of whose cycles are listed, and of those that are filled in every way."""


def _narrow(position: Position, most: int) -> bool:
    return min(position.rows, position.columns) < 3 and len(position.stones) <= most


METHODS: tuple[Method[Position], ...] = tuple(
    Method(
        question,
        "counting",
        by_definition(question),
        "every cycle, or full board, of a small torus",
        lambda p, most=most: _narrow(p, most),  # type: ignore[misc]
        reach=f"boards of at most {most} cells",
        concerns=lambda p: min(p.rows, p.columns) < 3,
    )
    for question, most in (
        ("classes", MOST_CELLS),
        ("cycle", MOST_CELLS),
        ("full-board", LARGEST),
        ("blocked", MOST_CELLS),
        ("smallest-block", MOST_CELLS),
        ("shortest-loop", LARGEST),
    )
)
