"""Tori with a side below 3, where a list of cells is no walk: counted, as the checker counts."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.glued_boards import LARGEST
from gameproof.certificates.recounts.recount import Recount, count_of
from gameproof.certificates.recounts.small_tori import MOST_CELLS
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.torus_cycles import Position
from gameproof.solvers.limits import Limits


def by_counting(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer by the count of the checker."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        count = count_of(position, question)
        assert count is not None
        limits.check()
        try:
            return Finding(count.count(position, options.arguments), Recount())
        except Rejected as reason:
            return Finding(UNKNOWN, note=str(reason))

    return run


def _narrow(most: int) -> Callable[[Position], bool]:
    return lambda p: min(p.rows, p.columns) < 3 and p.rows * p.columns <= most


METHODS: tuple[Method[Position], ...] = tuple(
    Method(
        question,
        "counting",
        by_counting(question),
        "every cycle, or full board, of a small torus",
        _narrow(most),
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
